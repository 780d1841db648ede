"""Sentences on examples in clusters, and on models that were tried on the same examples."""

RANGE = "{low} to {high}"
PAIRING = (
    "The models were tried on the same examples; on different ones the intervals would be {times} times as "
    "wide."
)
DESIGN_EFFECT = (
    "Differences are alike within one {column} (intracluster correlation {correlation}): {examples} in {n} "
    "clusters tell as much as {effective} independent ones (design effect {effect})."
)
