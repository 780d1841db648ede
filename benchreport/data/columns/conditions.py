"""What algorithms ran on and with: columns that say it of the data, and settings of an ablation study."""

from collections.abc import Hashable, Sequence

from benchreport.data.columns.content.evidence import NEARLY_ALL, Evidence
from benchreport.data.columns.content.facts import Facts
from benchreport.data.columns.keys import ACTS, PARAMETERS, Keys
from benchreport.data.columns.roles import WRITTEN_INDEX, Roles
from benchreport.data.columns.score_candidates import is_identifier, seems_set
from benchreport.data.columns.two_levels import COLUMNS, LOWER
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import says_size
from benchreport.data.columns.words.names import strength_of, words_of
from benchreport.errors import RoleError, examples
from benchreport.hints import bench

MOST_LEVELS = 20
"""Values of a column of settings, at most."""
# parts of one dataset, which have sizes of their own
FOLDS = frozenset("fold folds split splits cv".split())


def may_be_part(facts: Facts) -> bool:
    """Tell whether the values of a column may be settings or parts: names, or few decimals."""
    if facts.kind == "number":
        return not facts.constant and facts.different <= MOST_LEVELS
    return facts.names and not facts.why_not


def leaves_one_score(keys: Keys, settings: Sequence[Hashable], evidence: Evidence) -> bool:
    """Tell whether a table without datasets had one score for each algorithm, were these columns settings."""
    if keys.dataset is not None or keys.repeat:
        return False
    return evidence.groups([keys.algorithm, *settings]) == len(evidence.frame)


def numbers_of_data(
    name: Hashable, unused: Sequence[Hashable], keys: Keys, evidence: Evidence
) -> list[Hashable]:
    """Return the numbers that all algorithms ran with, of which a column is one."""
    return [
        other
        for other in unused
        if other == name
        or (
            # what each value goes with tells nothing more
            not evidence.describes(name, other)
            and evidence.facts(other).kind in ("whole", "number")
            and may_be_part(evidence.facts(other))
            and evidence.splits(keys.columns, other)
            and PARAMETERS.isdisjoint(words_of(other))
            # what counts from 1 up in each of them numbers repeats
            and not (strength_of(other, "step") and evidence.counts_up(other))
            and (direction_of(other) is None or was_set(other, keys, evidence))
        )
    ]


def was_set(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column called like a metric holds what was set: all algorithms have its values alike."""
    shared = evidence.balances(keys.columns, name) or evidence.is_shared(keys.algorithm, name)
    return shared or seems_set(name, evidence)


def is_of_data(name: Hashable, keys: Keys, evidence: Evidence) -> bool:
    """Tell whether a column says on what algorithms ran: it holds sizes, or no value stands on all datasets.

    Settings of an ablation study are tried on every dataset, or at least the usual one is.
    """
    if strength_of(name, "dataset") or strength_of(name, "example"):
        return True
    if (keys.dataset, name) == (COLUMNS, LOWER):
        # what stands below the heads of datasets
        return True
    if not ACTS.isdisjoint(words_of(name)):
        return True
    if evidence.facts(name).kind == "text":
        return keys.dataset is not None and not _crosses(name, keys.dataset, evidence)
    if keys.dataset is None:
        return PARAMETERS.isdisjoint(words_of(name))
    return says_size(name)


def _crosses(name: Hashable, dataset: Hashable, evidence: Evidence) -> bool:
    """Tell whether nearly all values of a column stand on each dataset, or one of them on all."""
    if evidence.crossing(name, dataset) >= NEARLY_ALL:
        return True
    pairs = evidence.frame[[name, dataset]].drop_duplicates()
    return bool(pairs[name].value_counts().max() >= evidence.facts(dataset).different)


def refuse_inputs(roles: Roles, keys: Keys, unused: Sequence[Hashable], evidence: Evidence) -> None:
    """Ask about repeats of which all algorithms had the same input, as another column describes each."""
    repeat = next(iter(keys.repeat), None)
    free = len(keys.repeat) == 1 and keys.dataset is None and roles.repeat is None
    if not free or not FOLDS.isdisjoint(words_of(repeat)):
        return
    facts = {name: evidence.facts(name) for name in unused}
    said = [name for name in unused if facts[name].kind in ("text", "whole")]
    # another number of the run describes no input
    said = [
        name
        for name in said
        if name != WRITTEN_INDEX and not is_identifier(name) and not evidence.counts_up(name)
    ]
    said = [name for name in said if not facts[name].constant and evidence.determines(repeat, name)]
    if not said or evidence.crossing(keys.algorithm, repeat) < NEARLY_ALL:
        return
    # one that has several repeats of each value may be the dataset instead
    number = evidence.facts(repeat).different
    groups = [name for name in said if 2 * facts[name].different <= number]
    inputs = [bench(dataset=repeat), *(bench(dataset=name, repeat=repeat) for name in groups[:1])]
    first, *others = inputs[::-1] if len(groups) == len(said) else inputs
    raise RoleError(
        f"all algorithms have the same {examples(said)} in each {repeat!r}; does {repeat!r} name the inputs, "
        "which are datasets?",
        hint=(first | others[0] if others else first)
        + "; if it only counts runs: "
        + bench(repeat=repeat),
    )
