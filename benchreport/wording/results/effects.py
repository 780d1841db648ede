"""Results on effect sizes and equivalence."""

MEASURED = "{method}: {names} of {pairs}"
WITHIN = "{method}{correction}: {n:,} of {pairs} {question} within {margin} at α = {level}"
WITHIN_IN_DOUBT = (
    "{method}{correction}: {n:,} of {pairs} with p ≤ {level}, not called {question} within {margin} because "
    "{reservation}"
)
DEFINITION = "{name}: {definition}."
SOURCES_OF_WORDS = "The words for sizes are those of {sources}."
ORIENTATION = "A difference is first − second, whether higher or lower scores are better."
EQUIVALENT = "Equivalent within {margin}: {pairs}."
NOT_INFERIOR = "Not inferior within {margin}: {pairs}."
OPEN = (
    "{property} was not shown for {pairs}, which does not show a difference larger than {margin}."
)

EQUIVALENCE = "Equivalence"
NONINFERIORITY = "Noninferiority"
