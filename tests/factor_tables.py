"""Tables of factors that R analyzed, as Scores."""

from functools import lru_cache

import pandas as pd
from published import oracle

from benchreport.data import Roles, Scores

ANSWERS = oracle("factorial")["cases"]


@lru_cache
def factor_table(name: str) -> Scores:
    """Read a case of oracles/factorial.json; without blocks no dataset is named."""
    answer = ANSWERS[name]
    frame = pd.DataFrame(answer["rows"])
    covariates = answer.get("covariates")
    if covariates is None:
        frame = frame.drop(columns="x")
    if not answer["blocks"]:
        frame = frame.drop(columns="dataset")
    roles = Roles(
        factors=answer["factors"], covariates=covariates, score="score", higher_is_better=True
    )
    return Scores.from_frame(frame, roles)
