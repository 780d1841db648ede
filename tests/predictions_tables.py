"""Tables of predictions for tests."""

import numpy as np
import pandas as pd

from benchreport.data import Predictions, Roles


def predictions_of_patterns(counts: dict[tuple[int, ...], int], **roles: object) -> Predictions:
    """Make predictions in which each pattern of right (1) and wrong (0) occurs as often as counted."""
    rows = [pattern for pattern, count in counts.items() for _ in range(count)]
    right = np.array(rows)
    # half of the examples are of each class
    truth = np.arange(len(right)) % 2
    frame = pd.DataFrame({"y_true": truth})
    for place in range(right.shape[1]):
        frame[f"m{place}"] = np.where(right[:, place] == 1, truth, 1 - truth)
    return Predictions.from_frame(frame, Roles(**roles))


def random_labels(seed: int = 0, n: int = 300, k: int = 4, classes: int = 3) -> Predictions:
    """Draw models that are right two times in three."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, classes, n)
    frame = pd.DataFrame({"y_true": truth})
    for place in range(k):
        guess = rng.integers(0, classes, n)
        frame[f"m{place}"] = np.where(rng.random(n) < 0.6 + 0.05 * place, truth, guess)
    return Predictions.from_frame(frame)


def random_scores(seed: int = 0, n: int = 200, k: int = 3) -> Predictions:
    """Draw probabilities of the positive class."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    frame = pd.DataFrame({"y_true": truth})
    for place in range(k):
        odds = rng.normal(truth * (0.5 + 0.5 * place), 1.0)
        frame[f"m{place}_probability"] = 1 / (1 + np.exp(-odds))
    return Predictions.from_frame(frame)
