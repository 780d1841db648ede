"""Delimited text with one row a line: CSV, TSV and similar."""

import csv
import io
import itertools
import re
import textwrap
from collections.abc import Hashable, Sequence
from typing import Any

import pandas as pd

from benchreport.data.cells.score_cells import POINTS
from benchreport.data.columns.content.derived import SIGNED_COLUMNS, is_signed
from benchreport.data.readers.bold_cells import Bold, facts_of_bold
from benchreport.data.readers.captions import Caption, facts_of
from benchreport.data.readers.content import SIZE_LIMIT, names_once, refuse_cells, text_of
from benchreport.data.readers.drawn_tables import without_borders
from benchreport.data.readers.numbers_in_text import FIRST_ROWS, LARGEST, numbers_in_text
from benchreport.data.readers.spaced_text import NUMERIC, by_spaces, by_wide_spaces
from benchreport.data.readers.stacked_tables import named_once, without_footer
from benchreport.data.readers.two_headers import (
    Headers,
    bounds_by_means,
    long_of,
    names_of_rows,
    two_headers,
)
from benchreport.errors import ReadError, examples, format_count
from benchreport.wording.shell import reading

SEPARATORS = ",;\t"
# what Gymnasium's monitor writes of a run is no remark
QUOTED = re.compile(r'"[^"]*"')
REMARKS = re.compile(r"(?:\s*#(?!\{)[^\n]*\n)+\s*")
# the first line by which Excel names the separator
EXCEL_SAYS = re.compile(r'\s*"?sep=(?P<separator>[^\r\n])"?[^\S\r\n]*(\r\n|\r|\n)', re.IGNORECASE)
# lines above the names, at most
MOST_TITLES = 20
# a first line with such a number is no line of names
DECIMAL = re.compile(r"[+-]?\d+\.\d{2,}(e[+-]?\d+)?", re.IGNORECASE)
# rows with which a first line is compared
MOST_COMPARED = 50
FEWEST_COMPARED = 3
# the share of lines that are rows
ROWS = 0.8
COLUMN = "column {number}"
UNIT = re.compile(
    r"[\[(]?(?P<unit>%|n?s|[mµu]s|sec|secs|seconds|min|minutes|h|hours|[KMGT]i?B|bytes|J|kJ|W|kWh|USD|\$|"
    r"(?:ops|req|img|tokens|[KMG]?B)/s)[\])]?"
)
# mean: 4.83 us
MEASURED = re.compile(r"[^\d\s].*\s\d+\.\d+\s*(?:[nuµμm]?s|sec|%|[KMG]i?B)(?:\W|$)")
MOST_SHOWN = 60
# a cell with a sign that pandas does not keep
PLUS_SIGN = re.compile(r'[,;\t\n]\s*"?\+\s?\d')
# decimals behind a point, as no thousands have, and behind a comma
DECIMAL_POINT = re.compile(r"(?<![\d.,])\d+\.\d{1,2}(?![\d.,])")
DECIMAL_COMMA = re.compile(r"(?<![\d.,])\d+,\d{1,2}(?![\d.,])")


def read_delimited(
    content: bytes, size_limit: int = SIZE_LIMIT, separators: str = SEPARATORS
) -> pd.DataFrame:
    r"""Read delimited text; the separator is the one that splits the header most.

    Parameters
    ----------
    content
        UTF-8 (or UTF-16 or UTF-32 with its mark), with a header line. Excel's line ``sep=;`` may
        stand before it. Blank lines are left out.
    size_limit
        Bytes that the table's cells may take.
    separators
        The separators to try. A semicolon goes with a decimal comma, as spreadsheets write it.

    Raises
    ------
    ReadError
        The header has no separator or a name twice, or rows have more fields than it has names.

    Examples
    --------
    >>> read_delimited(b"method;accuracy\nNA;0,5\n").to_dict("records")
    [{'method': 'NA', 'accuracy': 0.5}]
    """
    text = text_of(content)
    line = EXCEL_SAYS.match(text)
    if line is not None:
        text, separators = text[line.end() :], line["separator"]
    whole, text = text, _without_remarks(text)
    columns = without_borders(text) or by_wide_spaces(text, separators)
    text = columns or _without_title(text, separators)
    above = "" if columns else whole[: len(whole) - len(text)]
    headers = {mark: _names(text, mark) for mark in separators}
    if max(map(len, headers.values())) == 1 and (columns := by_spaces(text)):
        text, separators = columns, "\t"
        headers = {separators: _names(text, separators)}
    elif columns:
        separators, headers = "\t", {"\t": _names(text, "\t")}
    separator = max(headers, key=lambda mark: len(headers[mark]))
    names = headers[separator]
    _refuse_log("" if columns else text_of(content), names, separator)
    # a line of empty cells separates rows, and is none
    text = re.sub(rf"\n *(?:{re.escape(separator)} *){{{len(names) - 1}}}\r?(?=\n|\Z)", "", text)
    text, names = _with_names_of_rows(text, separator, names)
    text, again = named_once(text, separator)
    text, footer = without_footer(text, separator, len(names))
    two = _two_headers(text, separator) if len(set(names)) < len(names) else None
    if two is None and (named := bounds_by_means(names)):
        names, text = named, "\n".join([separator.join(named), *text.lstrip().splitlines()[1:]])
    if two is not None:
        refuse_cells(text.count("\n"), len(two.names), size_limit)
        return long_of(_below(text, separator, two), two)
    nameless = _lacks_names(text, separator)
    if nameless:
        names = [COLUMN.format(number=number) for number in range(1, len(names) + 1)]
        text = f"{separator.join(names)}\n{text.lstrip()}"
    refuse_no_header(names, text.lstrip())
    names = names_once(names)
    refuse_cells(max(text.count("\n"), text.count("\r")), len(names), size_limit)
    encoded = text.encode()
    frame = _parse(encoded, separator)
    names_as_numbers = _columns_of_names(frame, text, separator)
    if names_as_numbers:
        frame = _parse(encoded, separator, dtype=dict.fromkeys(names_as_numbers, str))
    written = _how_written(text, encoded, separator) | _in_bold(text, frame)
    if not isinstance(frame.index, pd.RangeIndex):
        frame = _align(frame, separator)
    frame = _with_units(numbers_in_text(frame, decimal=_decimal(separator)), _decimal(separator))
    frame.attrs |= written
    said = {
        reading.NO_NAMES_ABOVE.format(columns=examples(names)): nameless,
        reading.NAMES_AGAIN[again > 1].format(lines=format_count(again, "further line")): again,
        reading.FOOTER.format(text=textwrap.shorten(footer, MOST_SHOWN, placeholder=" …")): footer,
    }
    if notes := tuple(note for note, holds in said.items() if holds):
        frame.attrs["notes"] = notes
    return _with_title(frame, above, separators)


def _with_title(frame: pd.DataFrame, above: str, separators: str) -> pd.DataFrame:
    """Keep what the lines above the names say of the scores."""
    lines = [line.strip(f" #\t\r\n{separators}") for line in above.splitlines()]
    said = facts_of([Caption(heading=". ".join(filter(None, lines)))], frame=frame)
    if said:
        notes = (*frame.attrs.get("notes", ()), *said["notes"])
        frame.attrs |= said | {"notes": notes}
    return frame


def _in_bold(text: str, frame: pd.DataFrame) -> dict[Hashable, Any]:
    """Return what scores between stars, as Markdown's bold ones are, tell of the best."""
    if "**" not in text:
        return {}
    cells = ([str(cell) for cell in row] for row in frame.itertuples(index=False))
    return facts_of_bold([[Bold(cell) if "**" in cell else cell for cell in row] for row in cells])


def _refuse_log(text: str, names: Sequence[str], separator: str) -> None:
    """Refuse lines of prose with measured values, of which a comma splits some."""
    if not any(map(MEASURED.search, names)):
        return
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    cells = csv.reader(lines, delimiter=separator)
    rows = [line for line, row in zip(lines, cells, strict=False) if len(row) == len(names)]
    if 0 < len(rows) < ROWS * len(lines):
        raise ReadError(
            f"it holds lines of a log, and no table: only {len(rows)} of {len(lines)} lines have "
            f"{len(names)} cells, as {textwrap.shorten(rows[0], MOST_SHOWN, placeholder=' …')!r} has",
            hint="write a row for each measurement below a line of names, such as algorithm,dataset,time_ms",
        )


def _lacks_names(text: str, separator: str) -> bool:
    """Tell whether the first line is a row of the table.

    It has numbers where all rows have them, and a decimal among them or a text that its column repeats; or it
    has only numbers, within the ranges of their columns. A few other lines are remarks.
    """
    lines = itertools.islice(filter(str.strip, io.StringIO(text, newline=None)), MOST_COMPARED)
    split = [_names(line, separator) for line in lines]
    rows = [row for row in split if len(row) == len(split[0]) > 1]
    if len(rows) < FEWEST_COMPARED or len(rows) < ROWS * len(split):
        return False
    kinds = [[NUMERIC.fullmatch(cell) is not None for cell in row] for row in rows]
    first, *below = rows
    if all(NUMERIC.fullmatch(cell) for cell in first if cell):
        return _lies_between(first, below)
    decimals = [DECIMAL.fullmatch(cell) is not None for cell in first]
    alike = all(row == kinds[0] for row in kinds) and any(kinds[0])
    repeated = [
        not number and bool(cell) and any(row[place] == cell for row in below)
        for place, (cell, number) in enumerate(zip(first, kinds[0], strict=True))
    ]
    # a column of names says what the numbers are of
    return alike and (any(decimals) or any(repeated))


def _lies_between(first: list[str], below: list[list[str]]) -> bool:
    """Tell whether each whole number of a line lies in the range of its column, as no names of columns do.

    >>> rows = [["257", "4990"], ["301", "4984"], ["260", "4995"]]
    >>> _lies_between(["264", "4991"], rows), _lies_between(["10", "20"], rows)
    (True, False)
    """
    columns = [
        (int(cell), [int(row[place]) for row in below if row[place].isdecimal()])
        for place, cell in enumerate(first)
        if cell.isdecimal()
    ]
    return len(columns) > 1 and all(
        len(cells) >= FEWEST_COMPARED and min(cells) <= name <= max(cells)
        for name, cells in columns
    )


def _with_units(frame: pd.DataFrame, decimal: str) -> pd.DataFrame:
    """Move units that stand in a row of their own, below the names, into the names of their columns."""
    if len(frame) < FEWEST_COMPARED:
        return frame
    first = {name: str(cell).strip() for name, cell in frame.iloc[0].items() if not pd.isna(cell)}
    units = {name: UNIT.fullmatch(cell) for name, cell in first.items()}
    if not units or not all(units.values()):
        return frame
    below = numbers_in_text(frame.iloc[1:].reset_index(drop=True), decimal)
    if not all(pd.api.types.is_numeric_dtype(below[name].dtype) for name in units):
        return frame
    named = {name: f"{name} [{match['unit']}]" for name, match in units.items() if match}
    return below.rename(columns=named)


def _without_remarks(text: str) -> str:
    r"""Leave out lines that begin with # above a line of names, which has no number.

    >>> _without_remarks("# seed 5, of three\nname svm\niris .9"), _without_remarks("# name svm\niris .9")
    ('name svm\niris .9', '# name svm\niris .9')
    """
    remarks = REMARKS.match(text)
    if remarks is None:
        return text
    below = text[remarks.end() :]
    names = re.split(r"[\s,;|]+", below.partition("\n")[0].strip())
    return text if len(names) == 1 or any(map(NUMERIC.fullmatch, names)) else below


def _without_title(text: str, separators: str) -> str:
    """Leave out a title or comments above the names; a comment has other fields than what follows."""
    first = list(itertools.islice(io.StringIO(text, newline=""), MOST_TITLES))
    # a spreadsheet writes an empty row as separators
    counts = [
        1 + max(line.count(mark) for mark in separators)
        if line.strip(f" \t\r\n{separators}")
        else 0
        for line in first
    ]
    place = 0
    for number, (line, count, after) in enumerate(zip(first, counts, counts[1:], strict=False), 1):
        named = count > 1 and (count == after or not line.lstrip().startswith("#"))
        named = named and not _lacks_separator(line, first[number:], separators)
        named = named and not _is_padded(line, separators)
        # an open quote goes on in the next line; what Gymnasium's monitor writes of a run is no comment
        if named or line.count('"') % 2 or line.startswith("#{"):
            return text[place:]
        place += len(line)
    return text


def _is_padded(line: str, separators: str) -> bool:
    """Tell whether a line is one text and the separators that a spreadsheet writes for empty cells.

    >>> [_is_padded(line, ",;") for line in ("Results of 2024;;;", "model;;;f1", ";accuracy;;")]
    [True, False, False]
    >>> _is_padded("Results, as of May;;;", ",;"), _is_padded("model,f1;", ",;")
    (True, False)
    """
    whole = line.strip(" \r\n")
    for mark in separators:
        text = whole.rstrip(mark)
        # several empty cells show which sign separates, and commas of a sentence do not
        others = "" if len(whole) - len(text) > 1 else separators
        if text and text != whole and not {*text} & {mark, *others}:
            return True
    return False


def _lacks_separator(line: str, below: list[str], separators: str) -> bool:
    """Tell whether a line has none of the separators that split the next two lines alike."""
    # a separator within quotes splits nothing
    line, *others = [QUOTED.sub("", each) for each in (line, *below) if each.strip()][:3]
    if len(others) < 2:  # noqa: PLR2004 - the names and a row
        return False
    names, row = others
    splitting = [mark for mark in separators if 0 < names.count(mark) == row.count(mark)]
    return bool(splitting) and not any(mark in line for mark in splitting)


def _two_headers(text: str, separator: str) -> Headers | None:
    """Return the names of several lines above the numbers; ``None`` where there is one."""
    lines = io.StringIO(text, newline=None)
    tops = [_names(line, separator) for line in itertools.islice(filter(str.strip, lines), 4)]
    return two_headers(tops) if len(tops) > 1 else None


def _with_names_of_rows(text: str, separator: str, names: list[str]) -> tuple[str, list[str]]:
    r"""Write the names of an index, which pandas puts in a line below the names of the columns, before these.

    >>> _with_names_of_rows("method\tsvm\tknn\ntask\t\t\niris\t.5\t.6\n", "\t", [])
    ('task\tsvm\tknn\niris\t.5\t.6\n', ['task', 'svm', 'knn'])
    """
    first, *rest = text.lstrip("\n").split("\n", 2)
    if len(rest) < 2 or separator * 2 not in rest[0] + separator:  # noqa: PLR2004 - a line of names, and rows
        return text, names
    lines = [[cell.strip(' "') for cell in line.split(separator)] for line in (first, rest[0])]
    place, keys = names_of_rows(lines)
    if place != 1:
        return text, names
    found = [*lines[1][:keys], *lines[0][keys:]]
    return "\n".join([separator.join(found), rest[1]]), found


def _below(text: str, separator: str, headers: Headers) -> pd.DataFrame:
    """Read what is below several lines of names; the columns are numbered."""
    frame = pd.read_csv(
        io.StringIO(text.lstrip()),
        sep=separator,
        header=None,
        skiprows=headers.lines,
        names=range(len(headers.names)),
        decimal=_decimal(separator),
        keep_default_na=False,
        na_values=[""],
        skipinitialspace=True,
    )
    return numbers_in_text(frame, decimal=_decimal(separator))


def _parse(
    encoded: bytes,
    separator: str,
    dtype: dict[Hashable, type[str]] | type[str] | None = None,
    rows: int | None = None,
) -> pd.DataFrame:
    return pd.read_csv(
        io.BytesIO(encoded),
        sep=separator,
        decimal=_decimal(separator),
        keep_default_na=False,
        na_values=[""],
        low_memory=False,
        skipinitialspace=True,
        dtype=dtype,
        nrows=rows,
    )


def _how_written(text: str, encoded: bytes, separator: str) -> dict[Hashable, Any]:
    """Return what a frame of numbers does not keep: which columns have signs, and the mark of decimals."""
    written: dict[Hashable, Any] = {}
    if PLUS_SIGN.search(text):
        texts = _parse(encoded, separator, dtype=str, rows=FIRST_ROWS)
        signed = [name for name in texts.columns if is_signed(texts[name])]
        written |= {SIGNED_COLUMNS: signed} if signed else {}
    # commas separate cells elsewhere
    if separator == "\t" and DECIMAL_POINT.search(text) and not DECIMAL_COMMA.search(text):
        written[POINTS] = True
    return written


def _decimal(separator: str) -> str:
    return "," if separator == ";" else "."


def _columns_of_names(frame: pd.DataFrame, text: str, separator: str) -> list[Hashable]:
    """List the columns of whole numbers that pandas may have read otherwise than they are written.

    The number 7 may stand for 007, and a number beside empty cells is a double, which rounds long ones.
    """
    zeros = re.search(rf'0(?<=[{re.escape(separator)}"\n\r ]0)[0-9]', text) is not None
    return [
        name
        for name, kind in frame.dtypes.items()
        if (kind.kind == "i" and zeros) or (kind.kind == "f" and _is_whole(frame[name], zeros))
    ]


def _is_whole(column: "pd.Series[Any]", zeros: bool) -> bool:  # noqa: FBT001 - as its caller found
    """Tell whether a column with empty cells holds whole numbers, long ones unless zeros lead."""
    if not column.hasnans or not column.notna().any():
        return False
    whole = bool((column.dropna() % 1 == 0).all())
    return whole and (zeros or bool(column.abs().max() >= LARGEST))


def refuse_no_header(names: list[str], text: str) -> None:
    """Raise `ReadError` where a first line names fewer than two columns."""
    decimals = [name for name in names if DECIMAL.fullmatch(name)]
    # noise of -5 dB is a name beside others
    if all(map(NUMERIC.fullmatch, names)) and any(name[0] in "-−" for name in names):
        decimals = names
    if decimals:
        raise ReadError(
            f"its first line holds numbers ({examples(decimals)}) where names of columns are expected",
            hint=f"write a line above it, in the same form, that names each of its {len(names)} columns",
        )
    if sum(map(bool, names)) > 1:
        return
    first = " ".join(re.split(r"[\r\n]", text, maxsplit=1)[0].split())
    raise ReadError(
        f"its first line, {first[:60]!r}, is not a header of names with a separator between",
        hint="the first line should look like: algorithm,dataset,accuracy",
    )


def _names(text: str, separator: str) -> list[str]:
    """Split the first line that is not blank; quoted names may hold line ends, and have any length.

    The csv module is not used: its limit of 131,072 characters a field holds for the whole process.
    """
    mark = re.escape(separator)
    end = rf"{mark}\r\n"
    field = re.compile(
        rf'[ ]*(?:"(?P<quoted>(?:[^"]++|"")*+)"[^{end}]*|(?P<plain>[^{end}]*))(?P<more>{mark}?)'
    )
    first = len(text) - len(text.lstrip())
    begin = max(text.rfind("\n", 0, first), text.rfind("\r", 0, first)) + 1
    names: list[str] = []
    for match in field.finditer(text, begin):
        quoted = (match["quoted"] or "").replace('""', '"')
        names.append((quoted or match["plain"] or "").strip())
        if not match["more"]:
            break
    return names


def _align(frame: pd.DataFrame, separator: str) -> pd.DataFrame:
    """Match names and fields where rows have more fields than the header has names.

    pandas takes the first fields for names of rows, as R writes them. That is wrong where rows end in
    separators, or a decimal comma splits numbers.
    """
    more = frame.index.nlevels
    fields = frame.reset_index(allow_duplicates=True)
    if bool(fields.iloc[:, -more:].isna().all(axis=None)):
        return fields.iloc[:, :-more].set_axis(frame.columns, axis=1)
    counted = more == 1 and frame.index.equals(pd.RangeIndex(1, len(frame) + 1))
    if counted or (more == 1 and separator != ","):
        return frame
    raise ReadError(
        f"the header has {len(frame.columns)} names, and rows have {fields.shape[1]} fields",
        hint="name every column; numbers with a decimal comma go with ; between the fields",
    )
