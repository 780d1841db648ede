"""Write runs as IOHexperimenter logs them: JSON files, and the points where the best value changed.

With ioh 0.3.22::

    pip install ioh
    python tests/data/tool_files/generate_iohprofiler.py
"""

import random
import shutil
from pathlib import Path

import ioh

HERE = Path(__file__).parent / "iohprofiler"
BUDGET = 60


def search(problem: ioh.problem.RealSingleObjective, local: bool, seed: int) -> None:
    """Search at random, or near the best point so far."""
    draw = random.Random(seed)
    size = problem.meta_data.n_variables
    best, value = [draw.uniform(-5, 5) for _ in range(size)], float("inf")
    for _ in range(BUDGET):
        point = (
            [x + draw.gauss(0, 0.5) for x in best] if local else [draw.uniform(-5, 5) for _ in best]
        )
        point = [min(5, max(-5, x)) for x in point]
        new = problem(point)
        if new < value:
            best, value = point, new


def main() -> None:
    """Run two algorithms on two functions and two instances, twice each."""
    for name, local in {"random-search": False, "local-search": True}.items():
        shutil.rmtree(HERE / name, ignore_errors=True)
        logger = ioh.logger.Analyzer(
            root=str(HERE),
            folder_name=name,
            algorithm_name=name,
            triggers=[ioh.logger.trigger.ON_IMPROVEMENT],
        )
        for function in ("Sphere", "Rastrigin"):
            for instance in (1, 2):
                problem = ioh.get_problem(function, instance=instance, dimension=2)
                problem.attach_logger(logger)
                for run in range(2):
                    search(problem, local, 10 * instance + run)
                    problem.reset()
        logger.close()


if __name__ == "__main__":
    main()
