"""Each figure of the gallery has the same bytes when it is computed and drawn again."""

import pytest
from gallery_figures import CODES, kind_of, names
from needs import LONG

from benchreport.plots import svg_of

FIRST = {kind_of(code): code for code in reversed(CODES)}


def draw(code):
    return svg_of(eval(code, {"__builtins__": {}}, names()))  # noqa: S307 - a line of our gallery


@LONG  # the tests of each figure draw small tables twice
@pytest.mark.parametrize("kind", FIRST)
def test_a_figure_that_is_made_again_has_the_same_bytes(kind):
    assert draw(FIRST[kind]) == draw(FIRST[kind])
