"""Figures, from a frame or a ready result to SVG."""

import io
from types import ModuleType

import numpy as np
import pandas as pd

from benchreport.plots import cd_plot, svg_of
from benchreport.plots.scores.heatmap import MOST_CELLS
from tests.benchmarks.rows.row import Work, peer, row, scores


@row("CD diagram to SVG, k = 10", 10, runs=20, size=10)
@row("CD diagram to SVG, k = 50", 50, runs=10, size=50)
def diagram(k: int) -> dict[str, Work]:
    """Draw a ready comparison."""
    frame = scores(30, k)
    result = frame.bench(score="accuracy").nemenyi()
    ranks = dict(zip(result.design.algorithms, result.centres, strict=True))
    matrix = result.matrix()
    return {
        "ours": lambda: svg_of(cd_plot(result)),
        **peer("autorank", lambda its: _autorank(its, frame)),
        **peer(
            "scikit_posthocs",
            lambda its: lambda: _saved(lambda: its.critical_difference_diagram(ranks, matrix)),
        ),
        **peer(
            "aeon.visualisation",
            lambda its: (
                lambda: _saved(
                    lambda: its.plot_critical_difference(
                        frame.to_numpy(), list(frame.columns), test="nemenyi"
                    )
                )
            ),
        ),
    }


def _saved(draw: Work) -> int:
    """Draw with pyplot, and save as SVG."""
    from matplotlib import pyplot as plt

    buffer = io.BytesIO()
    plt.figure(figsize=(7, 4))
    draw()
    plt.savefig(buffer, format="svg")
    plt.close("all")
    return buffer.tell()


def _autorank(its: ModuleType, frame: pd.DataFrame) -> Work:
    result = its.autorank(frame, force_mode="nonparametric", alpha=0.05, verbose=False)
    return lambda: _saved(lambda: its.plot_stats(result, allow_insignificant=True))


@row("box plot to SVG, 10 × 30", "box_plot", 30, 10)
@row("heat map to SVG, 10 × 30", "heatmap_plot", 30, 10)
@row("heat map to SVG, 200 × 500", "heatmap_plot", 500, 200, runs=3)
@row("matrix to SVG, 10 × 30", "matrix_plot", 30, 10)
def figure(name: str, n: int, k: int) -> dict[str, Work]:
    """Draw scores, beside seaborn where it has the figure; both write the values of a small map."""
    frame = scores(n, k)
    kind = {"box_plot": "boxplot", "heatmap_plot": "heatmap"}.get(name)
    written = (
        {"annot": True, "fmt": ".2f"} if kind == "heatmap" and frame.size <= MOST_CELLS else {}
    )
    ours = lambda: svg_of(getattr(frame.bench(score="accuracy"), name)())  # noqa: E731
    if not kind:
        return {"ours": ours}
    return {
        "ours": ours,
        **peer("seaborn", lambda its: lambda: _saved(lambda: getattr(its, kind)(frame, **written))),
    }


@row("bump chart to SVG, 10 nights × 30 × 50", "bump_plot", 10, runs=3)
@row("4 CD diagrams to SVG, 30 × 50", "cd_sequence_plot", 4, runs=3)
def several(name: str, nights: int) -> dict[str, Work]:
    """Draw nights, without a peer: none draws them."""
    index = pd.MultiIndex.from_product(
        [range(nights), range(30), [f"algorithm {place}" for place in range(50)]],
        names=["night", "dataset", "algorithm"],
    )
    values = np.random.default_rng(0).normal(0.8, 0.05, len(index)) + 0.002 * index.codes[2]
    frame = pd.DataFrame({"accuracy": values}, index=index).reset_index()
    return {"ours": lambda: svg_of(getattr(frame.bench, name)(over="night"))}
