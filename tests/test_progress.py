"""Long computations show how much is done and how long the rest takes, and can be stopped."""

import ast
import contextlib
import io
import types
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG

from benchreport import progress as _progress
from benchreport.cli import main
from benchreport.errors import BenchreportWarning, OptionError
from benchreport.numerics.chunks import HELD, by_rows
from benchreport.numerics.multiplicity.adjust import adjust
from benchreport.numerics.multiplicity.logical_relations import bergmann_hommel, seconds_for
from benchreport.numerics.seeded_parts import seeded_parts
from benchreport.stats import _corrections
from benchreport.stats._corrections import adjust_p

EXAMPLE = Path(__file__).parents[1] / "examples/garcia_herrera2008/garcia_herrera2008.csv"
PACKAGE = Path(_progress.__file__).parent
P = np.random.default_rng(0).uniform(size=45)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.fixture
def impatient(monkeypatch):
    """Announce every wait."""
    monkeypatch.setattr(_corrections, "LONG_WAIT", 0.0)


def test_a_long_wait_is_announced_with_a_faster_way():
    seconds = {k: seconds_for(np.linspace(0, 1, k * (k - 1) // 2)) for k in (16, 17, 20, 21)}
    assert seconds[16] < _corrections.LONG_WAIT < seconds[17] < 10
    assert 30 < seconds[20] < 200
    assert seconds[21] == float("inf")


def test_short_waits_are_not_announced():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        adjust_p(P, "bergmann_hommel", None)


@pytest.mark.usefixtures("impatient")
def test_the_warning_names_the_time_and_points_at_the_caller():
    with pytest.warns(BenchreportWarning, match="of 45 pairs takes about 1 s; Ctrl-C") as caught:
        adjusted = adjust_p(P, "bergmann_hommel", None)
    assert "correction='shaffer'" in str(caught[0].message)
    assert caught[0].filename == __file__
    np.testing.assert_array_equal(adjusted, adjust(P, "bergmann_hommel"))


@pytest.mark.usefixtures("impatient")
@pytest.mark.filterwarnings("ignore::benchreport.errors.BenchreportWarning")
def test_a_terminal_shows_the_share_and_the_rest_and_is_left_clean(monkeypatch):
    monkeypatch.setattr(_progress, "EVERY", 0.0)
    with contextlib.redirect_stderr(Terminal()) as terminal:
        adjust_p(np.random.default_rng(0).uniform(size=91), "bergmann_hommel", None)
    lines = terminal.getvalue().split(_progress.CLEAR)
    shares = [int(line.split(": ")[1].split("%")[0]) for line in lines if "%" in line]
    assert len(shares) > 3
    assert shares == sorted(shares)
    assert all(" left" in line for line in lines if "%" in line)
    assert lines[-1] == ""


def test_a_cell_of_a_notebook_is_left_blank():
    """Notebooks write letter by letter over what stood there, and know no code that clears a line."""
    Cell = type("Cell", (io.StringIO,), {"__module__": "ipykernel.iostream"})  # noqa: N806
    cell = Cell()
    with _progress.Stages(cell) as stages:
        stages("drawing figures")
        stages("done")
        assert shown(cell.getvalue()).rstrip() == "… done"
    assert shown(cell.getvalue()).strip() == ""


def shown(text):
    """Return the line that a notebook shows."""
    line, at = [], 0
    for letter in text:
        if letter == "\r":
            at = 0
            continue
        line[at : at + 1], at = [letter], at + 1
    return "".join(line)


@pytest.mark.usefixtures("impatient")
@pytest.mark.filterwarnings("ignore::benchreport.errors.BenchreportWarning")
def test_ctrl_c_stops_it_and_leaves_the_terminal_clean(monkeypatch):
    show = _progress.Progress.__call__

    def interrupt(progress, _):
        show(progress, 0.5)
        raise KeyboardInterrupt

    monkeypatch.setattr(_progress, "EVERY", 0.0)
    monkeypatch.setattr(_progress.Progress, "__call__", interrupt)
    with contextlib.redirect_stderr(Terminal()) as terminal, pytest.raises(KeyboardInterrupt):
        adjust_p(P, "bergmann_hommel", None)
    assert ": 50%, " in terminal.getvalue()
    assert terminal.getvalue().endswith(_progress.CLEAR)


def test_beyond_feasible_sizes_another_correction_is_named():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 21))).add_prefix("a")
    with pytest.raises(OptionError, match="up to 20 algorithms; these 210 pairs") as caught:
        frame.bench(score="auc").wilcoxon(correction="bergmann_hommel")
    assert caught.value.hint == "correction='shaffer', or correction='holm'"


@pytest.mark.usefixtures("impatient")
def test_the_command_line_says_it_too():
    words = ["test", "rank-z", str(EXAMPLE), "--score", "auc", "--correction", "bergmann_hommel"]
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr.count("Warning: ") == 1
    assert "takes about 1 s; Ctrl-C stops it. Faster: --correction shaffer" in outcome.stderr
    assert "Warning" not in outcome.stdout


def test_progress_of_the_numbers_ends_at_one():
    shares: list[float] = []
    bergmann_hommel(P, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.fixture
def clock(monkeypatch):
    """Let a test say how many seconds each step takes."""

    class Clock:
        now = 0.0

        def monotonic(self):
            return self.now

    made = Clock()
    monkeypatch.setattr(_progress, "time", made)
    monkeypatch.setattr(_progress, "sys", types.SimpleNamespace(stderr=Terminal()))
    return made


def take(clock, seconds, items):
    for item in items:
        clock.now += seconds
        yield item


def test_watched_work_is_shown_from_the_third_second_on_with_the_time_left(clock):
    assert list(take(clock, 0.5, _progress.watch(range(10), "resampling"))) == list(range(10))
    lines = _progress.sys.stderr.getvalue().split(_progress.CLEAR)
    assert lines[1] == "… resampling: 50%, 2 s left"
    assert lines[-2:] == ["… resampling: 90%, 1 s left", ""]


def test_watched_work_of_less_than_two_seconds_shows_nothing(clock):
    list(take(clock, 0.1, _progress.watch(range(10), "resampling")))
    assert not _progress.sys.stderr.getvalue()


def test_work_within_work_is_a_part_of_its_item(clock):
    for _ in _progress.watch(range(2), "pairs"):
        list(take(clock, 2.0, _progress.watch(range(4), "resampling")))
    shown = _progress.sys.stderr.getvalue()
    assert "resampling" not in shown
    assert "… pairs: 25%, 12 s left" in shown
    assert "… pairs: 50%, 8 s left" in shown


def test_work_that_ends_early_leaves_nothing_behind(clock):
    watched = _progress.watch(range(10), "resampling")
    next(watched)
    clock.now += 5
    next(watched)
    watched.close()
    assert _progress.sys.stderr.getvalue().endswith(_progress.CLEAR)
    assert _progress._watched.outer is None


def test_work_after_an_error_is_no_part_of_what_failed(clock):
    def fail(_):
        raise ValueError("held")

    draws = seeded_parts(lambda rng, n: rng.random(n), 9, step=3, rng=0, computation="drawing")
    next(draws)
    with pytest.raises(ValueError, match="held") as held:
        # the traceback holds the names of this function
        list(map(fail, _progress.watch(range(4), "pairs")))
    assert held.tb
    list(take(clock, 2.0, _progress.watch(range(4), "resampling")))
    assert "… resampling: 50%, 4 s left" in _progress.sys.stderr.getvalue()
    assert len(list(draws)) == 2


def test_no_name_and_no_comprehension_holds_watched_work():
    """In Python before 3.12 a comprehension is a function, whose frame holds what it iterates over."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            held = [getattr(node, "value", None) if isinstance(node, ast.Assign) else None]
            if isinstance(node, ast.comprehension):
                held.append(node.iter)
            calls = [each.func for each in held if isinstance(each, ast.Call)]
            assert "watch" not in [getattr(call, "id", "") for call in calls], path


def test_nothing_is_written_to_a_file(clock, monkeypatch):
    monkeypatch.setattr(_progress.sys, "stderr", io.StringIO())
    list(take(clock, 1.0, _progress.watch(range(10), "resampling")))
    assert not _progress.sys.stderr.getvalue()


@LONG
def test_a_report_names_its_steps_on_a_terminal_and_leaves_it_clean():
    frame = pd.read_csv(EXAMPLE)
    with contextlib.redirect_stderr(Terminal()) as terminal:
        report = frame.bench(score="accuracy").report(detail="brief")
        assert terminal.getvalue().endswith(_progress.CLEAR)
        made = len(terminal.getvalue())
        assert report.pdf
    lines = terminal.getvalue().split(_progress.CLEAR)
    assert "… comparing pairs" in lines
    assert "… drawing figures" in lines
    later = terminal.getvalue()[made:].split(_progress.CLEAR)
    assert set(later) == {"", "… rendering the PDF"}
    assert later[-1] == ""


def test_a_report_writes_nothing_to_a_file():
    with contextlib.redirect_stderr(io.StringIO()) as file:
        pd.read_csv(EXAMPLE).bench(score="accuracy").report(detail="brief")
    assert not file.getvalue()


def test_a_mixed_model_shows_how_many_fits_are_left(clock, monkeypatch):
    from benchreport.numerics.nulls import mixed_model

    fit = mixed_model._fit_parts

    def slow(*arguments):
        clock.now += 3.0
        return fit(*arguments)

    monkeypatch.setattr(mixed_model, "_fit_parts", slow)
    runs = pd.DataFrame(
        {
            "algorithm": list("ab") * 12,
            "dataset": np.repeat(range(4), 6),
            "seed": np.tile(np.repeat(range(3), 2), 4),
            "accuracy": np.random.default_rng(0).normal(size=24),
        }
    )
    runs.bench(score="accuracy").mixed_model()
    lines = _progress.sys.stderr.getvalue().split(_progress.CLEAR)
    assert "… fitting the mixed model: 25%, 9 s left" in lines
    assert lines[-1] == ""


def test_pairs_that_are_compared_in_parts_show_how_many_are_left(clock):
    def slow(rows):
        clock.now += 3.0
        return rows

    assert by_rows(slow, np.arange(8), width=HELD // 2).tolist() == list(range(8))
    lines = _progress.sys.stderr.getvalue().split(_progress.CLEAR)
    assert "… computing: 25%, 9 s left" in lines
    assert lines[-1] == ""
