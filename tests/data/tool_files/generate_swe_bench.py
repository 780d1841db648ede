"""Write ``swe_bench/``: reports of SWE-bench's harness, and submissions as in SWE-bench/experiments.

``pip install swebench==5.0.2``, then ``python generate_swe_bench.py``. The harness's own function writes the
reports of runs; those of instances, which need containers, follow ``swebench/harness/grading.py``.
``results.json`` and ``per_instance_details.json`` follow evaluation/verified and evaluation/bash-only of
https://github.com/SWE-bench/experiments.
"""

import contextlib
import json
import shutil
import tempfile
from pathlib import Path

from swebench.harness.reporting import make_run_report

HERE = Path(__file__).parent / "swe_bench"
INSTANCES = [f"astropy__astropy-{n}" for n in (12907, 13033, 13236, 13398, 13453)]
# the instances that each system resolved
RESOLVED = {"org/agent-a": INSTANCES[:3], "org/agent-b": INSTANCES[1:2]}


def report_of(instance: str, *, resolved: bool) -> dict:
    return {
        instance: {
            "patch_is_None": False,
            "patch_exists": True,
            "patch_successfully_applied": True,
            "resolved": resolved,
        }
    }


def write(path: Path, data: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, indent=1) + "\n")


def run(system: str, folder: Path) -> None:
    """Let the harness report on instances of which the last has an empty patch."""
    predictions = {
        name: {
            "instance_id": name,
            "model_name_or_path": system,
            "model_patch": "x" * (name != INSTANCES[-1]),
        }
        for name in INSTANCES
    }
    for name in INSTANCES[:-1]:
        report = report_of(name, resolved=name in RESOLVED[system])
        place = Path(
            "logs", "run_evaluation", "run1", system.replace("/", "__"), name, "report.json"
        )
        write(folder / place, report)
        write(HERE / place, report)
    with contextlib.chdir(folder):
        made = make_run_report(predictions, [{"instance_id": name} for name in INSTANCES], "run1")
        write(HERE / "reports" / made.name, json.loads(made.read_text()))


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        for system in RESOLVED:
            run(system, Path(folder))
    for number, (system, resolved) in enumerate(RESOLVED.items(), start=1):
        name = f"2025010{number}_{system.rpartition('/')[2]}"
        results = {"no_generation": [INSTANCES[-1]], "no_logs": [], "resolved": resolved}
        write(HERE / "verified" / name / "results" / "results.json", results)
        write(
            HERE / "verified" / name / "results" / "resolved_by_repo.json",
            {"astropy/astropy": {"resolved": 1, "total": 5}},
        )
        details = {
            one: {"cost": 0.5, "api_calls": 32, "resolved": one in resolved} for one in INSTANCES
        }
        write(HERE / "bash_only" / name / "per_instance_details.json", details)


if __name__ == "__main__":
    main()
