"""Which parts of a study the noise comes from."""

from benchreport.data.predictions import Predictions
from benchreport.data.scores import Scores
from benchreport.results.models.noise import VarianceComponentsResult
from benchreport.stats.studies._noise import assumptions_of, find_noise
from benchreport.wording.results import noise as wording


def variance_components(scores: Scores | Predictions) -> VarianceComponentsResult:
    """Estimate how much of the noise comes from each part of the study.

    There is no H0 and no H1: these are estimates. `plan` says what they mean for the next study.

    Parameters
    ----------
    scores
        Scores of k algorithms on datasets, with their repeats: columns of seeds, folds, runs or samples are
        nested in the dataset; others, such as prompts or judges, are crossed with it. Or predictions, with
        samples within examples, and examples within clusters (else datasets); columns of repeats called
        prompt, template, judge, rater, annotator or grader are crossed with examples.

    Returns
    -------
    VarianceComponentsResult
        The variance of each part, in score units squared: what all algorithms share (a hard dataset), which
        cancels in differences, and what differs between them (``algorithm × dataset``), which does not.

    Raises
    ------
    DesignError
        There is nothing that varies, runs are independent, examples are weighted, or a table of crossed
        parts is incomplete; with prompts or judges clusters have as many examples each.

    Notes
    -----
    Algorithms are fixed, everything else is random. Complete tables have closed forms, the mean squares of
    the analysis of variance; predictions those of Henderson's method 1, which is the same for clusters of
    one size. These are unbiased, and may be negative where a part hardly varies: the estimate is shown as it
    is, and counts as 0. Where none is negative, REML (lme4) gives the same for complete tables.
    Incomplete tables of datasets with repeats are fitted by REML, by statsmodels, whose variances are at
    least 0.

    References
    ----------
    Henderson (1953), Biometrics 9: 226-252; Searle, Casella & McCulloch (1992), Variance Components;
    Brennan (2001), Generalizability Theory.

    Examples
    --------
    >>> import pandas as pd
    >>> import benchreport
    >>> frame = pd.DataFrame({"a": [9.0, 8, 9, 7], "b": [7.0, 6, 8, 5], "c": [5.0, 4, 4, 2]})
    >>> result = frame.bench(score="accuracy").variance_components()
    >>> [(row.name, round(row.estimate, 3)) for row in result.rows]
    [('dataset', 1.139), ('algorithm × dataset', 0.25)]
    """
    found = find_noise(scores, "variance_components")
    return VarianceComponentsResult(
        procedure="variance_components",
        method="Variance components",
        variant=found.variant,
        design=found.design,
        assumptions=assumptions_of(found, wording.RANDOM_LEVELS),
        references=("searle1992", "henderson1953", "brennan2001"),
        rows=found.sources,
        levels=found.levels,
    )
