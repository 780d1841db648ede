"""Try six scikit-learn classifiers on six benchmarks, several times each, and log every answer.

Writes ``answers.csv.gz`` beside this file, as evaluations of language models keep it: one row for each
model, question and attempt, which says whether the answer was right. Questions come in documents: several
sentences of one docstring, several photographs of one digit, several measurements of one flower; documents
of the test half are never trained on. An attempt trains on its own draw of the training half. All data come
with scikit-learn; the docstrings are its own, so that other versions give other sentences (written by
1.9.1)::

    pip install '.[examples]'
    python examples/evaluations/run_models.py
"""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.ensemble import ExtraTreesClassifier, RandomForestClassifier
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.utils import all_estimators

HERE = Path(__file__).parent
SEED, ATTEMPTS, MOST_DOCUMENTS, VERSIONS = 21, 4, 60, 3
MODULES = ("cluster", "decomposition", "ensemble", "linear_model", "neighbors", "preprocessing")
KINDS = ("classifier", "regressor", "transformer")
SHORTEST, LONGEST, MOST_SENTENCES = 50, 160, 6
MARKUP = re.compile(r"[:`_{}=\[\]|\\^<>*#]|version(added|changed)|Read more| - ")


class Questions(NamedTuple):
    """Questions with their answers: one row each of features (n, d) or texts, and the document it is from."""

    texts: list[str]
    features: np.ndarray
    answer: np.ndarray
    document: np.ndarray


def models(seed: int) -> dict[str, object]:
    """Return the classifiers, those that draw at random with a seed."""
    return {
        "logistic regression": LogisticRegression(max_iter=2000),
        "support vectors": SVC(kernel="rbf", C=3.0),
        "random forest": RandomForestClassifier(100, random_state=seed),
        "extra trees": ExtraTreesClassifier(100, random_state=seed),
        "nearest neighbours": KNeighborsClassifier(5),
        "naive Bayes": BernoulliNB(),
    }


def sentences(doc: str) -> list[str]:
    """Return the whole sentences of a docstring."""
    text = re.split(r"\n\s*(?:References|Examples|See Also)\n", doc)[0]
    parts = re.split(r"(?<=[.])\s+(?=[A-Z])", re.sub(r"\s+", " ", text))
    kept = [part for part in parts if SHORTEST <= len(part) <= LONGEST and part.endswith(".")]
    return [part for part in dict.fromkeys(kept) if not MARKUP.search(part)][:MOST_SENTENCES]


def from_docstrings(label: str) -> Questions:
    """Ask of sentences which module, or which kind of estimator, they describe."""
    rows = []
    for name, estimator in all_estimators():
        module = estimator.__module__.split(".")[1]
        kinds = [kind for kind in KINDS if issubclass(estimator, _mixin(kind))]
        answers = [module] if label == "module" and module in MODULES else []
        if label == "kind" and len(kinds) == 1:
            answers = kinds
        texts = sentences(estimator.__doc__ or "")
        rows += [(text, answer, name) for answer in answers for text in texts]
    texts, answer, document = (np.array(column) for column in zip(*rows, strict=True))
    return Questions(texts.tolist(), np.empty(0), answer, document)


def _mixin(kind: str) -> type:
    from sklearn import base

    mixin: type = getattr(base, f"{kind.title()}Mixin")
    return mixin


def from_table(data: object, thing: str, noise: float) -> Questions:
    """Ask of noisy versions of rows which class they are of: three versions of each row."""
    rng = np.random.default_rng(SEED)
    rows = np.concatenate(
        [np.flatnonzero(data.target == each)[:70] for each in np.unique(data.target)]
    )
    spread = data.data.std(axis=0)
    shape = (len(rows), VERSIONS, data.data.shape[1])
    versions = data.data[rows][:, None] + noise * spread * rng.normal(size=shape)
    document = np.repeat([f"{thing} {row + 1}" for row in rows], VERSIONS)
    view = np.tile([f"view {number + 1}" for number in range(VERSIONS)], len(rows))
    texts = [f"{name}, {which}" for name, which in zip(document, view, strict=True)]
    answer = np.repeat(np.array(data.target_names)[data.target[rows]].astype(str), VERSIONS)
    return Questions(texts, versions.reshape(-1, shape[2]), answer, document)


def benchmarks() -> dict[str, Questions]:
    """Return the benchmarks by name."""
    return {
        "docstring modules": from_docstrings("module"),
        "docstring kinds": from_docstrings("kind"),
        "digits": from_table(load_digits(), "scan", 0.8),
        "tumours": from_table(load_breast_cancer(), "patient", 0.6),
        "wines": from_table(load_wine(), "bottle", 0.6),
        "irises": from_table(load_iris(), "flower", 0.25),
    }


def answers(name: str, questions: Questions) -> Iterator[pd.DataFrame]:
    """Train on half of the documents, and log the answers to questions about some of the others."""
    rng = np.random.default_rng([SEED, len(name)])
    documents = rng.permutation(np.unique(questions.document))
    train = np.flatnonzero(np.isin(questions.document, documents[: len(documents) // 2]))
    asked = documents[len(documents) // 2 :][:MOST_DOCUMENTS]
    test = np.flatnonzero(np.isin(questions.document, asked))
    for attempt in range(1, ATTEMPTS + 1):
        drawn = rng.choice(train, len(train))
        for model, classifier in models(attempt).items():
            if len(questions.features):
                fitted, inputs = make_pipeline(StandardScaler(), classifier), questions.features
            else:
                fitted = make_pipeline(TfidfVectorizer(sublinear_tf=True), classifier)
                inputs = np.array(questions.texts, dtype=object)
            fitted.fit(inputs[drawn], questions.answer[drawn])
            right = fitted.predict(inputs[test]) == questions.answer[test]
            yield pd.DataFrame(
                {
                    "model": model,
                    "benchmark": name,
                    "document": questions.document[test],
                    "question": [questions.texts[row] for row in test],
                    "attempt": attempt,
                    "correct": right.astype(int),
                }
            )


def main() -> None:
    """Run all models and write the log."""
    frames = [frame for item in benchmarks().items() for frame in answers(*item)]
    log = pd.concat(frames, ignore_index=True)
    print(log.groupby(["benchmark", "model"])["correct"].mean().round(3).to_string())
    print(log.groupby("benchmark")[["document", "question"]].nunique())
    # rows that are alike stand together, which keeps the file small
    log = log.sort_values(["benchmark", "document", "question", "attempt"], kind="stable")
    text = log.to_csv(index=False, lineterminator="\n")
    # without the time, the same answers give the same bytes
    (HERE / "answers.csv.gz").write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
