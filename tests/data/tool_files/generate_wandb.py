"""Write files as the app of Weights & Biases exports them, with numbers of our own.

The app makes these exports in the browser from runs on its server, so they are made here from the columns
that it writes:

- a table of runs (Export CSV): ``Name``, ``State``, ``Notes``, ``User``, ``Tags``, ``Created``, ``Runtime``,
  ``Sweep``, then the columns of the configuration and of the summary; all cells are quoted and ``-``
  stands for no notes;
- a chart (Export CSV): the x axis, then ``RUN - METRIC``, ``RUN - METRIC__MIN`` and ``RUN - METRIC__MAX``,
  and with another axis than the step also ``RUN - _step``.

- a table of ``wandb.Api().runs`` as the documentation makes it (Import and export data): ``summary``,
  ``config`` and ``name``.

::

    python tests/data/tool_files/generate_wandb.py
"""

import csv
import random
from pathlib import Path

HERE = Path(__file__).parent / "wandb"
MODELS = {"resnet18": 0.80, "vit_tiny": 0.77, "mlp": 0.62}
DATASETS = {"cifar10": 0.0, "svhn": 0.08}
SEEDS = range(3)


def write(name: str, header: list[str], rows: list[list[object]]) -> None:
    """Write a file whose cells are all quoted, as the app does."""
    with (HERE / name).open("w", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
        writer.writerows([header, *rows])


def write_runs() -> None:
    """One row a model, dataset and seed; one run crashed after a while."""
    draw = random.Random(0)
    header = """Name State Notes User Tags Created Runtime Sweep batch_size dataset epochs lr model seed
        val_accuracy val_loss""".split()
    rows = []
    for number, (model, level) in enumerate(MODELS.items()):
        for dataset, shift in DATASETS.items():
            for seed in SEEDS:
                accuracy = round(level + shift + draw.gauss(0, 0.01), 4)
                state = "crashed" if (model, dataset, seed) == ("mlp", "svhn", 2) else "finished"
                rows.append([
                    f"{draw.choice(['fluent', 'noble'])}-{draw.choice(['sea', 'elm'])}-{len(rows) + 1}",
                    state, "-", "someone", "", f"2024-05-0{number + 1}T10:{len(rows):02d}:00.000Z",
                    600 + 7 * len(rows), "", 128, dataset, 30, 0.001, model, seed, accuracy,
                    round(1.3 - accuracy, 4),
                ])  # fmt: skip
    write("wandb_export_runs.csv", header, rows)


def write_charts() -> None:
    """Lines of runs over the step, and of one loss over the epoch with another number of points a run."""
    draw = random.Random(1)
    runs = [f"{model}-seed{seed}" for model in ("resnet18", "mlp") for seed in range(2)]
    edges = ("", "__MIN", "__MAX")
    header = ["Step", *(f"{run} - val_accuracy{edge}" for run in runs for edge in edges)]
    rows = []
    for step in range(0, 100, 20):
        values = [round(0.5 + step / 250 + draw.gauss(0, 0.01), 4) for _ in runs]
        rows.append([step, *(value for value in values for _ in edges)])
    write("wandb_export_chart.csv", header, rows)
    groups = [("model: resnet18", 4), ("model: mlp", 3)]
    header = ["epoch"]
    for name, _ in groups:
        header += [
            f"{name} - {metric}{edge}" for metric in ("_step", "train/loss") for edge in edges
        ]
    rows = []
    for epoch in range(4):
        row: list[object] = [epoch]
        for _, points in groups:
            loss = round(2 / (1 + epoch) + draw.random() / 10, 4)
            row += (
                [epoch * 50] * 3 + [loss, loss - 0.05, loss + 0.05] if epoch < points else [""] * 6
            )
        rows.append(row)
    write("wandb_export_groups.csv", header, rows)


def write_api() -> None:
    """Write what the documentation's recipe for ``wandb.Api().runs`` makes: cells that are texts of dicts."""
    rows: list[list[object]] = []
    for model, level in MODELS.items():
        for seed in SEEDS:
            summary = {
                "_step": 30,
                "_runtime": 600.5,
                "_wandb": {"runtime": 600},
                "val_accuracy": float("nan") if (model, seed) == ("mlp", 2) else level + seed / 100,
                "best": "checkpoint.pt",
            }
            config = {"model": model, "seed": seed, "lr": 0.001, "layers": [64, 64]}
            rows.append([len(rows), summary, config, f"{model}-{seed}"])
    with (HERE / "project.csv").open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([["", "summary", "config", "name"], *rows])


if __name__ == "__main__":
    write_api()
    write_runs()
    write_charts()
