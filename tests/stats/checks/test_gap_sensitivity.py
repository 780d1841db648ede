import math
from dataclasses import replace

import pandas as pd
import pytest
from published import published

from benchreport.data import Roles, Scores
from benchreport.errors import DesignError
from benchreport.stats import friedman, gap_sensitivity, skillings_mack

ORACLE = "friedman and skillings_mack on the treated tables"


@pytest.fixture
def frame():
    values = published("demsar2006").frame
    values.iloc[2, 1] = values.iloc[5, 0] = None
    return values


def test_each_row_is_its_own_test(frame):
    scores = Scores.from_frame(frame, Roles(score="accuracy"))
    result = gap_sensitivity(scores)
    assert result.base.p_value == pytest.approx(skillings_mack(scores).p_value)
    for row in result.rows:
        treated = Scores.from_frame(frame, Roles(score="accuracy", missing=row.name))
        expected = friedman(treated, variant="iman_davenport")
        assert row.p_value == pytest.approx(expected.p_value, rel=1e-9)
        assert row.n_blocks == expected.design.n_blocks
        assert row.mean_ranks == pytest.approx(expected.mean_ranks)


def test_treated_gaps_are_refused(frame):
    scores = Scores.from_frame(frame, Roles(score="accuracy", missing="drop"))
    with pytest.raises(DesignError, match="missing='drop' has already treated") as caught:
        gap_sensitivity(scores)
    assert "missing='error'" in caught.value.hint


def test_a_table_without_gaps(demsar):
    result = gap_sensitivity(demsar)
    assert "no gaps" in result.warnings[0]
    assert len({round(row.effect_size, 9) for row in result.rows}) == 1


def test_a_tie_that_each_treatment_breaks_in_its_own_way_is_no_constant_leader():
    # two of b's scores are missing where it wins, one of a's where it loses
    a, b = [9.0, 8, 7, 9, 6, 5], [8.0, 9, 8, 8, 7, math.nan]
    frame = pd.DataFrame({"a": a, "b": b, "c": [1.0, 2, 3, 1, 2, 3]})
    result = frame.bench(score="accuracy").gap_sensitivity()
    split = replace(
        result,
        base=result.base._replace(best=("a", "b")),
        rows=(result.rows[0]._replace(best=("a",)), result.rows[-1]._replace(best=("b",))),
    )
    assert "one of a and b is always the best" in split.summary
    assert "Which of a and b is the best depends on how gaps are treated." in split.interpretation
    same = replace(split, rows=tuple(row._replace(best=("a",)) for row in split.rows))
    assert "nor the best algorithm changes" in same.summary
    assert result.display["name"].iloc[0] == "Skillings–Mack"
