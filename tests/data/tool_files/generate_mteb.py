"""Write ``mteb/``: results of MTEB's own mock tasks for two models that embed at random.

``pip install mteb==2.26.24``, then ``python generate_mteb.py``. The tasks need no network. Only the scores of
each experiment are left out, as they are long. ``old/`` is in the layout before 1.11, after
``TaskResult._convert_from_before_v1_11_0``.
"""

import json
import shutil
import tempfile
from pathlib import Path

import mteb
from mteb.cache import ResultCache
from mteb.mocks.mock_tasks import (
    MockClassificationTask,
    MockMultilingualClassificationTask,
    MockSTSTask,
)

HERE = Path(__file__).parent / "mteb"
OLD = {
    "dataset_revision": "0fd18e25b25c072e09e0d92ab615fda904d66300",
    "mteb_dataset_name": "Banking77Classification",
    "mteb_version": "1.1.0",
    "test": {"accuracy": 0.801, "f1": 0.79, "main_score": 0.801, "evaluation_time": 12.5},
}


def evaluate(name: str, revision: str, cache: str) -> None:
    model = mteb.get_model("mteb/baseline-random-encoder")
    model.mteb_model_meta = model.mteb_model_meta.model_copy(
        update={"name": name, "revision": revision}
    )
    tasks = [MockClassificationTask(), MockMultilingualClassificationTask(), MockSTSTask()]
    mteb.evaluate(model, tasks, cache=ResultCache(cache), show_progress_bar=False)


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as cache:
        evaluate("org/small", "1", cache)
        evaluate("org/large", "a" * 40, cache)
        for path in Path(cache).rglob("*.json"):
            data = json.loads(path.read_text())
            for parts in data.get("scores", {}).values():
                for scores in parts:
                    scores.pop("scores_per_experiment", None)
            target = HERE / path.relative_to(cache)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(json.dumps(data, indent=2) + "\n")
    old = HERE / "old" / "org__old" / "Banking77Classification.json"
    old.parent.mkdir(parents=True)
    old.write_text(json.dumps(OLD, indent=2) + "\n")


if __name__ == "__main__":
    main()
