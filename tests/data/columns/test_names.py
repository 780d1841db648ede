"""What the names of columns say, without a look at more names than it takes."""

import pytest

from benchreport.data.columns.words.kinds_of_names import compares_columns


@pytest.mark.parametrize(
    "name", ["svm", "random forest", "cnn-lstm", "speedup", "Performance Drop"]
)
def test_only_a_difference_is_compared_with_the_other_columns(name):
    # for each of thousands of columns, a look at all others would take seconds
    never = map(pytest.fail, ["looked at"])
    assert compares_columns(name, never) == compares_columns(name)
    with pytest.raises(pytest.fail.Exception, match="looked at"):
        compares_columns("cnn − lstm", never)
