import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot as plt
from needs import longer

import benchreport  # noqa: F401 - registers df.bench
from benchreport.plots import alt_of, caption_of, data_of, forest_plot, svg_of


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def compared(k=3, datasets=3, n=12):
    rng = np.random.default_rng(2)
    right = rng.random((datasets * n, k)) < np.linspace(0.4, 0.9, k)
    frame = pd.DataFrame(right.astype(int), columns=[f"m{place}" for place in range(k)])
    frame["benchmark"] = np.repeat([f"b{place}" for place in range(datasets)], n)
    return frame.bench(task="correctness").dataset_differences()


def headings(axes):
    return [text.get_text() for text in axes.texts if text.get_gid() == "pair"]


def test_groups_rows_and_numbers():
    result = compared()
    axes = forest_plot(result)
    assert headings(axes) == ["m2 − m1", "m2 − m0"]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["b0", "b1", "b2", "all examples", "mean of datasets"] * 2
    numbers = [text.get_text() for text in axes.texts if text.get_gid() != "pair"]
    assert len(numbers) == len(labels)
    assert all("[" in number for number in numbers)
    pooled = [patch for patch in axes.patches if patch.get_gid() == "pooled"]
    ends = [patch.get_xy()[[0, 2], 0] for patch in pooled]
    expected = [result.of_pair("m2", other)[1].interval[:2] for other in ("m1", "m0")]
    np.testing.assert_allclose(ends, expected)
    assert "hold for all pairs together" in caption_of(axes)
    assert alt_of(axes).startswith("Differences of accuracy by dataset: m2 − m1")
    assert len(data_of(axes)) == len(result.table)


def test_a_column_has_no_numbers_beside_the_rows():
    axes = forest_plot(compared(), width="column")
    assert len(axes.texts) == 2


@pytest.mark.parametrize(("k", "datasets"), [(2, 2), (60, 3), longer(10, 4), longer(4, 60)])
def test_as_many_pairs_as_a_page_holds(k, datasets):
    result = compared(k, datasets, n=4)
    axes = forest_plot(result)
    shown = len(headings(axes))
    assert shown == (1 if datasets == 60 else min(3, k - 1))
    assert axes.get_figure().get_figheight() < 12
    hidden = k - 1 - shown
    assert (f"{hidden} pair" in caption_of(axes)) == (hidden > 0)


def test_two_datasets_have_one_diamond():
    axes = forest_plot(compared(2, 2))
    assert [patch.get_gid() for patch in axes.patches] == ["pooled"]
    assert "the open one" not in caption_of(axes)


def test_a_result_draws_it():
    assert compared().plot().get_xlabel() == "difference of accuracy, first better →"


def test_the_same_result_gives_the_same_bytes():
    result = compared()
    assert svg_of(forest_plot(result)) == svg_of(forest_plot(result))
