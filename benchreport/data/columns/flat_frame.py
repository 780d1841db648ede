"""Frames without levels: those of the index and of the columns become columns with plain names."""

from collections import Counter
from collections.abc import Container, Hashable, Iterable

import pandas as pd

from benchreport.data.cells.cell_values import is_text, refuse_odd_names, with_plain_types
from benchreport.data.columns.content.evidence import Evidence
from benchreport.data.columns.words.numbered import repeat_in_cells
from benchreport.errors import RoleError, examples, format_count
from benchreport.hints import Hint, code

# columns whose new names fit in a hint
MOST_RENAMED = 12


def flat(frame: pd.DataFrame) -> tuple[Evidence, tuple[Hashable, ...]]:
    """Return the frame with the levels of its index as columns, where they hold names.

    Returns
    -------
    tuple
        What is known of the flat frame, and its columns that were levels.
    """
    if isinstance(frame.columns, pd.MultiIndex) and frame.columns.nlevels == 2:  # noqa: PLR2004
        from benchreport.data.columns.two_levels import melt_two_levels

        frame = melt_two_levels(frame)
    if isinstance(frame.columns, pd.MultiIndex):
        raise RoleError(
            f"the columns have {format_count(frame.columns.nlevels, 'level')}; plain names are expected.",
            hint=code("df.set_axis(df.columns.get_level_values(0), axis=1).bench")
            if frame.columns.nlevels == 1
            else code("df.stack(future_stack=True).reset_index().bench")
            + ", or pick one metric: "
            + code("df['accuracy'].bench"),
        )
    columns = frame.columns.tolist()
    refuse_odd_names(
        columns,
        "columns",
        code("df.set_axis([str(name) for name in df.columns], axis=1).bench"),
    )
    refuse_odd_names(
        (name for name in frame.index.names if name is not None),
        "levels of the index",
        code("df.rename_axis(index='dataset').bench"),
    )
    if not frame.columns.is_unique:
        from benchreport.data.columns.runs_in_names import number_again

        numbered = number_again([*map(str, columns)])
        if numbered is None:
            repeated = frame.columns[frame.columns.duplicated()].unique()
            raise RoleError(
                f"column names occur more than once: {examples(repeated)}.",
                hint=_way_out_of_repeated(frame),
            )
        frame = frame.set_axis(numbered, axis=1)
        columns = numbered
    index = frame.index
    names = [name for name in index.names if name is not None and name not in frame.columns]
    if not names and list(index.names) == [None] and is_text(index):
        names = [name_of_texts(index, frame.columns)]
        index = index.set_names(names)
    elif isinstance(index, pd.MultiIndex) and not names and any(map(is_text, index.levels)):
        # as pd.concat makes it of a dict of frames; pandas calls them so, too
        names = [f"level_{place}" for place in range(index.nlevels)]
        index = index.set_names(names)
    # a categorical index of columns, as a pivot makes, takes no other name
    plain = frame.copy(deep=False)
    plain.columns = pd.Index(columns, dtype=object, name=frame.columns.name, tupleize_cols=False)
    plain.index = index
    evidence = Evidence(plain.reset_index(level=names) if names else plain)
    if names:
        evidence.take_floats(Evidence(frame))
    table = with_plain_types(evidence.frame, evidence.types, evidence.find)
    # the types of all columns are read once: pandas makes a column of them each time
    return evidence if table is evidence.frame else Evidence(table), tuple(names)


def _way_out_of_repeated(frame: pd.DataFrame) -> Hint:
    """Return the hint to leave out copies of columns, or to tell apart columns that only share a name."""
    left_out = code("df.loc[:, ~df.columns.duplicated()].bench")
    columns = [frame.iloc[:, place] for place in range(len(frame.columns))]
    first: dict[Hashable, int] = {}
    places = [first.setdefault(name, place) for place, name in enumerate(frame.columns)]
    if all(column.equals(columns[place]) for column, place in zip(columns, places, strict=True)):
        return left_out
    if len(columns) > MOST_RENAMED:
        return "rename them, or if they are copies: " + left_out
    seen: Counter[Hashable] = Counter()
    names = []
    for name in frame.columns:
        names.append(f"{name} ({seen[name] + 1})" if seen[name] else name)
        seen[name] += 1
    return code(f"df.set_axis({names!r}, axis=1).bench") + "; if they are copies: " + left_out


def name_of_texts(texts: Iterable[Hashable], columns: Container[Hashable]) -> str:
    """Return what a level of texts without a name is called beside the columns."""
    usual = (repeat_in_cells(texts), "dataset", "index")
    return next(name for name in usual if name and name not in columns)
