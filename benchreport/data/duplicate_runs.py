"""What may tell runs apart that have the same algorithm, dataset and repeat: the hints of a refusal."""

from collections.abc import Hashable

from benchreport.data.columns.conditions import is_of_data
from benchreport.data.columns.content.evidence import FEWEST_EACH, NEARLY_ALL, Evidence
from benchreport.data.columns.keys import PARAMETERS, Keys
from benchreport.data.columns.layout import Layout
from benchreport.data.columns.long.long_columns import find_settings, holds_no_names, is_setting
from benchreport.data.columns.role_columns import joined_columns
from benchreport.data.columns.roles import WRITTEN_INDEX
from benchreport.data.columns.score_candidates import is_identifier
from benchreport.data.columns.words.direction import direction_of
from benchreport.data.columns.words.kinds_of_names import says_size
from benchreport.data.columns.words.measures import is_cost, is_work
from benchreport.data.columns.words.names import name_levels, strength_of, words_of
from benchreport.data.prediction_kinds.read_correctness import is_right_or_wrong
from benchreport.data.read_curves import may_number_folds
from benchreport.data.unnumbered_repeats import CROSS_VALIDATED
from benchreport.errors import examples
from benchreport.hints import Hint, bench, code

# of the values of a column, those that most algorithms have
MOST_SHARED = 0.5


def way_out_of_duplicates(layout: Layout, evidence: Evidence) -> Hint:
    """Return the hint for cells that have more than one score."""
    settings = _name_settings(layout, evidence)
    if layout.steps and not settings:
        return _name_steps(layout, layout.steps[0], evidence)
    for name in (_name_answers, _name_sizes, _name_rows):
        if way := name(layout, evidence):
            return way
    named = _name_repeats(layout, _find_counter(layout, evidence), evidence)
    if settings:
        return settings + (", or tell repeats apart: " + named if named else "")
    if layout.form == "wide" or (layout.repeat and layout.dataset is not None):
        return _drop_or_number(layout, evidence) + (
            ", or tell repeats apart: " + named if named else ""
        )
    if layout.dataset is None:
        return _number_or_pool(layout, evidence, named)
    by = [layout.algorithm, layout.dataset]
    numbered = "number the repeats: " + code(
        f"df.assign(repeat=df.groupby({by!r}).cumcount()).bench"
    )
    averaged = bench(missing="available") + " averages them; or "
    told = Hint() if named else _name_experiments(layout, evidence)
    ways = told + "; if they are repeats, " if told else Hint.of("if they are repeats, ")
    return ways + (named + "; or " if named else Hint() if told else averaged) + numbered


def _name_answers(layout: Layout, evidence: Evidence) -> Hint:
    """Return the hint that the rows of a wide table are examples, where all cells say right or wrong."""
    columns = layout.algorithms if layout.form == "wide" else ()
    answers = bool(columns) and all(is_right_or_wrong(evidence.column(name)) for name in columns)
    return bench(task="correctness") + " if they say which answers are right" if answers else Hint()


def _name_steps(layout: Layout, step: Hashable, evidence: Evidence) -> Hint:
    """Return the hint that a column numbers repeats or steps of curves, or that speeds are of its loads."""
    repeats = bench(repeat=[*layout.repeat, step] if layout.repeat else step)
    numbers = repeats + " if it numbers repeats"
    if is_cost(layout.score) and evidence.counts_up(step):
        return numbers
    if is_cost(layout.score) or is_work(layout.score) or "throughput" in words_of(layout.score):
        joined = [*joined_columns(layout.dataset, evidence.frame), step]
        return bench(dataset=joined if len(joined) > 1 else step) | numbers
    curves = bench(step=step) + " if these are curves"
    folds = may_number_folds(step, evidence.column(step))
    return numbers | curves if folds else curves | numbers


def _drop_or_number(layout: Layout, evidence: Evidence) -> Hint:
    """Return the ways out of rows with the same repeat: they are copies, or iterations within it."""
    copies = "drop copies" + code(" with df.drop_duplicates()", " of rows")
    if layout.form == "long" and evidence.determines(layout.repeat[0], layout.algorithm):
        # names of runs that no other algorithm has pair nothing
        return bench(missing="available") + " averages them, or " + copies
    if not name_levels([*layout.repeat, "iteration"]):
        return copies
    keys = [layout.algorithm, layout.dataset, *layout.repeat]
    keys = [key for key in keys if key is not None]
    numbered = code(f"df.assign(iteration=df.groupby({keys!r}).cumcount()).bench")
    return "if these are iterations, number them: " + numbered + "; else " + copies


def _name_sizes(layout: Layout, evidence: Evidence) -> Hint:
    """Return the hint that sizes or tasks, which differ within cells, make datasets with their names."""
    sizes = [name for name in layout.spare if says_size(name) or strength_of(name, "dataset")]
    repeats = " if its values are repeats"
    counter = _find_counter(layout, evidence)
    if layout.dataset is None and layout.repeat and counter is not None:
        return bench(dataset=counter) | bench(repeat=[*layout.repeat, counter]) + repeats
    if not sizes or layout.dataset is None:
        return Hint()
    return (
        bench(dataset=[*joined_columns(layout.dataset, evidence.frame), sizes[0]])
        | bench(repeat=sizes[0]) + repeats
    )


def _name_rows(layout: Layout, evidence: Evidence) -> Hint:
    """Return the hint that other columns, which tell wide rows apart, name the datasets."""
    if layout.form == "long":
        return Hint()
    keys = [name for name in (layout.dataset, *layout.repeat) if name is not None]
    texts = [name for name in layout.unused if name in evidence.texts]
    texts = [name for name in texts if not holds_no_names(name, evidence)]
    told = [name for name in texts if evidence.groups([*keys, name]) == len(evidence.frame)]
    # fractions that come again by chance were measured
    also = [
        name
        for name in layout.unused
        if direction_of(name) is None
        and (
            evidence.facts(name).kind == "whole"
            or evidence.balances(keys, name)
            or evidence.repeats_within(keys, name)
        )
    ]
    settings = told[:1] or find_settings(also, keys, evidence, also=also)
    if not settings and layout.dataset is not None:
        # sizes of each dataset may be different in all rows
        settings = [name for name in also if evidence.facts(name).unique][:1]
    counted = not told and len(settings) == 1 and evidence.counts_up(settings[0])
    if not settings or counted or (layout.dataset is None and told):
        return Hint()
    joined = joined_columns(layout.dataset, evidence.frame)
    # texts stand before what they have several of
    named = [*settings, *joined] if told else [*joined, *settings]
    return bench(dataset=named if len(named) > 1 else named[0])


def _number_or_pool(layout: Layout, evidence: Evidence, named: Hint) -> Hint:
    """Return the ways out of runs on one dataset that nothing tells apart."""
    pooled = "if the runs are independent: " + code(
        f"df[{[layout.algorithm, layout.score]!r}].bench"
    )
    if CROSS_VALIDATED in evidence.names:
        numbered = code(f"df.assign(fold=df.groupby({layout.algorithm!r}).cumcount()).bench")
        return "if all have the same folds in order: " + numbered + "; " + pooled
    name = next(iter((*_columns_apart(layout, evidence), *layout.spare)), None)
    if name is None:
        told = _name_experiments(layout, evidence)
        return told + "; " + pooled if told else pooled
    alone = evidence.facts(layout.algorithm).constant
    shared = not alone and evidence.crossing(layout.algorithm, name) >= NEARLY_ALL
    if evidence.facts(name).kind != "text" or shared:
        return bench(dataset=name) | (named or bench(repeat=name)) + "; " + pooled
    factors = [*joined_columns(layout.algorithm, evidence.frame), name]
    way = bench(algorithm=name) if alone else bench(factors=factors)
    return way + f" if {name!r} says what is compared; " + pooled


def _columns_apart(layout: Layout, evidence: Evidence) -> list[Hashable]:
    """Return the columns of which each tells the rows of an algorithm apart: texts first, then counters."""
    # numbers of rows, and names of runs, say nothing of them
    apart = [
        name
        for name in layout.unused
        if name != WRITTEN_INDEX
        and not is_identifier(name)
        and {"run", "runs", "name"}.isdisjoint(words_of(name))
        and evidence.groups([layout.algorithm, name]) == len(evidence.frame)
    ]
    # a runtime that is text is a program, and took no time
    texts = [name for name in apart if evidence.facts(name).kind == "text"]
    texts = [name for name in texts if is_setting(name) or is_cost(name)]
    return texts + [name for name in apart if evidence.counts_up(name)]


def _name_experiments(layout: Layout, evidence: Evidence) -> Hint:
    """Return the hint that rows of one cell are other experiments; empty if nothing but numbers tells them.

    Their names differ in words, as ``tuned`` and ``tuned_EN`` do, and ``seed1`` and ``seed2`` do not; or a
    parameter, or what comes again in other rows and was not measured, has another value.
    """
    keys = [name for name in (layout.algorithm, layout.dataset, *layout.repeat) if name is not None]
    rows = evidence.frame[evidence.frame.duplicated(keys, keep=False)]
    for name in layout.unused if layout.form == "long" else ():
        chosen = not PARAMETERS.isdisjoint(words_of(name))
        facts = evidence.facts(name)
        again = FEWEST_EACH * facts.different <= len(evidence.frame) and not facts.why_not
        named = facts.kind == "text" and evidence.groups([*keys, name]) == len(evidence.frame)
        # no collection is a setting
        if facts.kind == "other" or not (chosen or named or again):
            continue
        said = rows[name].astype(str)
        if named and not (chosen or again):
            # notes and letters join no words
            said = said.str.replace(r"\d+", "", regex=True)
            named = bool(said.str.fullmatch(r"[^\W_]+([_./-]+[^\W_]*)+").all())
        counted = facts.kind != "text" and direction_of(name) is not None
        again = again and not (facts.constant or counted)
        several = said.groupby([rows[key] for key in keys]).nunique() > 1
        if not (chosen or named or again) or 2 * several.sum() <= len(several):
            continue
        if again and not chosen:
            factors = [*joined_columns(layout.algorithm, evidence.frame), name]
            return bench(factors=factors) + f" if {name!r} was set"
        _, found = next(iter(rows[name].groupby([rows[key] for key in keys], sort=False)))
        what = "setting, choose one on other data" if chosen else "experiment, choose one"
        return Hint.of(
            f"{name!r} tells rows of one cell apart ({examples(found)}): if each is another {what}, and "
            "keep its rows"
        )
    return Hint()


def _name_settings(layout: Layout, evidence: Evidence) -> Hint:
    """Return the hint that columns, which tell the rows of a long table apart, name its keys, too."""
    if layout.form == "wide" or layout.dataset is None:
        return Hint()
    keys = Keys(algorithm=layout.algorithm, dataset=layout.dataset, repeat=layout.repeat)
    # what is unique to a row would make each score an algorithm's only one
    unused = [
        name
        for name in layout.unused
        if name not in layout.steps and not evidence.facts(name).unique
    ]
    settings = find_settings(unused, keys.columns, evidence)
    if not settings:
        return Hint()
    algorithms = bench(factors=[*joined_columns(layout.algorithm, evidence.frame), *settings])
    joined = joined_columns(layout.dataset, evidence.frame)
    # beside datasets of several columns, what most algorithms share is another of them
    shared = len(joined) > 1 and all(_is_shared(name, layout, evidence) for name in settings)
    if shared or all(is_of_data(name, keys, evidence) for name in settings):
        return bench(dataset=[*joined, *settings]) | algorithms + " if they are compared"
    return algorithms


def _is_shared(name: Hashable, layout: Layout, evidence: Evidence) -> bool:
    """Tell whether most algorithms have most values of a column."""
    pairs = evidence.frame[[layout.algorithm, name]].drop_duplicates()
    algorithms = pairs[layout.algorithm].nunique()
    return bool((2 * pairs[name].value_counts() > algorithms).mean() > MOST_SHARED)


def _find_counter(layout: Layout, evidence: Evidence) -> Hashable | None:
    """Return a column of whole numbers that tells the rows of a wide table apart; ``None`` without one."""
    keys = [name for name in (layout.dataset, *layout.repeat) if name is not None]
    for name in layout.unused if layout.form == "wide" else ():
        whole = evidence.facts(name).kind == "whole" and not evidence.facts(name).unique
        if whole and evidence.groups([*keys, name]) == len(evidence.frame):
            return name
    return None


def _name_repeats(layout: Layout, counter: Hashable | None, evidence: Evidence) -> Hint:
    """Return the hint to name the column of the repeats; empty without one."""
    keys = [name for name in (layout.algorithm, layout.dataset, *layout.repeat) if name is not None]
    spare = [n for n in layout.spare if evidence.groups([*keys, n]) == len(evidence.frame)]
    spare += [] if counter is None else [counter]
    columns = [*layout.repeat, *spare[:1]]
    if not spare:
        return Hint()
    return bench(repeat=columns if len(columns) > 1 else columns[0])
