"""Tables of Markdown, as leaderboards are published in."""

import html
import re
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from benchreport.data.columns.keys import ACTS
from benchreport.data.columns.two_levels import is_metric
from benchreport.data.columns.words.direction import metric_of_file
from benchreport.data.columns.words.kinds_of_names import is_summary, share_of_algorithms
from benchreport.data.columns.words.names import Strength, strength_of, words_of
from benchreport.data.readers.bold_cells import Bold, facts_of_bold
from benchreport.data.readers.captions import Caption, caption_above, facts_of, text_below
from benchreport.data.readers.content import SIZE_LIMIT, text_of
from benchreport.data.readers.delimited import read_delimited
from benchreport.data.readers.html_tables import tables_as_markdown
from benchreport.data.readers.parts import (
    NUMBER,
    PATH,
    most_numbers_first,
    name_parts,
    select_tables,
)
from benchreport.errors import ReadError, format_count
from benchreport.wording.shell import reading

# | --- | :---: | between the names and the rows
RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?)?\s*")
# a heading above a line of its own
UNDERLINED = re.compile(r"^ {0,3}([^\s|#>-][^|\n]*)\n {0,3}={3,}[ \t]*$", re.MULTILINE)
# n = 5, which says on what algorithms ran
CONDITION = re.compile(r"\w\s*=\s*\d")
# what is longer is a sentence, and no heading
LONGEST_LINE = 60
BAR = re.compile(r"(?<!\\)\|")
# [text](address), and [text][name], whose address stands elsewhere, or a name alone
LINK = re.compile(r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])")
DEFINED = re.compile(r"^ {0,3}\[([^\]]+)\]:\s*\S", re.MULTILINE)
# underscores within a name are no emphasis; a gold medal marks the best, too, or a rank
BOLD = re.compile(
    r"\*\*.*\*\*|(?<!\w)__.*__(?!\w)|<(?:b|strong)\b|🥇\s*(?!1?\s*$)|\d\s*🥇", re.IGNORECASE
)
RANKS = {"🥇": "1", "🥈": "2", "🥉": "3"}
EMPHASIS = re.compile(r"\*\*|(?<!\w)__|__(?!\w)|`")
STARRED = re.compile(r"\*([^*]+)\*")
TAG = re.compile(
    r"</?(?:a|b|br|center|code|div|em|font|i|img|p|small|span|strong|sub|sup|u)\b[^<>]*>"
)


def read_markdown(content: bytes, size_limit: int = SIZE_LIMIT, *, part: str = "") -> pd.DataFrame:
    r"""Read the table of a Markdown text; of links and emphasis, the text stays.

    Tables with the same columns, each below a heading of its own, are one: a column has their headings. What
    the text above says of the scores is kept (see `captions`). One of several tables is named by its
    heading; beside tables with numbers, those without any are left out.

    Raises
    ------
    ReadError
        The text holds no table, none that is called so, or several that differ.

    Examples
    --------
    >>> text = b"| model | acc |\n|:--|--:|\n| [svm](https://svm.org) | **0.5** |\n| knn | 0.4 |\n"
    >>> read_markdown(text).to_dict("list")
    {'model': ['svm', 'knn'], 'acc': [0.5, 0.4]}
    """
    text = tables_as_markdown(text_of(content))
    defined = "|".join(map(re.escape, {*DEFINED.findall(text)}))
    if defined:
        text = re.sub(rf"(?<![\]\\])\[({defined})\](?![\[(:])", r"\1", text)
    tables = _named_by_lines(_tables(UNDERLINED.sub(r"# \1", text).splitlines()))
    if not tables:
        raise ReadError(
            "it holds no table; one is expected",
            hint="write a line |---|---| below the names of its columns",
        )
    titles = [table.caption.heading or ", ".join(table.rows[0]) for table in tables]
    cells = [table.rows for table in tables]
    places, notes = select_tables(titles, cells, part)
    tables = [tables[place] for place in places]
    names = tables[0].rows[0]
    if len(tables) > 1:
        ways = name_parts(titles, most_numbers_first(places, cells))
        _refuse_others(tables, _name_alike(tables, places) + ways)
    rows = [row for table in tables for row in table.rows[1:]]
    column = ""
    if len(tables) > 1 and _rows_differ(tables):
        # what each table ends with, such as its mean, is of no row
        rows = [row for row in rows if not is_summary(row[0])]
    elif len(tables) > 1 and not _told_apart(tables):
        labels = [row[0] for table in tables for row in table.rows[1:]]
        headings = [table.caption.heading for table in tables]
        column, headings = _name_headings(headings, names, labels)
        pairs = zip(headings, tables, strict=True)
        rows = [[heading, *row] for heading, table in pairs for row in table.rows[1:]]
        names = [column, *names]
        if column == "table" and all(map(CONDITION.search, headings)):
            column, names, rows = "", names[1:], _with_conditions(names[1:], rows)
    text = "\n".join("\t".join(row) for row in (names, *rows))
    frame = read_delimited(text.encode(), size_limit, separators="\t")
    if column:
        counted = format_count(len(tables), "table")
        notes = (reading.HEADINGS.format(tables=counted, column=column), *notes)
    frame.attrs.update(facts_of([table.caption for table in tables], notes, frame))
    frame.attrs.update(facts_of_bold(rows))
    return frame


def _told_apart(tables: "Sequence[_Table]") -> bool:
    """Tell whether a column has one name in each table, and another in each other table, as headings have."""
    for column in range(len(tables[0].rows[0])):
        names = [{row[column] for row in table.rows[1:]} for table in tables]
        if all(len(own) == 1 for own in names) and len(set().union(*names)) == len(tables):
            return not any(NUMBER.match(name) for own in names for name in own)
    return False


def _with_conditions(names: Sequence[str], rows: list[list[str]]) -> list[list[str]]:
    """Write the condition that each row begins with, such as n = 5, before the name of its dataset.

    >>> _with_conditions(["instance", "x"], [["n=5", "1", "0.5"], ["n=9", "1", "0.6"]])
    [['n=5 / 1', '0.5'], ['n=9 / 1', '0.6']]
    """
    at = 1 + max(range(len(names)), key=lambda place: strength_of(names[place], "dataset"))
    return [[*row[1:at], f"{row[0]} / {row[at]}", *row[at + 1 :]] for row in rows]


def _rows_differ(tables: "Sequence[_Table]") -> bool:
    """Tell whether the first column names datasets, others in each table, which headings only part."""
    name = tables[0].rows[0][0]
    labels = [row[0] for table in tables for row in table.rows[1:] if not is_summary(row[0])]
    called = strength_of(name, "dataset") > strength_of(name, "algorithm")
    return called and len({*labels}) == len(labels)


def _name_headings(
    headings: list[str], names: Sequence[str], labels: Sequence[str]
) -> tuple[str, list[str]]:
    """Return the name of the column of headings, and these without what all of them begin with.

    >>> _name_headings(["Dataset: cora", "Dataset: pubmed"], ["Model", "F1"], ["gcn", "gat"])
    ('dataset (heading)', ['cora', 'pubmed'])
    >>> _name_headings(["WER", "Hits in all"], ["Model", "clean"], ["ctc", "rnnt"])
    ('metric', ['WER', 'Hits in all'])
    >>> _name_headings(["LLaMA", "Qwen"], ["Tasks", "Metric", "Value"], ["arc", "mmlu"])
    ('algorithm (heading)', ['LLaMA', 'Qwen'])
    >>> _name_headings(["ARIMA(1, 1, 1)", "Auto-ETS"], ["Series Type", "MAE"], ["seasonal", "trend"])
    ('algorithm (heading)', ['ARIMA(1, 1, 1)', 'Auto-ETS'])
    >>> _name_headings(["kem-512", "kem-768"], ["Operation", "Median", "95% CI"], ["keygen", "encrypt"])
    ('algorithm (heading)', ['kem-512', 'kem-768'])
    """
    metrics = sum(metric_of_file(heading) is not None for heading in headings)
    if "metric" not in names and 2 * metrics >= len(headings):
        return "metric", headings
    parts = [heading.partition(":") for heading in headings]
    kind = parts[0][0]
    if all(part[0] == kind and part[2].strip() for part in parts):
        headings = [part[2].strip() for part in parts]
    else:
        # metrics of tasks below each heading are those of a model
        long = {role for role in ("metric", "dataset") for name in names if strength_of(name, role)}
        named = any(strength_of(name, "algorithm") > Strength.AGENT for name in names)
        known = share_of_algorithms(headings) > share_of_algorithms(labels)
        # what each of them does, in columns of what was measured of it
        does = not ACTS.isdisjoint(words_of(names[0]))
        does = does and all(is_metric(name) or is_summary(name) for name in names[1:])
        told = len(long) == 2 or known or does  # noqa: PLR2004 - both roles
        kind = "algorithm" if told and not named else "dataset"
    taken = any(strength_of(name, "dataset") > Strength.FIELD for name in names)
    called = kind.casefold() if not taken or strength_of(kind, "algorithm") else "table"
    return (called if called == "table" else f"{called} (heading)"), headings


def _refuse_others(tables: "Sequence[_Table]", ways: str) -> None:
    """Refuse tables that are not one, as their columns differ or no heading tells them apart."""
    alike = all(table.rows[0] == tables[0].rows[0] for table in tables)
    if alike and _have_headings(tables):
        return
    if alike:
        raise ReadError(
            f"it holds {len(tables)} tables with the same columns, without a different heading each",
            hint=f"write a heading above each table, such as the name of its dataset, or {ways}",
        )
    kinds = len({tuple(table.rows[0]) for table in tables})
    several = f" of {kinds} kinds" if kinds < len(tables) else ""
    raise ReadError(
        f"it holds {len(tables)} tables{several} with different columns; one is expected", hint=ways
    )


def _have_headings(tables: "Sequence[_Table]") -> bool:
    headings = [table.caption.heading for table in tables]
    return all(headings) and len({*headings}) == len(headings)


def _name_alike(tables: "Sequence[_Table]", places: Sequence[int]) -> str:
    """Say how most tables with the same columns, which headings tell apart, are read as one."""
    kinds: dict[tuple[str, ...], list[int]] = {}
    for at, table in enumerate(tables):
        kinds.setdefault(tuple(table.rows[0]), []).append(at)
    most = max(kinds.values(), key=len)
    if len(most) == 1 or len(kinds) == 1 or not _have_headings([tables[at] for at in most]):
        return ""
    numbers = "+".join(str(places[at] + 1) for at in most)
    return reading.TABLES_ALIKE.format(name=f"{PATH}#{numbers}") + " "


class _Table(NamedTuple):
    """The rows of a table, the names of the columns first, each as long as these; and what stands above."""

    rows: list[list[str]]
    caption: Caption


def _tables(lines: list[str]) -> list[_Table]:
    rules = [place for place, line in enumerate(lines) if place and RULE.fullmatch(line)]
    tables = []
    end = 0
    for rule in rules:
        if rule <= end:
            # a row of dashes within a table
            continue
        caption = caption_above(lines[end : rule - 1])
        rows = [[_plain_name(cell) for cell in _cells(lines[rule - 1])]]
        end = rule + 1
        while end < len(lines) and BAR.search(lines[end]):
            cells = _cells(lines[end])
            # a remark stands behind the last bar
            if lines[end].rstrip()[-1:] != "|" and len(cells) == len(rows[0]) + 1:
                cells = cells if any(map(str.isdigit, cells[-1])) else cells[:-1]
            # rows without a word, and of dashes, part a long table
            rows += [cells] if any(cell.strip("-") for cell in cells) else []
            end += 1
        following = next((place - 1 for place in rules if place > end), len(lines))
        caption = caption._replace(below=text_below(lines[end:following]))
        tables.append(_Table(_filled(rows), caption))
    return tables


def _named_by_lines(tables: list[_Table]) -> list[_Table]:
    """Take the line above each table for its heading, where tables with the same columns share theirs.

    >>> lines = "[ImageNet](in.org)", "Cars:"
    >>> named = _named_by_lines([_Table([["model", "top-1"]], Caption("Results", line)) for line in lines])
    >>> [table.caption.heading for table in named]
    ['ImageNet', 'Cars']
    """
    for columns in {tuple(table.rows[0]) for table in tables}:
        alike = [place for place, table in enumerate(tables) if tuple(table.rows[0]) == columns]
        headings = {tables[place].caption.heading for place in alike} - {""}
        lines = [_plain(tables[place].caption.text).strip("*_: ") for place in alike]
        short = all(0 < len(line) <= LONGEST_LINE and line[-1] != "." for line in lines)
        if len(headings) < len(alike) == len({*lines}) and short:
            for place, line in zip(alike, lines, strict=True):
                caption = tables[place].caption._replace(heading=line)
                tables[place] = tables[place]._replace(caption=caption)
    return tables


def _filled(rows: list[list[str]]) -> list[list[str]]:
    """Make all rows as long as the names; they may leave out empty cells at their ends."""
    width = len(rows[0])
    longer = [row for row in rows if len(row) > width]
    if longer:
        raise ReadError(
            f"the header has {width} names, and a row has {len(longer[0])} cells: {longer[0][0]!r}",
            hint=r"write \| for a bar within a cell",
        )
    return [[*row, *[""] * (width - len(row))] for row in rows]


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|")
    inner = re.sub(r"(?<!\\)\|$", "", inner)
    cells = BAR.split(inner)
    return [Bold(_plain(cell)) if BOLD.search(cell) else _plain(cell) for cell in cells]


def _plain_name(cell: str) -> str:
    """Return the name of a column without a star on either side, and without commas and spaces at its ends.

    >>> _plain_name("*, time *"), _plain_name("ours*"), _plain_name("*")
    ('time', 'ours*', '*')
    """
    starred = STARRED.fullmatch(cell)
    name = (starred[1] if starred else cell).strip(", ")
    return cell if name in ("", cell) else type(cell)(name)


def _plain(cell: str) -> str:
    """Return the text of a cell, without links, emphasis and tags.

    >>> _plain("**mAP**<sup>val<br/>50-95</sup>"), _plain("a &amp; b")
    ('mAP val 50-95', 'a & b')
    >>> _plain("__unet__"), _plain("unet__3d")
    ('unet', 'unet__3d')
    >>> _plain("🥈"), _plain("🥈 0.5")
    ('2', '🥈 0.5')
    """
    text = EMPHASIS.sub("", LINK.sub(r"\1", cell)).replace(r"\|", "|")
    if "<" in text or "&" in text:
        text = " ".join(html.unescape(TAG.sub(" ", text)).split())
    text = text.replace("\t", " ").replace('"', "'").strip()
    return RANKS.get(text, text)
