"""Tables whose columns are told apart by what they hold: by their sizes, and by numbers as names."""

import io

import pandas as pd
import pytest

from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.score_candidates import numbers_rows
from benchreport.data.readers import read
from benchreport.errors import DataError, DesignError, DirectionError, InputError, RoleError


def table(text):
    return pd.read_csv(io.StringIO(text), skipinitialspace=True)


def test_columns_of_one_size_are_algorithms_though_one_is_called_like_a_cost():
    text = (
        "dataset,knn,vae,caps_max,mem_1,mem_max\niris,85.3,88.8,88.8,91.6,97.4\nwine,98,89.6,96.7,94.4,99.6\n"
        "yeast,76.3,72.5,77.1,64.6,83.9\nglass,64.3,76.7,70.2,79.4,87.2\nsonar,55.9,49.7,58.3,80.5,91.5\n"
    )
    with pytest.raises(
        RoleError, match="are all columns of numbers algorithms, also mem_1, mem_max"
    ) as asked:
        _ = table(text).bench.scores
    scores = table(text).bench(**asked.value.way_out.calls[0].roles, higher_is_better=True).scores
    assert (len(scores.algorithms), len(scores.blocks)) == (5, 5)
    # memory in MB is not of the size of scores
    costs = (
        table(text).assign(mem_1=[512, 840, 1210, 733, 699]).drop(columns=["mem_max", "caps_max"])
    )
    with pytest.raises(RoleError, match="are the columns knn, vae algorithms, beside mem_1"):
        _ = costs.bench.scores


def test_columns_called_by_numbers_are_datasets_with_the_numbers_of_each_row():
    rows = "".join(
        f"{n},{method},{n / 100 + lead},{n / 90 + lead},{n / 80 + lead},{n / 70 + lead}\n"
        for n in (10, 20, 30)
        for lead, method in ((0.02, "VI"), (0.05, "SAA"), (0.01, "DRO"))
    )
    frame = table("n,methods,10,20,30,40\n" + rows)
    with pytest.raises(
        RoleError, match="the columns 10, 20, 30, 40 are called by numbers"
    ) as asked:
        _ = frame.bench.scores
    calls = [call.roles for call in asked.value.way_out.calls]
    lower = next(call for call in calls if call.get("higher_is_better") is False)
    scores = frame.bench(**lower).scores
    assert (scores.algorithms, len(scores.blocks)) == (("VI", "SAA", "DRO"), 12)
    assert "30/40" in scores.blocks
    settings = frame.bench(**calls[-1], higher_is_better=False).scores
    assert (len(settings.algorithms), len(settings.blocks)) == (9, 4)


def test_iterations_that_count_up_are_repeats_of_times_and_no_datasets():
    rows = "".join(
        f"{name},{n},{workers},{turn},{n * (1 + turn / 50 + workers / 9 + place)}\n"
        for place, (name, counts) in enumerate(
            (("seq", (1,)), ("threads", (2, 4)), ("procs", (2, 4)))
        )
        for n in (100, 1000, 5000)
        for workers in counts
        for turn in (1, 2, 3)
    )
    frame = table("implementation,n,workers,iteration,time_s\n" + rows)
    roles = {}
    for _ in range(4):
        try:
            scores = frame.bench(**roles).scores
            break
        except InputError as asked:
            roles |= asked.way_out.calls[0].roles
    assert (roles["dataset"], roles["repeat"]) == ("n", "iteration")
    assert (len(scores.algorithms), len(scores.blocks)) == (5, 3)


def test_rows_told_apart_by_a_setting_are_not_only_independent_runs():
    rows = [
        (name, 10.0**at, 0.7 - at * lead)
        for name, lead in (("ridge", 0.05), ("lasso", 0.07))
        for at in range(6)
    ]
    frame = pd.DataFrame(rows, columns=["model", "alpha", "r2"])
    with pytest.raises(RoleError, match="does column 'alpha' name the datasets"):
        _ = frame.bench.scores
    own = frame.assign(alpha=[alpha * (2 if model == "lasso" else 1) for model, alpha, _ in rows])
    with pytest.raises(InputError, match="'alpha' tells rows of one cell apart") as asked:
        _ = own.bench.scores
    assert "choose one on other data" in str(asked.value)
    seeds = pd.DataFrame(
        [(name, f"s{at}", 0.7 - at / 100) for name in "ab" for at in range(4)],
        columns=["model", "tag", "r2"],
    )
    with pytest.raises(InputError) as asked:
        _ = seeds.assign(tag=seeds["model"] + seeds["tag"]).bench.scores
    assert "tells rows" not in str(asked.value)


def test_names_of_other_experiments_are_not_averaged_as_repeats():
    names = ("{}_EN", "{}_BN", "CL_{}_EN2BN")
    rows = "".join(
        f"{name},{task},{form.format(name)}_{task},{0.8 + at / 50 - place / 20}\n"
        for place, name in enumerate(("tuned", "prefix", "prompt"))
        for task, forms in (("two", names[::2]), ("three", names[1:2]))
        for at, form in enumerate(forms)
    )
    with pytest.raises(DataError, match="'run_name' tells rows of one cell apart") as asked:
        _ = table("method,dataset,run_name,accuracy\n" + rows).bench.scores
    assert not any("missing" in call.roles for call in asked.value.way_out.calls)


def test_names_above_the_same_sizes_are_written_into_the_rows_below(tmp_path):
    head = "| Benchmark | N | naive median (s) | fast median (s) |\n| --- | --- | --- | --- |\n"
    rows = (
        "| MSM G1 | 32 | 1.9 | 1.6 |",
        "|  | 128 | 7.4 | 5.4 |",
        "| MSM G2 | 32 | 3.2 | 2.1 |",
        "|  | 128 | 12.4 | 9.1 |",
    )
    (tmp_path / "times.md").write_text(head + "\n".join(rows) + "\n")
    frame = read(tmp_path / "times.md")
    with pytest.raises(DataError) as asked:
        _ = frame.bench.scores
    scores = frame.bench(**asked.value.way_out.calls[0].roles).scores
    assert (scores.algorithms, scores.higher_is_better) == (("naive median", "fast median"), False)
    assert scores.blocks == ("MSM G1/32", "MSM G1/128", "MSM G2/32", "MSM G2/128")
    # numbers that are measured do not come again below each name
    other = (row.replace(" 128 ", f" {90 + at} ") for at, row in enumerate(rows))
    (tmp_path / "times.md").write_text(head + "\n".join(other) + "\n")
    with pytest.raises(DataError, match="rows without dataset"):
        _ = read(tmp_path / "times.md").bench(higher_is_better=False).scores


def test_numbers_below_names_that_span_them_are_names_where_all_have_the_same(tmp_path):
    spans = r" & \multicolumn{3}{c}{A} & \multicolumn{3}{c}{B} \\ "
    rows = r"svm & x & .5 & .6 & .7 & .5 & .7 & .8 \\ knn & x & .4 & .5 & .6 & .3 & .5 & .6 \\ "
    text = (
        r"\begin{tabular}{llcccccc} Model & Filter"
        + spans
        + r" & & 0.2 & 0.4 & BL & 0.2 & 0.4 & BL \\ \midrule "
    )
    (tmp_path / "t.tex").write_text(text + rows + r"\end{tabular}")
    frame = read(tmp_path / "t.tex")
    assert len(frame) == 12
    assert {"0.2", "0.4", "BL"} in [{*frame[name]} for name in frame]


def test_counts_of_parts_of_the_data_are_no_scores():
    frame = table(
        "Split,Sentences,COURT,DATE\nTrain,106,282,189\nDev,13,55,39\nTest,14,29,23\nTotal,133,366,251\n"
    )
    with pytest.raises(DesignError, match=r"parts of the data \(Train, Dev, Test\)"):
        _ = frame.bench.scores
    shares = frame.set_index("Split").div(400).reset_index().iloc[:3]
    with pytest.raises(InputError) as asked:
        _ = shares.bench.scores
    assert "parts of the data" not in str(asked.value)


def test_scores_of_each_seed_are_read_before_what_summarizes_them(tmp_path):
    means = (
        '{"greedy": {"cost_mean": 20, "cost_std": 1}, "exact": {"cost_mean": 31, "cost_std": 2}}'
    )
    runs = '{"greedy": [19, 21, 20], "exact": [29, 33, 31]}'
    (tmp_path / "r.json").write_text(
        f'{{"seeds": [7, 8, 9], "summaries": {means}, "costs": {runs}}}'
    )
    scores = read(tmp_path / "r.json").bench(higher_is_better=False).scores
    assert (scores.algorithms, scores.blocks) == (("greedy", "exact"), ("7", "8", "9"))
    # numbers of what is no algorithm stay where they were
    (tmp_path / "r.json").write_text(
        f'{{"layers": {{"a": [1, 2], "b": [3, 4]}}, "summaries": {means}}}'
    )
    assert "cost_mean" in read(tmp_path / "r.json")


def test_years_beside_a_weighted_mean_are_datasets_and_the_rows_algorithms():
    rows = "".join(
        f"A{at},{0.5 + at / 20},{0.52 + at / 21},{0.51 + at / 19},{0.53 + at / 18},{0.516 + at / 20}\n"
        for at in range(6)
    )
    frame = table("Ai,2015,2016,2017,2018,WEIGHTED\n" + rows)
    with pytest.raises(RoleError, match=r"its 4 columns .* datasets") as asked:
        _ = frame.bench.scores
    scores = frame.bench(**asked.value.way_out.calls[0].roles).scores
    assert scores.blocks == ("2015", "2016", "2017", "2018")


def test_a_total_above_all_steps_is_no_dataset():
    steps = "Read,.017,.49\nFilter,.0067,.016\nJoin,.0097,.079\nTotalPipeline,.026,.57\n"
    text = "Operation,PolarsSeconds,PandasSeconds\n" + steps
    scores = table(text).bench.scores
    assert scores.blocks == ("Read", "Filter", "Join")
    # a name that begins so, and is not above the others, is one of them
    small = table(text.replace(".026,.57", ".012,.03")).bench.scores
    assert small.blocks[-1] == "TotalPipeline"


def test_what_grows_with_sizes_and_what_solvers_minimize_is_likely_a_cost():
    rows = "".join(f"{n},{n / 9e3},{n / 4e3},{n / 3e4}\n" for n in (10, 100, 200, 300, 400))
    with pytest.raises(DirectionError) as asked:
        _ = table("Size,Classic,Batch,Incremental\n" + rows).bench.scores
    assert asked.value.way_out.calls[0].roles == {"higher_is_better": False}
    shares = "".join(
        f"{n},{0.5 + n / 9e2},{0.5 + n / 8e2},{0.5 + n / 1e3}\n" for n in (10, 100, 200, 300, 400)
    )
    with pytest.raises(DirectionError) as asked:
        _ = table("Size,Classic,Batch,Incremental\n" + shares).bench.scores
    assert asked.value.way_out.calls[0].roles == {"higher_is_better": True}
    found = "".join(
        f"{task},{name},{1.5 + at + place}\n"
        for at, task in enumerate("xyz")
        for place, name in enumerate(("tabu", "hho"))
    )
    with pytest.raises(DirectionError) as asked:
        _ = table("benchmark,algorithm,best_objective\n" + found).bench.scores
    assert asked.value.way_out.calls[0].roles == {"higher_is_better": False}
    assert not table("benchmark,algorithm,soft_penalty\n" + found).bench.scores.higher_is_better


def test_bounds_named_without_a_mark_are_no_scores_and_times_by_numbers_are_costs():
    rows = "".join(
        f"{name},{n},{n * lead},{n * lead * 0.99},{n * lead * 1.01}\n"
        for name, lead in (("zip", 2e-7), ("tree", 3e-7))
        for n in (10, 20, 50, 100, 200)
    )
    with pytest.raises(DirectionError, match="the name 'Mean'") as asked:
        _ = table("algorithm,dataset,Mean,MeanLB,MeanUB\n" + rows).bench.scores
    assert asked.value.way_out.calls[0].roles == {"higher_is_better": False}


def test_datasets_stay_offered_where_their_cells_hold_other_experiments():
    rows = "".join(
        f"{name},{labels},{form.format(name)},{0.8 + at / 50 + place / 20}\n"
        for place, name in enumerate(("tuned", "prefix", "prompt"))
        for labels, forms in ((2, ("{}_EN", "CL_{}_EN")), (3, ("{}_BN",)), (4, ("{}_DE",)))
        for at, form in enumerate(forms)
    )
    frame = table("method,num_labels,run_name,accuracy\n" + rows)
    with pytest.raises(RoleError, match="num_labels") as asked:
        _ = frame.bench.scores
    calls = [call.roles for call in asked.value.way_out.calls]
    assert {"dataset": "num_labels"} in calls
    with pytest.raises(DataError, match="'run_name' tells rows of one cell apart"):
        _ = frame.bench(dataset="num_labels").scores


@pytest.mark.filterwarnings("error")
def test_a_first_score_beyond_all_numbers_counts_no_rows():
    frame = pd.DataFrame({"p_value": [2e200, 1e200], "a": [float("inf"), 1e200]})
    assert not numbers_rows("a", Evidence(frame))
