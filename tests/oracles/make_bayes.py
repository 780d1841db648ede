"""Write bayes.json: baycomp's posterior probabilities. Needs numpy, scipy and baycomp 1.0.3.

From the project's root: python tests/oracles/make_bayes.py (minutes, as baycomp draws one at a time).
"""

import importlib.metadata
import itertools
import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
DRAWS, SEED = 100_000, 1
# between the printed digits: at an edge of its region baycomp counts a difference half
ROPES = {
    "demsar2006": 0.00505,
    "garcia_herrera2008": 0.01005,
    "hitrate": 0.1005,
    "ties_heavy": 0.505,
}


def answers(first, second, rope):
    """Return left (the first is better), rope and right by each of baycomp's tests."""
    import baycomp

    options = {"nsamples": DRAWS, "random_state": SEED}
    signed = baycomp.SignedRankTest(first, second, rope, **options)
    none = baycomp.SignedRankTest(first, second, 0, **options)
    above = none.sample[:, 2]
    right = float((above > 0.5).mean() + 0.5 * (above == 0.5).mean())
    return {
        "bayes_signed_rank": signed.probs(),
        "bayes_signed_rank, no rope": (1 - right, 0.0, right),
        "bayes_sign": baycomp.SignTest(first, second, rope, **options).probs(),
        "bayes_correlated_t": baycomp.CorrelatedTTest.probs(first, second, rope),
    }


def write_answers(table, rope):
    values = np.array(table["values"], dtype=float)
    pairs = []
    for i, j in itertools.combinations(range(values.shape[1]), 2):
        probabilities = answers(values[:, i], values[:, j], rope)
        names = {"first": table["algorithms"][i], "second": table["algorithms"][j]}
        pairs.append(
            {
                **names,
                **{
                    key: [float(p) for p in values_of_rope]
                    for key, values_of_rope in probabilities.items()
                },
            }
        )
    return {"rope": rope, "pairs": pairs}


def main():
    tables = json.loads((HERE / "tables.json").read_text())["cases"]
    text = {
        "source": f"baycomp {importlib.metadata.version('baycomp')}",
        "made_by": "tests/oracles/make_bayes.py",
        "draws": DRAWS,
        "note": "left (the first is better), rope, right; scores are taken as folds by the t test",
        "cases": {name: write_answers(tables[name], rope) for name, rope in ROPES.items()},
    }
    (HERE / "bayes.json").write_text(json.dumps(text, indent=1) + "\n")


if __name__ == "__main__":
    main()
