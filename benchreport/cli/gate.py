"""``benchreport gate``."""

import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from benchreport.cli.help_pages import Grouped
from benchreport.cli.inputs import read_files, roles_of
from benchreport.cli.outputs import Output, write_text
from benchreport.cli.table_options import reads_tables
from benchreport.errors import InputError, OptionError, ReadError
from benchreport.progress import Stages

if TYPE_CHECKING:
    from benchreport.results.predictions.degradation import DegradationResult, Verdict

CODES: dict["Verdict", int] = {"not worse": 0, "worse": 1, "undecided": 3}
BROKEN = 70
"""Exit codes: wrong input has 2, as everywhere; a failure may not be taken for a regression."""
FILE = click.Path(path_type=Path)


@click.command(cls=Grouped, short_help="Tell whether a new version is worse than an old one.")
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@click.option(
    "--margin",
    required=True,
    help="The largest loss that does not matter: 1pp is a percentage point of scores from 0 to 1; a number "
    "is in the unit of the score.",
)
@click.option(
    "--metric",
    default="auto",
    help="A metric that is a mean over examples, such as accuracy, pass@5 or the column of a judge's grades; "
    "by default the usual one.",
)
@click.option(
    "--pool",
    type=click.Choice(["mean", "max", "fisher"]),
    default="mean",
    help="What decides over several tasks: their mean; or any of them, by Holm's or by Fisher's method.",
)
@click.option("--alpha", type=float, default=0.05, help="The level of each of the two tests.")
@click.option(
    "--format",
    type=click.Choice(["text", "markdown", "json"]),
    default="text",
    help="The format of the result; markdown is for a pull request.",
)
@click.option(
    "-o",
    "--output",
    type=Output("-o gate.md"),
    help="The file to write; by default, it is printed.",
)
@click.option(
    "--junit",
    type=Output("--junit gate.xml"),
    help="Also write a JUnit XML file with a test case for each task.",
)
@click.pass_context
def gate(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    /,
    old: Path,
    new: Path,
    margin: str,
    metric: str,
    pool: Literal["mean", "max", "fisher"],
    alpha: float,
    format: Literal["text", "markdown", "json"],  # noqa: A002 - the option's name
    output: Path | None,
    junit: Path | None,
    **options: Any,  # noqa: ANN401 - see ROLES
) -> None:
    """Tell whether the results in NEW are worse than those in OLD by more than a margin.

    Both hold one model each, and are matched by task, cluster and example. The exit code is 0 where NEW is
    shown not to be worse by more than the margin, 1 where it is shown to be worse, and 3 where that is
    undecided. 2 means wrong input, 70 any other failure.
    """
    try:
        result = _judge((old, new), margin, metric, pool, alpha, options)
        _write(result, format, output, junit, (old, new))
    except (InputError, ReadError):
        raise
    except Exception:  # noqa: BLE001 - exit code 1 would say that NEW is worse
        click.echo(traceback.format_exc(), err=True)
        ctx.exit(BROKEN)
    ctx.exit(CODES[result.verdict])


reads_tables(gate, files=False)


def _judge(
    paths: tuple[Path, Path],
    margin: str,
    metric: str,
    pool: Literal["mean", "max", "fisher"],
    alpha: float,
    options: dict[str, Any],
) -> "DegradationResult":
    from benchreport.errors import check_fraction
    from benchreport.stats._predictions.release_gate import Gate, judge_versions
    from benchreport.stats._predictions.two_files import match_versions

    check_fraction("alpha", alpha)
    with Stages() as progress:
        progress("reading")
        tables = [read_files((path,), options)[0] for path in paths]
        names = _names(*paths)
        versions, notes = match_versions(
            (names[0], tables[0]), (names[1], tables[1]), roles_of(options), metric
        )
        progress("comparing")
        return judge_versions(versions, 0, Gate(_amount(margin), pool, alpha, 0), warnings=notes)


def _amount(text: str) -> str | float:
    """Return a margin as a number where it is one."""
    try:
        return float(text)
    except ValueError:
        return text


def _names(old: Path, new: Path) -> tuple[str, str]:
    """Name two versions by what differs between their paths.

    >>> _names(Path("runs/v1.jsonl"), Path("runs/v2.jsonl")), _names(Path("v1/a.csv"), Path("v2/a.csv"))
    (('v1', 'v2'), ('v1/a', 'v2/a'))
    """
    if old == new:
        raise OptionError(
            f"OLD and NEW are the same file, {old}.", hint="name the results of two versions"
        )
    stems = (
        old.name.removesuffix("".join(old.suffixes)),
        new.name.removesuffix("".join(new.suffixes)),
    )
    if stems[0] != stems[1]:
        return stems
    longer = tuple(str(path.parent / stem) for path, stem in zip((old, new), stems, strict=True))
    return (longer[0], longer[1]) if longer[0] != longer[1] else (str(old), str(new))


def _write(
    result: "DegradationResult",
    kind: Literal["text", "markdown", "json"],
    output: Path | None,
    junit: Path | None,
    inputs: tuple[Path, Path],
) -> None:
    import json

    from benchreport.cli.gate_files import write_markdown, write_test_cases

    if kind == "json":
        facts = {"verdict": result.verdict, "exit_code": CODES[result.verdict], **result.to_dict()}
        text = json.dumps(facts, indent=2, ensure_ascii=False)
    else:
        text = write_markdown(result) if kind == "markdown" else str(result).rstrip("\n")
    if output is None or str(output) == "-":
        click.echo(text)
    else:
        write_text(f"{text}\n", output, inputs)
        click.echo(result.summary, file=sys.stderr)
    if junit is not None:
        write_text(write_test_cases(result), junit, inputs)
