"""The page "Which test do I need?": what `advise` says of one table of each design."""

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from site_builder.markdown import table

ACCURACY = 0.8
DRAW = np.random.default_rng(0)
METHODS = ["svm", "forest", "boosting", "knn", "bayes"]
HEADS = {"recommended": "Do", "alternative": "Or", "avoid": "Not"}


class Design(NamedTuple):
    """A design, the question that it answers, and a table of it.

    Parameters
    ----------
    title
        The design in the reader's words.
    has
        What such a table has, as a reader sees it.
    make
        Makes a table of made-up scores; advice depends on the design alone.
    """

    title: str
    has: str
    make: Callable[[], Any]


def _scores(n_algorithms: int, n_rows: int, **columns: list[object]) -> pd.DataFrame:
    """Make a long table: each algorithm has a score in each of these rows."""
    rows = pd.DataFrame(columns or {"dataset": [f"d{at}" for at in range(n_rows)]})
    parts = [rows.assign(algorithm=name) for name in METHODS[:n_algorithms]]
    frame = pd.concat(parts, ignore_index=True)
    return frame.assign(accuracy=DRAW.uniform(0.6, 0.9, len(frame)))


def _of_repeats(n_algorithms: int, **columns: list[object]) -> pd.DataFrame:
    return _scores(n_algorithms, 0, **columns)


def _with_gaps() -> pd.DataFrame:
    frame = _scores(5, 20)
    frame.loc[[3, 30], "accuracy"] = np.nan
    return frame


def _runs() -> pd.DataFrame:
    return pd.DataFrame(
        {"algorithm": np.repeat(METHODS, 12), "accuracy": DRAW.uniform(0.6, 0.9, 12 * len(METHODS))}
    )


def _labels(n_models: int, **columns: object) -> pd.DataFrame:
    truth = DRAW.integers(0, 2, 200)
    said = {
        name: np.where(DRAW.random(200) < ACCURACY, truth, 1 - truth) for name in METHODS[:n_models]
    }
    frame = pd.DataFrame({"y_true": truth, **said})
    return frame.replace({0: "ham", 1: "spam"}).assign(**columns).bench(positive="spam")


def _probabilities() -> Any:  # noqa: ANN401 - a table with its roles
    truth = DRAW.integers(0, 2, 200)
    said = {
        f"{name}_probability": np.clip(truth * 0.4 + DRAW.random(200) * 0.6, 0, 1)
        for name in METHODS[:3]
    }
    frame = pd.DataFrame({"y_true": np.where(truth, "spam", "ham"), **said})
    return frame.bench(positive="spam")


def _values() -> pd.DataFrame:
    truth = DRAW.normal(size=200)
    said = {name: truth + DRAW.normal(size=200) for name in METHODS[:3]}
    return pd.DataFrame({"y_true": truth, **said})


def _clusters() -> pd.DataFrame:
    rows = [(f"m{m}", f"q{q}", f"p{q // 10}") for m in range(3) for q in range(200)]
    frame = pd.DataFrame(rows, columns=["model", "question", "passage"])
    return frame.assign(correct=DRAW.integers(0, 2, len(frame)))


def _curves() -> pd.DataFrame:
    rows = [
        (a, d, s, e)
        for a in METHODS[:3]
        for d in ("iris", "wine", "glass")
        for s in range(5)
        for e in range(1, 21)
    ]
    frame = pd.DataFrame(rows, columns=["optimizer", "dataset", "seed", "evaluation"])
    return frame.assign(error=DRAW.random(len(frame)))


def _metrics() -> pd.DataFrame:
    frame = _scores(5, 20)
    return frame.assign(f1=DRAW.uniform(0.6, 0.9, len(frame)))


FOLDS = list(range(1, 11))
DESIGNS = {
    "datasets": Design(
        "Several algorithms on many datasets",
        "one score, or the mean of some, for each algorithm on each of 20 datasets",
        lambda: _scores(5, 20),
    ),
    "few datasets": Design(
        "Several algorithms on few datasets", "the same on 6 datasets", lambda: _scores(5, 6)
    ),
    "two on datasets": Design(
        "Two algorithms on datasets", "two algorithms on 20 datasets", lambda: _scores(2, 20)
    ),
    "gaps": Design("Some scores are missing", "two of 100 runs failed", _with_gaps),
    "folds": Design(
        "Cross-validation on one dataset",
        "ten folds of one dataset",
        lambda: _of_repeats(5, fold=FOLDS),
    ),
    "repeated folds": Design(
        "Repeated cross-validation on one dataset",
        "ten times ten folds",
        lambda: _of_repeats(5, repeat=sorted(list(range(10)) * 10), fold=FOLDS * 10),
    ),
    "5x2": Design(
        "Five times two folds of one dataset",
        "5 × 2 folds",
        lambda: _of_repeats(5, repeat=sorted(list(range(5)) * 2), fold=[1, 2] * 5),
    ),
    "splits": Design(
        "Random splits of one dataset", "30 splits", lambda: _of_repeats(5, split=list(range(30)))
    ),
    "seeds": Design(
        "Seeds on one split",
        "ten seeds that all algorithms share",
        lambda: _of_repeats(5, seed=FOLDS),
    ),
    "runs": Design("Independent runs", "twelve runs of each algorithm that nothing pairs", _runs),
    "labels": Design(
        "Predicted labels of many models",
        "the truth and what each of five models said",
        lambda: _labels(5),
    ),
    "two models": Design(
        "Predicted labels of two models", "the truth and what two models said", lambda: _labels(2)
    ),
    "probabilities": Design(
        "Probabilities of a class",
        "the truth and the probability that each model gave",
        _probabilities,
    ),
    "values": Design("Predicted values", "measured values and what each model predicted", _values),
    "clusters": Design(
        "Right and wrong answers in groups",
        "200 questions on 20 passages, right or wrong",
        _clusters,
    ),
    "curves": Design(
        "Learning curves or optimizer traces",
        "scores after each of 20 evaluations, five seeds",
        _curves,
    ),
    "metrics": Design(
        "Several metrics", "accuracy and F1 of five algorithms on 20 datasets", _metrics
    ),
}


@functools.cache
def advice() -> dict[str, Any]:
    """Return what `advise` says of the table of each design."""
    import benchreport

    made = {name: design.make() for name, design in DESIGNS.items()}
    return {
        name: (table if isinstance(table, benchreport.Bench) else benchreport.bench(table)).advise()
        for name, table in made.items()
    }


def standings_of(procedure: str) -> list[str]:
    """List the designs for which a procedure is recommended, offered or to be avoided."""
    return [
        f"- **{HEADS[each.standing]}** ({DESIGNS[name].title.lower()}): `{each.code}`. {each.reason}"
        for name, result in advice().items()
        for each in result.suggestions
        if each.procedure == procedure
    ]


def make_pages() -> dict[str, str]:
    """Write the page."""
    rows = [
        [f"[{design.title}](#{_anchor(design.title)})", design.has, ", then ".join(_path(name))]
        for name, design in DESIGNS.items()
    ]
    parts = [
        "# Which test do I need?\n",
        "`df.bench.advise()` and `benchreport advise FILE` answer this for your own table. They look at its design, never at",
        "its scores: a test that was chosen after seeing the scores does not keep its error rate. This page shows",
        "their output for one table of each design. [A simulation](trust/calibration.md) shows how often each test rejects",
        "true hypotheses.\n",
        table(["design", "the table has", "recommended"], rows),
        *(_section(name) for name in DESIGNS),
    ]
    return {"which-test": "\n".join(parts)}


def _path(name: str) -> list[str]:
    path = [each for each in advice()[name].suggestions if each.standing == "recommended"]
    return [f"`{each.procedure}()`" for each in path[:2]]


def _anchor(title: str) -> str:
    return "-".join(
        "".join(each for each in title.lower() if each.isalnum() or each in " -").split()
    )


def _section(name: str) -> str:
    result, lines = advice()[name], [f"## {DESIGNS[name].title}\n", f"{advice()[name].seen}.\n"]
    steps = [
        f"- **{head}** `{each.code}`: {each.reason_with_sources}"
        for standing, head in HEADS.items()
        for each in result.suggestions
        if each.standing == standing
    ]
    return "\n".join([*lines, *steps, ""])
