"""The rows of the comparison with the peers: what users ask of a DataFrame, and who else answers it.

A row is a function that makes its data and returns our work and its peers' by name, all without
arguments; it is listed by its decorator. A peer that is not installed is left out. Each work starts where
a user starts: a DataFrame of ours, the arrays or columns that a peer takes.
"""

import contextlib
import importlib
import io
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import numpy as np
import pandas as pd

import benchreport  # noqa: F401 - registers df.bench

Work = Callable[[], object]


class Row(NamedTuple):
    """A row: its name, our work first among the works by name, and how often it is timed."""

    name: str
    make: Callable[[], dict[str, Work]]
    runs: int
    large: bool
    kind: Callable[..., dict[str, Work]]


ROWS: list[Row] = []


def row(name: str, *sizes: object, runs: int = 5, large: bool = False) -> Callable[..., Callable]:
    """List a function as a row, with these arguments."""

    def add(function: Callable[..., dict[str, Work]]) -> Callable[..., dict[str, Work]]:
        # decorators run from the bottom up, and the table has their order
        place = next((p for p, each in enumerate(ROWS) if each.kind is function), len(ROWS))
        ROWS.insert(place, Row(name, lambda: function(*sizes), runs, large, function))
        return function

    return add


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Silence what peers print and warn of."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def peer(name: str, make: Callable[[ModuleType], Work]) -> dict[str, Work]:
    """Return a peer's work by its name; nothing if it cannot be imported."""
    try:
        with quiet():
            work = make(importlib.import_module(name))
    except Exception:  # noqa: BLE001 - some fail on the versions of what they import
        return {}
    return {name.partition(".")[0]: work}


def scores(n: int, k: int) -> pd.DataFrame:
    """Make a wide frame of normal scores."""
    values = np.random.default_rng(0).normal(size=(n, k)) + np.linspace(0, 1, k)
    return pd.DataFrame(values, columns=[f"algorithm {place}" for place in range(k)])


def runs_of(k: int, n: int, repeats: int) -> pd.DataFrame:
    """Make a long frame, one row a run."""
    places = np.indices((k, n, repeats)).reshape(3, -1)
    values = np.random.default_rng(0).normal(0.8, 0.05, places.shape[1]) + 0.01 * places[0]
    return pd.DataFrame(
        {
            "algorithm": np.array([f"algorithm {place}" for place in range(k)])[places[0]],
            "dataset": np.array([f"dataset {place}" for place in range(n)])[places[1]],
            "seed": places[2],
            "accuracy": values,
        }
    )


def process(*arguments: str) -> Work:
    """Return the work of a process of its own, with its bytecode as an installed package has it."""
    folder = tempfile.gettempdir()
    environment = os.environ | {"PYTHONPYCACHEPREFIX": f"{folder}/benchreport-benchmark-bytecode"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return lambda: subprocess.run(
        [sys.executable, *arguments],
        check=True,
        capture_output=True,
        cwd=folder,
        env=environment,
    )


def first(call: str) -> dict[str, Work]:
    """Time the first call of a process, beside importing pandas."""
    table = "{'a': [9, 8, 9, 7], 'b': [7, 6, 8, 5], 'c': [5, 4, 4, 2]}"
    code = f"import pandas, benchreport; pandas.DataFrame({table}).bench(score='accuracy').{call}"
    return {"ours": process("-c", code), "import pandas": process("-c", "import pandas")}


for call in ("cd_plot()", "tukey()", "nemenyi()", "friedman()"):
    row(f"first {call} of a process", call)(first)


def command(*arguments: str) -> dict[str, Work]:
    """Time a command on a file of 10 datasets × 6 algorithms, beside importing pandas."""
    file = Path(tempfile.gettempdir()) / "benchreport-benchmark.csv"
    scores(10, 6).rename_axis("dataset").to_csv(file)
    typed = [str(file) if each == "FILE" else each for each in arguments]
    return {
        "ours": process("-m", "benchreport", *typed),
        "import pandas": process("-c", "import pandas"),
    }


SCORE = ("FILE", "--score", "accuracy")
row("benchreport report, PDF, 6 × 10", "report", *SCORE, "-o", "r.pdf", runs=3)(command)
row("benchreport report, HTML, 6 × 10", "report", *SCORE, "-o", "r.html")(command)
row("benchreport test friedman", "test", "friedman", *SCORE)(command)
row("benchreport check", "check", *SCORE)(command)
row("benchreport --help", "--help")(command)


@row("reading a long frame, 10⁶ rows", 10**6)
@row("reading a long frame, 10⁷ rows", 10**7, runs=3, large=True)
def reading(rows: int) -> dict[str, Work]:
    """Read a long frame, beside pandas' group-by mean of the same rows."""
    frame = runs_of(20, 50, rows // 1000)
    frame = frame.sample(frac=1.0, random_state=0, ignore_index=True)
    keys = ["algorithm", "dataset"]
    return {
        "ours": lambda: frame.bench.scores,
        "pandas group-by": lambda: frame.groupby(keys, observed=True)["accuracy"].agg("mean"),
    }


@row("Friedman, 10 × 30", 30, 10, runs=50)
@row("Friedman, 100 × 1000", 1000, 100)
@row("Friedman, 300 × 1000", 1000, 300)
def friedman(n: int, k: int) -> dict[str, Work]:
    """Test all algorithms by ranks."""
    frame = scores(n, k)
    return {
        "ours": lambda: frame.bench(score="accuracy").friedman(),
        **peer("scipy.stats", lambda its: lambda: its.friedmanchisquare(*frame.to_numpy().T)),
    }


@row("exact Friedman, 5 × 30", 30, 5, 0.0, runs=20)
@row("exact Friedman, 4 × 30, strong effects", 30, 4, 0.5, runs=10)
def exact_friedman(n: int, k: int, step: float) -> dict[str, Work]:
    """Compute the exact distribution anew; strong effects make it worth trying."""
    from benchreport.numerics.nulls import friedman as null

    frame = (scores(n, k) + step * np.arange(k)).bench(score="accuracy")

    def ours() -> object:
        for value in vars(null).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()
        return frame.friedman()

    return {"ours": ours}


@row("reading a long frame with two columns of repeats, 10⁶ rows", "error", runs=5)
@row("reading a long frame with gaps, missing='paired', 10⁶ rows", "paired", runs=3)
@row("reading a long frame with gaps, missing='worst', 10⁶ rows", "worst", runs=3)
def reading_repeats(missing: str) -> dict[str, Work]:
    """Read repeats of two columns, or runs of which some are missing, beside pandas' group-by mean."""
    frame = runs_of(20, 50, 1000)
    if missing == "error":
        frame = frame.assign(fold=frame["seed"] % 10, seed=frame["seed"] // 10)
    else:
        frame = frame.sample(frac=0.999, random_state=0, ignore_index=True)
    keys = ["algorithm", "dataset"]
    return {
        "ours": lambda: frame.bench(missing=None if missing == "error" else missing).scores,
        "pandas group-by": lambda: frame.groupby(keys, observed=True)["accuracy"].agg("mean"),
    }


@row("Nemenyi, 10 × 30", 30, 10, runs=50)
@row("Nemenyi, 300 × 1000", 1000, 300, runs=3)
def nemenyi(n: int, k: int) -> dict[str, Work]:
    """Compare all pairs by ranks."""
    frame = scores(n, k)
    return {
        "ours": lambda: frame.bench(score="accuracy").nemenyi(),
        **peer("scikit_posthocs", lambda its: lambda: its.posthoc_nemenyi_friedman(frame)),
    }


@row("Wilcoxon, one pair, n = 30", 2, 30, runs=50)
@row("Wilcoxon with Holm, all pairs, k = 44, n = 128", 44, 128, runs=3)
@row("Wilcoxon with Holm, all pairs, k = 100, n = 128", 100, 128, runs=3)
@row("Wilcoxon with Holm, all pairs, k = 300, n = 128", 300, 128, runs=3, large=True)
def wilcoxon(k: int, n: int) -> dict[str, Work]:
    """Compare all pairs by signed ranks."""
    frame = scores(n, k)
    columns = list(frame.to_numpy().T)
    return {
        "ours": lambda: frame.bench(score="accuracy").wilcoxon(),
        **peer(
            "scikit_posthocs", lambda its: lambda: its.posthoc_wilcoxon(columns, p_adjust="holm")
        ),
    }


@row("Tukey with intervals, k = 20, N = 30", 20, runs=3)
@row("Tukey with intervals, k = 100, N = 30", 100, runs=1, large=True)
def tukey(k: int) -> dict[str, Work]:
    """Compare all pairs by means; the peers ignore that rows are blocks."""
    frame = scores(30, k)
    long = frame.melt()
    return {
        "ours": lambda: frame.bench(score="accuracy").tukey(),
        **peer(
            "statsmodels.stats.multicomp",
            lambda its: lambda: its.pairwise_tukeyhsd(long["value"], long["variable"]).summary(),
        ),
        **peer(
            "pingouin",
            lambda its: lambda: its.pairwise_tukey(long, dv="value", between="variable"),
        ),
    }


@row("Bayesian signed-rank test, one pair, n = 50", runs=3)
def bayes() -> dict[str, Work]:
    """Draw 50,000 posteriors of a pair."""
    frame = scores(50, 2)
    first, second = frame.to_numpy().T
    return {
        "ours": lambda: frame.bench(score="accuracy").bayes_signed_rank(rope=0.01),
        **peer("baycomp", lambda its: lambda: its.SignedRankTest.probs(first, second, rope=0.01)),
    }


@row("permutation test, 10,000 draws, all pairs of 15, n = 100", runs=3)
def permutation() -> dict[str, Work]:
    """Flip signs for all pairs; scipy's time is of one pair, times their number."""
    frame = scores(100, 15)
    return {"ours": lambda: frame.bench(score="accuracy").permutation()}


@row("stability, 10 × 10,000", 10_000, 10, "stability")
@row("analysis, 300 × 100", 100, 300, "analyze", runs=1)
def whole_table(n: int, k: int, method: str) -> dict[str, Work]:
    """Leave out each dataset in turn, or answer every question that a table of scores allows."""
    frame = scores(n, k)
    return {"ours": getattr(frame.bench(score="accuracy"), method)}


@row("Hommel's correction, 44,850 p-values", runs=3)
def hommel() -> dict[str, Work]:
    """Adjust the p-values of all pairs of 300 algorithms."""
    from benchreport.numerics.multiplicity.adjust import adjust

    p = np.random.default_rng(0).random(44_850) ** 3
    return {
        "ours": lambda: adjust(p, "hommel"),
        **peer(
            "statsmodels.stats.multitest",
            lambda its: lambda: its.multipletests(p, method="hommel"),
        ),
    }


def labels(n: int) -> pd.DataFrame:
    """Make predictions of 10 models of about 75 % accuracy."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, n)
    right = rng.random((n, 10)) < 0.75
    models = np.where(right, truth[:, None], 1 - truth[:, None])
    frame = pd.DataFrame(models, columns=[f"model {place}" for place in range(10)])
    return frame.assign(y_true=truth)


@row("Cochran's Q, 10⁶ × 10 predictions", runs=3)
def cochran() -> dict[str, Work]:
    """Compare all models by which examples they get right."""
    frame = labels(10**6)
    models = frame.drop(columns="y_true").eq(frame["y_true"], axis=0)
    return {
        "ours": lambda: frame.bench(truth="y_true").cochran_q(),
        **peer(
            "statsmodels.stats.contingency_tables",
            lambda its: lambda: its.cochrans_q(models.to_numpy(dtype=float)),
        ),
    }


@row("McNemar, all pairs, 10⁶ × 10 predictions", runs=3)
def mcnemar() -> dict[str, Work]:
    """Compare all pairs of models by which examples they get right."""
    frame = labels(10**6)
    truth, *models = (frame[name].to_numpy() for name in ("y_true", *frame.columns[:-1]))
    pairs = [(i, j) for i in range(10) for j in range(i)]
    return {
        "ours": lambda: frame.bench(truth="y_true").mcnemar(),
        **peer(
            "mlxtend.evaluate",
            lambda its: (
                lambda: [
                    its.mcnemar(its.mcnemar_table(truth, models[i], models[j])) for i, j in pairs
                ]
            ),
        ),
    }


@row("DeLong, all pairs, 10⁵ × 10 scores", runs=3)
def delong() -> dict[str, Work]:
    """Compare the areas of all pairs, beside scikit-learn's bare areas."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 10**5)
    values = rng.normal(size=(10**5, 10)) + truth[:, None]
    frame = pd.DataFrame(values, columns=[f"m{place}_score" for place in range(10)])
    frame = frame.assign(y_true=truth)
    return {
        "ours": lambda: frame.bench(positive="1").delong(),
        **peer(
            "sklearn.metrics",
            lambda its: lambda: [its.roc_auc_score(truth, column) for column in values.T],
        ),
    }


@row("CD diagram to SVG, k = 10", 10, runs=20)
@row("CD diagram to SVG, k = 50", 50, runs=10)
def diagram(k: int) -> dict[str, Work]:
    """Draw a ready comparison."""
    from benchreport.plots import cd_plot, svg_of

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


@row("box plot to SVG, 10 × 30", "box_plot")
@row("heat map to SVG, 10 × 30", "heatmap_plot")
@row("matrix to SVG, 10 × 30", "matrix_plot")
def figure(name: str) -> dict[str, Work]:
    """Draw scores, beside seaborn where it has the figure."""
    from benchreport.plots import svg_of

    frame = scores(30, 10)
    kind = {"box_plot": "boxplot", "heatmap_plot": "heatmap"}.get(name)
    return {
        "ours": lambda: svg_of(getattr(frame.bench(score="accuracy"), name)()),
        **(
            peer("seaborn", lambda its: lambda: _saved(lambda: getattr(its, kind)(frame)))
            if kind
            else {}
        ),
    }


@row("report 10 × 30 × 10, HTML", 10, 30, 10, "html", runs=3)
@row("report 10 × 30 × 10, PDF", 10, 30, 10, "pdf", runs=3)
@row("report 10 × 30 × 10, PDF by Typst", 10, 30, 10, "typst", runs=3)
@row("report 10 × 30 × 10, Word", 10, 30, 10, "docx", runs=3)
@row("report 60 × 200, PDF", 60, 200, 1, "pdf", runs=1)
@row("report 60 × 200, PDF by Typst", 60, 200, 1, "typst", runs=1)
@row("report 60 × 200, Word", 60, 200, 1, "docx", runs=1)
@row("report 300 × 1000, HTML", 300, 1000, 1, "html", runs=1)
@row("report 5 × 10,000 datasets, HTML", 5, 10_000, 1, "html", runs=1)
@row("report 5 × 40,000 datasets, HTML", 5, 40_000, 1, "html", runs=1, large=True)
def report(k: int, n: int, repeats: int, form: str) -> dict[str, Work]:
    """Make a report from a frame, without a peer: none makes one."""
    from benchreport.report import Paper

    frame = runs_of(k, n, repeats)
    paper = Paper(engine="typst") if form == "typst" else None
    suffix = "pdf" if form == "typst" else form
    file = Path(tempfile.gettempdir()) / f"benchreport-benchmark.{suffix}"
    return {"ours": lambda: frame.bench.report(file, paper=paper)}
