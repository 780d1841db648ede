"""What a terminal shows: errors with exit codes, hints that can be typed, stages of slow work."""

import contextlib
import re
import shlex
import signal
import sys
import threading
from collections.abc import Callable, Container, Iterator, Sequence
from numbers import Real
from pathlib import Path
from typing import Any, NoReturn

import click

from benchreport.errors import BenchreportError, InputError, ReadError
from benchreport.hints import Call, Code, Hint, write_value
from benchreport.wording.shell import commands as shell

CONTEXT: dict[str, Any] = {
    "help_option_names": ["-h", "--help"],
    "show_default": True,
    "max_content_width": 120,
}

ENDING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]

# options whose name differs from the argument of the method
FLAGS = {"sections": "section"}
# report_metrics is the command report, with an option for each metric
METRICS = {"scores": "metric"}

NameFiles = Callable[[Sequence[Any]], list[str]]
"""A function that writes the paths and addresses of files."""


class Commands(click.Group):
    """A group of commands that end with a message and an exit code, never with a traceback."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as in click
        """Run the command; wrong input gives exit code 2, any other failure 1."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # a terminal that cannot show χ² should still show the rest
                stream.reconfigure(errors="replace")
        try:
            with _ends_by_exception():
                return super().invoke(ctx)
        except BenchreportError as error:
            wrong_input = isinstance(error, InputError | ReadError)
            raise (_WrongInput if wrong_input else _Failure)(error) from error


class SectionedCommands(Commands):
    """A group whose help page lists its commands in sections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - as in click
        super().__init__(*args, **kwargs)
        self.sections: dict[str, list[click.Command]] = {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Say how a file is compared if its name stands in the place of a command."""
        if self.get_command(ctx, args[0]) is None and Path(args[0]).is_file():
            ctx.fail(shell.COMMAND_FIRST.format(file=shlex.quote(args[0])))
        return super().resolve_command(ctx, args)

    def add_section(self, title: str, *commands: click.Command) -> None:
        """Add commands, under a heading of the help page."""
        for command in commands:
            self.add_command(command)
        self.sections[title] = [*commands]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the name of each command and its short help."""
        widest = max(map(len, self.list_commands(ctx)))
        for title, commands in self.sections.items():
            room = formatter.width - 6 - widest
            rows = [
                (str(command.name).ljust(widest), command.get_short_help_str(room))
                for command in commands
            ]
            with formatter.section(title):
                formatter.write_dl(rows)


@contextlib.contextmanager
def _ends_by_exception() -> Iterator[None]:
    """Turn signals that end the process into exceptions, so that no half-written file stays."""
    if threading.current_thread() is not threading.main_thread():
        # only the main thread handles signals
        yield
        return
    # a signal that is ignored, as under nohup, stays ignored
    handled = [kind for kind in ENDING if signal.getsignal(kind) == signal.SIG_DFL]
    for kind in handled:
        signal.signal(kind, _end)
    try:
        yield
    finally:
        for kind in handled:
            signal.signal(kind, signal.SIG_DFL)


def _end(number: int, frame: object) -> NoReturn:  # noqa: ARG001 - the signature of a signal handler
    # a second signal ends the process at once
    signal.signal(number, signal.SIG_DFL)
    raise SystemExit(128 + number)


class _Failure(click.ClickException):
    """An error of benchreport, as a terminal shows it."""

    def __init__(self, error: BenchreportError) -> None:
        # the command itself was typed with its files: its options are enough
        context = click.get_current_context(silent=True)
        running = (context and context.invoked_subcommand) or ""
        hint = f"\nHint: {for_shell(error.way_out, running=running)}" if error.hint else ""
        super().__init__(error.message + hint)


class _WrongInput(_Failure):
    exit_code = 2


def for_shell(hint: Hint | str, *, typed: str = "", running: str = "") -> str:
    """Write a hint for a shell, as options and commands; "in Python:" marks what has no command.

    Parameters
    ----------
    hint
        A sentence, or records.
    typed
        The words for the files, and the options, that follow the name of each command.
    running
        The command that failed: a hint to call it again shows only the options to add.

    Examples
    --------
    >>> from benchreport.hints import bench, call, code, option
    >>> for_shell(bench(score="time (s)", higher_is_better=False))
    "--score 'time (s)' --lower-is-better"
    >>> for_shell(call("rank_sum") | call("corrected_t", test_fraction=0.1))
    'benchreport test rank-sum, or benchreport test corrected-t --test-fraction 0.1'
    >>> for_shell(option(alpha=0.05, log=False)), for_shell(bench(repeat=["seed", "fold"]))
    ('--alpha 0.05 --no-log', '--repeat seed --repeat fold')
    >>> for_shell(call("report_metrics", scores=["accuracy", "time"]), typed="results.csv")
    'benchreport report results.csv --metric accuracy --metric time'
    >>> for_shell(call("report_metrics", scores=["accuracy", "time"]), running="report")
    '--metric accuracy --metric time'
    >>> for_shell(call("report", {"where": {"split": "test set"}}), typed="results.csv")
    "benchreport report results.csv --where 'split=test set'"
    >>> for_shell(code("df.dropna(subset=['dataset']).bench"))
    "in Python: df.dropna(subset=['dataset']).bench"
    """
    text, records, in_python = "", 0, False
    for part in Hint.of(hint).parts:
        if isinstance(part, str):
            text += part
            continue
        if _needs_python(part) and not in_python:
            # the alternatives before this one are commands
            start, joint, lead = (
                (re.sub(": $", ", ", text), "", "") if records else text.rpartition("; ")
            )
            text, in_python = f"{start}{joint}in Python: {lead}{part}", True
        elif isinstance(part, Call):
            text += str(part) if _needs_python(part) else _as_command(part, typed, running)
        else:
            text += str(part) if part.elsewhere is None else part.elsewhere
        records += 1
    return text


def _needs_python(part: Call | Code) -> bool:
    if isinstance(part, Code):
        return part.elsewhere is None
    # a dict of directions counts as writable: the option sets the direction of all metrics
    arguments = [*part.roles.items(), *part.options.items()]
    values = [value for name, value in arguments if name not in ("higher_is_better", "where")]
    return not all(value is ... or isinstance(value, str | Real | list) for value in values)


def _as_command(call: Call, typed: str, running: str) -> str:
    """Write a call as the command, or the options, with the same effect."""
    # its names: the catalogue would load all procedures
    from benchreport import stats

    if call.method == "report_metrics":
        options = {METRICS.get(name, name): value for name, value in call.options.items()}
        call = Call(options, call.roles, "report")
    flags = [_as_flag(*argument) for argument in [*call.roles.items(), *call.options.items()]]
    if not call.method or (flags and call.method == running):
        return " ".join(flags)
    words = [typed] if typed else []
    if call.method in vars(stats)["__all__"]:
        return " ".join(["benchreport test", call.method.replace("_", "-"), *words, *flags])
    if call.method in ("report", "advise", "check", "table", "numbers"):
        return " ".join(["benchreport", call.method, *words, *flags])
    return f"{call} in Python"


def _as_flag(name: str, value: object) -> str:
    """Write an argument as an option of the command line."""
    if name == "higher_is_better":
        if isinstance(value, dict):
            return "--higher-is-better, or --lower-is-better"
        return "--higher-is-better" if value else "--lower-is-better"
    if name == "where" and isinstance(value, dict):
        pairs = [
            f"{key}={one}"
            for key, item in value.items()
            for one in (item if isinstance(item, list) else [item])
        ]
        return " ".join(f"--where {shlex.quote(pair)}" for pair in pairs)
    word = FLAGS.get(name, name).replace("_", "-")
    if isinstance(value, bool):
        return f"--{word}" if value else f"--no-{word}"
    flag = f"--{word}"
    if name == "missing" and value is ...:
        return f"{flag} drop or {flag} worst"
    values = value if isinstance(value, list) else [value]
    return " ".join(f"{flag} {_as_word(name, item)}" for item in values)


def _as_word(name: str, value: object) -> str:
    if name == "include":
        value = str(value).replace("_", "-")
    return name.upper() if value is ... else shlex.quote(write_value(value))


def typed_command(ctx: click.Context, unseen: Container[str], name_files: NameFiles) -> str:
    """Return the command as it was typed, quoted for the shell.

    Parameters
    ----------
    ctx
        The context of the command.
    unseen
        The options to leave out.
    name_files
        A function that writes the paths of the command's files.
    """
    names = [str(param.name) for param in ctx.command.params if param.name not in unseen]
    return f"benchreport {ctx.info_name} {typed_words(ctx, names, name_files)}".rstrip()


def as_typed(paths: Sequence[object]) -> list[str]:
    """Return the paths of files as they were typed, and addresses without their passwords."""
    return [str(path) for path in paths]


def typed_words(ctx: click.Context, names: Container[str], name_files: NameFiles = as_typed) -> str:
    """Return the arguments and options with these names as they were typed, quoted for the shell."""
    parts: list[str] = []
    for param in ctx.command.params:
        name = str(param.name)
        source = ctx.get_parameter_source(name)
        if name not in names or source is not click.core.ParameterSource.COMMANDLINE:
            continue
        value: Any = ctx.params[name]
        if isinstance(param, click.Argument):
            # a file's name may look like an option
            parts += [f"./{path}" if path.startswith("-") else path for path in name_files(value)]
        elif isinstance(value, bool):
            parts.append(param.opts[0] if value else param.secondary_opts[0])
        elif isinstance(param, click.Option) and param.is_flag:
            # of flags that share an argument, such as --brief and --full
            parts += [param.opts[0]] * (value == param.flag_value)
        else:
            several = isinstance(param, click.Option) and param.multiple
            values = value if several else [value]
            parts += (text for item in values for text in (param.opts[0], str(item)))
    return shlex.join(parts)
