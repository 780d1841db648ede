"""``benchreport report``."""

import contextlib
import functools
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import join_names, local_files, read_files
from benchreport.cli.outputs import Output
from benchreport.cli.table_options import READERS, reads_tables
from benchreport.errors import BenchreportWarning
from benchreport.files import short_paths
from benchreport.progress import Stages
from benchreport.report.formats import FORMATS
from benchreport.terminal import as_typed, for_shell, typed_command
from benchreport.wording.shell import commands as shell

if TYPE_CHECKING:
    from benchreport.report import Report

SUFFIXES = [suffix for suffix in FORMATS if suffix != ".htm"]
SIZES = ("a4", "letter")
PDF_ENGINES = ("weasyprint", "typst")


@reads_tables
@click.command(cls=Grouped, short_help="Compare algorithms and write a report.")
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    default=["report.html"],
    type=Output("-o report.html"),
    help="The file to write; its suffix sets the format: "
    f"{', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}. Repeat the option to write several.",
)
@click.option(
    "--figures",
    metavar="DIR",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write every figure to this folder as SVG, PDF and PNG, with its data as CSV.",
)
@click.option("--alpha", type=float, default=0.05, help="The significance level of all tests.")
@click.option(
    "--control",
    metavar="NAME",
    help="Compare the others with this algorithm only; by default all pairs are compared.",
)
@click.option(
    "--include",
    metavar="PROCEDURE",
    multiple=True,
    help="Add a section with the result of this procedure. Repeat the option to add several.",
)
@click.option(
    "--test-fraction",
    type=float,
    help="The share of the data that each split of a single dataset tests on, between 0 and 1.",
)
@click.option(
    "--rope",
    type=float,
    default=0.0,
    help="The largest difference, in units of the score, that the Bayesian tests count as no "
    "practical difference.",
)
@click.option(
    "--baseline",
    metavar="LEVEL",
    multiple=True,
    help="Ablation studies: the level of a factor with which its others are compared. Repeat the option for "
    "each factor. By default it is the level that is off, the full method (if the others are called w/o x "
    "or no x), or the first level.",
)
@click.option(
    "--brief", "detail", flag_value="brief", help="Write two pages: the verdict and the methods."
)
@click.option(
    "--full",
    "detail",
    flag_value="full",
    help="Write every result of the analysis with its own tables and figures.",
)
@click.option("--title", help="The title of the report; by default it names what was compared.")
@click.option(
    "--section",
    "sections",
    metavar="KEY",
    multiple=True,
    help='Write only this section. Repeat the option to write several, in this order; "..." stands '
    "for all others.",
)
@click.option(
    "--paper",
    type=click.Choice([*SIZES, "ieee", "acm", "elsevier", "springer", "jmlr"]),
    default="a4",
    help="The paper size of a PDF, or the journal whose pages and width of figures it takes.",
)
@click.option(
    "--text-columns",
    type=click.Choice(["1", "2"]),
    help="The number of text columns on a PDF's pages; the default is the journal's, or 1.",
)
@click.option("--landscape", is_flag=True, help="Print the appendix of a PDF in landscape.")
@click.option(
    "--engine",
    "engines",
    multiple=True,
    type=click.Choice([*PDF_ENGINES, *READERS]),
    help="What makes a PDF (weasyprint, or typst, an extra, which is faster and has one column only), or "
    "what reads the files: pandas, in memory, or an engine, which reads them in parts and averages the runs "
    "of each algorithm on each dataset. By default, DuckDB reads more than 200 MiB. Repeat the option to "
    "set both.",
)
@click.option("--archival", is_flag=True, help="Write PDF/A-3 files with the data attached.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    help="The seed of the random numbers; the report states it. The default is 0.",
)
@click.option(
    "--full-paths",
    is_flag=True,
    help="State the paths of the input files as typed; by default a report has their names only.",
)
def report(  # noqa: PLR0913, PLR0917 - one argument an option
    files: tuple[Path | Address, ...],
    outputs: tuple[Path, ...],
    figures: Path | None,
    alpha: float,
    control: str | None,
    include: tuple[str, ...],
    test_fraction: float | None,
    rope: float,
    baseline: tuple[str, ...],
    detail: str | None,
    title: str | None,
    sections: tuple[str, ...],
    paper: str,
    text_columns: str | None,
    landscape: bool,  # noqa: FBT001 - a flag
    archival: bool,  # noqa: FBT001 - a flag
    engines: tuple[str, ...],
    seed: int | None,
    full_paths: bool,  # noqa: FBT001 - a flag
    **roles: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Compare algorithms, models or learning curves, and write the report."""
    with Stages() as progress, print_warnings():
        from benchreport.cli.load_figures import load_figures

        load_figures()
        inputs = _check_outputs(outputs, figures, files)
        write = _writer(files, {**roles, "engine": _one_of(READERS, engines)}, progress)
        from benchreport.data import Scores
        from benchreport.data.readers import sha256_of
        from benchreport.hints import bench
        from benchreport.report import Paper, Provenance

        result = write(
            outputs,
            title=title,
            alpha=alpha,
            control=control,
            include=[name.replace("-", "_") for name in include],
            test_fraction=test_fraction,
            rope=rope,
            baseline=baseline or None,
            sections=sections or None,
            detail=detail or "standard",
            paper=Paper(
                **({"size": paper} if paper in SIZES else {"journal": paper}),  # type: ignore[arg-type]
                columns=int(text_columns) if text_columns else None,  # type: ignore[arg-type]
                appendix="landscape" if landscape else "portrait",
                archival=archival,
                engine=_one_of(PDF_ENGINES, engines),  # type: ignore[arg-type]
            ),
            provenance=Provenance(
                source=_source(files, roles["query"]),
                sha256=sha256_of(inputs) if inputs else "",
                call=typed_command(
                    click.get_current_context(),
                    ("outputs", "figures", "full_paths", "jobs"),
                    as_typed if full_paths else _short_names,
                ),
                seed=seed,
                files=tuple(inputs),
            ),
            progress=progress,
        )
        drawn = (figures,) if figures and result.save_figures(figures) else ()
    about = shell.FILES.format(files=join_names(files), what=result.document.subtitle)
    click.echo("\n".join([about, "", *result.sentences, ""]))
    click.echo(shell.WROTE.format(files=join_names((*outputs, *drawn))))
    scores = getattr(result.analysis, "scores", None)
    if isinstance(scores, Scores) and scores.whole is not None:
        factors = for_shell(bench(factors=[*scores.runs.setting_columns]))
        click.echo(shell.VARIANTS.format(whole=scores.whole, option=factors))


def _short_names(files: Sequence[Path | Address]) -> list[str]:
    """Return what was read, without folders of this machine and without passwords."""
    return [
        *short_paths(local_files(files)),
        *(str(file) for file in files if not isinstance(file, Path)),
    ]


def _source(files: Sequence[Path | Address], query: str | None) -> str:
    names = ", ".join(_short_names(files))
    return names if query is None else f"{names}: {query}"


def _one_of(names: Sequence[str], given: Iterable[str]) -> str:
    """Return the last of the given names that is one of these, else their first."""
    return next((name for name in reversed([*given]) if name in names), names[0])


def _check_outputs(
    outputs: tuple[Path, ...], figures: Path | None, files: tuple[Path | Address, ...]
) -> list[Path]:
    """Refuse outputs that cannot be written, before the report is computed, which takes long.

    Returns
    -------
    list of Path
        The files that are read.
    """
    from benchreport.data.readers import files_of
    from benchreport.report.save import check_folder, check_targets

    inputs = files_of(local_files(files))
    check_targets(outputs, inputs)
    if figures is not None:
        check_folder(figures)
    return inputs


def _writer(
    files: tuple[Path | Address, ...], roles: dict[str, Any], progress: Stages
) -> Callable[..., "Report"]:
    """Read the table, or one for each of several metrics, and return a function that reports on it."""
    metrics = roles["metric"]
    names = [name for name in dict.fromkeys([roles["score"], *metrics]) if name is not None]
    progress("reading")
    from benchreport.data import Several
    from benchreport.data.table_kinds import read_table

    if len(names) <= 1:
        frame, bound = read_files(files, roles)
        if not Several.suits(frame, bound):
            table = read_table(frame, bound)
            progress("loading the report")
            from benchreport.report import report as write

            return functools.partial(write, table)
    else:
        frame, bound = read_files(files, {**roles, "score": None, "metric": ()})
    from benchreport.report import report_metrics

    return functools.partial(report_metrics, Several.from_frame(frame, bound), scores=names or None)


@contextlib.contextmanager
def print_warnings() -> Iterator[None]:
    """Print each warning as soon as it occurs, but only once and without our line of source code."""
    printed: set[str] = set()

    def print_warning(message: Warning | str, *_: object, **__: object) -> None:
        sentence = message.message if isinstance(message, BenchreportWarning) else str(message)
        text = shell.WARNING.format(warning=for_shell(sentence))
        if text not in printed:
            # clear the line, which may show a stage
            click.echo("\r\x1b[K" * sys.stderr.isatty() + text, err=True)
        printed.add(text)

    with warnings.catch_warnings():
        warnings.simplefilter("always", BenchreportWarning)
        warnings.showwarning = print_warning
        yield
