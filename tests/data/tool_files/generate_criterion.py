"""Write ``criterion/``: two functions on three inputs, as a table, messages and a folder.

Criterion.rs needs Rust and crates, so the files follow what its book publishes of ``raw.csv`` and of the
messages of ``cargo criterion --message-format=json``, and what version 0.5 writes into ``target/criterion``.
"""

import csv
import json
from pathlib import Path

HERE = Path(__file__).parent / "criterion"
# nanoseconds of an iteration, by (group, function, input)
COSTS = {
    ("sort", "quick", "100"): 1_000.0,
    ("sort", "quick", "1000"): 12_000.0,
    ("sort", "quick", "5000"): 70_000.0,
    ("sort", "heap", "100"): 1_500.0,
    ("sort", "heap", "1000"): 19_000.0,
    ("sort", "heap", "5000"): 120_000.0,
}
ITERATIONS = [10, 20, 30, 40]
COLUMNS = (
    "group function value throughput_num throughput_type sample_measured_value unit iteration_count"
)


def totals(cost: float) -> list[float]:
    """Return what the iterations of each sample took together: the second sample is slower by a tenth."""
    return [count * cost * (1.1 if place == 1 else 1.0) for place, count in enumerate(ITERATIONS)]


def write_csv() -> None:
    """Write the samples of all benchmarks, as they stand in one ``raw.csv`` each, below one header."""
    with (HERE / "raw.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS.split())
        for names, cost in COSTS.items():
            for count, total in zip(ITERATIONS, totals(cost), strict=True):
                writer.writerow([*names, names[2], "elements", total, "ns", count])


def write_messages() -> None:
    """Write a message for each benchmark, and one for the group."""
    messages = [
        {
            "reason": "benchmark-complete",
            "id": "/".join(names),
            "report_directory": f"target/criterion/reports/{'/'.join(names)}",
            "iteration_count": ITERATIONS,
            "measured_values": totals(cost),
            "unit": "ns",
            "throughput": [{"per_iteration": int(names[2]), "unit": "elements"}],
            "typical": {"estimate": cost, "lower_bound": cost, "upper_bound": cost, "unit": "ns"},
            "change": None,
        }
        for names, cost in COSTS.items()
    ]
    messages.append({"reason": "group-complete", "group_name": "sort", "benchmarks": []})
    lines = "".join(f"{json.dumps(message)}\n" for message in messages)
    (HERE / "messages.jsonl").write_text(lines)


def write_folder() -> None:
    """Write the folder, with older measurements of one benchmark under ``base``."""
    for place, (names, cost) in enumerate(COSTS.items()):
        for kind, factor in (("new", 1.0), ("base", 2.0))[: 1 + (place == 0)]:
            folder = HERE / "target" / "/".join(names) / kind
            folder.mkdir(parents=True, exist_ok=True)
            about = {
                "group_id": names[0],
                "function_id": names[1],
                "value_str": names[2],
                "throughput": None,
                "full_id": "/".join(names),
                "directory_name": "/".join(names),
                "title": "/".join(names),
            }
            times = [factor * total for total in totals(cost)]
            sample = {"sampling_mode": "Linear", "iters": ITERATIONS, "times": times}
            (folder / "benchmark.json").write_text(json.dumps(about))
            (folder / "sample.json").write_text(json.dumps(sample))


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    write_csv()
    write_messages()
    write_folder()
