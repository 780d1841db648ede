import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.plots.base.name_lines import break_name
from benchreport.plots.base.row_names import fit_names
from benchreport.plots.base.short_names import display_width, shorten_names


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("random forest", "random forest"),
        ("gradient boosting (depth=6)", "gradient\\nboosting\\n(depth=6)"),
        ("resnet50_v2_augmented_long", "resnet50_v2_\\naugmented_\\nlong"),
    ],
)
def test_names_break_after_words(name, lines):
    assert break_name(name, 13, len) == lines.replace("\\n", "\n")


@given(
    st.text(alphabet="ab _-", min_size=1, max_size=60).map(lambda text: " ".join(text.split())),
    st.integers(2, 30),
    st.sampled_from([None, 1, 2]),
)
def test_all_letters_stay_and_each_line_fits(name, room, most):
    broken = break_name(name, room, len, most=most)
    assert broken.replace("\n", "").replace(" ", "") == name.replace(" ", "")
    assert max(map(len, broken.split("\n"))) <= room


def test_lines_are_about_equally_long():
    assert break_name("one two three four five", 19, len) == "one two three\nfour five"


@given(
    names=st.lists(st.text("ab 決-", max_size=60), unique=True, max_size=6), room=st.integers(9, 30)
)
def test_shortened_names_fit_into_two_lines(names, room):
    for name in shorten_names(names, 2 * room).values():
        lines = break_name(name, 1.2 * room, display_width, most=2).split("\n")
        assert "".join(lines).replace(" ", "") == name.replace(" ", "")
        assert len(lines) <= 2
        assert all(display_width(line) <= 1.2 * room for line in lines)


def test_names_that_read_alike_keep_their_rows():
    names = ["random forest", "", "", "a rather long name of an algorithm that has to be cut"]
    labels, _, _ = fit_names(names, 0.5, 3, lambda texts, size: max(map(len, texts)) * size / 100)
    assert len(labels) == len(names)
