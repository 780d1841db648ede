"""What the rules of advice have in common."""

from benchreport.results.advice import Standing, Suggestion

__all__ = ["OUTLIERS", "SIZES", "Row", "Rows", "call", "equivalence", "make"]


def call(name: str, control: str | None, *options: str) -> str:
    given = [*options, *([f"control={control!r}"] if control is not None else [])]
    return f"{name}({', '.join(given)})"


# a call, why, and sources
Row = tuple[str, str, tuple[str, ...]]
Rows = list[Suggestion]


def make(standing: Standing, *rows: Row) -> Rows:
    return [Suggestion(standing, *row) for row in rows]


SIZES: Row = (
    "effect_sizes()",
    "a p-value says how surely two differ, an effect size how much.",
    ("cohen1988", "grissom2012"),
)
OUTLIERS: Row = (
    "outliers()",
    "scores far from what the rest makes one expect are looked at, never removed.",
    ("iglewicz1993",),
)


def equivalence(control: str | None) -> Row:
    why = (
        "shows that two are practically the same, which no large p-value does; a Bayesian analysis "
        "with a region of practical equivalence answers the same question."
    )
    return call("equivalence", control, "margin=…"), why, ("benavoli2017", "schuirmann1987")
