"""Write ``alpaca_eval/``: annotations and leaderboards of AlpacaEval for two models.

``pip install alpaca-eval==0.6.6``, then ``python generate_alpaca_eval.py``. The annotator is a language model
behind an API; here a class in its place prefers by the outputs' length, and AlpacaEval does all the rest.
"""

import json
import shutil
from pathlib import Path

import alpaca_eval

HERE = Path(__file__).parent / "alpaca_eval"
INSTRUCTIONS = [
    f"Write {n} sentences on how a benchmark is made and why it matters to you."
    for n in range(1, 7)
]


class LengthAnnotator:
    """Prefers the longer output; equal lengths are a draw."""

    def __init__(self, **options):
        pass

    def annotate_head2head(self, outputs_1, outputs_2):
        pairs = zip(outputs_1.to_dict("records"), outputs_2.to_dict("records"), strict=True)
        return [
            {
                "instruction": base["instruction"],
                "dataset": base["dataset"],
                "output_1": base["output"],
                "generator_1": base["generator"],
                "output_2": other["output"],
                "generator_2": other["generator"],
                "annotator": "length",
                "preference": 1.5 + 0.5 * ((a < b) - (b < a)),
            }
            for base, other in pairs
            for a, b in [(len(base["output"]), len(other["output"]))]
        ]


def outputs(generator, lengths):
    return [
        {
            "instruction": text,
            "dataset": "helpful_base",
            "output": "a" * length,
            "generator": generator,
        }
        for text, length in zip(INSTRUCTIONS, lengths, strict=True)
    ]


def main():
    shutil.rmtree(HERE, ignore_errors=True)
    leaderboard = HERE / "leaderboard.csv"
    for model, lengths in (("small", [1, 2, 3, 9, 9, 5]), ("large", [9, 9, 3, 9, 9, 9])):
        (HERE / model).mkdir(parents=True)
        (HERE / model / "model_outputs.json").write_text(
            json.dumps(outputs(model, lengths), indent=1) + "\n"
        )
        alpaca_eval.evaluate(
            model_outputs=outputs(model, lengths),
            reference_outputs=outputs("baseline", [5] * 6),
            annotators_config="length",
            output_path=HERE / model,
            precomputed_leaderboard=leaderboard if leaderboard.exists() else None,
            fn_metric="get_winrate",
            sort_by="win_rate",
            Annotator=LengthAnnotator,
        )
        shutil.move(HERE / model / "length" / "leaderboard.csv", leaderboard)


if __name__ == "__main__":
    main()
