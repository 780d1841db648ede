"""Write studies of Optuna: the dump of a database, and a table of trials.

With optuna 5.0.0 and pandas 3.0.6::

    pip install optuna pandas
    python tests/data/tool_files/generate_optuna.py
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import optuna

HERE = Path(__file__).parent / "optuna"
TRIALS = 12
# the other tables hold parameters and settings of the samplers
TABLES = ("studies", "study_directions", "trials", "trial_values")


def objective(trial: optuna.Trial) -> float:
    """Return the distance from a minimum; two trials in twelve are pruned."""
    x, y = trial.suggest_float("x", -5, 5), trial.suggest_float("y", -5, 5)
    if trial.number % 6 == 5:
        raise optuna.TrialPruned
    return (x - 2) ** 2 + (y + 1) ** 2


def main() -> None:
    """Run two samplers with three seeds each."""
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    samplers = {"tpe": optuna.samplers.TPESampler, "random": optuna.samplers.RandomSampler}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "studies.db"
        for name, make in samplers.items():
            for seed in range(3):
                study = optuna.create_study(
                    study_name=f"{name}-{seed}",
                    sampler=make(seed=seed),
                    storage=f"sqlite:///{path}",
                    direction="minimize",
                )
                study.optimize(objective, n_trials=TRIALS)
        study.trials_dataframe().to_csv(HERE / "random.csv", index=False)
        with closing(sqlite3.connect(path)) as database:
            tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            for (table,) in tables.fetchall():
                if table not in TABLES:
                    database.execute(f"DROP TABLE {table}")
            dump = "\n".join(database.iterdump())
    (HERE / "studies_db.sql").write_text(dump + "\n")


if __name__ == "__main__":
    main()
