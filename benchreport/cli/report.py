"""``benchreport report``."""

import contextlib
import functools
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from benchreport.cli.inputs import Output, any_table, frame_of, join_names, reads_scores, roles_of
from benchreport.errors import BenchreportWarning
from benchreport.report.formats import FORMATS
from benchreport.terminal import Stages, for_shell, typed_command

if TYPE_CHECKING:
    from benchreport.report import Report

SUFFIXES = [suffix for suffix in FORMATS if suffix != ".htm"]


@reads_scores
@click.command()
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    default=["report.html"],
    type=Output("-o report.html"),
    help=f"Where to write: {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}; give it again for several.",
)
@click.option("--alpha", type=float, default=0.05, help="The level of all decisions.")
@click.option("--control", metavar="NAME", help="Compare the others with this algorithm only.")
@click.option(
    "--include",
    metavar="PROCEDURE",
    multiple=True,
    help="Add a section with this procedure's result; give it again for several.",
)
@click.option(
    "--test-fraction",
    type=float,
    help="The share of the data that each split of one dataset is tested on.",
)
@click.option(
    "--rope",
    type=float,
    default=0.0,
    help="Differences up to this one are practically none, for the Bayesian view.",
)
@click.option("--title", help="Of the report.")
@click.option(
    "--metric",
    "metrics",
    metavar="COLUMN",
    multiple=True,
    help="Compare by this column too; give it again for each. The --score, or the first, is told in "
    "full.",
)
@click.option(
    "--section",
    "sections",
    metavar="KEY",
    multiple=True,
    help='Only this section; give it again for several, "..." stands for the rest.',
)
@click.option(
    "--language",
    default="en",
    metavar="CODE",
    help="Of the fixed texts of pages and PDFs: en or de. What is said of the data is English.",
)
@click.option(
    "--paper", type=click.Choice(["a4", "letter"]), default="a4", help="The size of a PDF's pages."
)
@click.option("--columns", type=click.Choice(["1", "2"]), default="1", help="Of a PDF's text.")
@click.option("--landscape", is_flag=True, help="Turn the pages of a PDF's appendix.")
@click.option("--archival", is_flag=True, help="PDF/A-3 with the data attached.")
@click.option("--seed", type=click.IntRange(min=0), help="Of random numbers; noted in the report.")
def report(  # noqa: PLR0913, PLR0917 - one argument an option
    files: tuple[Path, ...],
    outputs: tuple[Path, ...],
    alpha: float,
    control: str | None,
    include: tuple[str, ...],
    test_fraction: float | None,
    rope: float,
    title: str | None,
    metrics: tuple[str, ...],
    sections: tuple[str, ...],
    language: str,
    paper: Literal["a4", "letter"],
    columns: str,
    landscape: bool,  # noqa: FBT001 - a flag
    archival: bool,  # noqa: FBT001 - a flag
    seed: int | None,
    **roles: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Compare the algorithms, models or curves and write the report."""
    with Stages() as progress, print_warnings():
        _check_outputs(outputs, files)
        write = _writer(files, metrics, roles, progress)
        from benchreport.data.readers import sha256_of
        from benchreport.report import Look, Paper, Provenance

        made = write(
            outputs,
            title=title,
            alpha=alpha,
            control=control,
            include=[name.replace("-", "_") for name in include],
            test_fraction=test_fraction,
            rope=rope,
            sections=sections or None,
            look=Look(language=language),
            paper=Paper(
                size=paper,
                columns=1 if columns == "1" else 2,
                appendix="landscape" if landscape else "portrait",
                archival=archival,
            ),
            provenance=Provenance(
                source=", ".join(path.name for path in files),
                sha256=sha256_of(files),
                call=typed_command(click.get_current_context()),
                seed=seed,
                files=files,
            ),
            progress=progress,
        )
    about = f"{join_names(files)}: {made.document.subtitle}"
    click.echo("\n".join([about, "", *made.analysis.verdict, ""]))
    click.echo(f"Written: {join_names(outputs)}")


def _check_outputs(outputs: tuple[Path, ...], files: tuple[Path, ...]) -> None:
    """Refuse outputs before anything is read, as a report takes long."""
    from benchreport.report.save import check_targets

    check_targets(outputs, files)


def _writer(
    files: tuple[Path, ...], metrics: tuple[str, ...], roles: dict[str, Any], progress: Stages
) -> Callable[..., "Report"]:
    """Read the table, or one for each of several metrics, and return the function that reports on it."""
    named = [name for name in dict.fromkeys([roles["score"], *metrics]) if name is not None]
    if len(named) <= 1:
        table = any_table(files, {**roles, "score": next(iter(named), None)}, progress)
        progress("loading the report")
        from benchreport.report import report as write

        return functools.partial(write, table)
    progress("reading")
    from benchreport.data import Several
    from benchreport.report import report_metrics

    several = Several.from_frame(frame_of(files, roles), roles_of({**roles, "score": None}))
    return functools.partial(report_metrics, several, scores=named)


@contextlib.contextmanager
def print_warnings() -> Iterator[None]:
    """Print each warning once, at once and without our source."""
    heard: set[str] = set()

    def say(message: Warning | str, *_: object, **__: object) -> None:
        words = message.message if isinstance(message, BenchreportWarning) else str(message)
        text = f"Warning: {for_shell(words)}"
        if text not in heard:
            # clear the line, which may show a stage
            click.echo("\r\x1b[K" * sys.stderr.isatty() + text, err=True)
        heard.add(text)

    with warnings.catch_warnings():
        warnings.simplefilter("always", BenchreportWarning)
        warnings.showwarning = say
        yield
