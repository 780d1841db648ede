"""``benchreport table``."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.addresses import Address
from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import join_names, read_files
from benchreport.cli.outputs import Output, refuse_input, write_text
from benchreport.cli.table_options import reads_tables
from benchreport.errors import OptionError
from benchreport.progress import Stages
from benchreport.wording.shell import commands as shell

if TYPE_CHECKING:
    from benchreport.paper.score_table import ScoreTable

SUFFIXES = (".tex", ".typ", ".md", ".html", ".docx")


@reads_tables
@click.command(cls=Grouped, short_help="Make the table of results for a paper.")
@click.option(
    "-o",
    "--output",
    type=Output("-o table.tex"),
    help="The file to write; its suffix sets the format: .tex, .typ, .md, .html or .docx. By default, "
    "the table is printed.",
)
@click.option(
    "--spread",
    type=click.Choice(["sd", "se", "interval", "none"]),
    default="sd",
    help="What stands after ± where cells have several runs.",
)
@click.option("--transpose", is_flag=True, help="Make the algorithms the rows.")
@click.option(
    "--sort",
    type=click.Choice(["table", "rank", "mean", "name"]),
    default="table",
    help="The order of the algorithms; name sorts the datasets too.",
)
@click.option("--group", metavar="COLUMN", help="The column with the family of each dataset.")
@click.option("--caption", help="The first sentence of the caption, in .tex and .typ files.")
@click.option("--label", default="", help="The label of the table, in .tex and .typ files.")
@click.option("--alpha", type=float, default=0.05, help="The significance level of the test.")
@click.option(
    "--test-fraction",
    type=float,
    help="The share of the data that each split of a single dataset tests on, between 0 and 1.",
)
def table(
    files: tuple[Path | Address, ...],
    output: Path | None,
    caption: str | None,
    label: str,
    **options: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Make the table of a paper: datasets × algorithms, with means, ranks and the marks of the test."""
    _check_output(output, files)
    with Stages() as progress:
        progress("reading")
        from benchreport.arguments import check_arguments
        from benchreport.paper.families import FramedScores
        from benchreport.paper.make_table import table as make_table

        names = ("spread", "transpose", "sort", "group", "alpha", "test_fraction")
        own = {name: options.pop(name) for name in names}
        check_arguments(make_table, (), own)
        framed = FramedScores.from_frame(*read_files(files, options))
        progress("testing")
        result = make_table(framed, **own)
    if output is None:
        click.echo(str(result))
        return
    if output.suffix == ".docx":
        result.to_word(output)
    else:
        write_text(_write(result, output.suffix, caption, label), output, files)
    click.echo(shell.FILES.format(files=join_names(files), what=result.caption))
    click.echo(shell.WROTE.format(files=output))


def _check_output(output: Path | None, files: tuple[Path | Address, ...]) -> None:
    if output is None:
        return
    if output.suffix not in SUFFIXES:
        raise OptionError(
            f"a table is written to a file that ends in {', '.join(SUFFIXES)}; got {output.name!r}.",
            hint=f"-o {output.stem}.tex",
        )
    refuse_input(output, files)


def _write(result: "ScoreTable", suffix: str, caption: str | None, label: str) -> str:
    if suffix == ".tex":
        return result.to_latex(caption=caption, label=label)
    if suffix == ".typ":
        return result.to_typst(caption=caption, label=label)
    return result.to_markdown() if suffix == ".md" else result.to_html()
