"""What a table or an option lacks for a procedure is said in words that help, with a way out."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

import benchreport  # noqa: F401 - registers df.bench
from benchreport.errors import BenchreportError

DRAWS = np.random.default_rng(0)
SCORES = pd.DataFrame(DRAWS.normal(size=(6, 3)).round(3), columns=list("abc"))
SCORES.insert(0, "dataset", [f"d{place}" for place in range(6)])
WITH_A_GAP = SCORES.assign(a=SCORES["a"].where(SCORES["dataset"] != "d0"))
MANY = pd.DataFrame(DRAWS.normal(size=(6, 22)).round(3)).add_prefix("m")
SETTINGS = pd.DataFrame(
    product(["4", "8", "16", "32", "64"], ["on", "off"], ["iris", "wine"]),
    columns=["width", "dropout", "dataset"],
).assign(accuracy=DRAWS.normal(size=20).round(3), size=DRAWS.integers(1, 9, 20).astype(float))
RUNS = SETTINGS.drop(columns="dataset")
A_SIZE_IS_MISSING = SETTINGS.assign(size=SETTINGS["size"].where(SETTINGS.index != 3))
FACTORS = {"factors": ["width", "dropout"], "score": "accuracy"}
VALUES = pd.DataFrame({"y_true": [0.5, 0.0, 2.5, 3.5], "a": 1.5, "b": [2.5, 2.0, 1.0, 1.5]})
LABELS = pd.DataFrame({"y_true": ["yes", "yes"], "a": ["yes", "no"], "b": ["no", "yes"]})
CURVES = pd.DataFrame(product("ab", range(3), range(4)), columns=["model", "seed", "epoch"]).assign(
    train=DRAWS.random(24), accuracy=DRAWS.random(24)
)


@pytest.mark.parametrize(
    ("frame", "roles", "procedure", "options", "message", "hint"),
    [
        (
            WITH_A_GAP,
            {"score": "accuracy", "missing": "worst"},
            "mixed_model",
            {},
            "mixed_model handles gaps itself; missing='worst' would count made-up scores as runs.",
            "df.bench(missing='error').mixed_model()",
        ),
        (
            SCORES,
            {"score": "accuracy"},
            "z_test",
            {"mu": 0.0, "sigma": 1.0, "correction": "shaffer"},
            "correction='shaffer' is for all pairs of algorithms; here each is compared with mu.",
            "correction='holm'",
        ),
        (
            SCORES,
            {"score": "accuracy"},
            "normality",
            {"on": "runs"},
            "raw scores of datasets are not a sample from one distribution",
            "on='differences' or on='residuals'",
        ),
        (
            SCORES,
            {"score": "accuracy"},
            "wilcoxon",
            {"control": "a", "correction": "shaffer"},
            "comparisons with control='a' have none.",
            "correction='holm', or no control",
        ),
        (
            MANY,
            {"score": "accuracy"},
            "wilcoxon",
            {"correction": "bergmann_hommel"},
            "computed for up to 20 algorithms; these 231 pairs come from more.",
            "correction='shaffer', or correction='holm'",
        ),
        (
            SETTINGS,
            FACTORS,
            "anova",
            {"covariance": "cluster"},
            "covariance='cluster' cannot test 4 coefficients at once on 2 clusters.",
            "covariance='HC3'",
        ),
        (
            RUNS,
            FACTORS | {"covariates": ["size"]},
            "anova",
            {},
            "no column tells which 'size' belongs to which score of the same combination.",
            "add a column of seeds or repeats",
        ),
        (
            A_SIZE_IS_MISSING,
            FACTORS | {"covariates": ["size"]},
            "anova",
            {"variant": "pooled"},
            "covariate 'size' has no value in 1 cell: ('width=4', 'wine').",
            "leave out the covariate, or fill in its values",
        ),
        (
            VALUES,
            {},
            "loss_t",
            {"loss": "mape"},
            "mape divides by the true value, which is 0 for example 1.",
            "loss='mae'",
        ),
        (
            LABELS,
            {"classes": ["no", "yes"]},
            "metric_permutation",
            {"metric": "cohen_kappa"},
            "cohen_kappa is undefined after predictions of a and b are exchanged.",
            "metric='accuracy'",
        ),
        (
            CURVES,
            {"train": "train", "score": "accuracy"},
            "curve_summary",
            {"parts": ["train"], "best_so_far": True},
            "train scores belong to single steps and have no best so far.",
            "best_so_far=False",
        ),
    ],
)
def test_a_refusal_names_the_reason_and_a_way_out(frame, roles, procedure, options, message, hint):
    with pytest.raises(BenchreportError) as caught:
        getattr(frame.bench(**{"higher_is_better": True, **roles}), procedure)(**options)
    assert message in caught.value.message
    assert hint in caught.value.hint
