"""Text cells of a table are read together, and what no cell settles is an error that shows them."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looped import loop_over
from needs import draws

from benchreport.data import Roles, Scores
from benchreport.data.cells.score_cells import (
    begins_numbers,
    has_score,
    holds_numbers,
    holds_some_numbers,
    read_score_cells,
)
from benchreport.data.reading_overview import scores_in_words
from benchreport.errors import DataError
from benchreport.terminal import for_shell

KINDS = ["object", "str", "string", "string[pyarrow]", "category"]


def column(*cells, kind="object", name="acc"):
    return pd.Series(cells, dtype="object", name=name).astype(kind)


def read(*cells, n_algorithms=3, kind="object"):
    return read_score_cells(column(*cells, kind=kind).to_frame(), n_algorithms=n_algorithms)


def numbers(*cells, **options):
    return [None if np.isnan(value) else value for value in read(*cells, **options).values.ravel()]


def refusal(*cells):
    with pytest.raises(DataError) as caught:
        read(*cells)
    return caught.value


@pytest.mark.parametrize("kind", KINDS)
def test_text_of_any_type(kind):
    assert numbers("81.2 ± 0.3", "OOM", "—", "1,234.5", None, kind=kind) == [
        81.2,
        None,
        None,
        1234.5,
        None,
    ]
    assert numbers("0.1", ".5", kind=kind) == [0.1, 0.5]


def test_text_among_numbers_of_other_types():
    assert numbers(0.5, "0.75 ± 0.1", Decimal("0.25"), "OOM", 3) == [0.5, 0.75, 0.25, None, 3]


def test_numbers_are_read_to_the_last_bit():
    texts = [repr(number) for number in np.random.default_rng(0).random(1000).tolist()]
    assert numbers(*texts) == [float(text) for text in texts]
    assert numbers(*texts, "n/a")[:-1] == [float(text) for text in texts]


def test_failed_runs_are_counted_by_word():
    failed = read("0.5", "OOM", "oom", "timeout", "n/a")
    assert (failed.failed, failed.notes) == ("3 runs failed: 2 OOM, 1 timeout", ())
    nothing = read("0.5", "n/a", "—", "")
    assert (nothing.failed, nothing.notes) == ("", ())


def test_a_spread_is_kept_beside_its_score():
    cells = read("81.2 ± 0.3", "80.1", "n/a", "79 ± 1")
    np.testing.assert_array_equal(cells.spread.ravel(), [0.3, np.nan, np.nan, 1])
    (note,) = cells.notes
    assert note == (
        "2 scores have a spread, such as '81.2 ± 0.3'. The cells do not say whether it is a standard "
        "deviation, a standard error or half of an interval, so no test uses it."
    )
    assert read("0.5", "OOM").spread is None


def test_numbers_in_brackets_are_spreads_unless_they_may_be_ranks():
    np.testing.assert_array_equal(read("81.2 (0.3)", "80 (1)").spread.ravel(), [0.3, 1])
    np.testing.assert_array_equal(read("312 (45)", "280 (2)").spread.ravel(), [45, 2])
    for cells in (("81.2 (1)", "80.1 (3)"), ("0.8 (1.5)", "0.7 (3)"), ("0.812(3)", "0.811(12)")):
        ranked = read(*cells)
        assert ranked.spread is None
        assert ranked.values.ravel()[0] == float(cells[0].split("(")[0])
        assert "It may be a rank" in ranked.notes[0]
    assert read("81 (4)", "80 (1)", n_algorithms=3).spread is not None
    assert read("81 (4)", "80 (1)", n_algorithms=4).spread is None


def test_intervals_differences_and_marks_are_noted():
    cells = read("81.2 [80.1, 82.3]", "80.1*", "79.5 (+0.3)")
    assert cells.values.ravel().tolist() == [81.2, 80.1, 79.5]
    assert cells.notes[0].startswith(
        "2 scores have a remark in brackets, such as '81.2 [80.1, 82.3]'"
    )
    assert cells.notes[1] == "1 score has a mark, such as '80.1*', which is not read."
    assert r"as '$80 \pm 1$'" in read(r"$80 \pm 1$", "79").notes[0]


def test_percentages_stay_percentages():
    cells = read("81.2%", "OOM", "80 %", "-")
    np.testing.assert_array_equal(cells.values.ravel(), [81.2, np.nan, 80, np.nan])
    assert cells.notes[0] == "All scores are percentages: '81.2%' is read as 81.2."


@pytest.mark.parametrize("other", ["0.8", 0.8])
def test_some_percentages_are_refused(other):
    error = refusal("81.2%", other, "79%")
    assert error.message == (
        "some scores have a percent sign, as '81.2%', '79%' of column 'acc', and others have none: "
        f"{other!r}."
    )
    df = column("81.2%", other, "79%").to_frame()
    exec(str(error.way_out).partition(": ")[2], {"df": df})  # noqa: S102 - the hint must work
    assert read(*df["acc"]).values.ravel().tolist() == [81.2, 0.8, 79]
    assert for_shell(error.way_out) == "write all scores with a percent sign, or none"


def test_percentages_of_one_algorithm_only_are_refused():
    columns = [column("81%", "82%"), pd.Series([0.8, 0.9], name="knn")]
    with pytest.raises(DataError, match="some scores have a percent sign"):
        read_score_cells(pd.concat(columns, axis=1), n_algorithms=2)


@loop_over(
    ("cells", "expected"),
    [
        (["0,81", "0,5", "1"], [0.81, 0.5, 1]),
        (["0,81", "1,234"], [0.81, 1.234]),
        (["1,234", "999.5"], [1234, 999.5]),
        (["1,234", "1,234,567"], [1234, 1234567]),
        (["1.234", "1.234.567"], [1234, 1234567]),
        (["1.234,5", "2.345"], [1234.5, 2345]),
        (["1.234", "2.5"], [1.234, 2.5]),
        (["1.234", "5.678"], [1.234, 5.678]),
        (["1,234 ± 0.5", "2,345"], [1234, 2345]),
        # decimals that may end in 0 are written of all numbers
        (["1,230", "607", "828"], [1230, 607, 828]),
        (["81,2 ± 0,3", "1,234"], [81.2, 1.234]),
    ],
)
def test_a_comma_is_settled_by_the_other_cells(cells, expected):
    assert numbers(*cells) == expected
    assert numbers(*reversed(cells)) == expected[::-1]
    wide = [column(cell, name=str(place)) for place, cell in enumerate(cells)]
    assert read_score_cells(pd.concat(wide, axis=1), n_algorithms=2).values.tolist() == [expected]


def test_a_comma_that_no_cell_settles_is_refused_with_both_readings():
    error = refusal("1,234", "81", "5,678", "OOM")
    assert error.message == (
        "the comma may separate thousands or decimals, and no cell settles it: '1,234' of column 'acc' is "
        "1234 or 1.234 (2 such texts: '1,234', '5,678')."
    )
    thousands, decimals = str(error.way_out).split("; ")
    for way, expected in ((thousands, [1234, 81, 5678]), (decimals, [1.234, 81, 5.678])):
        df = column("1,234", "81", "5,678").to_frame()
        exec(way.partition(": ")[2], {"df": df})  # noqa: S102 - the hint must work
        assert numbers(*df["acc"]) == expected
    assert for_shell(error.way_out) == (
        "of thousands: write the numbers without commas; of decimals: write the numbers with a decimal point"
    )


def test_decimal_commas_beside_decimal_points_are_refused():
    error = refusal("0,81", "0.82", "0.9", "0.7")
    assert error.message == (
        "scores are written in two ways: '0,81' of column 'acc' with a decimal comma, '0.82', '0.9', "
        "'0.7' of column 'acc' with a decimal point."
    )
    df = column("0,81", "0.82").to_frame()
    exec(str(error.way_out).partition(": ")[2], {"df": df})  # noqa: S102 - the hint must work
    assert numbers(*df["acc"]) == [0.81, 0.82]


def test_other_text_is_shown_and_the_way_out_works():
    error = refusal("0.5", "about 1", "OOM", "x" * 300, "about 1")
    assert error.message.startswith(
        "column 'acc' should hold scores, but has text: 'about 1', 'xxxxx"
    )
    assert len(error.message) < 200
    for kind in KINDS:
        df = column("0.5", "about 1", "0.75", "x" * 300, kind=kind).to_frame()
        exec(str(error.way_out).partition(", then")[0], {"df": df})  # noqa: S102 - the hint must work
        assert numbers(*df["acc"], kind=kind) == [0.5, None, 0.75, None]
    assert for_shell(error.way_out).startswith("make every cell of column 'acc' a number or empty")


@pytest.mark.parametrize("cell", ["inf", "1e400", "-1e306"])
def test_text_without_a_finite_number_can_be_left_out_as_the_hint_says(cell):
    for cells in (["0.5", cell, "0.7"], ["0.5", cell, "0.7%"]):
        assert f"has text: '{cell}'." in refusal(*cells).message


def test_a_column_of_other_text_is_not_cleaned_cell_by_cell():
    assert str(refusal(*(f"name {number}" for number in range(1000))).way_out) == (
        "name the column with the measured values: df.bench(score=...)"
    )


def test_the_first_column_with_other_text_is_named():
    columns = [
        column("0.5", "0.7", name="a"),
        column("x", "y", name="b"),
        column("z", "x", name="c"),
    ]
    with pytest.raises(DataError, match="column 'b' should hold scores, but has text: 'x', 'y'"):
        read_score_cells(pd.concat(columns, axis=1), n_algorithms=3)


@loop_over(
    ("cells", "all_are", "some_are"),
    [
        (["81.2 ± 0.3", "OOM", None], True, True),
        (["0.5", "n/a"], True, True),
        ([0.5, "n/a"], True, True),
        (["OOM", "—"], False, False),
        (["—", None], False, False),
        (["0.5", "svm"], False, True),
        ([*["0.5"] * 300, "svm"], False, True),
        ([*["—"] * 300, "81.2 ± 0.3"], True, True),
        (["svm", "knn"], False, False),
        (["007", "101"], False, True),
        ([[1], [2]], False, False),
    ],
)
def test_columns_that_hold_numbers(cells, all_are, some_are):
    assert (holds_numbers(column(*cells)), holds_some_numbers(column(*cells))) == (
        all_are,
        some_are,
    )


@pytest.mark.parametrize("kind", KINDS)
def test_cells_that_have_a_score(kind):
    cells = ["0.5", "OOM", "81.2 ± 0.3", "—", None, "about 1", " "]
    assert has_score(column(*cells, kind=kind)).tolist() == [
        True,
        False,
        True,
        False,
        False,
        True,
        False,
    ]
    assert has_score(column([1], "OOM", 0.5, None)).tolist() == [True, False, True, False]
    assert has_score(pd.Series([0.5, np.nan])).tolist() == [True, False]


LONG = pd.DataFrame({"method": list("aabb"), "dataset": list("xyxy")})
ROLES = Roles(higher_is_better=True)


def test_long_and_wide_tables_are_read_alike():
    cells = ["81.2 ± 0.3", "80.1 ± 0.2", "79.3 ± 0.5", "1,080.4 ± 1.1"]
    long = Scores.from_frame(
        LONG.assign(points=cells, seconds=1), Roles(score="points", higher_is_better=True)
    )
    only = Scores.from_frame(LONG.assign(points=cells), ROLES)
    wide = Scores.from_frame(
        pd.DataFrame({"file": ["x", "y"], "a": cells[:2], "b": cells[2:]}), ROLES
    )
    for scores in (long, only, wide):
        assert scores.values.tolist() == [[81.2, 79.3], [80.1, 1080.4]]
        assert sorted(scores.runs.spread.tolist()) == [0.2, 0.3, 0.5, 1.1]
    assert wide.runs.spread.tolist() == [0.3, 0.5, 0.2, 1.1]
    assert only.runs.notes == wide.runs.notes
    assert "note: 4 scores have a spread, such as '81.2 ± 0.3'. The cells" in scores_in_words(only)


def test_an_algorithm_with_text_in_a_wide_table_is_no_column_of_names():
    frame = pd.DataFrame(
        {"a": [0.5, 0.6, 0.7], "b": ["0.5", "OOM", "0.25"], "c": ["—", "0.5%", "1"]}
    )
    with pytest.raises(DataError, match="percent"):
        Scores.from_frame(frame, ROLES)
    scores = Scores.from_frame(frame.assign(c=["—", "0.5", "1"]), ROLES)
    assert scores.algorithms == ("a", "b", "c")
    assert scores.runs.notes[0] == "1 run failed: OOM."


def test_an_algorithm_whose_runs_all_failed_is_not_left_out_silently():
    frame = pd.DataFrame(
        {"data": ["x", "y"], "a": [0.5, 0.6], "b": [0.7, 0.8], "c": ["OOM", "timeout"]}
    )
    for cells in (["OOM", "timeout"], ["—", "—"], ["OOM", None]):
        df = frame.assign(c=cells)
        with pytest.raises(
            DataError,
            match=r"^1 algorithm without any score: c\b",
        ) as caught:
            Scores.from_frame(df, ROLES)
        worst, _, out = str(caught.value.way_out).rpartition("leave it out: ")
        left = eval(out.removesuffix(".bench"))  # noqa: S307
        assert Scores.from_frame(left, ROLES).algorithms == ("a", "b")
        # what is only empty did not fail
        assert worst == (
            "" if "—" in cells else "give it the worst scores: df.bench(missing='worst'); or "
        )
    described = Scores.from_frame(frame.assign(c=["small", "OOM"]), ROLES)
    assert described.algorithms == ("a", "b")


STYLES = {
    "plain": "{}",
    "spread": "{} ± 0.5",
    "bold": r"\textbf{{{}}}",
    "markdown": "**{}**",
    "brackets": "{} (0.25)",
    "LaTeX": r"${} \pm 0.5$",
    "mark": "{}*",
    "interval": "{} [0.5, 0.75]",
}
values = st.floats(-1e9, 1e9).map(lambda number: round(number, 6) + 0.0)


def thousands(number):
    return f"{number:,.6f}"


@settings(max_examples=draws(60))
@given(st.lists(st.tuples(values, st.sampled_from(list(STYLES))), min_size=1, max_size=8))
def test_numbers_in_mixed_styles_read_back_exactly(cells):
    written = [STYLES[style].format(repr(number)) for number, style in cells]
    assert numbers(*written) == [number for number, _ in cells]


@settings(max_examples=draws(60))
@given(
    st.lists(values, min_size=1, max_size=8),
    st.sampled_from([",", " ", "'", "\u2009", "\u202f", "."]),
    st.sampled_from([".", ","]),
)
def test_numbers_with_separators_read_back_exactly(scores, group, decimal):
    if group == decimal:
        group = {".": ",", ",": "."}[decimal]
    marks = str.maketrans({",": group, ".": decimal})
    assert numbers(*(thousands(score).translate(marks) for score in scores)) == scores


@settings(max_examples=draws(60))
@given(st.lists(st.floats(0, 1).map(lambda number: round(number, 4)), min_size=1, max_size=8))
def test_percentages_read_back_exactly(shares):
    percent = [float(f"{100 * share:.2f}") for share in shares]
    assert numbers(*(f"{number}%" for number in percent)) == percent


@settings(max_examples=draws(60))
@given(
    st.lists(
        st.text(max_size=12) | st.sampled_from(["1,234", "0.5", "5%", "OOM", "1 (2)"]), max_size=6
    )
)
def test_any_cells_are_read_or_refused_by_name(cells):
    try:
        scores = read("0.5", *cells).values.ravel()
    except DataError as error:
        refused = error
    else:
        assert scores[0] == 0.5
        return
    assert "'acc'" in refused.message
    assert refused.hint


def test_lists_within_lists_begin_with_no_numbers():
    nested: list[object] = []
    for _ in range(5000):
        nested = [nested]
    assert not begins_numbers(pd.Series([nested, "svm"]))
    assert begins_numbers(pd.Series(["10-20ms", "~30 ms (29–31)", None]))
