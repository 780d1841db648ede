import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.path import Path
from needs import LONG

from benchreport.data import Roles, Scores
from benchreport.errors import DataError, DesignError, OptionError
from benchreport.plots.base.descriptions import alt_of, caption_of, data_of
from benchreport.plots.base.style import svg_of
from benchreport.plots.scores.meta_features import LARGEST, SMALLEST, meta_feature_plot

HOSTILE = [r"$\badcmd$", "<script>", "決定木の名前", "x" * 60, "a"]


def table(values, names=None, score="accuracy"):
    frame = pd.DataFrame(values, columns=names or [f"m{place}" for place in range(values.shape[1])])
    frame.index = [f"d{place}" for place in range(len(values))]
    return Scores.from_frame(frame, Roles(score=score))


def random(n, k=2, score="accuracy"):
    return table(np.random.default_rng(0).normal(0.8, 0.05, (n, k)), score=score)


def features(n, p, seed=1):
    values = np.random.default_rng(seed).normal(5, 1, (n, p))
    return pd.DataFrame(
        values, index=[f"d{i}" for i in range(n)], columns=[f"f{i}" for i in range(p)]
    )


def points(ax):
    """Return positions and areas of the datasets, by the algorithm that is better on them."""
    collections = [collection for collection in ax.collections if collection.get_gid() == "dataset"]
    return [
        (np.asarray(collection.get_offsets()), collection.get_sizes()) for collection in collections
    ]


def hulls(ax):
    return [patch for patch in ax.patches if patch.get_gid() == "footprint"]


@pytest.mark.parametrize("score", ["accuracy", "error"])
def test_two_features_are_the_axes_and_sizes_the_differences(score):
    scores, frame = random(25, score=score), features(25, 2)
    # the order of rows does not matter, nor do datasets that are not in the table
    shuffled = pd.concat([frame.iloc[::-1], features(30, 2).iloc[25:]])
    ax = meta_feature_plot(scores, shuffled, a="m0", b="m1")
    gain = scores.values[:, 0] - scores.values[:, 1]
    gain = gain if score == "accuracy" else -gain
    areas = SMALLEST + (LARGEST - SMALLEST) * np.abs(gain) / np.abs(gain).max()
    for (place, size), side in zip(points(ax), (gain > 0, gain < 0), strict=True):
        order = np.argsort(-areas[side])
        assert place == pytest.approx(frame.to_numpy()[side][order])
        assert size == pytest.approx(areas[side][order], rel=1e-6)
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert texts == [f"m0 better ({(gain > 0).sum()})", f"m1 better ({(gain < 0).sum()})"]
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("f0", "f1")
    assert not hulls(ax)


def test_more_features_are_their_components_with_footprints():
    scores, frame = random(40), features(40, 5)
    frame["f1"] = frame["f0"] + 0.1 * frame["f1"]
    ax = meta_feature_plot(scores, frame)
    standard = (frame - frame.mean()) / frame.std()
    sizes, vectors = np.linalg.eigh(np.corrcoef(frame.to_numpy().T))
    share = sizes[::-1] / sizes.sum()
    assert ax.get_xlabel() == f"component 1 ({100 * share[0]:.0f} % of variance)"
    assert ax.get_ylabel() == f"component 2 ({100 * share[1]:.0f} % of variance)"
    truth = standard.to_numpy() @ vectors[:, ::-1][:, :2]
    coordinates = data_of(ax).iloc[:, 1:3].to_numpy()
    for axis in range(2):
        assert abs(np.corrcoef(coordinates[:, axis], truth[:, axis])[0, 1]) == pytest.approx(1)
    for patch, (place, _) in zip(hulls(ax), points(ax), strict=True):
        corners = patch.get_xy()
        assert {tuple(corner) for corner in corners} <= {tuple(point) for point in place}
        assert Path(corners).contains_points(place, radius=1e-6).sum() >= len(place) - len(corners)
    # f0 and f1 correlate, so that both contribute much to the first component
    assert "component 1 is mostly f" in caption_of(ax)


def test_footprints_need_three_points():
    values = np.full((8, 2), 0.5)
    values[:, 0] += 0.1
    values[:2, 1] += 0.3
    ax = meta_feature_plot(table(values), features(8, 4))
    assert len(hulls(ax)) == 1
    assert len(points(ax)) == 2


def test_features_on_axes_by_name_and_logarithms():
    frame = features(15, 4).assign(rows=10.0 ** np.linspace(1, 6, 15))
    ax = meta_feature_plot(random(15), frame, x="rows", y="f2")
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "linear")
    assert ax.get_xlabel() == "rows"
    assert not hulls(ax)
    assert "Logarithms were taken of rows." in caption_of(meta_feature_plot(random(15), frame))


def test_constant_features_are_left_out_and_reported():
    frame = features(10, 2).assign(classes=2)
    ax = meta_feature_plot(random(10), frame)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("f0", "f1")
    assert "Features that do not vary are left out: classes." in caption_of(ax)
    with pytest.raises(OptionError, match="two features that vary"):
        meta_feature_plot(random(10), frame[["f0", "classes"]])


def test_datasets_may_be_a_column():
    frame = features(9, 2)
    by_column = frame.reset_index(names="dataset").iloc[::-1]
    svg = svg_of(meta_feature_plot(random(9), by_column))
    assert svg == svg_of(meta_feature_plot(random(9), frame))


def test_unusable_features_are_named():
    scores, frame = random(6), features(6, 3)
    with pytest.raises(DataError, match="2 of 6 datasets have no features: d4, d5"):
        meta_feature_plot(scores, frame.iloc[:4])
    with pytest.raises(DataError, match=r"f1 are not \(f1: d3\)"):
        meta_feature_plot(scores, frame.assign(f1=[1, 2, 3, np.nan, 5, 6]))
    with pytest.raises(DataError, match="must be numbers; kind"):
        meta_feature_plot(scores, frame.assign(kind="text"))
    with pytest.raises(DataError, match="several rows for d0"):
        meta_feature_plot(scores, pd.concat([frame, frame.iloc[:1]]))
    with pytest.raises(OptionError, match="x must be one of"):
        meta_feature_plot(scores, frame, x="f9", y="f1")
    with pytest.raises(OptionError, match="x is given without y"):
        meta_feature_plot(scores, frame, x="f0")
    runs = pd.DataFrame({"algorithm": ["a"] * 5 + ["b"] * 5, "accuracy": np.arange(10.0)})
    with pytest.raises(DesignError, match="belong together"):
        meta_feature_plot(Scores.from_frame(runs), frame)


def test_features_that_are_not_drawn_may_be_missing():
    frame = features(6, 3).assign(f1=np.nan)
    assert meta_feature_plot(random(6), frame, x="f0", y="f2").get_xlabel() == "f0"


def test_the_caption_names_pairs_and_ties():
    values = np.array([[0.5, 0.5, 0.1], [0.6, 0.6, 0.2], [0.7, 0.8, 0.1], [0.9, np.nan, 0.3]])
    ax = meta_feature_plot(table(values), features(4, 2))
    texts = [text.get_text() for text in ax.get_legend().get_texts()]
    assert "equal (2)" in texts
    assert "the two best of 3 by mean rank" in caption_of(ax)
    assert "1 dataset without both scores is left out." in caption_of(ax)
    assert "equal on 2" in alt_of(ax)


@pytest.mark.parametrize("width", ["column", "page"])
def test_the_key_stays_in_the_figure(width):
    scores = table(np.random.default_rng(0).random((12, 2)), ["x" * 60, "決定木の名前" * 6])
    ax = meta_feature_plot(scores, features(12, 3), width=width)
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.get_legend().get_texts()]
    assert max(box.x1 for box in boxes) <= ax.figure.bbox.width + 1
    assert max(box.y1 for box in boxes) <= ax.figure.bbox.height + 1


@LONG
@settings(max_examples=3, deadline=None)
@given(
    st.integers(2, 20),
    st.integers(2, 30),
    st.integers(2, 5),
    st.sampled_from([1e-150, 1e-9, 1.0, 1e12, 1e200]),
    st.integers(0, 2),
)
def test_any_table_draws_the_same_bytes(n, k, p, scale, ties):
    rng = np.random.default_rng(n)
    values = rng.integers(0, 10**ties, (n, k)) * scale
    scores = table(values, [f"{HOSTILE[place % 5]}{place}" for place in range(k)])
    frame = features(n, p) * scale
    frame.columns = [f"{HOSTILE[place % 5]}{place}" for place in range(p)]
    svgs = [svg_of(meta_feature_plot(scores, frame)) for _ in range(2)]
    assert svgs[0] == svgs[1]
    assert b"<script>" not in svgs[0]
