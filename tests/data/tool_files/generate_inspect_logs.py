"""Write ``inspect_logs/``: logs of Inspect, of a model that says what it is told to.

``pip install inspect-ai==0.3.285``, then ``python generate_inspect_logs.py``. Transcripts are left out of
the log in JSON by Inspect's own functions, as they are long.
"""

import shutil
from pathlib import Path

import inspect_ai
from inspect_ai import Epochs, Task
from inspect_ai.dataset import Sample
from inspect_ai.log import read_eval_log, write_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model
from inspect_ai.scorer import Score, match, mean, scorer, stderr

HERE = Path(__file__).parent / "inspect_logs"
SUMS = [Sample(input=f"{n} + {n}?", target=str(2 * n), id=f"sum-{n}") for n in range(4)]


@scorer(metrics={"clarity": [mean()], "tone": [mean(), stderr()]})
def rubric():
    async def score(state, _target):
        return Score(value={"clarity": int(state.output.completion), "tone": "P"})

    return score


def model(name, answers):
    outputs = [ModelOutput.from_content("mockllm/model", answer) for answer in answers.split()]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=5, output_tokens=1, total_tokens=6)
    # a function, as its answers would be written into the log
    answers = iter(outputs)
    return get_model(f"mockllm/{name}", custom_outputs=lambda *_: next(answers))


def run(task, name, answers, scored_by, **options):
    inspect_ai.eval(
        Task(dataset=SUMS, scorer=scored_by, name=task, **options),
        model=model(name, answers),
        log_dir=str(HERE / task),
        display="none",
        max_samples=1,
        log_model_api=False,
    )


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    run("sums", "small", "0 2 0 6 0 2 4 5", match(), epochs=Epochs(2, "mean"))
    run("sums", "large", "0 2 4 6 0 2 4 7", match(), epochs=Epochs(2, "mean"))
    run("rubric", "small", "1 2 3 4", rubric())
    (source,) = (HERE / "rubric").iterdir()
    log = read_eval_log(str(source))
    for sample in log.samples:
        sample.events, sample.messages, sample.attachments = [], [], {}
    write_eval_log(log, str(HERE / "json" / f"{source.stem}.json"))
    log.samples = None
    write_eval_log(log, str(HERE / "without_samples" / f"{source.stem}.json"))


if __name__ == "__main__":
    main()
