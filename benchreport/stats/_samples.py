"""The independent samples of a table: each algorithm's scores."""

from benchreport.data.scores import Scores
from benchreport.errors import DesignError, examples, format_count
from benchreport.hints import code
from benchreport.stats._arrays import Array


def samples_with_spread(scores: Scores, procedure: str) -> tuple[Array, ...]:
    """Return each algorithm's scores, at least two of each.

    Raises
    ------
    DesignError
        An algorithm has a single score, and so no spread.
    """
    few = [
        name
        for name, sample in zip(scores.algorithms, scores.samples, strict=True)
        if len(sample) < 2  # noqa: PLR2004 - one score has no spread
    ]
    if few:
        raise DesignError(
            f"{procedure} needs at least 2 scores of each algorithm; "
            f"{format_count(len(few), 'algorithm')} with only one: {examples(few)}.",
            hint=code(
                f"leave them out: df[~df['algorithm'].isin({few[:3]!r})].bench.{procedure}()"
            ),
        )
    return scores.samples
