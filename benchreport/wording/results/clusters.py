"""Sentences on examples in clusters, and on models that were tried on the same examples."""

RANGE = "{low} to {high}"
PAIRING = (
    "The models were tried on the same examples; on different ones the intervals would be {times} times as "
    "wide."
)
ALIKE = "Differences are alike"
SOME_ALIKE = "Some differences are alike"
NOT_ALIKE = "Differences are not alike"
DESIGN_EFFECT = (
    "{alike} within one {column} (intracluster correlation {correlation}): {examples} in {n} "
    "clusters tell as much as {effective} independent ones (design effect {effect})."
)
WORTH = (
    "{examples}{where} are worth {effective} independent ones for the mean of a model (design effect "
    "{effect})"
)
WHERE = " in {n} clusters ({column})"
WORTH_OF_PAIRS = "For the difference of two models they are worth {effective} independent ones."
SIZES = (
    "Clusters have {sizes} examples; the intracluster correlation of single models is "
    "{correlation}."
)
BETWEEN_SAMPLES = (
    "Of the variance of examples' means, {share} % comes from their samples and would vanish with many more "
    "of them."
)
