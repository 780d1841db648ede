"""Write ``lm_evaluation/``: results and samples of lm-evaluation-harness, and results of lighteval.

``pip install lm-eval==0.4.13``, then ``python generate_lm_evaluation.py`` beside its ``lm_eval`` on the PATH.
lm-eval's model "dummy" answers at random; the tasks are made here. ``old/results.json`` (lm-eval 0.3) and
``lighteval/results_….json`` (lighteval 0.13) need PyTorch; they are made from the code that writes them:
``lm_eval/evaluator.py`` and ``lighteval/logging/evaluation_tracker.py``.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).parent / "lm_evaluation"
SOURCE = (
    "dataset_path: json\ndataset_kwargs: {{data_files: {{test: {task}.jsonl}}}}\ntest_split: test\n"
)
CHOICE = """task: {task}
output_type: multiple_choice
doc_to_text: question
doc_to_choice: choices
doc_to_target: answer
metric_list:
  - {{metric: acc, aggregation: mean, higher_is_better: true}}
  - {{metric: acc_norm, aggregation: mean, higher_is_better: true}}
"""
ANSWER = """task: {task}
output_type: generate_until
doc_to_text: question
doc_to_target: answer
generation_kwargs: {{until: ["."]}}
metric_list:
  - {{metric: exact_match, aggregation: mean, higher_is_better: true}}
filter_list:
  - {{name: strict-match, filter: [{{function: take_first}}]}}
  - name: flexible-extract
    filter: [{{function: regex, regex_pattern: "([a-z]+)"}}, {{function: take_first}}]
"""
TEXT = """task: {task}
output_type: loglikelihood_rolling
doc_to_text: ""
doc_to_target: question
metric_list:
  - metric: word_perplexity
  - metric: bits_per_byte
"""
GROUP = """group: tiny
task: [tiny_colours, tiny_shades]
aggregate_metric_list:
  - {metric: acc, aggregation: mean, weight_by_size: true}
"""
CHOICES = [
    {"question": f"Item {n}?", "choices": ["red", "dark green"], "answer": n % 2} for n in range(4)
]
# the dummy model always answers "lol"
ANSWERS = [{"question": f"Word {n}?", "answer": "lol" if n % 2 else "no"} for n in range(4)]
TASKS = {
    "tiny_colours": (CHOICE, CHOICES),
    "tiny_shades": (CHOICE, CHOICES),
    "tiny_words": (ANSWER, ANSWERS),
    "tiny_text": (TEXT, ANSWERS),
}
OLD = {
    "results": {
        "lambada_openai": {
            "ppl": 5.12,
            "ppl_stderr": 0.15,
            "acc": 0.63,
            "acc_stderr": 0.0067,
        },
        "piqa": {"acc": 0.74, "acc_stderr": 0.01, "acc_norm": 0.75, "acc_norm_stderr": 0.01},
    },
    "versions": {"lambada_openai": 0, "piqa": 0},
    "config": {
        "model": "hf-causal",
        "model_args": "pretrained=org/old,dtype=float",
        "num_fewshot": 0,
        "batch_size": 8,
        "device": "cpu",
        "no_cache": True,
        "limit": None,
        "bootstrap_iters": 100000,
        "description_dict": {},
    },
}
LIGHTEVAL = {
    "config_general": {
        "lighteval_sha": "?",
        "num_fewshot_seeds": 1,
        "max_samples": None,
        "job_id": "0",
        "model_config": {"model_name": "org/light", "generation_parameters": {}},
        "model_name": "org/light",
        "total_evaluation_time_secondes": "1.5",
    },
    "results": {
        "mmlu:anatomy|5": {"acc": 0.5, "acc_stderr": 0.2},
        "mmlu:virology|5": {"acc": 0.25, "acc_stderr": 0.2},
        "gsm8k|0": {"extractive_match": 0.75, "extractive_match_stderr": 0.1},
        "mmlu:_average|5": {"acc": 0.375, "acc_stderr": 0.2},
        "all": {"acc": 0.375, "acc_stderr": 0.2, "extractive_match": 0.75},
    },
    "versions": {"mmlu:anatomy|5": 0, "mmlu:virology|5": 0, "gsm8k|0": 0},
    "config_tasks": {},
    "summary_tasks": {},
    "summary_general": {},
}


def write_tasks(folder: Path) -> None:
    for task, (config, records) in TASKS.items():
        (folder / f"{task}.yaml").write_text((config + SOURCE).format(task=task))
        lines = [json.dumps(record) + "\n" for record in records]
        (folder / f"{task}.jsonl").write_text("".join(lines))
    (folder / "tiny.yaml").write_text(GROUP)


def run(folder: Path, model: str, seed: int) -> None:
    command = f"lm_eval run --model dummy --model_args pretrained={model} --tasks tiny,tiny_words,tiny_text"
    command += f" --include_path . --output_path {HERE} --log_samples --seed {seed}"
    subprocess.run(
        command.split(), cwd=folder, check=True, env={**os.environ, "HF_HUB_OFFLINE": "1"}
    )


def main() -> None:
    shutil.rmtree(HERE, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        write_tasks(Path(folder))
        run(Path(folder), "org/small", 1)
        run(Path(folder), "org/large", 2)
    for name, data in (("old/results.json", OLD), ("lighteval/results_2026-11-22.json", LIGHTEVAL)):
        path = HERE / name
        path.parent.mkdir()
        path.write_text(json.dumps(data, indent=2) + "\n")


if __name__ == "__main__":
    main()
