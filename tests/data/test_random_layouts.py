"""A wrong reading never passes: a random table is read right, or the reading ends in a question or an error.

The direction is given, so that asking for it does not hide what else would be read wrong.
"""

import functools
import os
import sys
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from needs import draws

sys.path.insert(0, str(Path(__file__).parents[1]))

from data.layouts.interview import DEAD_END, follow, same_scores

from benchreport.data import Roles, Scores
from benchreport.errors import InputError

NAMES = {
    "algorithm": """algorithm Method MODEL learner classifier solver classifier_name model_name alg_name
        algo framework system_id model_id Learner_ID estimator_name engine approach tool competitor x foo
        col_1 Verfahren name id""".split(),
    "dataset": """dataset Data_Set task problem instance dataset_name task_id data_name benchmark corpus
        problem_instance env env_id game case query_id Dataset_ID file series y bar col_2 Daten name
        id""".split(),
    "repeat": """fold Seed run repeat repetition cv_fold random_state iteration trial rep resample
        fold_id z k col_3 Lauf""".split(),
    "score": """accuracy Test_F1 val_auc rmse time_s error_rate Accuracy_% quality score value result
        mean_reward result_1 col_4 Wert""".split(),
}
# how many of these names say that rows are algorithms
MODELS_IN_ROWS = 18
ALGORITHMS = ["svm", "knn", "ResNet-50", "random forest", "C4.5", "gpt-4o"]
DATASETS = ["iris", "wine", "CIFAR-10", "adult", "mnist", "zoo", "squad"]
DTYPES = ["object", "str", "category", "int"]


def _attribute(frame, role, make):
    codes = pd.factorize(frame[role])[0]
    return np.array([make(code) for code in range(codes.max() + 1)])[codes]


DISTRACTORS = {
    "version": lambda f, rng: "1.0",  # noqa: ARG005
    "timeout": lambda f, rng: 3600,  # noqa: ARG005
    "archive": lambda f, rng: "UCR",  # noqa: ARG005
    "run_id": lambda f, rng: rng.permutation(len(f)) + 1000,
    "uuid": lambda f, rng: [f"{n:08x}" for n in rng.choice(10**9, len(f), replace=False)],
    "url": lambda f, rng: [f"https://example.org/{n}" for n in rng.permutation(len(f))],
    "timestamp": lambda f, rng: (
        pd.Timestamp("2024-01-01") + pd.to_timedelta(rng.permutation(len(f)), "h")
    ),
    "utc": lambda f, rng: [
        f"2024-03-01T10:{n // 60:02}:{n % 60:02}" for n in rng.permutation(len(f))
    ],
    "n_params": lambda f, rng: _attribute(f, "algorithm", lambda code: 1000 * code + 7),  # noqa: ARG005
    "family": lambda f, rng: _attribute(f, "algorithm", lambda code: f"family {code % 2}"),  # noqa: ARG005
    "commit": lambda f, rng: _attribute(f, "algorithm", lambda code: f"{code:040x}"),  # noqa: ARG005
    "n_samples": lambda f, rng: _attribute(f, "dataset", lambda code: 150 + 37 * code),  # noqa: ARG005
    "domain": lambda f, rng: _attribute(f, "dataset", lambda code: f"domain {code % 2}"),  # noqa: ARG005
    "metric": lambda f, rng: _attribute(f, "dataset", lambda code: ["auc", "rmse"][code % 2]),  # noqa: ARG005
    "rng_seed": lambda f, rng: rng.integers(0, 2**31, len(f)),
    "notes": lambda f, rng: rng.choice(["", "ok", "restarted", "see log"], len(f)),
    "status": lambda f, rng: rng.choice(["ok", "ok", "ok", "timeout"], len(f)),
    "f1": lambda f, rng: rng.random(len(f)),
    "train_seconds": lambda f, rng: rng.gamma(2, 30, len(f)),
    "stderr": lambda f, rng: rng.random(len(f)) / 50,
    "score_std": lambda f, rng: rng.random(len(f)) / 50,
    "rank": lambda f, rng: f.groupby("dataset")["score"].rank().to_numpy(),  # noqa: ARG005
    "n_runs": lambda f, rng: 1,  # noqa: ARG005
    "models_trained": lambda f, rng: rng.integers(1, 90, len(f)),
    "worker": lambda f, rng: rng.choice(["node-1", "node-2", "node-3"], len(f)),
    "gpu": lambda f, rng: rng.integers(0, 8, len(f)),
    "info": lambda f, rng: None,  # noqa: ARG005
}


def _as_type(labels, dtype):
    if dtype == "int":
        return pd.Series(pd.factorize(labels)[0] + 11, index=labels.index)
    return labels.astype(dtype)


@st.composite
def long_tables(draw):
    """Draw a long table, and the right tables: of its score, and of other metrics and parts that it has."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    k, n = draw(st.integers(2, 5)), draw(st.integers(2, 6))
    repeats = draw(st.sampled_from([1, 1, 2, 3, 5]))
    frame = pd.MultiIndex.from_product(
        [ALGORITHMS[:k], DATASETS[:n], range(repeats)], names=["algorithm", "dataset", "repeat"]
    ).to_frame(index=False)
    frame["score"] = rng.random(len(frame)).round(6)
    if draw(st.booleans()):
        frame = frame.sample(frac=0.85, random_state=int(rng.integers(99)))
    names = draw(_different_names())
    chosen = draw(st.lists(st.sampled_from(sorted(DISTRACTORS)), max_size=6, unique=True))
    for name in set(chosen) - set(names.values()):
        frame[name] = DISTRACTORS[name](frame, rng)
    if draw(st.integers(0, 3)) == 0:
        parts = [
            frame.assign(split="test"),
            frame.assign(split="train", score=rng.random(len(frame))),
        ]
        frame = pd.concat(parts, ignore_index=True)
    else:
        parts = [frame]
    for role in ("algorithm", "dataset"):
        typed = _as_type(frame[role], draw(st.sampled_from(DTYPES)))
        labels = dict(zip(frame[role], typed.astype(str), strict=True))
        parts = [part.assign(**{role: part[role].map(labels)}) for part in parts]
        frame[role] = typed
    if "metric" in frame:
        # each metric is of some datasets
        parts += [
            part[part["metric"] == name] for part in parts for name in part["metric"].unique()
        ]
    metrics = [name for name in ("score", "f1", "train_seconds") if name in frame]
    first, *others = (part.groupby(["dataset", "algorithm"])[metrics].mean() for part in parts)
    expected = [table[name].unstack() for table in (first, *others) for name in metrics]  # noqa: PD010
    # where one dataset is left, its repeats are compared
    expected += [
        part.set_index(["repeat", "algorithm"])[name].unstack()  # noqa: PD010
        for part in parts[1:]
        for name in metrics
        if len(set(part["dataset"])) == 1
    ]
    if repeats == 1 and draw(st.booleans()):
        frame = frame.drop(columns="repeat")
    order = draw(st.permutations(list(frame.columns)))
    rows = rng.permutation(len(frame)) if draw(st.booleans()) else np.arange(len(frame))
    table = frame[order].iloc[rows].reset_index(drop=True).rename(columns=names)
    return table, expected


@st.composite
def _different_names(draw):
    names = {role: draw(st.sampled_from(words)) for role, words in NAMES.items()}
    if len({name.casefold() for name in names.values()}) < len(names):
        names["dataset"] = "dataset"
        names["algorithm"] = "algorithm"
    return names


@st.composite
def wide_tables(draw):
    """Draw a table with one column an algorithm, or one row an algorithm; and its right table."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    k, n = draw(st.integers(2, 6)), draw(st.integers(2, 7))
    expected = pd.DataFrame(
        rng.random((n, k)).round(6), index=pd.Index(DATASETS[:n]), columns=ALGORITHMS[:k]
    )
    rows_are = draw(st.sampled_from(["dataset", "algorithm"]))
    cells = expected if rows_are == "dataset" else expected.T
    attributes = {
        "n_samples": rng.integers(100, 9000, len(cells)),
        "#Params": rng.integers(10**6, 10**9, len(cells)),
        "License": rng.choice(["MIT", "BSD"], len(cells)),
        "Rank": range(1, len(cells) + 1),
        "Average": cells.mean(axis=1).to_numpy(),
        "Mean": cells.mean(axis=1).round(2).to_numpy(),
        "link": [f"https://example.org/{place}" for place in range(len(cells))],
        "date": pd.date_range("2024-01-01", periods=len(cells)),
        "#wins": rng.integers(0, 3, len(cells)),
        "id": range(len(cells)),
    }
    chosen = draw(st.lists(st.sampled_from(sorted(attributes)), max_size=3, unique=True))
    table = (
        cells.rename_axis(index="rows")
        .reset_index()
        .assign(**{name: attributes[name] for name in chosen})
    )
    if draw(st.integers(0, 2)) == 0:
        label = draw(st.sampled_from(["Average", "Mean", "avg", "Average rank", "Total"]))
        last = {"rows": label} | cells.mean().to_dict()
        table = pd.concat([table, pd.DataFrame([last])], ignore_index=True)
    table = table[draw(st.permutations(list(table.columns)))]
    # rows of a table whose first column has another name are datasets, by convention
    row_names = NAMES["dataset"] if rows_are == "dataset" else NAMES["algorithm"][:MODELS_IN_ROWS]
    return table.rename(columns={"rows": draw(st.sampled_from(row_names))}), expected


def passes_only_if_right(table, expected, **roles):
    try:
        scores = Scores.from_frame(table, Roles(**roles))
    except InputError:
        return
    assert same_scores(scores, expected), (
        f"read as {scores}:\n{scores.frame}\nbut right is\n{expected}"
    )


def hints_lead_on(table, expected, **roles):
    """Hold the hints to it that they can be followed, and that one of each question's answers is right."""
    outcome = follow(table, lambda scores: any(same_scores(scores, one) for one in expected), roles)
    assert outcome.verdict != "wrong", outcome.path
    # tables whose algorithms are numbers may end in an error; a hint that cannot be typed must not be there
    assert [text for text in outcome.nowhere if DEAD_END not in text] == []


# FUZZ=1 draws other tables each time
hostile = functools.partial(
    settings,
    derandomize="FUZZ" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@hostile(max_examples=draws(150))
@given(long_tables(), st.booleans())
def test_a_long_table_is_read_right_or_not_at_all(drawn, higher):
    table, expected = drawn
    passes_only_if_right(table, expected[0], higher_is_better=higher)


@hostile(max_examples=draws(150))
@given(wide_tables(), st.booleans())
def test_a_wide_table_is_read_right_or_not_at_all(drawn, higher):
    table, expected = drawn
    passes_only_if_right(table, expected, higher_is_better=higher)


@hostile(max_examples=draws(60))
@given(long_tables(), st.booleans())
def test_the_hints_of_a_long_table_can_be_followed(drawn, higher):
    # where neither name says anything, the right answer may be none of those offered: not held here
    table, expected = drawn
    outcome = follow(
        table,
        lambda scores: any(same_scores(scores, one) for one in expected),
        {"higher_is_better": higher},
    )
    assert [text for text in outcome.nowhere if DEAD_END not in text] == []


@hostile(max_examples=draws(60))
@given(wide_tables(), st.booleans())
def test_the_hints_of_a_wide_table_can_be_followed(drawn, higher):
    table, expected = drawn
    hints_lead_on(table, [expected], higher_is_better=higher)


@hostile(max_examples=draws(40))
@given(
    st.sampled_from(NAMES["algorithm"][:13]), st.sampled_from(NAMES["dataset"][:8]), st.booleans()
)
def test_a_table_with_names_of_the_field_is_read_without_a_question(algorithm, dataset, swap):
    columns = {
        algorithm: np.repeat(ALGORITHMS[:4], 5),
        dataset: np.tile(DATASETS[:5], 4),
        "accuracy": np.random.default_rng(3).random(20),
    }
    table = pd.DataFrame(columns)[[dataset, "accuracy", algorithm] if swap else list(columns)]
    scores = Scores.from_frame(table)
    assert scores.algorithms == tuple(dict.fromkeys(table[algorithm]))
    assert len(scores.blocks) == 5


@pytest.mark.parametrize("name", sorted(DISTRACTORS))
def test_a_column_beside_the_roles_plays_no_role(name):
    frame = pd.DataFrame(
        {
            "algorithm": np.repeat(ALGORITHMS[:4], 6),
            "dataset": np.tile(DATASETS[:6], 4),
            "score": np.random.default_rng(5).random(24).round(6),
        }
    )
    expected = frame.pivot_table(index="dataset", columns="algorithm", values="score")
    table = frame.assign(**{name: DISTRACTORS[name](frame, np.random.default_rng(9))})
    passes_only_if_right(table.rename(columns={"score": "accuracy"}), expected)
