"""Experiments from the shell, and as the source of the nights."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlparse

import numpy as np
import pandas as pd
import pytest
import sklearn.datasets
from click.testing import CliRunner
from needs import LONG
from sklearn.datasets import load_iris, make_classification

from benchreport.cli import main
from benchreport.errors import ConfigError, ReadError
from benchreport.experiments import run_file
from benchreport.nightly.config.load import load
from benchreport.nightly.intake.sources import fetch_results

FILE = """
[experiment]
folder = "results"
metrics = ["accuracy"]

[resampling]
kind = "k-fold"
folds = 3

[[estimator]]
path = "sklearn.svm.SVC"
name = "svm"
prepare = ["sklearn.preprocessing.StandardScaler"]
grid = {C = [0.1, 1.0]}
inner_folds = 3

[[estimator]]
path = "sklearn.tree.DecisionTreeClassifier"
parameters = {max_depth = 2}

[[dataset]]
name = "iris"

[[dataset]]
name = "moons"
parameters = {n_samples = 60, noise = 0.3}

[[dataset]]
file = "data/*.csv"
target = "outcome"
"""


def call(*arguments):
    return CliRunner().invoke(main, ["experiment", *map(str, arguments)])


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("data").mkdir()
    for name in ("one", "two"):
        features, target = make_classification(60, 4, random_state=len(name))
        pd.DataFrame(features).assign(outcome=np.array(["no", "yes"])[target]).to_csv(
            f"data/{name}.csv", index=False
        )
    Path("experiment.toml").write_text(FILE)
    return Path("experiment.toml")


@pytest.mark.usefixtures("blank_pictures")
def test_a_file_runs_to_tables_and_a_report(file):
    done = call(file)
    assert done.exit_code == 0, done.output
    assert (
        "2 estimators on 4 datasets, KFold(folds=3, repeats=1, stratify=None): 24 fits"
        in done.output
    )
    assert "Over 4 datasets" in done.output
    assert done.output.splitlines()[-1].startswith("Wrote results/scores.csv")
    assert "<h1" in Path("results/report.html").read_text()
    frame = pd.read_csv("results/scores.csv")
    assert frame["dataset"].unique().tolist() == ["iris", "moons", "one", "two"]
    tuned = pd.read_csv("results/tuning.csv")
    assert set(tuned["parameters"]) <= {"svc__C=0.1", "svc__C=1.0"}
    before = {path: path.read_bytes() for path in Path("results").glob("*.csv")}
    # everything is found again, times too
    assert call(file).exit_code == 0
    assert before == {path: path.read_bytes() for path in Path("results").glob("*.csv")}


@LONG
def test_two_runs_are_compared(file):
    text = FILE.replace('metrics = ["accuracy"]', 'report = []\nresampling = "2-fold"')
    file.write_text(text.replace('[resampling]\nkind = "k-fold"\nfolds = 3\n', ""))
    done = call(file, "--twice")
    assert done.output.startswith("Both runs of 16 fits gave the same bytes: ")
    Path("luck.py").write_text(
        "import os\nfrom sklearn.dummy import DummyClassifier\nclass Luck(DummyClassifier):\n"
        "    def predict(self, X):\n        return self.classes_[[b % 2 for b in os.urandom(len(X))]]\n"
    )
    file.write_text('[[estimator]]\npath = "luck.Luck"\n[[dataset]]\nname = "moons"\n')
    done = call(file, "--twice")
    assert done.exit_code == 1
    assert "The two runs differ, in these scores:" in done.output
    assert "Luck" in done.output


def test_without_scikit_learn_the_extra_is_named(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "benchreport.experiments.experiment_file", None)
    done = call(file)
    assert done.exit_code == 1
    assert "experiments need scikit-learn and joblib" in done.stderr
    assert "pip install 'benchreport[experiments]'" in done.stderr


def test_one_split_of_one_dataset_is_reported_by_its_predictions(file):
    file.write_text(
        '[experiment]\nresampling = "holdout"\nreport = ["report.md"]\n'
        '[[estimator]]\npath = "sklearn.naive_bayes.GaussianNB"\n'
        '[[estimator]]\npath = "sklearn.tree.DecisionTreeClassifier"\n[[dataset]]\nname = "wine"\n'
    )
    done = call(file)
    assert done.exit_code == 0, done.output
    assert "2 models on 45 examples" in Path("results/report.md").read_text()


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        (
            "\nfolds = 3",
            "\nflods = 3",
            "[resampling] has an unknown key 'flods'",
            "did you mean folds?",
        ),
        ("k-fold", "kfold", "[resampling] kind should be one of 'holdout'", 'kind = "k-fold"'),
        ("folder =", "foldr =", "[experiment] has an unknown key 'foldr'", "did you mean folder?"),
        (
            "svm.SVC",
            "svm.SCV",
            "'sklearn.svm.SCV' with {} cannot be made: AttributeError",
            "a module",
        ),
        (
            "max_depth = 2",
            "depth = 2",
            "unexpected keyword argument 'depth'",
            "[estimator.parameters]",
        ),
        ('name = "iris"', 'name = "irsi"', "[[dataset]] dataset must be one of", 'name = "iris"'),
        ("n_samples", "samples", "[[dataset]] ", 'name = "iris"'),
        ("data/*.csv", "date/*.csv", "no file matches date/*.csv", "data/*.csv"),
        ('"outcome"', '"outcoem"', "column must be one of", "outcome"),
        (
            'name = "iris"',
            "openml = 61",
            "cache does not hold dataset 61 of OpenML",
            "fetch_openml",
        ),
        (
            'name = "iris"',
            "",
            "[[dataset]] needs a name, a file or a number of OpenML",
            "openml = 61",
        ),
        ('name = "svm"', 'name = "DecisionTreeClassifier"', "two estimators are called", "name ="),
        ('path = "sklearn.svm.SVC"', "", "[[estimator]] number 1 lacks path", "path = …"),
        ('"accuracy"', "1", "experiment.metrics[0] should be a text; got 1", '"1"'),
        ("[experiment]", "[experiment", "is not TOML", "quotes"),
    ],
)
def test_what_is_wrong_with_a_file(file, monkeypatch, old, new, message, hint):
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(file.parent / "cache"))
    file.write_text(FILE.replace(old, new))
    done = call(file)
    assert done.exit_code == 2, done.output
    assert message in done.output
    assert hint in done.output
    assert not Path("results").exists()


def test_files_that_are_not_there_or_compare_nothing(file):
    with pytest.raises(ReadError, match=r"there is no configuration none\.toml"):
        run_file("none.toml")
    file.write_text(FILE[: FILE.index("[[dataset]]")])
    with pytest.raises(ConfigError, match=r"has no \[\[dataset\]\]"):
        run_file(file)


@LONG
def test_groups_and_names_of_files(file):
    frame = load_iris(as_frame=True).frame.assign(plant=lambda rows: rows.index // 5)
    frame = frame.sample(frac=1, random_state=0)
    frame.to_csv("flowers.csv", index=False)
    file.write_text(
        '[experiment]\nresampling = "5-fold"\n[[estimator]]\npath = "sklearn.naive_bayes.GaussianNB"\n'
        '[[dataset]]\nfile = "flowers.csv"\nname = "by plant"\ngroups = "plant"\n'
    )
    [data] = run_file(file).datasets
    assert (data.name, data.X.shape, len(set(data.groups))) == ("by plant", (150, 4), 30)
    # a search keeps the groups together, too
    text = file.read_text().replace("naive_bayes.GaussianNB", "svm.SVC")
    file.write_text(text.replace("[[dataset]]", "grid = {C = [0.1, 1.0]}\n[[dataset]]"))
    assert len(run_file(file).tuning) == 5
    file.write_text(
        file.read_text().replace("5-fold", "time-series").replace('groups = "plant"', "")
    )
    assert len(run_file(file).tuning) == 5


@LONG
@pytest.mark.usefixtures("file")
def test_nights_run_an_experiment_anew():
    Path("nightly.toml").write_text('[source]\nexperiment = "experiment.toml"\n')
    config = load("nightly.toml")
    found = fetch_results(config, "2026-11-25")
    assert found.origin == "experiment.toml"
    assert found.frame.columns.tolist() == ["algorithm", "dataset", "fold", "accuracy"]
    assert Path("results/2026-11-25/cells.db").exists()
    again = fetch_results(config, "2026-11-26")
    assert again.frame.equals(found.frame)
    assert Path("results/2026-11-26/cells.db").exists()


@LONG
def test_modules_beside_the_file_are_found_by_all_processes(file):
    Path("own.py").write_text(
        "from sklearn.naive_bayes import GaussianNB\nclass Own(GaussianNB): pass\n"
    )
    file.write_text('[[estimator]]\npath = "own.Own"\n[[dataset]]\nname = "moons"\n')
    assert run_file(file, keep=False, jobs=2).digest == run_file(file, keep=False).digest


@LONG
def test_ctrl_c_says_how_to_go_on(file):
    Path("stops.py").write_text(
        "from sklearn.dummy import DummyClassifier\nclass Stops(DummyClassifier):\n"
        "    def fit(self, X, y):\n        raise KeyboardInterrupt\n"
    )
    file.write_text('[[estimator]]\npath = "stops.Stops"\n[[dataset]]\nname = "moons"\n')
    done = subprocess.run(
        [sys.executable, "-m", "benchreport", "experiment", str(file)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ},
    )
    assert done.returncode == 1
    assert done.stderr.startswith("0 of 10 fits are kept.")
    assert "Traceback" not in done.stderr


def test_a_dataset_of_openml_comes_from_the_cache(file, monkeypatch):
    """The answers of openml.org are those with which scikit-learn tests its own reader."""
    answers = Path(sklearn.datasets.__file__).parent / "tests/data/openml/id_61"
    description = json.loads(gzip.decompress((answers / "api-v1-jd-61.json.gz").read_bytes()))
    about = description["data_set_description"]
    kept = {
        "api/v1/json/data/61.gz": "api-v1-jd-61.json.gz",
        "api/v1/json/data/features/61.gz": "api-v1-jdf-61.json.gz",
        "api/v1/json/data/qualities/61.gz": "api-v1-jdq-61.json.gz",
        # where scikit-learn 1.6 keeps the data, and later versions do
        f"data/v1/download/{about['file_id']}.gz": "data-v1-dl-61.arff.gz",
        urlparse(about["url"]).path[1:] + ".gz": "data-v1-dl-61.arff.gz",
    }
    monkeypatch.setenv("SCIKIT_LEARN_DATA", str(file.parent / "cache"))
    monkeypatch.setattr("sklearn.datasets._openml.urlopen", None)  # nothing is downloaded
    for place, name in kept.items():
        target = Path("cache/openml/openml.org") / place
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes((answers / name).read_bytes())
    file.write_text(
        '[experiment]\nresampling = "3-fold"\n[[estimator]]\npath = "sklearn.naive_bayes.GaussianNB"\n'
        "[[dataset]]\nopenml = 61\n"
    )
    result = run_file(file)
    [data] = result.datasets
    assert data.name == "iris"
    assert set(data.y) == {"Iris-setosa", "Iris-versicolor", "Iris-virginica"}
    assert result.scores["accuracy"].min() > 0.8


def test_tables_that_occur_twice_have_double_brackets(file):
    file.write_text('[dataset]\nname = "iris"\n[dataset]\nname = "wine"\n')
    done = call(file)
    assert done.exit_code == 2
    assert "Hint: write [[dataset]], in double brackets" in done.output
