"""Write runs as COCO's observer logs them, and what cocopp reads in them.

With coco-experiment 2.8.2 and cocopp 2.9.1::

    pip install coco-experiment cocopp
    python tests/data/tool_files/generate_coco.py
"""

import json
import os
import random
import shutil
from pathlib import Path

import cocoex

HERE = Path(__file__).parent / "coco"
BUDGET = 50


def search(problem: cocoex.Problem, local: bool) -> None:
    """Search at random, or near the best point so far."""
    draw = random.Random(1)
    best, value = [draw.uniform(-5, 5) for _ in range(problem.dimension)], float("inf")
    for _ in range(BUDGET):
        point = [x + draw.gauss(0, 0.5) if local else draw.uniform(-5, 5) for x in best]
        new = problem(point)
        if new < value:
            best, value = point, new


def main() -> None:
    """Run two algorithms on two functions and two instances."""
    shutil.rmtree(HERE / "exdata", ignore_errors=True)
    os.chdir(HERE)
    suite = cocoex.Suite("bbob", "", "function_indices:1,3 dimensions:2 instance_indices:1-2")
    for name in ("random-search", "local-search"):
        observer = cocoex.Observer("bbob", f"result_folder: {name} algorithm_name: {name}")
        for problem in suite:
            problem.observe_with(observer)
            search(problem, name == "local-search")
    for file in HERE.glob("exdata/*/*/*.[mr]dat"):
        file.unlink()
    os.chdir(HERE / "exdata")
    import cocopp

    # the best value above the optimum after 20 evaluations, in each run
    expected = {
        f"{data.algId}, f{data.funcId}": [
            float(value) for value in data.funvals[data.funvals[:, 0] <= 20][-1, 1:]
        ]
        for data in cocopp.pproc.DataSetList(["random-search", "local-search"])
    }
    (HERE / "cocopp.json").write_text(json.dumps(expected, indent=1) + "\n")


if __name__ == "__main__":
    main()
