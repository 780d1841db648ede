import pickle
import re

import pytest

from benchreport import errors


def test_tree_in_the_docstring_is_the_tree():
    listed = set(re.findall(r"\b(\w+(?:Error|Warning))\b", errors.__doc__))
    assert set(errors.__all__) <= listed


def test_hint_stands_on_its_own_line():
    error = errors.DataError("two cells are wrong.", hint="df.dropna()")
    assert str(error) == "two cells are wrong.\nHint: df.dropna()"
    assert str(errors.DataError("no way out.")) == "no way out."


def test_bad_input_is_a_value_error():
    assert issubclass(errors.InputError, ValueError)
    assert issubclass(errors.DependencyError, ImportError)


def test_errors_survive_a_process_boundary():
    error = errors.DesignError("gaps.", hint="missing='drop'")
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (type(copy), copy.message, copy.hint) == (errors.DesignError, "gaps.", "missing='drop'")


def test_choice_names_the_nearest():
    with pytest.raises(errors.OptionError, match="got 'exakt'") as caught:
        errors.check_choice("variant", "exakt", ["auto", "exact"])
    assert caught.value.hint == "variant='exact'"
