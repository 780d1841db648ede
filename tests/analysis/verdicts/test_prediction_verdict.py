import numpy as np
import pandas as pd
import pytest

from benchreport.analysis.verdicts.prediction_verdict import _name_close_call
from benchreport.analysis.verdicts.small_leads import name_barest_lead

WRONG = {"lead": (0, 14), "second": (20, 48), "third": (60, 88)}


def mcnemar(first_wrong=WRONG):
    truth = np.arange(200) % 2
    frame = pd.DataFrame({"y_true": truth})
    for name, (start, stop) in first_wrong.items():
        frame[name] = truth
        frame.loc[start : stop - 1, name] = 1 - truth[start:stop]
    return frame.bench(truth="y_true").mcnemar()


def test_a_lead_that_the_adjustment_takes_is_close():
    """R 4.2.2: binom.test(14, 42)$p.value - dbinom(14, 42, .5), the mid-p; by Holm three times that."""
    sentence = _name_close_call(mcnemar())
    assert sentence == (
        "The lead of lead over second is close: p = .032 by itself, p = .095 adjusted for 3 pairs."
    )


@pytest.mark.parametrize(
    "wrong",
    [
        {"lead": (0, 14), "second": (20, 80)},
        {"lead": (0, 14), "second": (20, 35), "third": (60, 76)},
    ],
)
def test_no_other_lead_is_close(wrong):
    assert _name_close_call(mcnemar(wrong)) == ""


def test_a_lead_whose_p_is_just_below_the_level_is_barely_significant():
    """R 4.2.2: binom.test(14, 41)$p.value - dbinom(14, 41, .5), the mid-p of one pair."""
    barely = mcnemar({"lead": (0, 14), "second": (20, 47)})
    (row,) = barely.comparisons
    assert row.p_adjusted == pytest.approx(0.04355852, rel=1e-6)
    assert name_barest_lead(barely) == (
        "The lead of lead over second is barely significant (p = .044, α = .05)."
    )
    assert name_barest_lead(mcnemar({"lead": (0, 14), "second": (20, 80)})) == ""
    assert name_barest_lead(mcnemar({"lead": (0, 14), "second": (20, 36)})) == ""
