"""Odd tables and arguments end in a result or in one of our errors; ``python -m tests.fuzz`` asks more."""

import os
import tempfile
from pathlib import Path

import pytest
from fuzz.calls import METHODS, draw_call
from fuzz.commands import draw_command, judge_command
from fuzz.judge import judge
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

# FUZZ=1000 makes more calls, and shrinks those that fail
CALLS = int(os.environ.get("FUZZ", "60"))
SMALL = settings(
    derandomize="FUZZ" not in os.environ,
    max_examples=CALLS,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


@SMALL
@given(st.randoms(use_true_random=False))
def test_methods_end_in_a_result_or_in_one_of_our_errors(random):
    call = draw_call(random)
    assert judge(call, render=False) is None, str(call)


@settings(SMALL, max_examples=CALLS // 3)
@given(st.randoms(use_true_random=False))
def test_commands_end_in_a_result_or_in_one_of_our_errors(random):
    with tempfile.TemporaryDirectory() as folder:
        words = draw_command(random, Path(folder))
        assert judge_command(words, Path(folder)) is None, words


@pytest.mark.parametrize(
    "wrong", ["ValueError", "RuntimeWarning", "no hint", "filters", "errstate"]
)
def test_the_judge_finds_faults(wrong):
    import warnings

    import numpy as np

    from benchreport.errors import OptionError

    def call():
        if wrong == "ValueError":
            raise ValueError("from inside")
        if wrong == "RuntimeWarning":
            np.array([1.0]) / np.array([0.0])
        if wrong == "no hint":
            raise OptionError("something is wrong.")
        if wrong == "filters":
            warnings.simplefilter("ignore")
        if wrong == "errstate":
            np.seterr(all="ignore")

    before = np.geterr()
    fault = judge(call)
    np.seterr(**before)
    assert fault is not None
    assert wrong in fault.kind or fault.kind.endswith("changed")


def test_every_method_is_drawn():
    assert len(METHODS) > 100
