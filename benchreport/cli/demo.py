"""``benchreport demo``."""

import shlex
import sys
from pathlib import Path

import click

from benchreport.cli.outputs import write_into_folder
from benchreport.errors import OptionError, RenderError
from benchreport.wording.shell import commands as shell

PACKAGE = Path(__file__).resolve().parents[1]
TABLES = (
    PACKAGE / "demo.csv",
    PACKAGE.parent / "examples" / "garcia_herrera2008" / "garcia_herrera2008.csv",
)
"""The published table of five classifiers on thirty datasets: in the installed package, or in a checkout."""


@click.command(short_help="Try it: make a table, and the report on it.")
@click.argument(
    "folder", default=Path("benchreport-demo"), type=click.Path(file_okay=False, path_type=Path)
)
@click.option("--no-open", is_flag=True, help="Do not open the report in the browser.")
def demo(folder: Path, no_open: bool) -> None:  # noqa: FBT001 - a flag
    """Write a published table of five classifiers on thirty datasets to FOLDER, and the report on it."""
    results, page = folder / "results.csv", folder / "report.html"
    for place in (results, page):
        if place.exists():
            raise OptionError(
                f"{place} exists already.", hint=f"benchreport demo {shlex.quote(f'{folder}-2')}"
            )
    writable = shlex.quote(str(Path.home() / "benchreport-demo"))
    write_into_folder(results, _table().read_bytes(), hint=f"benchreport demo {writable}")
    words = ["report", str(results), "--score", "accuracy", "-o", str(page)]
    click.echo(shell.TYPED.format(command=shlex.join(["benchreport", *words])))
    from benchreport.cli import main

    main.main(args=words, prog_name="benchreport", standalone_mode=False)
    read = f"{shlex.quote(str(results))} --score accuracy"
    following = (
        f"benchreport test wilcoxon {read}",
        f"benchreport table {read} -o table.tex",
        "benchreport check FILE",
    )
    click.echo("\n" + shell.AFTER_DEMO.format(calls="\n  or: ".join(following)))
    if not no_open and sys.stdout.isatty():
        click.launch(str(page))


def _table() -> Path:
    found = next((place for place in TABLES if place.is_file()), None)
    if found is None:
        raise RenderError(
            f"the table of the demo is not in {PACKAGE}.", hint="pip install benchreport"
        )
    return found
