"""Write ``openai_evals/``: logs of OpenAI evals, as ``evals/record.py`` (``LocalRecorder``) writes them.

The tool needs an account of an API at run time; its records are made here by hand, as of 3.0.1.
"""

import json
from pathlib import Path

HERE = Path(__file__).parent / "openai_evals"
ANSWERS = {"gpt-small": [1, 0, 0, 1], "gpt-large": [1, 1, 0, 1]}


def events(model: str, answers: list[int]) -> list[dict]:
    run = f"24010100000{len(model)}XYZ"
    spec = {
        "completion_fns": [model],
        "eval_name": "test-match.s1.simple-v0",
        "base_eval": "test-match",
        "split": "s1",
        "run_config": {"seed": 20220722, "max_samples": None},
        "created_by": "",
        "run_id": run,
        "created_at": "2024-01-01 00:00:00.000000",
    }
    records = [{"spec": spec}]
    for number, right in enumerate(answers):
        event = {
            "run_id": run,
            "sample_id": f"test-match.s1.{number}",
            "created_by": "",
            "created_at": "",
        }
        data = {"prompt": "2 + 2 =", "sampled": ["4"]}
        records.append({**event, "event_id": 2 * number, "type": "sampling", "data": data})
        data = {"correct": bool(right), "expected": "4", "picked": "4" if right else None}
        records.append({**event, "event_id": 2 * number + 1, "type": "match", "data": data})
    report = {"accuracy": sum(answers) / len(answers), "boostrap_std": 0.2}
    return [*records, {"final_report": report, "run_id": run}]


def main() -> None:
    HERE.mkdir(exist_ok=True)
    for model, answers in ANSWERS.items():
        lines = [json.dumps(record) + "\n" for record in events(model, answers)]
        (HERE / f"{model}.jsonl").write_text("".join(lines))


if __name__ == "__main__":
    main()
