"""A source of results, opened once, and the tools that recognize one."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pandas as pd

from benchreport.data.readers.content import SIZE_LIMIT, read_content, text_of, unzip
from benchreport.data.readers.parts import split_part
from benchreport.errors import ReadError

PRINTED = frozenset([".txt", ".md", ".log", ".out"])
MOST_PRINTED = 1_000_000
# the line below the names of a table in Markdown
RULE = re.compile(rb"^[ \t]*\|?[ \t]*:?-+:?[ \t]*\|", re.MULTILINE)
COMMENT = re.compile(r"^[ \t]*(?:#>|#|//!|//|>)+[ \t]?", re.MULTILINE)


class Source:
    """A file, a folder, or an object in memory; each view of it is made once, when it is first used.

    Parameters
    ----------
    path
        The path of a file or folder; ``None`` for an object. The name of one of several tables in a file may
        follow it, as in ``README.md#2``.
    data
        The object, such as the dict that scikit-learn's ``cross_validate`` returns.
    size_limit
        The largest number of bytes of a file after decompression.
    """

    def __init__(
        self, path: Path | None = None, data: object = None, *, size_limit: int = SIZE_LIMIT
    ) -> None:
        self.path: Path | None = path
        self.part: str = ""
        if path is not None:
            self.path, self.part = split_part(path)
        self.data = data
        self.size_limit = size_limit

    @property
    def name(self) -> str:
        """The file's name without ``.gz``; empty for an object."""
        return "" if self.path is None else self.path.name.removesuffix(".gz")

    @property
    def suffix(self) -> str:
        """The suffix of the name in lower case, such as ``.json``."""
        return Path(self.name).suffix.lower()

    @cached_property
    def is_folder(self) -> bool:
        """Whether the source is a folder."""
        return self.path is not None and self.path.is_dir()

    @cached_property
    def content(self) -> bytes:
        """The bytes of the file, decompressed; empty for folders and objects."""
        if self.path is None or self.is_folder:
            return b""
        content = read_content(self.path, lambda _: "", self.size_limit)
        return unzip(content, self.size_limit) if self.path.suffix.lower() == ".gz" else content

    @cached_property
    def json(self) -> Any:  # noqa: ANN401 - whatever JSON holds
        """The content as JSON; ``None`` if it is something else."""
        if self.data is not None:
            return self.data
        try:
            return json.loads(text_of(self.content)) if self.suffix == ".json" else None
        except (ValueError, RecursionError, ReadError):
            return None

    @property
    def _first_line(self) -> bytes:
        # a copy of all that follows would take as much memory as the file
        return self.content[: self.content.find(b"\n") + 1] or self.content

    @cached_property
    def first_record(self) -> dict[str, Any]:
        """The first record of a file of JSON lines; empty if it is something else."""
        try:
            record = json.loads(self._first_line)
        except (ValueError, RecursionError, ReadError):
            return {}
        return record if isinstance(record, dict) else {}

    @cached_property
    def header(self) -> tuple[str, ...]:
        """The names in the first line of a delimited file; empty for other files."""
        if self.suffix not in (".csv", ".tsv"):
            return ()
        line = self._first_line.decode("utf-8-sig", "replace").strip()
        separator = max(",;\t", key=line.count)
        return tuple(name.strip().strip('"') for name in line.split(separator))

    @cached_property
    def printed(self) -> str:
        """The beginning of a text that a program printed, without marks of comments; empty for other files.

        Of Markdown, the text is one where no table stands: what was printed is between its words.
        """
        if self.is_folder or self.suffix not in PRINTED:
            return ""
        if self.suffix == ".md" and RULE.search(self.content):
            return ""
        text = self.content[:MOST_PRINTED].decode("utf-8-sig", "replace")
        return COMMENT.sub("", text.replace("\r\n", "\n"))

    def files(self, pattern: str) -> list["Source"]:
        """Return the files of a folder that match a pattern, sorted; none for files and objects."""
        if self.path is None or not self.is_folder:
            return []
        paths = sorted(path for path in self.path.glob(pattern) if path.is_file())
        return [Source(path, size_limit=self.size_limit) for path in paths]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool whose results can be read.

    Parameters
    ----------
    name
        What the source is, in words: ``"results of pytest-benchmark"``.
    recognizes
        Tells whether a source was written by the tool, from names and keys, without reading all of it where
        that is slow; it must be false for sources of any other kind, and never raise.
    read
        Makes a long frame whose columns have the field's usual names (``algorithm``, ``dataset``, ``fold``,
        ``metric``, ``value`` …), so that no question about roles is left.
    compare
        Makes the table of several files that hold the same rows; it gets them stacked, with the name of the
        file in column ``file``. Without it, ``file`` becomes the algorithm where no column names one.
    """

    name: str
    recognizes: Callable[[Source], bool]
    read: Callable[[Source], pd.DataFrame]
    compare: Callable[[pd.DataFrame], pd.DataFrame] | None = None
