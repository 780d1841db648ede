"""Scores become bytes and come back."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from needs import draws

from benchreport.errors import HistoryError
from benchreport.nightly.history import night_scores as packing
from benchreport.nightly.history.night_scores import pack, unpack

NOUGHT = np.zeros(3, dtype=np.intp)
SCORES = packing.NightScores(
    metric="accuracy",
    higher_is_better=True,
    algorithm=NOUGHT,
    dataset=NOUGHT,
    repeat=np.arange(3),
    version=NOUGHT,
    value=np.array([0.9, np.nan, 0.7]),
    algorithms=("svm",),
    datasets=("",),
    repeats=("0", "1", "2"),
    versions=("",),
)


@settings(max_examples=draws(25), deadline=None)
@given(st.lists(st.floats(width=64), min_size=1, max_size=30), st.text())
def test_packing_keeps_every_bit(values, name):
    n = len(values)
    scores = packing.NightScores(
        metric=name,
        higher_is_better=True,
        algorithm=np.zeros(n, dtype=np.intp),
        dataset=np.zeros(n, dtype=np.intp),
        repeat=np.arange(n),
        version=np.zeros(n, dtype=np.intp),
        value=np.array(values),
        algorithms=(name,),
        datasets=("",),
        repeats=tuple(map(str, range(n))),
        versions=("",),
    )
    unpacked = unpack(pack(scores))
    np.testing.assert_array_equal(unpacked.value, scores.value)
    assert (unpacked.metric, unpacked.algorithms, unpacked.repeats) == (
        name,
        (name,),
        scores.repeats,
    )


def test_damaged_bytes_are_refused():
    content = pack(SCORES)
    for broken in (content[:-9], b"", content[:20] + b"\0\0" + content[22:], pack_as(2)):
        with pytest.raises(HistoryError) as caught:
            unpack(broken)
        assert caught.value.hint


def pack_as(number):
    body = packing.zlib.decompress(pack(SCORES)).replace(b'"format": 1', b'"format": %d' % number)
    return packing.zlib.compress(body)
