"""To how many values scores are rounded, so that the patterns of equal ones are few enough to count."""

from benchreport.data.prediction_kinds.read_labels import SUFFIX
from benchreport.engines.lazy_table import LazyTable
from benchreport.engines.prediction_columns import Columns
from benchreport.errors import DesignError
from benchreport.hints import bench

FINEST, COARSEST = 999, 9
# odd, so that 0.5 lies between two values and each score keeps its side
FINER = (4, 2, 1)
"""Scores of good models are alike, and have fewer patterns than any scores could have."""


def find_grids(table: LazyTable, columns: Columns, names: list[str], most: int) -> list[int]:
    """Return how many parts of 1 to try as the step of scores, the smallest step first; labels need none.

    Raises
    ------
    DesignError
        There are too many models or groups for any.
    """
    if not columns.scores:
        return [1]
    for name in names:
        match = SUFFIX.match(f"{name}_probability")
        if match is None or match["model"] != name:
            raise DesignError(
                f"the model {name!r} is called like a column of scores.",
                hint="give it another name where the table is made",
            )
    certain = int((most / (2 * _count_groups(table, columns))) ** (1 / len(names))) - 1
    if certain < COARSEST:
        within = f" within {' × '.join(columns.groups)}" if columns.groups else ""
        raise DesignError(
            f"scores of {len(names)} models{within} have more than {most:,} patterns, even where each is "
            f"rounded to one of {COARSEST + 1} values.",
            hint=bench(cluster=[])
            + " if examples are independent, or fewer models, "
            + bench(where={str(columns.algorithm or "model"): ["...", "..."]}),
        )
    return sorted({_as_odd(min(FINEST, finer * certain)) for finer in FINER}, reverse=True)


def _count_groups(table: LazyTable, columns: Columns) -> int:
    if not columns.groups:
        return 1
    import narwhals as nw

    groups = table.frame.group_by(*columns.groups).agg(nw.len().alias("rows of the group"))
    return LazyTable(groups).n_rows


def _as_odd(number: int) -> int:
    return number if number % 2 else number - 1
