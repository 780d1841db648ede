"""Draw a command for a file, run it, and judge how it ended."""

import contextlib
import warnings
from pathlib import Path
from random import Random
from typing import Any

import click
from click.testing import CliRunner

from benchreport.cli import main
from benchreport.stats import PROCEDURES

from .judge import Finding
from .tables import draw_table

VALUES = ("0.05", "0", "-1", "1e999", "nan", "", "text", "svm", "3", "holm", "True", "決", "\\x")
OUTPUTS = ("out.md", "out.json", "out.html", "out.tex", "out.xlsx", "", "out.odd", "no/such/out.md")


def draw_command(random: Random, folder: Path) -> list[str]:
    """Write a file into a folder, and draw a command that reads it."""
    table = draw_table(random)
    path = folder / random.choice(["data.csv", "data.json", "data.tsv", "data.csv"])
    if path.suffix == ".json" and table.frame.columns.is_unique:
        table.frame.reset_index(drop=True).astype(str).to_json(path, orient="records")
    else:
        table.frame.to_csv(path, index=False, sep="\t" if path.suffix == ".tsv" else ",")
    command = random.choice([["check"], ["advise"], ["report"], *[["test"]] * 6])
    if command == ["test"]:
        command = ["test", random.choice([*PROCEDURES, "no-such"]).replace("_", "-")]
    words = [str(path)] if random.random() < 0.97 else [str(folder / "absent.csv")]
    words += _roles(table.roles)
    for option in _options(command):
        if random.random() < 0.08 or option.required:
            words += [option.opts[-1], *[_value(random, option)] * (not option.is_flag)]
    if command == ["report"]:
        words += ["-o", str(folder / random.choice(OUTPUTS))]
    return [*command, *words]


def _roles(roles: dict[str, Any]) -> list[str]:
    words = []
    for name, value in roles.items():
        if isinstance(value, str):
            words += [f"--{name.replace('_', '-')}", value]
        elif name == "repeat" and isinstance(value, list):
            words += [part for column in value for part in ("--repeat", str(column))]
    return words


def _options(command: list[str]) -> list[click.Option]:
    current: click.Command | None = main
    for name in command:
        current = (
            current.get_command(click.Context(current), name)
            if isinstance(current, click.Group)
            else None
        )
        if current is None:
            return []
    return [
        option
        for option in current.params
        if isinstance(option, click.Option)
        and option.name != "outputs"
        and "/" not in "".join(option.opts + option.secondary_opts)[1:]
    ]


def _value(random: Random, option: click.Option) -> str:
    if isinstance(option.type, click.Choice) and random.random() < 0.8:
        return str(random.choice(list(option.type.choices)))
    if option.name == "n_resamples":
        return random.choice(["1", "50", "x", "0"])
    return random.choice(VALUES)


def judge_command(words: list[str], folder: Path) -> Finding | None:
    """Run a command in a folder; return a finding, or None where it ends properly."""
    # an option may be the name of an output file
    with contextlib.chdir(folder), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        outcome = CliRunner().invoke(main, words)
    if outcome.exception is not None and not isinstance(outcome.exception, SystemExit):
        where = type(outcome.exception).__name__
        return Finding(where, str(outcome.exception)[:200], " ".join(words[:2]))
    if outcome.exit_code not in (0, 1, 2):
        return Finding("exit code", str(outcome.exit_code), " ".join(words[:2]))
    if outcome.exit_code and "Error: " not in outcome.output:
        return Finding("no error", outcome.output[:300], " ".join(words[:2]))
    if caught:
        first = caught[0]
        return Finding(first.category.__name__, str(first.message)[:200], " ".join(words[:2]))
    return None
