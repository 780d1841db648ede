"""Times of a baseline, costs of one operation, years and written averages, as READMEs have them."""

import pandas as pd
import pytest

from benchreport.data.readers.markdown import read_markdown
from benchreport.errors import DesignError, DirectionError, RoleError


def table(text):
    return read_markdown(text.encode())


def test_times_of_a_baseline_have_units_like_those_beside_them():
    frame = table(
        "| Benchmark | Baseline | Changed | Result |\n|---|---:|---:|---:|\n"
        "| `raw/1024` | 741.94 ns | 699.53 ns | -5.47% |\n| `raw/65536` | 733.97 ns | 648.21 ns | -11.36% |\n"
        "| `store` | 4.7754 us | 3.7334 us | ~0% |\n"
    )
    scores = frame.bench.scores
    assert (scores.algorithms, scores.higher_is_better) == (("Baseline", "Changed"), False)
    assert scores.blocks == ("raw/1024", "raw/65536", "store")


def test_budgets_in_a_column_of_algorithms_stay_names():
    rows = [(a, d, 0.5) for a in ("10 s", "60 s") for d in "xyz"]
    frame = pd.DataFrame(rows, columns=["configuration", "dataset", "accuracy"])
    assert frame.bench.scores.algorithms == ("10 s", "60 s")


def test_what_pyperf_compares_is_read_with_its_underlined_headings():
    part = (
        "Benchmarks with tag '{tag}':\n======================\n\n"
        "| Benchmark | py-3.11 | py-3.12 |\n|---|:---:|:---:|\n"
        "| {one} | 181 ms | 183 ms: 1.01x slower |\n| {two} | 4.61 ms | 4.59 ms: 1.00x faster |\n"
        "| Geometric mean | (ref) | 1.01x faster |\n\nBenchmark hidden because not significant (1): x\n\n"
    )
    parts = [part.format(tag="apps", one="2to3", two="tornado")]
    parts += [part.format(tag="math", one="float", two="nbody")]
    scores = table("".join(parts)).bench.scores
    assert (scores.algorithms, scores.higher_is_better) == (("py-3.11", "py-3.12"), False)
    assert scores.blocks == ("2to3", "tornado", "float", "nbody")
    assert scores.values[:, 1].tolist() == [183, 4.59, 183, 4.59]


@pytest.mark.parametrize("heading", ["Unimodal functions (F1-F4)", "F1 function", "F1, F2 and F3"])
def test_functions_called_f1_are_no_metric(heading):
    text = (
        f"#### {heading}\n\n| Function | PSO | GA |\n|---|---|---|\n"
        "| F1 | 0.18% | 0.04% |\n| F2 | 1.24% | 0.45% |\n"
        "| F3 | 0.21% | 0.08% |\n| **Category Avg** | 0.54% | 0.19% |\n| **Improvement** | — | 63% |\n"
    )
    with pytest.raises(DirectionError):
        _ = table(text).bench.scores.higher_is_better
    scores = table(text).bench(higher_is_better=False).scores
    assert scores.blocks == ("F1", "F2", "F3")


@pytest.mark.parametrize(
    "names", ["Best | Worst | Mean | Std Dev", "ns/op | B/op | allocs/op | cycles/op"]
)
def test_measures_of_one_algorithm_are_no_algorithms(names):
    text = (
        f"| Function | {names} |\n|---|---|---|---|---|\n| a | 1.5 | 2.5 | 2.0 | 0.5 |\n"
        "| b | 2.5 | 3.5 | 3.0 | 0.4 |\n| c | 0.5 | 1.5 | 1.1 | 0.3 |\n"
    )
    with pytest.raises(DesignError, match="measure different things"):
        _ = table(text).bench.scores


def test_years_are_no_dataset_and_an_own_method_is_written_last():
    frame = table(
        "| Model | MMLU | GSM8K | Tahun Rilis | Average |\n|---|---|---|---|---|\n"
        "| A | 58.8 | 52.9 | 2019 | 55.9 |\n| B | 59.1 | 53.2 | 2023 | 56.2 |\n"
        "| C | 60.8 | 55.3 | 2023 | 58.1 |\n| D (Ours) | 61.4 | 56.0 | 2024 | 58.7 |\n"
    )
    with pytest.raises(RoleError, match=r"its 2 columns \(MMLU, GSM8K\) datasets") as asked:
        _ = frame.bench.scores
    assert asked.value.way_out.calls[0].roles["higher_is_better"] is True


def test_ratios_and_winners_name_nothing_and_threads_describe_rows():
    frame = table(
        "| Threads | OpenMP | Rust | Rust / OpenMP | Winner |\n|---:|---:|---:|---:|---|\n"
        "| 1 | 4.83† | 6.20 | 1.3× | OpenMP |\n| 2 | 6.21†† | 19.30 | ~3.1× | OpenMP |\n"
        "| 4 | 5.20 | 36.16 | 7.0× | OpenMP |\n"
    )
    scores = frame.bench(higher_is_better=False).scores
    assert (scores.algorithms, len(scores.blocks)) == (("OpenMP", "Rust"), 3)
    times = table(
        "| Threads | OpenMP | TBB | Speedup (OpenMP) | Speedup (TBB) |\n|---|---|---|---|---|\n"
        "| 1 | 147.0 ms | 142.2 ms | 1.0x | 1.0x |\n| 2 | 71.0 ms | 70.8 ms | 2.1x | 2.0x |\n"
        "| 4 | 37.2 ms | 36.8 ms | 4.0x | 3.9x |\n"
    ).bench.scores
    assert (times.algorithms, times.higher_is_better) == (("OpenMP", "TBB"), False)


def test_the_metric_of_most_rows_is_proposed_first():
    frame = table(
        "| Task | Metric | BERT | DistilBERT |\n|---|---|---|---|\n"
        "| CoLA | Matthews Corr. | 0.573 | 0.436 |\n| MNLI | Accuracy | 0.844 | 0.822 |\n"
        "| MRPC | F1 | 0.869 | 0.875 |\n| RTE | Accuracy | 0.61 | 0.58 |\n"
    )
    with pytest.raises(RoleError, match="holds 3 metrics: Accuracy") as asked:
        _ = frame.bench.scores
    assert len(frame.bench(**asked.value.way_out.calls[0].roles).scores.blocks) == 2


def test_units_of_work_in_a_time_are_metrics():
    rows = [
        (system, model, 100.0 * size + at, unit)
        for size, system in enumerate(("a", "b", "c"), 1)
        for at, (model, unit) in enumerate(
            (("bert", "Queries/s"), ("t5", "Queries/s"), ("gpt", "Samples/s"))
        )
    ]
    frame = pd.DataFrame(rows, columns=["system", "model_name", "Result", "Units"])
    with pytest.raises(RoleError, match=r"'Units' holds 2 metrics: Queries/s, Samples/s"):
        _ = frame.bench.scores


def test_the_cost_of_a_solution_is_proposed_before_the_time_it_took():
    rows = [
        (name, data, seconds + at / 9, cost + 10 * at)
        for at, data in enumerate(("A-n32", "A-n33", "A-n34"))
        for name, seconds, cost in (("grasp", 1.5, 998), ("ils", 0.25, 992), ("tabu", 2.5, 821))
    ]
    frame = pd.DataFrame(rows, columns=["algorithm", "instance", "time", "cost"])
    with pytest.raises(RoleError) as asked:
        _ = frame.bench.scores
    assert asked.value.way_out.calls[0].roles == {"score": "cost"}
