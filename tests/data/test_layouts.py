"""Tables in the layouts of published projects are read right, or asked about; none is read wrong.

``python tests/data/test_layouts.py`` prints the table of readings.
"""

import functools
import sys
import tempfile
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from data.layouts import LAYOUTS
from data.layouts.interview import judge

READABLE = [layout for layout in LAYOUTS if layout.right.kind != "nothing"]


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    """Return how a layout is read, which two tests ask."""
    folder, named = tmp_path_factory.mktemp("layouts"), {layout.name: layout for layout in LAYOUTS}
    return functools.cache(lambda name: judge(named[name], folder))


each_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.name)


@each_layout
def test_no_table_is_read_wrong_and_no_hint_leads_nowhere(layout, judged):
    outcome = judged(layout.name)
    assert outcome.verdict != "wrong", outcome.path
    assert outcome.nowhere == []


def test_nearly_all_tables_are_read_with_one_question_at_most(judged):
    late = []
    for layout in READABLE:
        outcome = judged(layout.name)
        if outcome.verdict != "right" or outcome.questions > 1:
            late.append(layout.name)
    assert len(late) <= 0.15 * len(READABLE), late
    assert len(late) <= 0.1 * len(LAYOUTS), late


def test_the_set_is_large_and_each_source_is_named():
    assert len(LAYOUTS) > 90
    assert len({layout.name for layout in LAYOUTS}) == len(LAYOUTS)
    assert all(layout.source for layout in LAYOUTS)


def _print_readings() -> None:
    counts: dict[str, int] = {}
    with tempfile.TemporaryDirectory() as folder:
        for layout in LAYOUTS:
            outcome = judge(layout, Path(folder))
            asked = f"{outcome.questions} asked" if outcome.verdict == "right" else ""
            kind = "nothing to test" if layout.right.kind == "nothing" else layout.right.kind
            result = outcome.verdict
            if layout.right.kind == "nothing" and result == "refused":
                result = "right"
            key = f"{'nothing' if layout.right.kind == 'nothing' else 'readable'}: {result} {asked}".strip()
            counts[key] = counts.get(key, 0) + 1
            print(f"{result:8} {asked:8} {kind:16} {layout.name}  ({layout.source})")  # noqa: T201
            for line in [*outcome.path, *(f"NOWHERE {text}" for text in outcome.nowhere)]:
                print(f"         {line[:230]}")  # noqa: T201
    for key, count in sorted(counts.items()):
        print(f"{count:4} {key}")  # noqa: T201


if __name__ == "__main__":
    _print_readings()
