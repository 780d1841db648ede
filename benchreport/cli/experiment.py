"""``benchreport experiment``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchreport.cli.inputs import join_names
from benchreport.cli.report import print_warnings
from benchreport.errors import DependencyError, format_count
from benchreport.wording.shell import commands as shell

if TYPE_CHECKING:
    from benchreport.experiments import Experiment

MOST_ROWS = 40
"""A longer table of estimates is in its file only."""


@click.command(short_help="Run estimators on datasets, and compare them.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--jobs", type=int, help="The number of processes, instead of the file's; -1: all processors."
)
@click.option(
    "--twice", is_flag=True, help="Run it twice, keep nothing, and list the scores that differ."
)
def experiment(file: Path, jobs: int | None, twice: bool) -> None:  # noqa: FBT001 - a flag
    """Run the experiment of a TOML FILE, and write its tables and a report.

    An interrupted experiment goes on where it was.
    """
    try:
        from benchreport.experiments.experiment_file import load_experiment, run_file, write_report
    except ImportError as error:
        raise DependencyError(
            f"experiments need scikit-learn and joblib: {error}.",
            hint="pip install 'benchreport[experiments]'",
        ) from error
    with print_warnings():
        if twice:
            _compare(run_file(file, keep=False, jobs=jobs), run_file(file, keep=False, jobs=jobs))
            return
        try:
            result = run_file(file, jobs=jobs)
        except KeyboardInterrupt as stop:
            click.echo("\n".join(getattr(stop, "__notes__", ())), err=True)
            raise
        config = load_experiment(file)
        tables = result.save(config.folder)
        written = write_report(file, result)
    click.echo(f"{result}\n")
    estimates = result.estimates()
    if len(estimates.rows) <= MOST_ROWS:
        click.echo(f"{estimates}\n")
    if written is not None:
        click.echo("\n".join([*written.analysis.sentences, ""]))
    reports = [config.folder / name for name in config.experiment.report] if written else []
    click.echo(shell.WROTE.format(files=join_names((*tables, *reports))))


def _compare(first: "Experiment", second: "Experiment") -> None:
    if first.digest == second.digest:
        fits = format_count(len(first.cells), "fit")
        click.echo(shell.SAME_BYTES.format(fits=fits, digest=first.digest))
        return
    different = first.differences(second)
    click.echo(shell.OTHER_BYTES if len(different) else shell.OTHER_PREDICTIONS)
    if len(different):
        click.echo(different.to_string(index=False))
    raise SystemExit(1)
