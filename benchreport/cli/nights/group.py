"""The group of the nights: options that its commands share, exit codes, and output to a terminal."""

import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.errors import (
    BenchreportError,
    BusyError,
    HistoryError,
    InputError,
    ReadError,
    RenderError,
)
from benchreport.hints import Call, Code, Hint
from benchreport.terminal import for_shell
from benchreport.wording.nights import shell as night_shell

if TYPE_CHECKING:
    from benchreport.nightly.config.settings import Config
    from benchreport.nightly.history import History

USAGE, INCOMPLETE, STORE, UNPUBLISHED, BROKEN = 2, 3, 4, 5, 70
INTERRUPTED, UNREAD = 130, 141
"""The exit codes that shells use after Ctrl-C, and after the reader of a pipe has ended."""

STEERING = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that move a terminal's cursor, change its colours, or reverse the direction of text."""

CONFIG = click.argument(
    "config", default="nightly.toml", type=click.Path(dir_okay=False, path_type=Path)
)
LABEL = click.option(
    "--label",
    default="",
    show_default="no label",
    help="The label of the nights, such as the name of a branch.",
)
NIGHT = click.option(
    "--night", default="", show_default="today", metavar="DATE", help="The date of the night."
)
REPLACE = click.option(
    "--replace", is_flag=True, help="Replace results that are stored for the same night."
)


class Nights(click.Group):
    """A group of commands whose exit codes distinguish a regression from each kind of failure."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as in click
        """Run the command; only a regression gives exit code 1."""
        try:
            return super().invoke(ctx)
        except BenchreportError as error:
            _Failure(error).show()
            ctx.exit(_code_of(error))
        except (click.UsageError, click.exceptions.Exit):
            raise
        except (KeyboardInterrupt, click.Abort):
            tell(night_shell.INTERRUPTED, err=True)
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            # otherwise Python prints a second error when it exits
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(UNREAD)
        except Exception:  # noqa: BLE001 - exit code 1 would say that there is a regression
            tell(traceback.format_exc(), err=True)
            ctx.exit(BROKEN)


def tell(text: str, *, err: bool = False) -> None:
    """Print text, with control characters escaped, so that names in it cannot steer the terminal."""
    click.echo(STEERING.sub(_escape, text), err=err)


def _escape(character: re.Match[str]) -> str:
    return ascii(character[0])[1:-1]


def as_option(part: Call | Code) -> str:
    """Write a part of a hint; these commands have options for arguments, not for roles or methods.

    >>> from benchreport.hints import bench, option
    >>> option(if_due="03:30").render(as_option), bench(missing="drop").render(as_option)
    ('--if-due 03:30', "df.bench(missing='drop')")
    """
    has_option = isinstance(part, Call) and not part.roles and not part.method
    return for_shell(Hint((part,))) if has_option else str(part)


class _Failure(click.ClickException):
    """An error of benchreport, as a terminal shows it."""

    def __init__(self, error: BenchreportError) -> None:
        text = error.message + (f"\nHint: {error.way_out.render(as_option)}" if error.hint else "")
        super().__init__(STEERING.sub(_escape, text))


@contextmanager
def open_nights(config: Path) -> Iterator[tuple["Config", "History"]]:
    """Read a configuration, and open the history that it names."""
    from benchreport.nightly.config.load import load
    from benchreport.nightly.history.open_history import open_history

    settings = load(config)
    with open_history(settings) as store:
        yield settings, store


def _code_of(error: BenchreportError) -> int:
    from benchreport.nightly.intake.intake import MissingResultsError
    from benchreport.nightly.intake.unfinished_files import UnfinishedError

    codes: tuple[tuple[type[BenchreportError], int], ...] = (
        (MissingResultsError, INCOMPLETE),
        (UnfinishedError, INCOMPLETE),
        (InputError, USAGE),
        (ReadError, USAGE),
        (HistoryError, STORE),
        (BusyError, STORE),
        (RenderError, UNPUBLISHED),
    )
    return next((code for kind, code in codes if isinstance(error, kind)), USAGE)


@click.group("nightly", cls=Nights)
def nightly() -> None:
    """Store, compare and report benchmark results every night.

    Exit codes: 0 no regression, 1 a regression, 2 wrong usage or configuration, 3 results are
    incomplete or missing, 4 the history cannot be used, 5 the pages cannot be written, 70 a bug in
    benchreport, 130 interrupted, 141 a closed pipe.
    """
