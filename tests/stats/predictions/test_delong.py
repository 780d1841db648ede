import numpy as np
import pytest
from predictions_tables import random_labels, random_scores

from benchreport.errors import DesignError
from benchreport.stats import delong

ORACLE = "DeLong et al. (1988), by all pairs of examples in the test"


def test_against_all_pairs_of_examples():
    """DeLong et al. (1988) by the O(n²) placement values."""
    predictions = random_scores()
    positive = predictions.is_positive
    placements = []
    for column in predictions.scores.T:
        wins = np.sign(column[positive][:, None] - column[~positive]) / 2 + 0.5
        placements.append((wins.mean(axis=1), wins.mean(axis=0)))
    for row in delong(predictions).comparisons:
        i, j = (predictions.algorithms.index(name) for name in (row.first, row.second))
        difference = placements[i][0].mean() - placements[j][0].mean()
        variance = sum(
            (placements[i][side] - placements[j][side]).var(ddof=1) / len(placements[i][side])
            for side in (0, 1)
        )
        assert row.difference == pytest.approx(difference, rel=1e-10)
        assert row.statistic == pytest.approx(difference / np.sqrt(variance), rel=1e-8)


def test_labels_have_no_auc():
    with pytest.raises(DesignError, match="delong needs probabilities or scores; these are labels"):
        delong(random_labels())
