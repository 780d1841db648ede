"""Tables of log probabilities of language models: what is read and what is refused."""

import numpy as np
import pandas as pd
import pytest
from looped import loop_over

import benchreport  # noqa: F401 - registers df.bench
from benchreport.data import Predictions, Roles
from benchreport.errors import DataError, DesignError, OptionError, RoleError

# the probabilities of the six words of a lecture's example sentence
LECTURE = np.array([0.4, 0.15, 0.03, 0.3, 0.1, 0.01])
TOKENS = pd.DataFrame(
    {"token": list("abcdef"), "a_probability": LECTURE, "b_probability": LECTURE / 2}
)


def read(frame, **roles):
    return Predictions.from_frame(frame, Roles(**roles))


def refusal(kind, frame, **roles):
    with pytest.raises(kind) as caught:
        read(frame, **roles)
    assert caught.value.hint
    return caught.value.message


def test_lecture_perplexity_by_the_accessor():
    result = TOKENS.bench(task="language").metrics(["perplexity"])
    assert [row.estimate for row in result.rows] == pytest.approx([11.0816, 22.1632], abs=1e-4)
    assert not result.rows[0].higher_is_better


def test_all_forms_are_read_the_same():
    predictions = read(TOKENS, task="language")
    assert predictions.algorithms == ("a", "b")
    assert str(predictions) == "2 models on 6 examples; language"
    logs = pd.DataFrame({"a_logprob": np.log(LECTURE), "b_logprob": np.log(LECTURE / 2)})
    assert read(logs).predicted == pytest.approx(predictions.predicted, rel=1e-15)
    assert "language" in repr(logs.bench)
    plain = logs.rename(columns=lambda name: name.removesuffix("_logprob"))
    assert read(plain, task="language").sha256 == read(logs).sha256
    long = plain.assign(id=range(6)).melt("id", var_name="model", value_name="log_prob")
    assert read(
        long.sample(frac=1, random_state=0).sort_values("model"), task="language"
    ).predicted[:, 0].sum() == pytest.approx(np.log(LECTURE).sum())
    assert read(long).sha256 == read(logs).sha256
    chances = long.assign(probability=np.exp(long["log_prob"])).drop(columns="log_prob")
    assert read(chances, task="language").predicted == pytest.approx(
        predictions.predicted, rel=1e-12
    )


def test_sums_over_tokens_weigh_by_their_number():
    texts = np.array([0, 0, 0, 1, 1, 1])
    documents = pd.DataFrame(
        {
            "document": ["x", "y"],
            "tokens": [4, 2],
            "a_logprob": [np.log(LECTURE[:4]).sum(), np.log(LECTURE[4:]).sum()],
        }
    )
    predictions = read(documents)
    assert predictions.examples == ("x", "y")
    assert predictions.weights.tolist() == [4, 2]
    assert predictions.weighted
    assert "Examples count by tokens." in documents.bench.metrics(["perplexity"]).warnings
    perplexity = documents.bench.metrics(["perplexity"]).rows[0].estimate
    assert perplexity == pytest.approx(np.exp(-np.log(LECTURE).mean()), rel=1e-12)
    table = pd.DataFrame({"text": texts, "a_probability": LECTURE, "b_probability": LECTURE}).bench(
        dataset="text", task="language"
    )
    scores = table.to_scores(metric="perplexity")
    assert scores.values[0, 0] == pytest.approx(np.exp(-np.log(LECTURE[:3]).mean()), rel=1e-12)
    assert not scores.higher_is_better


def test_t_test_of_log_loss_is_scipys():
    stats = pytest.importorskip("scipy.stats")
    rng = np.random.default_rng(0)
    logs = -rng.exponential(2.0, (50, 2))
    frame = pd.DataFrame(logs, columns=["a_logprob", "b_logprob"])
    pair = frame.bench.loss_t().comparisons[0]
    assert pair.p_value == pytest.approx(stats.ttest_rel(*logs.T).pvalue, rel=1e-10)
    assert pair.favours == ("a" if logs[:, 0].sum() > logs[:, 1].sum() else "b")


@loop_over(
    ("kind", "frame", "message"),
    [
        (DataError, {"a_logprob": [-1.0, 0.5]}, "must be not above 0"),
        (DataError, {"a_probability": [0.1, 1.5]}, "must be from 0 to 1; found 1.5 for example 1"),
        (DataError, {"a_logprob": [-1.0, np.nan]}, "1 prediction missing: a_logprob for example 1"),
        (DataError, {"a_logprob": ["x", "y"]}, "has cells that are not numbers"),
        (DataError, {"a_logprob": [-1.0, -2.0], "tokens": [1, 0]}, "numbers of tokens above 0"),
        (OptionError, {"a_logprob": [-1.0, -2.0], "tokens": 1, "weight": 1}, "both weight="),
        (RoleError, {"tokens": [1, 2]}, "no column holds probabilities of the text that occurred"),
        (
            RoleError,
            {"a_logprob": [-1, -2], "a_probability": [1, 1]},
            "a model has several columns",
        ),
    ],
)
def test_errors_name_the_fault(kind, frame, message):
    assert message in refusal(kind, pd.DataFrame(frame), task="language")


def test_a_probability_of_zero_makes_the_perplexity_infinite():
    frame = pd.DataFrame({"a_probability": [0.5, 0.0], "b_probability": [0.5, 0.5]})
    result = frame.bench(task="language").metrics(["perplexity"])
    assert [row.estimate for row in result.rows] == [np.inf, 2.0]
    with pytest.raises(DesignError, match="infinite"):
        frame.bench(task="language").loss_t()


def test_identical_models_have_p_1():
    frame = pd.DataFrame({"a_logprob": np.log(LECTURE), "b_logprob": np.log(LECTURE)})
    assert frame.bench.loss_t().comparisons[0].p_value == 1
    permuted = frame.bench.metric_permutation(metric="perplexity", n_resamples=99)
    assert permuted.comparisons[0].p_value == 1


def test_one_column_below_zero_decides_for_all():
    frame = pd.DataFrame({"a": [0.0, 0.0], "b": [-1.0, -2.0]})
    assert read(frame, task="language").predicted[:, 0].tolist() == [0, 0]
