"""Every argument of every method is checked before a table is read."""

import inspect

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from looped import loop_over

from benchreport.accessor import Bench
from benchreport.arguments import RULES, check_arguments
from benchreport.binding import bind
from benchreport.cli import main
from benchreport.errors import OptionError
from benchreport.plots import FIGURES, cd_plot, tukey_plot

METHODS = {
    name: binding.function for name, binding in vars(Bench).items() if isinstance(binding, bind)
}
# no table can be read from this, so that only the argument can be refused
NOTHING = pd.DataFrame()
WRONG = {
    "object": object(),
    "nan": float("nan"),
    "bytes": b"\x00",
    "dict": {"a": object()},
    "set": {object()},
    "frame of frames": [pd.DataFrame()],
    "negative": -(10**400),
    "very long": 10**5000,
}
# options that take any callable, name or path, or are checked elsewhere
OPEN = {
    "over",
    "train",
    "control",
    "baseline",
    "a",
    "b",
    "algorithm",
    "dataset",
    "relative_to",
    "run",
    "factors",
    "covariates",
    "cluster",
    "invocation",
}


NEEDED = {
    "control": "a", "order": ["a", "b"], "complexity": ["a", "b"], "margin": 0.1, "baseline": "a", "mu": 0.5,
    "sigma": 1.0, "metric": "accuracy", "budget": 10, "features": pd.DataFrame(),
}  # fmt: skip


def required_arguments(name):
    _, *parameters = inspect.signature(METHODS[name]).parameters.values()
    return {
        parameter.name: NEEDED[parameter.name]
        for parameter in parameters
        if parameter.default is parameter.empty
    }


@loop_over("name", sorted(METHODS))
def test_wrong_values_are_refused_with_a_way_out(name):
    _, *parameters = inspect.signature(METHODS[name]).parameters.values()
    for parameter in parameters:
        if parameter.name in OPEN:
            continue
        for value in WRONG.values():
            with pytest.raises(OptionError) as caught:
                check_arguments(
                    METHODS[name], (), {**required_arguments(name), parameter.name: value}
                )
            assert parameter.name in caught.value.message
            assert caught.value.hint
            assert len(str(caught.value)) < 600


@loop_over("name", sorted(METHODS))
def test_defaults_pass(name):
    _, *parameters = inspect.signature(METHODS[name]).parameters.values()
    defaults = {
        parameter.name: parameter.default
        for parameter in parameters
        if parameter.default is not parameter.empty
    }
    check_arguments(METHODS[name], (), {**required_arguments(name), **defaults})


def test_numbers_have_bounds_where_memory_or_sense_needs_them():
    unbounded = {
        parameter.name
        for function in METHODS.values()
        for parameter in inspect.signature(function).parameters.values()
        if parameter.annotation in (int, float) and parameter.name not in RULES
    }
    # positions on a scale
    assert unbounded == {"budget", "mu"}


@loop_over("name", sorted(METHODS))
def test_names_of_arguments_are_checked(name):
    for argument in required_arguments(name):
        arguments = {
            key: value for key, value in required_arguments(name).items() if key != argument
        }
        with pytest.raises(
            OptionError, match=f"{METHODS[name].__name__} needs {argument}"
        ) as caught:
            check_arguments(METHODS[name], (), arguments)
        assert caught.value.hint.startswith(f"{argument}=")
    with pytest.raises(OptionError, match="has no argument nonsense; it takes") as caught:
        check_arguments(METHODS[name], (), {**required_arguments(name), "nonsense": 1})
    assert caught.value.hint


def test_a_slip_of_the_pen_is_named():
    with pytest.raises(
        OptionError, match="friedman has no argument alfa; it takes alpha"
    ) as caught:
        NOTHING.bench.friedman(alfa=0.1)
    assert caught.value.hint == "alpha=0.05"
    with pytest.raises(
        OptionError, match=r"takes alpha, variant, ties by name only; got 0\.1"
    ) as caught:
        NOTHING.bench.friedman(0.1)
    assert caught.value.hint == "df.bench.friedman(alpha=0.1)"


@pytest.mark.parametrize(
    ("value", "call"),
    [
        ("svm", "wilcoxon(control='svm')"),  # no number for alpha, and no name of a correction
        ("holm", "wilcoxon(correction='holm')"),
        (NOTHING, "wilcoxon()"),  # nothing that wilcoxon takes
    ],
)
def test_a_value_by_place_is_proposed_for_the_argument_that_takes_it(value, call):
    with pytest.raises(OptionError, match=r"by name only; got [^\n]+") as caught:
        NOTHING.bench.wilcoxon(value)
    assert caught.value.hint == f"df.bench.{call}"


def test_a_file_by_place_is_no_name_of_a_test():
    with pytest.raises(OptionError, match=r"by name only; got 'cd\.pdf'") as caught:
        NOTHING.bench.significance_plot("cd.pdf")
    assert "test=" not in caught.value.hint


@loop_over(
    ("given", "ours"),
    [
        ("fdr_bh", "bh"),  # statsmodels
        ("BH", "bh"),  # R
        ("Benjamini-Hochberg", "bh"),  # whose nearest name is that of another procedure
        ("simes-hochberg", "hochberg"),
        ("holm-sidak", "holland"),
        ("Bergmann Hommel", "bergmann_hommel"),
        ("bonferoni", "bonferroni"),
        (None, "none"),
        ("xyz", "holm"),
    ],
)
def test_corrections_are_known_by_the_names_that_others_give_them(given, ours):
    with pytest.raises(OptionError, match="correction must be one of") as caught:
        NOTHING.bench.wilcoxon(correction=given)
    assert caught.value.hint == f"correction={ours!r}"


def test_what_says_how_the_table_is_read_comes_before_the_method():
    with pytest.raises(OptionError, match="score says how the table is read, before nemenyi") as e:
        NOTHING.bench.nemenyi(score="auc", alpha=0.01)
    assert e.value.hint == "df.bench(score='auc').nemenyi(alpha=0.01)"
    with pytest.raises(OptionError, match="before report is called") as e:
        NOTHING.bench.report(higher_is_better=False)
    assert e.value.hint == "df.bench(higher_is_better=False).report()"


def test_figures_of_results_go_through_the_same_door():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=["a", "b", "c"])
    result = frame.bench(score="accuracy").ranks()
    for style, message in (
        ({"highlight": 2.5}, "highlight must be a whole number"),
        ({"ax": 3}, "ax must be matplotlib axes"),
        ({"colour": "red"}, "rank_plot has no argument colour"),
    ):
        with pytest.raises(OptionError, match=message):
            result.plot(**style)


def test_arguments_come_before_the_table():
    with pytest.raises(OptionError, match="alpha must lie strictly between 0 and 1; got 'high'"):
        NOTHING.bench.friedman(alpha="high")
    with pytest.raises(OptionError, match="names must be a list"):
        NOTHING.bench.metrics(3)


@loop_over(
    ("name", "options", "message", "hint"),
    [
        (
            "friedman",
            {"variant": 3},
            r"variant must be one of 'auto', .*; got 3\.",
            "variant='auto'",
        ),
        ("permutation", {"n_resamples": 10**9}, r"at most 1,000,000; got 1000000000", "=10_000"),
        ("box_plot", {"highlight": "svm"}, r"a whole number, or a list", "highlight=['svm']"),
        ("rank_plot", {"highlight": 2.5}, r"a whole number above -1; got 2\.5", "highlight=8"),
        (
            "cd_plot",
            {"width": "wide"},
            r"finite number, or one of 'column', 'page'",
            "width='page'",
        ),
        ("permutation", {"paired": "no"}, r"paired must be True or False", "paired=True"),
    ],
)
def test_messages_name_the_expected_and_the_given_value(name, options, message, hint):
    with pytest.raises(OptionError, match=message) as caught:
        check_arguments(METHODS[name], (), options)
    assert hint in caught.value.hint


def test_values_of_numpy_and_pandas_are_values():
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=["a", "b", "c"])
    bench = frame.bench(score="accuracy")
    assert bench.page(order=np.array(["a", "b", "c"]), alpha=np.float32(0.05)).p_value > 0
    assert bench.page(order=pd.Series(["a", "b", "c"])).p_value > 0
    assert bench.permutation(n_resamples=np.int64(100), paired=np.True_).comparisons
    # labels of other types are read as text
    assert frame.set_axis([0, 1, 2], axis=1).bench(score="auc").dunnett(control=0).comparisons


def test_the_command_line_goes_through_the_same_door(tmp_path):
    absent = tmp_path / "absent.csv"
    result = CliRunner().invoke(main, ["test", "friedman", str(absent), "--alpha", "nan"])
    assert result.exit_code == 2
    assert "alpha must lie strictly between 0 and 1; got nan" in result.output
    assert "Hint: --alpha 0.05" in result.output


def test_width_is_between_a_label_and_a_wall():
    bench = pd.DataFrame({"a": [0.1, 0.2, 0.4], "b": [0.3, 0.1, 0.2]}).bench(score="accuracy")
    for width in (0.5, 1e6):
        with pytest.raises(OptionError, match=r"2.5 to 100 inches; got"):
            bench.box_plot(width=width)


def test_every_figure_of_a_result_can_be_asked_for_its_arguments():
    for figure in [*FIGURES.values(), tukey_plot, cd_plot]:
        check_arguments(figure, (), {"ax": None})
        with pytest.raises(OptionError, match="width must be"):
            check_arguments(figure, (), {"width": "wide"})
