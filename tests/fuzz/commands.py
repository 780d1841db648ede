"""A command of the command line on a file, and what is wrong with how it ended."""

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

__all__ = ["draw_command", "judge_command"]

VALUES = ("0.05", "0", "-1", "1e999", "nan", "", "text", "svm", "3", "holm", "True", "決", "\\x")
OUTPUTS = ("out.md", "out.json", "out.html", "out.tex", "out.xlsx", "", "out.odd", "no/such/out.md")


def draw_command(random: Random, folder: Path) -> list[str]:
    """Write a file into a folder, and draw a command that reads it."""
    drawn = draw_table(random)
    path = folder / random.choice(["data.csv", "data.json", "data.tsv", "data.csv"])
    if path.suffix == ".json" and drawn.frame.columns.is_unique:
        drawn.frame.reset_index(drop=True).astype(str).to_json(path, orient="records")
    else:
        drawn.frame.to_csv(path, index=False, sep="\t" if path.suffix == ".tsv" else ",")
    command = random.choice([["check"], ["advise"], ["report"], *[["test"]] * 6])
    if command == ["test"]:
        command = ["test", random.choice([*PROCEDURES, "no-such"]).replace("_", "-")]
    given = [str(path)] if random.random() < 0.97 else [str(folder / "absent.csv")]
    given += _roles(drawn.roles)
    for option in _options(command):
        if random.random() < 0.08 or option.required:
            given += [option.opts[-1], *[_value(random, option)] * (not option.is_flag)]
    if command == ["report"]:
        given += ["-o", str(folder / random.choice(OUTPUTS))]
    return [*command, *given]


def _roles(roles: dict[str, Any]) -> list[str]:
    told = []
    for name, value in roles.items():
        if isinstance(value, str):
            told += [f"--{name.replace('_', '-')}", value]
        elif name == "repeat" and isinstance(value, list):
            told += [part for each in value for part in ("--repeat", str(each))]
    return told


def _options(command: list[str]) -> list[click.Option]:
    found: click.Command | None = main
    for name in command:
        found = (
            found.get_command(click.Context(found), name)
            if isinstance(found, click.Group)
            else None
        )
        if found is None:
            return []
    return [each for each in found.params if isinstance(each, click.Option) and each.name != "outputs"
            and "/" not in "".join(each.opts + each.secondary_opts)[1:]]  # fmt: skip


def _value(random: Random, option: click.Option) -> str:
    if isinstance(option.type, click.Choice) and random.random() < 0.8:
        return str(random.choice(list(option.type.choices)))
    if option.name == "n_resamples":
        return random.choice(["1", "50", "x", "0"])
    return random.choice(VALUES)


def judge_command(words: list[str], folder: Path) -> Finding | None:
    """Run a command in a folder; return what is wrong, or None where it ends as it may."""
    # an option may be the name of a file to write
    with contextlib.chdir(folder), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = CliRunner().invoke(main, words)
    if found.exception is not None and not isinstance(found.exception, SystemExit):
        where = type(found.exception).__name__
        return Finding(where, str(found.exception)[:200], " ".join(words[:2]))
    if found.exit_code not in (0, 1, 2):
        return Finding("exit code", str(found.exit_code), " ".join(words[:2]))
    if found.exit_code and "Error: " not in found.output:
        return Finding("no error", found.output[:300], " ".join(words[:2]))
    if caught:
        first = caught[0]
        return Finding(first.category.__name__, str(first.message)[:200], " ".join(words[:2]))
    return None
