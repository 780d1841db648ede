"""Write ``helm/``: two runs of HELM and a table of its leaderboard, of the model "simple/model1".

``pip install crfm-helm``, then ``python generate_helm.py`` with its ``helm-run`` on the PATH. The scenarios
are synthetic and need no network. Names of folders have "_" for ":", which not all file systems allow, and
long files are cut: statistics on perturbed instances are kept for one metric.
"""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "helm"
RUNS = (
    "synthetic_reasoning_natural:difficulty=easy",
    "synthetic_reasoning:mode=variable_substitution",
)
ENTRIES = " ".join(f"{run},model=simple/model1" for run in RUNS)
COMMANDS = (
    f"helm-run --run-entries {ENTRIES} --suite s1 --max-eval-instances 3 -n 1",
    "helm-summarize --suite s1",
)
KEPT = ("run_spec.json", "stats.json", "per_instance_stats.json")
LONG = {"sum", "sum_squared", "min", "max", "variance", "stddev"}


def shorten(stats: list[dict]) -> list[dict]:
    kept = [
        stat
        for stat in stats
        if "perturbation" not in stat["name"] or stat["name"]["name"].endswith("exact_match")
    ]
    return [{key: value for key, value in stat.items() if key not in LONG} for stat in kept]


def copy(source: Path, target: Path) -> None:
    data = json.loads(source.read_text())
    if source.name == "stats.json":
        data = shorten(data)
    if source.name == "per_instance_stats.json":
        data = [{**one, "stats": shorten(one["stats"])} for one in data]
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(data) + "\n")


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        for command in COMMANDS:
            subprocess.run(command.split(), cwd=folder, check=True)
        suite = Path(folder) / "benchmark_output" / "runs" / "s1"
        for run in suite.glob("*model=*"):
            for name in KEPT:
                copy(run / name, HERE / "runs" / run.name.replace(":", "_") / name)
        copy(
            suite / "groups" / "synthetic_reasoning_natural.json",
            HERE / "groups" / "synthetic_reasoning.json",
        )


if __name__ == "__main__":
    main()
