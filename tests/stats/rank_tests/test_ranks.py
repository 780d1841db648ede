import numpy as np
import pytest
from looped import loop_over
from published import cases

from benchreport.stats import ranks


@loop_over(("scores", "answer"), cases("friedman"))
def test_mean_ranks_against_r(scores, answer):
    assert ranks(scores).mean_ranks == pytest.approx(answer["mean_ranks"], rel=1e-12)


def test_demsar_2006_as_printed(demsar):
    """Demšar (2006), Table 6: C4.5 3.143, +m 2.000, +cf 2.893, +m+cf 1.964."""
    result = ranks(demsar)
    assert np.round(result.mean_ranks, 3).tolist() == [3.143, 2.0, 2.893, 1.964]
    assert result.table.iloc[-1, 0] == "mean rank"
    assert result.summary.startswith("Mean ranks (1 is best): C4.5+m+cf 1.96, C4.5+m 2.00")
