"""Write ``every_eval_ever/``: records that Every Eval Ever converts from ``lm_evaluation/``.

``pip install every_eval_ever==0.3.0`` (Python 3.12), then ``python generate_every_eval_ever.py`` with its
``every_eval_ever`` on the PATH. Two tasks are kept, and the instances of one.
"""

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent / "every_eval_ever"
KEPT = ("tiny_colours", "tiny_words")
COMMAND = "every_eval_ever convert lm_eval --log_path {} --output_dir {} --include_samples"


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    for model in ("org__small", "org__large"):
        command = COMMAND.format(HERE.with_name("lm_evaluation") / model, HERE)
        subprocess.run(command.split(), check=True)
    for task in HERE.iterdir():
        if task.name not in KEPT:
            shutil.rmtree(task)
    for path in (HERE / KEPT[1]).rglob("*.jsonl"):
        path.unlink()


if __name__ == "__main__":
    main()
