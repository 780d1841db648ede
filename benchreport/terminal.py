"""What a terminal sees: errors with exit codes, hints it can type, stages of slow work."""

import ast
import re
import shlex
import sys
from types import TracebackType
from typing import IO, Any, Self

import click

from benchreport.errors import BenchreportError, InputError, ReadError

__all__ = ["CONTEXT", "OPTIONS", "Commands", "Stages", "for_shell", "typed"]

CONTEXT = {"help_option_names": ["-h", "--help"], "show_default": True}

OPTIONS = """algorithm dataset repeat score higher_is_better missing alpha control variant ties
    zeros correction alternative shift statistic paired n_resamples rng test_fraction margin test mu
    sigma random threshold on blocks dof order interval bins strategy names metric loss complexity
    most no_information_rate
    truth prediction probability example weight item rank log_probability tokens correct
    step train validation classes positive task
    across band best_so_far center confidence kind log n_draws n_targets over parts scores
    targets thresholds rope prior_strength prior_at size_limit""".split()
QUOTED = r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\""
KEYWORD = rf"\b(?P<name>{'|'.join(OPTIONS)})=(?P<value>{QUOTED}|\[[^\]]*\]|\.\.\.|…|[\w.+-]*\w)"
METHOD = re.compile(rf"df\.bench\.(\w+)\(((?:{QUOTED}|[^()'\"])*)\)")
CALL = re.compile(rf"df\.bench\(((?:{QUOTED}|[^()'\"])*)\)")
TO_NUMERIC = re.compile(
    r"df\[(?P<name>[^\]]+)\] = pd\.to_numeric\(df\[[^\]]+\](, errors='coerce')?\)"
)


# methods that are no commands
IN_PYTHON = ("to_scores", "scores_at", "area_under_curve", "best_at_budget")


class Commands(click.Group):
    """A group whose commands end in a message and an exit code, never in a traceback."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as in click
        """Run the command; 2 is wrong input, 1 any other failure."""
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                # a terminal that cannot show χ² should still show the rest
                stream.reconfigure(errors="replace")
        try:
            return super().invoke(ctx)
        except BenchreportError as error:
            wrong_input = isinstance(error, InputError | ReadError)
            raise (_WrongInput if wrong_input else _Failure)(error) from error


class _Failure(click.ClickException):
    """One of our errors, as a terminal shows it."""

    def __init__(self, error: BenchreportError) -> None:
        hint = f"\nHint: {for_shell(error.hint)}" if error.hint else ""
        super().__init__(error.message + hint)


class _WrongInput(_Failure):
    exit_code = 2


class Stages:
    """Show what is being done, on a terminal only, and take it away at the end.

    Parameters
    ----------
    stream
        Where to; standard error by default.
    """

    def __init__(self, stream: IO[str] | None = None) -> None:
        self._stream = stream or sys.stderr
        self._shown = self._stream.isatty()

    def __call__(self, step: str) -> None:
        """Say the present step."""
        self._write(f"\r\x1b[K… {step}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._write("\r\x1b[K")

    def _write(self, text: str) -> None:
        if self._shown:
            self._stream.write(text)
            self._stream.flush()


def _as_command(call: re.Match[str]) -> str:
    """Write a method's call as the command that does the same."""
    if call[1] in IN_PYTHON or call[1].endswith("_plot"):
        return f"{call[1]}({call[2].replace('=', ' = ')}) in Python"
    options = re.sub(rf"({KEYWORD}), ", r"\1 ", call[2])
    command = call[1] if call[1] in ("report", "advise") else f"test {call[1].replace('_', '-')}"
    return f"benchreport {command} {options}".strip()


def for_shell(hint: str) -> str:
    """Say a hint that speaks Python in options of the command line, where there are such.

    >>> for_shell("df.bench(score='time (s)', higher_is_better=False)")
    "--score 'time (s)' --lower-is-better"
    >>> for_shell("df.bench.rank_sum(), or df.bench.corrected_t(test_fraction=0.1)")
    'benchreport test rank-sum, or benchreport test corrected-t --test-fraction 0.1'
    >>> for_shell("alpha=0.05"), for_shell("df.bench(repeat=['seed', 'fold'])")
    ('--alpha 0.05', '--repeat seed --repeat fold')
    >>> for_shell("df.dropna(subset=['dataset']).bench")
    "in Python: df.dropna(subset=['dataset']).bench"
    """
    hint = METHOD.sub(_as_command, hint)
    hint = CALL.sub(lambda call: re.sub(rf"({KEYWORD}), ", r"\1 ", call[1]), hint)
    hint = TO_NUMERIC.sub(r"make every cell of column \g<name> a number or empty", hint)
    hint = hint.replace(" with df.drop_duplicates()", " of rows")
    hint = re.sub(r"\.save\('(.*)'\)", r"-o \1", hint)
    if re.search(r"\bdf\b", hint):
        return f"in Python: {hint}"
    return re.sub(KEYWORD, _as_option, hint)


def _as_option(keyword: "re.Match[str]") -> str:
    name, value = keyword["name"], keyword["value"]
    if name == "higher_is_better":
        return "--lower-is-better" if value == "False" else "--higher-is-better"
    if value in ("...", "…", "[...]"):
        value = "drop or --missing worst" if name == "missing" else f"{name.upper()}"
    elif value[0] == "[":
        names = [shlex.quote(str(each)) for each in ast.literal_eval(value)]
        return " ".join(f"--{name.replace('_', '-')} {each}" for each in names)
    elif value[0] in "'\"":
        value = shlex.quote(str(ast.literal_eval(value)))
    return f"--{name.replace('_', '-')} {value}"


def typed(ctx: click.Context) -> str:
    """Return the command as it was typed, without its outputs: they change nothing in a report."""
    parts = ["benchreport", str(ctx.info_name)]
    for each in ctx.command.params:
        name = str(each.name)
        if ctx.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE:
            continue
        value: Any = ctx.params[name]
        if isinstance(each, click.Argument):
            # a file may be called like an option
            parts += [f"./{each}" if str(each).startswith("-") else str(each) for each in value]
        elif isinstance(value, bool):
            parts.append(each.opts[0] if value else each.secondary_opts[0])
        elif name != "outputs":
            several = isinstance(each, click.Option) and each.multiple
            parts += (
                text for one in (value if several else [value]) for text in (each.opts[0], str(one))
            )
    return shlex.join(parts)
