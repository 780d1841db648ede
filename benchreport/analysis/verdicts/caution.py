"""A caution: what threatens the claims of a verdict, in one sentence."""

from typing import Literal, NamedTuple

Topic = Literal["data", "pairs", "outliers", "sensitivity", "assumptions", "bayes", "components"]


class Caution(NamedTuple):
    """One sentence on what threatens the verdict or limits it.

    Parameters
    ----------
    sentence
        The sentence, with its full stop.
    section
        The topic whose section of a report has the details.
    clause
        What it finds, in a few words that may follow "Further limits:"; empty where it is a fact beside the
        verdict, which limits nothing.

    Examples
    --------
    >>> print(Caution("One score is an outlier.", "outliers"))
    One score is an outlier.
    """

    sentence: str
    section: Topic
    clause: str = ""

    def __str__(self) -> str:
        return self.sentence


class Answer(NamedTuple):
    """What an analysis found, from the shortest form to the reservations.

    Parameters
    ----------
    headline
        The finding in a line, without a full stop.
    verdict
        At most `MOST_SENTENCES` sentences: who is best, how surely, who does not differ significantly,
        and whether there are differences at all.
    cautions
        What threatens the verdict, the most serious first.
    """

    headline: str
    verdict: tuple[str, ...]
    cautions: tuple[Caution, ...]


MOST_SENTENCES = 4


def list_cautions(section: Topic, *sentences: str, clause: str = "") -> list[Caution]:
    """Return a caution for each sentence that is not empty.

    >>> [caution.section for caution in list_cautions("data", "One dataset is a copy.", "")]
    ['data']
    """
    return [Caution(sentence, section, clause) for sentence in sentences if sentence]
