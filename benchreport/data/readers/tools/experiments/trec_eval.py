"""trec_eval: what ``trec_eval -q`` prints of one run, with the measures of each query.

Means over the queries are left out. Several files are compared by the tags of their runs, or by their names
where runs have the same tag.
"""

import re

import pandas as pd

from benchreport.data.columns.words.direction import DIRECTIONS
from benchreport.data.readers.content import text_of
from benchreport.data.readers.file_names import FILE
from benchreport.data.readers.tools.source import Source, Tool
from benchreport.errors import ReadError

ROW = re.compile(r"(?P<measure>\w[\w.@-]*)\s*\t\s*(?P<query>\S+)\s*\t\s*(?P<value>\S+)\s*")
BEGINNING = re.compile(
    rb"\s*(?:runid *\tall *\t|(?:num_(?:q|ret|rel|rel_ret)|(?:gm_)?map|Rprec|bpref|recip_rank|infAP"
    rb"|ndcg(?:_rel)?|iprec_at_recall_[\d.]+|success_\d+|(?:P|recall|relative_P|map_cut|ndcg_cut)_[\d.]+)"
    rb" *\t\S+ *\t[-\d.]+\s)"
)
ALL = "all"
TAG = "runid"


def _recognizes(source: Source) -> bool:
    return BEGINNING.match(source.content) is not None


def _read(source: Source) -> pd.DataFrame:
    lines = [line for line in text_of(source.content).splitlines() if line.strip()]
    rows = [ROW.fullmatch(line) for line in lines]
    if None in rows:
        line = lines[rows.index(None)]
        raise ReadError(
            f"each line has a measure, a query and a value between tabs; one is {line!r}"
        )
    found = [row.groupdict() for row in rows if row is not None]
    tags = [row["value"] for row in found if row["measure"] == TAG]
    # counts are no scores
    scores = [row for row in found if row["query"] != ALL and not row["measure"].startswith("num_")]
    scores = [row for row in scores if row["measure"] not in (TAG, "relstring")]
    if not scores:
        raise ReadError(
            "it has means over all queries only",
            hint="trec_eval -q writes those of each query, too",
        )
    frame = pd.DataFrame(
        {
            "algorithm": tags[0] if tags else "",
            "dataset": [row["query"] for row in scores],
            "metric": [row["measure"] for row in scores],
            "value": [float(row["value"]) for row in scores],
        }
    )
    frame.attrs[DIRECTIONS] = dict.fromkeys(frame["metric"].unique().tolist(), True)
    return frame


def _compare(frame: pd.DataFrame) -> pd.DataFrame:
    """Name runs by their tags, unless these are the same."""
    tags = frame.groupby(FILE, sort=False)["algorithm"].first()
    if "" not in {*tags} and tags.is_unique:
        return frame.drop(columns=FILE)
    return frame.drop(columns="algorithm").rename(columns={FILE: "algorithm"})


TOOL = Tool(
    name="results of trec_eval",
    recognizes=_recognizes,
    read=_read,
    compare=_compare,
)
