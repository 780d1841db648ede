"""The files that commands write."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from benchreport.addresses import Address
from benchreport.cli.inputs import local_files
from benchreport.errors import OptionError, RenderError
from benchreport.files import same_file, write_whole


class Output(click.Path):
    """The type of an option that names a file to write; the command itself checks the file.

    Parameters
    ----------
    example
        The option with a valid file name, such as ``"-o report.html"``; the hint of an error shows it.
    """

    def __init__(self, example: str) -> None:
        super().__init__(path_type=Path)
        self.example = example

    def convert(
        self,
        value: str | os.PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as in click
        """Refuse an empty name, which would mean the current folder."""
        if not os.fspath(value).strip():
            raise OptionError(
                "the name of the output is empty, perhaps because a variable of the shell is not set.",
                hint=self.example,
            )
        return super().convert(value, param, ctx)


def write_text(text: str, output: Path, inputs: Iterable[Path | Address]) -> None:
    """Write a result to a file at once, but never over an input.

    Parameters
    ----------
    text
        The content of the file.
    output
        The path of the file.
    inputs
        The paths of the files that were read.

    Raises
    ------
    OptionError
        The output is an input.
    RenderError
        The file cannot be written; an older one stays as it was.
    """
    refuse_input(output, inputs)
    try:
        # labels come from file names, for example, and may hold half a surrogate pair
        write_whole({output: text.encode(errors="backslashreplace")})
    except OSError as error:
        raise RenderError(
            f"cannot write {str(output)!r}: {error.strerror}.", hint="-o - prints it instead"
        ) from error


def write_into_folder(place: Path, content: bytes, *, hint: str) -> None:
    """Write a file that a command names itself, and make its folder where that is missing.

    Raises
    ------
    RenderError
        The folder cannot be made, or the file not be written; the hint is the caller's.
    """
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        write_whole({place: content})
    except OSError as error:
        raise RenderError(f"cannot write {str(place)!r}: {error.strerror}.", hint=hint) from error


def refuse_input(output: Path, inputs: Iterable[Path | Address]) -> None:
    """Raise `OptionError` if the output is one of the files that are read."""
    from benchreport.data.readers import files_of

    read = same_file(output, files_of(local_files(inputs)))
    if read:
        raise OptionError(
            f"the output {str(output)!r} would replace the input {read!r}.",
            hint=f"-o {shlex.quote(f'{output.stem}-result{output.suffix}')}",
        )
