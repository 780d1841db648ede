import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.plots.base.name_lines import break_name


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
    st.booleans(),
)
def test_all_letters_stay_and_each_line_fits(name, room, between):
    broken = break_name(name, room, len, between=between)
    assert broken.replace("\n", "").replace(" ", "") == name.replace(" ", "")
    assert max(map(len, broken.split("\n"))) <= room
