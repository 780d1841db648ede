import pandas as pd
import pytest

from benchreport.data.several import Several
from benchreport.stats import rank_changes

ORACLE = "mean ranks and Kendall's W by hand"


def test_three_nights_by_hand():
    """The second night turns the order of the first and the third around."""
    first = {"a": (0.9, 0.9), "b": (0.8, 0.8), "c": (0.7, 0.8)}
    second = {"a": (0.5, 0.6), "b": (0.7, 0.5), "c": (0.6, 0.7)}
    rows = [
        {"night": night, "dataset": dataset, "algorithm": name, "accuracy": score}
        for night, scores in enumerate([first, second, first])
        for name, both in scores.items()
        for dataset, score in enumerate(both)
    ]
    result = rank_changes(Several.from_frame(pd.DataFrame(rows)), over="night")
    assert result.mean_ranks == ((1, 2.25, 2.75), (2.5, 2, 1.5), (1, 2.25, 2.75))
    assert result.ranks == ((1, 2, 3), (3, 2, 1), (1, 2, 3))
    # sums of ranks 5, 6 and 7: 12 · 2 / (3² · (3³ − 3))
    assert result.kendall_w == pytest.approx(1 / 9)
