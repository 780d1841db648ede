"""Interrupted experiments go on where they were, and give the bytes of uninterrupted ones."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import numpy as np
import pytest
from joblib.externals.loky.process_executor import TerminatedWorkerError
from needs import LONG, longer
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from sklearn.naive_bayes import GaussianNB

from benchreport.errors import ExperimentError, OptionError
from benchreport.experiments import KFold, run, tasks
from benchreport.experiments import store as module
from benchreport.experiments.store import digest_of

X, Y = make_classification(90, 4, random_state=3)
DATA = {"a": (X, Y), "b": (X[:60], Y[:60])}
# fits slowly enough to be killed between two of them, and says when it begins
SCRIPT = """
import time, sys
from sklearn.datasets import make_classification
from sklearn.ensemble import RandomForestClassifier
from benchreport.experiments import KFold, run, store

class Slow(RandomForestClassifier):
    def fit(self, X, y):
        time.sleep(0.05)
        print("fit", flush=True)
        return super().fit(X, y)

if __name__ == "__main__":
    store.EVERY = 0.0
    X, y = make_classification(90, 4, random_state=3)
    for folder in sys.argv[1:]:
        options = {"resampling": KFold(8), "folder": folder or None, "seed": 1}
        print(run({"slow": Slow(3)}, {"a": (X, y)}, **options).digest)
"""


class Dies(ClassifierMixin, BaseEstimator):
    """Kills its own process, as the system does when memory runs out."""

    def fit(self, features, target):
        assert len(features) == len(target)
        os.kill(os.getpid(), signal.SIGKILL)

    def predict(self, features):
        return np.zeros(len(features))


class Interrupted(GaussianNB):
    """Is interrupted by Ctrl-C in the fifth fit."""

    fits = 0
    armed = True

    def fit(self, features, target):
        type(self).fits += 1
        if self.armed and self.fits == 5:
            raise KeyboardInterrupt
        return super().fit(features, target)


def count_rows(folder):
    with closing(sqlite3.connect(Path(folder) / module.NAME)) as file:
        return file.execute("SELECT count(*) FROM cells").fetchone()[0]


@pytest.fixture
def script(tmp_path):
    place = tmp_path / "script.py"
    place.write_text(SCRIPT)
    return place


@LONG
def test_an_experiment_killed_and_resumed_is_the_uninterrupted_one(script, tmp_path):
    folder = tmp_path / "cells"
    process = subprocess.Popen([sys.executable, script, folder], stdout=subprocess.PIPE, text=True)
    for _ in range(5):
        process.stdout.readline()
    process.kill()
    process.communicate()
    kept = count_rows(folder)
    assert 3 <= kept <= 5
    # resumed, and then without a folder
    words = subprocess.check_output([sys.executable, script, folder, ""], text=True).split()
    resumed, whole = (word for word in words if word != "fit")
    assert (words.index(resumed), words.count("fit")) == (8 - kept, 16 - kept)
    assert resumed == whole


def test_ctrl_c_keeps_what_is_done_and_says_how_much(tmp_path):
    models = {"bayes": Interrupted()}
    with pytest.raises(KeyboardInterrupt) as caught:
        run(models, DATA, resampling=KFold(4), folder=tmp_path)
    assert caught.value.__notes__ == ["4 of 8 fits are kept."]
    Interrupted.fits, Interrupted.armed = 0, False
    resumed = run(models, DATA, resampling=KFold(4), folder=tmp_path)
    assert Interrupted.fits == 4
    assert resumed.digest == run(models, DATA, resampling=KFold(4)).digest


def test_whatever_changed_is_computed_anew_and_the_rest_is_found(tmp_path, monkeypatch):
    fitted = []
    fit = RandomForestClassifier.fit

    def noted(self, *arguments):
        fitted.append(self.max_depth)
        return fit(self, *arguments)

    monkeypatch.setattr(RandomForestClassifier, "fit", noted)

    def count(depth=2, data=DATA, **options):
        fitted.clear()
        models = {"forest": RandomForestClassifier(2, max_depth=depth), "bayes": GaussianNB()}
        options = {"resampling": KFold(3), "folder": tmp_path} | options
        run(models, data, **options)
        return len(fitted)

    assert count() == 6
    assert count() == 0
    assert count(depth=3) == 6
    assert count(data={"a": (X, Y), "b": (X[:50], Y[:50])}) == 3
    assert count(seed=1) == 6
    assert count(metrics=["accuracy", "f1"]) == 6
    assert count(resampling=KFold(3, repeats=2)) == 12
    assert count(resampling=KFold(3, repeats=3)) == 6
    assert count() == 0


def test_what_is_read_again_is_what_was_written(tmp_path):
    options = {"resampling": KFold(3), "metrics": ["accuracy", "auc"], "train_scores": True}
    labels = {"a": (X, np.array(["no", "yes"])[Y])}
    first = run([GaussianNB()], labels, folder=tmp_path, positive="yes", **options)
    again = run([GaussianNB()], labels, folder=tmp_path, positive="yes", **options)
    assert first.digest == again.digest
    assert first.times.equals(again.times)
    assert first.scores_on("train").equals(again.scores_on("train"))


def test_failures_are_tried_again(tmp_path):
    class Sulks(GaussianNB):
        sulky = True

        def fit(self, features, target):
            if self.sulky:
                raise MemoryError
            return super().fit(features, target)

    models = {"bayes": GaussianNB(), "sulks": Sulks()}
    first = run(models, DATA, resampling=KFold(3), folder=tmp_path)
    assert first.failures["error"].unique().tolist() == ["MemoryError"]
    Sulks.sulky = False
    assert run(models, DATA, resampling=KFold(3), folder=tmp_path).failures.empty


@pytest.mark.parametrize("n_jobs", [1, longer(2)])
def test_a_killed_worker_is_told_with_what_is_kept(tmp_path, monkeypatch, n_jobs):
    model = Dies()
    if n_jobs == 1:
        # what joblib raises where the process of a worker has ended
        error = TerminatedWorkerError("a worker process was unexpectedly terminated")
        monkeypatch.setattr(tasks, "run_cell", Mock(side_effect=error))
        model = GaussianNB()
    with pytest.raises(
        ExperimentError, match="a worker was killed, perhaps because memory"
    ) as caught:
        run({"dies": model}, {"a": (X, Y)}, resampling=KFold(3), n_jobs=n_jobs, folder=tmp_path)
    assert "0 of 3 fits are kept." in caught.value.message
    assert "dies on a, split" in caught.value.message
    assert caught.value.hint.endswith("n_jobs=1")


@LONG
def test_a_task_that_workers_cannot_read_is_told(tmp_path, monkeypatch):
    (tmp_path / "hidden.py").write_text(
        "from sklearn.naive_bayes import GaussianNB\nclass Hidden(GaussianNB): pass\n"
    )
    run([GaussianNB()], {"a": (X, Y)}, resampling=KFold(3), n_jobs=2)
    # the processes of that run do not find what is new here
    monkeypatch.syspath_prepend(tmp_path)
    from hidden import Hidden

    with pytest.raises(ExperimentError, match="a worker cannot read its task") as caught:
        run([Hidden()], {"a": (X, Y)}, resampling=KFold(3), n_jobs=2)
    assert "No module named 'hidden'" in caught.value.message


@LONG
def test_a_full_disk_is_told_and_nothing_is_half_written(small_disk):
    features = np.random.default_rng(0).normal(size=(20_000, 1))
    data = {"big": (features, (features[:, 0] > 0).astype(int))}
    models = {f"bayes {number}": GaussianNB() for number in range(4)}
    with pytest.raises(
        ExperimentError, match=r"cannot keep the cells: .*full; \d+ are kept"
    ) as caught:
        run(models, data, resampling=KFold(4, repeats=5), folder=small_disk)
    assert "make room" in caught.value.hint
    with closing(sqlite3.connect(small_disk / module.NAME)) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    result = run(models, data, resampling=KFold(2, repeats=3))
    with pytest.raises(ExperimentError, match="no file changed"):
        result.save(small_disk)
    assert not list(small_disk.glob("*.csv"))


def test_a_folder_that_is_a_file_is_an_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(OptionError, match="is a file"):
        run([GaussianNB()], DATA, folder=tmp_path / "file")


@LONG
def test_digests_are_those_of_other_processes():
    code = (
        "from sklearn.svm import SVC; from sklearn.pipeline import make_pipeline;"
        "from benchreport.experiments.store import digest_of; print(digest_of(make_pipeline(SVC(C=2))))"
    )
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import SVC

    other = subprocess.check_output([sys.executable, "-c", code], text=True).strip()
    assert digest_of(make_pipeline(SVC(C=2))) == other
    assert digest_of(make_pipeline(SVC(C=3))) != other


def test_rows_wait_for_a_second(tmp_path, monkeypatch):
    writes = []
    flush = module.Store.flush
    monkeypatch.setattr(module.Store, "flush", lambda self: (writes.append(1), flush(self)))
    monkeypatch.setattr(module, "EVERY", 60.0)
    start = time.monotonic()
    run([GaussianNB()], DATA, resampling=KFold(5), folder=tmp_path)
    assert time.monotonic() - start < 60
    assert len(writes) == 1
    assert count_rows(tmp_path) == 10
