"""Write results as the AutoML benchmark does, with numbers of our own.

The benchmark (openml/automlbenchmark) is not on a package index and downloads its datasets, so its files are
made here by the columns that its documentation lists (docs/using/results.md, "results.csv") and by those of
its first releases: ``result`` is AUC of two classes, negative log loss of more classes and negative RMSE of
numbers; a metric that does not suit the task is empty; a run that failed has the reason in ``info``.

::

    python tests/data/tool_files/generate_automl_benchmark.py
"""

import csv
import random
from pathlib import Path

HERE = Path(__file__).parent / "automl_benchmark"
FRAMEWORKS = {"AutoGluon": 0.03, "TPOT": 0.01, "RandomForest": 0.0}
TASKS = {
    "kc2": ("binary", 0.83),
    "credit-g": ("binary", 0.76),
    "iris": ("multiclass", 0.93),
    "cholesterol": ("regression", 50.0),
}
OLD = """id task framework fold result mode version params tag utc duration models seed info
    acc auc logloss""".split()
NEW = """id task framework constraint fold type result metric mode version params app_version utc duration
    training_duration predict_duration models_count seed info acc auc balacc logloss mae r2 rmse""".split()
METRICS = {"binary": "auc", "multiclass": "neg_logloss", "regression": "neg_rmse"}


def measured(kind: str, level: float) -> dict[str, float]:
    """Return the metrics of a type of task."""
    if kind == "regression":
        return {
            "mae": round(0.8 * level, 4),
            "r2": round(1 - level / 60, 4),
            "rmse": round(level, 4),
        }
    values = {"acc": level, "balacc": level - 0.02, "logloss": 1 - level}
    if kind == "binary":
        values["auc"] = level + 0.05
    return {name: round(value, 6) for name, value in values.items()}


def rows(*, old: bool):
    """Yield a row a framework, task and fold; TPOT fails once."""
    draw = random.Random(0)
    for task, (kind, level) in TASKS.items():
        for framework, lead in FRAMEWORKS.items():
            for fold in range(3):
                score = level * (1 - lead if kind == "regression" else 1 + lead) + draw.gauss(
                    0, level / 100
                )
                metrics = measured(kind, score)
                name = METRICS[kind]
                result = -metrics[name[4:]] if name.startswith("neg_") else metrics[name]
                failed = (framework, task, fold) == ("TPOT", "credit-g", 1)
                if old and kind == "regression":
                    continue
                yield {
                    "id": f"openml.org/t/{3900 + len(task)}", "task": task, "framework": framework,
                    "constraint": "1h8c", "fold": fold, "type": kind, "metric": name, "mode": "local",
                    "version": "0.12", "app_version": "dev [stable, 2a1b3c4]", "tag": "stable",
                    "utc": f"2021-03-0{1 + fold}T12:00:00", "duration": round(draw.uniform(3000, 3700), 1),
                    "training_duration": 3000.5, "predict_duration": 0.4, "models_count": 12, "models": 12,
                    "seed": 1230 + fold,
                    "info": "TimeoutError: Interrupting thread after 3600s timeout." if failed else "",
                    **({} if failed else {"result": result, **metrics}),
                }  # fmt: skip


def write(name: str, columns: list[str], *, old: bool) -> None:
    """Write the columns of a release."""
    with (HERE / name).open("w", newline="") as file:
        writer = csv.DictWriter(
            file, columns, restval="", extrasaction="ignore", lineterminator="\n"
        )
        writer.writeheader()
        writer.writerows(rows(old=old))


if __name__ == "__main__":
    write("results_2019.csv", OLD, old=True)
    write("results.csv", NEW, old=False)
