import inspect
import re

import pandas as pd
import pytest
from looped import loop_over

import benchreport
from benchreport.accessor import Bench
from benchreport.binding import bind
from benchreport.docstrings import describe_parameters, split_sections
from benchreport.errors import DirectionError, RoleError

LONG = pd.DataFrame(
    {
        "method": ["svm", "knn"] * 4,
        "dataset": ["iris", "iris", "wine", "wine"] * 2,
        "fold": [1] * 4 + [2] * 4,
        "accuracy": [0.9, 0.8, 0.7, 0.6, 0.92, 0.82, 0.72, 0.62],
    }
)


def test_repr_describes_how_the_frame_is_read():
    assert (
        repr(LONG.bench) == "2 algorithms × 2 datasets, 2 scores each; accuracy, higher is better"
    )


def test_repr_of_one_dataset_says_that_folds_are_blocks():
    one_dataset = LONG[LONG["dataset"] == "iris"]
    assert "2 folds of iris" in repr(one_dataset.bench)


def test_repr_of_an_unreadable_frame_is_the_error():
    text = repr(pd.DataFrame({"a": [1.0, 3.0], "b": [2.0, 1.0]}).bench)
    assert text.startswith("not readable as it is: are the 2 columns (a, b) algorithms")
    assert "it is unknown whether a higher score is better" in text
    assert "Hint: " in text


def test_notebook_repr_is_escaped():
    frame = pd.DataFrame({"<b>": [1.0, 2.0], "x": [2.0, 3.0]})
    html = frame.bench(score="<script>accuracy", higher_is_better=True)._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;" in html


def test_calling_binds_and_leaves_the_first_alone():
    wide = pd.DataFrame({"a": [1.0, 2.0], "b": [2.0, 3.0]})
    bench = wide.bench
    bound = bench(score="rmse")
    assert bound.scores.higher_is_better is False
    assert bound(higher_is_better=True).scores.higher_is_better is True
    assert bench.roles.score is None


def test_nothing_is_validated_before_a_method_is_called():
    bench = pd.DataFrame({"a": ["x"]}).bench(algorithm="nowhere")
    with pytest.raises(RoleError, match="algorithm='nowhere' is not a column"):
        bench.friedman()


def test_the_frame_is_not_changed():
    before = LONG.copy(deep=True)
    LONG.bench.friedman()
    LONG.bench.describe()
    pd.testing.assert_frame_equal(LONG, before)


def test_twin():
    assert benchreport.bench(LONG).friedman() == LONG.bench.friedman()
    assert isinstance(benchreport.bench(LONG, score="accuracy"), Bench)


def test_methods_are_found_by_completion():
    names = dir(LONG.bench)
    assert {"friedman", "tukey", "cd_plot", "report"} <= set(names)
    assert not [name for name in names if name.startswith("_")]


METHODS = [name for name, value in vars(Bench).items() if isinstance(value, bind)]


@loop_over("name", METHODS)
def test_help_shows_methods_as_they_are_called(name):
    method = getattr(LONG.bench, name)
    sections = split_sections(method)
    assert describe_parameters(sections).keys() == inspect.signature(method).parameters.keys()
    assert "Input: " in sections[""]
    example = sections["Examples"]
    assert re.search(rf"bench(\(.*\))?\.{name}\(", example)
    assert "from_frame" not in example
    assert "import benchreport" in example or "df.bench" in example
    # the class shows the same help
    assert getattr(Bench, name).__doc__ == method.__doc__


def test_help_keeps_the_functions_facts():
    assert inspect.signature(LONG.bench.friedman).parameters.keys() == {"alpha", "variant", "ties"}
    assert "Kendall" in LONG.bench.friedman.__doc__


def test_a_frame_that_was_read_answers_as_before():
    frame = LONG.copy()
    bench = frame.bench.read()
    assert repr(bench) == repr(LONG.bench)
    assert bench.scores is bench.scores
    expected = LONG.bench.friedman(), LONG.bench.describe()
    frame["accuracy"] = 0.5
    assert (bench.friedman(), bench.describe()) == expected
    assert bench.advise() == LONG.bench.advise()


def test_roles_after_reading_read_what_was_copied():
    frame = LONG.copy()
    bench = frame.bench.read()
    frame["accuracy"] = 0.5
    assert bench(higher_is_better=False).scores.values.max() == pytest.approx(0.91)


def test_a_frame_of_several_metrics_is_read_once_too():
    frame = LONG.assign(f1=LONG["accuracy"][::-1].to_numpy())
    assert str(frame.bench.read().advise()) == str(frame.bench.advise())
    assert repr(frame.bench.read()) == repr(frame.bench)


def test_reading_raises_what_a_method_would():
    with pytest.raises(DirectionError, match="does not tell"):
        LONG.rename(columns={"accuracy": "quality"}).bench.read()


def test_text_scores():
    frame = LONG.assign(accuracy=LONG["accuracy"].astype(str))
    assert frame.bench.friedman() == LONG.bench.friedman()


def test_direction_is_asked_for():
    with pytest.raises(DirectionError, match="does not tell"):
        LONG.rename(columns={"accuracy": "quality"}).bench.friedman()
