"""Write runs of MLflow: a store of files, the dump of a database, and the CSV of ``search_runs``.

With mlflow 3.17.2 and scikit-learn 1.9.1::

    pip install mlflow scikit-learn
    python tests/data/tool_files/generate_mlflow.py

The folder of artifacts is replaced in what MLflow wrote, as it lies on the machine that ran it. Of the
database, only the tables that hold runs are dumped: the others make it a megabyte.
"""

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

os.environ["MLFLOW_ALLOW_FILE_STORE"] = "true"

import mlflow
from sklearn.datasets import load_iris, load_wine
from sklearn.ensemble import RandomForestClassifier
from sklearn.metrics import accuracy_score, log_loss
from sklearn.model_selection import train_test_split
from sklearn.tree import DecisionTreeClassifier

HERE = Path(__file__).parent / "mlflow"
MODELS = {"forest": RandomForestClassifier, "tree": DecisionTreeClassifier}
TABLES = ("experiments", "runs", "latest_metrics", "metrics", "params", "tags")


def run_all() -> None:
    """Train each model on each dataset with two seeds; one run fails and one is deleted."""
    mlflow.set_experiment("classics")
    for dataset, load in {"iris": load_iris, "wine": load_wine}.items():
        X, y = load(return_X_y=True)
        for name, make in MODELS.items():
            for seed in range(2):
                train_X, test_X, train_y, test_y = train_test_split(X, y, random_state=seed)
                with mlflow.start_run(run_name=f"{name}-{dataset}-{seed}"):
                    mlflow.log_params(
                        {"model": name, "dataset": dataset, "seed": seed, "max_depth": 3}
                    )
                    for depth in (1, 3):
                        model = make(max_depth=depth, random_state=seed).fit(train_X, train_y)
                        accuracy = accuracy_score(test_y, model.predict(test_X))
                        mlflow.log_metric("accuracy", round(accuracy, 4), step=depth)
                    loss = log_loss(test_y, model.predict_proba(test_X))
                    mlflow.log_metric("test/log_loss", round(loss, 4))
    with mlflow.start_run(run_name="mistake") as run:
        mlflow.log_params({"model": "tree", "dataset": "iris", "seed": 9})
        mlflow.log_metric("accuracy", 0.1)
    mlflow.delete_run(run.info.run_id)


def keep_store(folder: Path) -> None:
    """Copy the store of files, with the artifacts at a place that is no machine's."""
    target = HERE / "mlruns"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(folder, target)
    for file in target.rglob("meta.yaml"):
        file.write_text(file.read_text().replace(str(folder), "/experiments/mlruns"))
    for tag in target.rglob("tags/*"):
        if tag.name != "mlflow.runName":
            tag.unlink()


def keep_database(path: Path) -> None:
    """Write the statements that make the tables of runs again."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM tags WHERE key != 'mlflow.runName'")
        for (table,) in database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table'"
        ).fetchall():
            if table not in TABLES:
                database.execute(f"DROP TABLE {table}")
        dump = "\n".join(database.iterdump())
    (HERE / "mlflow_db.sql").write_text(dump.replace(str(path.parent), "/experiments") + "\n")


def main() -> None:
    """Run with each store."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # the database's artifacts lie in the working directory
        os.chdir(folder)
        mlflow.set_tracking_uri((folder / "mlruns").as_uri())
        run_all()
        keep_store(folder / "mlruns")
        frame = mlflow.search_runs(experiment_names=["classics"])
        frame = frame[[c for c in frame if not c.startswith("tags.") or c == "tags.mlflow.runName"]]
        frame["artifact_uri"] = frame["artifact_uri"].str.replace(name, "/experiments")
        frame.to_csv(HERE / "search_runs.csv", index=False)
        mlflow.set_tracking_uri(f"sqlite:///{folder / 'mlflow.db'}")
        run_all()
        keep_database(folder / "mlflow.db")


if __name__ == "__main__":
    main()
