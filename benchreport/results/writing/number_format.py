"""The format of numbers, decided once for every output.

Probabilities drop the leading zero and stop at < .001, as journals of the field ask; statistics
have two decimals; scores have the decimals that tell them apart.
"""

import functools
import itertools
import math
import re
from collections.abc import Callable, Iterable, Sequence

from benchreport.errors import separator

Writer = Callable[[float], str]
MINUS = "−"
ZEROS = f"{MINUS}0."
# not of an ellipsis, nor of a path
TWO_STOPS = re.compile(r"(?<=[^\s.])\.\.(?=\s|$)")
SMALLEST_P, LARGEST_P = 0.001, 0.999
# the level that readers compare a p-value with, apart from that of the analysis
LEVELS = (0.05,)
# parts of the names of statistics from −1 or 0 to 1
BOUNDED = (
    "Kendall's W",
    "Mauchly's W",
    "Wilk W",
    "agreement",
    "η²",
    "ε²",
    "Geisser ε",
    "κ",
    "δ",
    "ρ",
    "probability",
    "superiority",
    "common language",
    "biserial",
    "correlation",
    "Spearman",
    "Pearson",
)
VARGHA_DELANEY = "A"
# a score so called is a mean already
MEAN = re.compile(r"(?:mean|avg|average)(?![a-z])", re.IGNORECASE)
P_DECIMALS, MOST_P_DECIMALS = 3, 6
SMALLEST_PLAIN, LONGEST = 1e-4, 1e15
# an end of an interval keeps the notation of the other a little longer
SMALLEST_END = 1e-5
# for numbers of this size readers need no further decimals, unless these alone tell them apart
LARGE, ENOUGH_DECIMALS, MOST_DECIMALS = 0.1, 4, 6
# digits beyond which numbers need no decimals that their spread does not
TELLING_DIGITS = 4
# numbers of a comparison from here on are written as powers of ten: nobody counts their digits
NINE_DIGITS = 1e8
# a number that is nearly another one differs by more than this of floats
MOST_BESIDE = 12
# so many times as large is a number of another size
FAR = 1000
# and rows of a table that many times as large have no decimals in common
OTHER_SIZE = 100
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def p_value(p: float, alpha: float | None = None) -> str:
    """Write a p-value with the digits that show on which side of a level it lies.

    Parameters
    ----------
    p
        From 0 to 1; NaN is a dash.
    alpha
        The level of the decision, beside the usual .05. A p-value that equals a level
        to six decimals is written as below or above it.

    Examples
    --------
    >>> p_value(0.0421), p_value(1e-9), p_value(1.0), p_value(0.9996)
    ('.042', '< .001', '> .999', '> .999')
    >>> p_value(0.0496), p_value(0.05), p_value(0.0503), p_value(0.05 + 1e-9), p_value(0.0204, 0.02)
    ('.0496', '.050', '.0503', '> .050', '.0204')
    >>> p_value(0.0625), p_value(0.1875), p_value(0.0495)
    ('.063', '.188', '.0495')
    """
    if math.isnan(p):
        return "–"
    levels = LEVELS if alpha is None else (*LEVELS, alpha)
    floor = min(SMALLEST_P, *levels)
    if p < floor:
        return f"< {_level(floor)}"
    if p > LARGEST_P:
        return f"> {_level(LARGEST_P)}"
    for decimals in range(P_DECIMALS, MOST_P_DECIMALS + 1):
        text = f"{_round_half_up(p, decimals):.{decimals}f}"
        shown = float(text)
        if all((shown > level, shown < level) == (p > level, p < level) for level in levels):
            return text.removeprefix("0")
    near = min(levels, key=lambda level: abs(level - p))
    return f"{'<' if p < near else '>'} {_level(near)}"


def _level(level: float) -> str:
    """Write a level with the decimals of a p-value, or those that it has beyond them."""
    return max(f"{level:.{P_DECIMALS}f}", f"{level:.12f}".rstrip("0"), key=len).removeprefix("0")


def level(alpha: float) -> str:
    """Write the level of decisions, as a paper does.

    >>> level(0.05), level(0.005)
    ('.05', '.005')
    """
    return number(alpha).removeprefix("0")


def capitalize_words(text: str, names: Iterable[str]) -> str:
    """Begin a headline with a capital where it begins with a name that is words, not a symbol.

    >>> capitalize_words("random forest is best", ["random forest", "knn"])
    'Random forest is best'
    >>> capitalize_words("knn is best", ["random forest", "knn"])
    'knn is best'
    """
    words = any(
        text.startswith(name) and " " in name and name.replace(" ", "").isalpha() and name.islower()
        for name in names
    )
    return text[:1].upper() + text[1:] if words else text


def p_equals(p: float, alpha: float | None = None) -> str:
    """Write ``p`` with its sign of relation, as in running text.

    Parameters
    ----------
    p, alpha
        As for `p_value`.

    Examples
    --------
    >>> p_equals(0.0421), p_equals(1e-9)
    ('p = .042', 'p < .001')
    """
    text = p_value(p, alpha)
    return f"p {text}" if text.startswith(("<", ">")) else f"p = {text}"


def fixed(value: float, decimals: int = 2) -> str:
    """Write a number with the given decimals, a true minus sign and no negative zero.

    Halves are rounded up, away from zero, as readers do by hand: 2.275 is 2.28, although its binary
    value is a little less. Commas mark thousands; more than 15 digits are written as a power of ten.

    >>> fixed(-1.234), fixed(-0.001), fixed(float("inf")), fixed(86782.758), fixed(6.2251e199)
    ('−1.23', '0.00', '∞', '86,782.76', '6.225 × 10¹⁹⁹')
    >>> fixed(2.275), fixed(3.325), fixed(-0.125), fixed(2.2749)
    ('2.28', '3.33', '−0.13', '2.27')
    """
    if abs(value) < LONGEST:
        text = f"{_round_half_up(value, decimals):,.{decimals}f}"
        if text[0] != "-":
            return text
        return text.replace("-", MINUS) if text.strip("-0.") else text[1:]
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    return "–" if math.isnan(value) else number(value, 4)


def _round_half_up(value: float, decimals: int) -> float:
    """Round a half in decimals up; return other numbers as they are."""
    scaled = abs(value) * 10.0**decimals
    whole = math.floor(scaled)
    # means of ranks are off by some units in the last place of a float
    if scaled > LONGEST or abs(scaled - whole - 0.5) > 8 * math.ulp(scaled):
        return value
    return math.copysign((whole + 1) / 10.0**decimals, value)


def proportion(value: float, decimals: int = 2) -> str:
    """Write a number that cannot exceed 1 without its leading zero, as journals of the field ask.

    >>> proportion(0.43), proportion(-0.428), proportion(1.0), proportion(0)
    ('.43', '−.43', '1.00', '.00')
    """
    text = fixed(value, decimals)
    sign = MINUS if text.startswith(MINUS) else ""
    digits = text.removeprefix(MINUS)
    return f"{sign}{digits.removeprefix('0')}" if digits.startswith("0.") else text


def equals_proportion(value: float) -> str:
    """Write a number from 0 to 1 with its sign of relation: one that is not 0 does not look like 0.

    >>> equals_proportion(0.4969), equals_proportion(3e-5), equals_proportion(0.0)
    ('= .497', '< .001', '= .000')
    """
    if 0 < value < 0.0005:  # noqa: PLR2004 - would be rounded to 0
        return "< .001"
    return f"= {proportion(value, 3)}"


def statistic(name: str, value: float, decimals: int = 2) -> str:
    """Write a statistic or an effect size; its name decides whether it has a leading zero.

    Parameters
    ----------
    name
        The name as results carry it, such as ``"Kendall's W"``.
    value, decimals
        The number, and how many decimals to write.

    Examples
    --------
    >>> statistic("Kendall's W", 0.036, 3), statistic("d_z (mean difference / sd of differences)", 0.8)
    ('.036', '0.80')
    """
    bounded = name == VARGHA_DELANEY or any(part in name for part in BOUNDED)
    return (proportion if bounded else fixed)(value, decimals)


def interval(ends: Sequence[float] | None, write: Writer = fixed, *, none: float = 0.0) -> str:
    """Write both ends of an interval in brackets; nothing where there is none.

    Parameters
    ----------
    ends, write
        The lower and the upper end, and how numbers beside them are written.
    none
        The value of no effect: an end has the digits that show on which side of it it lies.

    Examples
    --------
    >>> interval((0.5, 0.751)), interval(None), interval((5215, 13318), number)
    ('[0.50, 0.75]', '', '[5,215; 13,318]')
    >>> interval((0.0021, 0.751)), interval((0.4996, 0.62), proportion, none=0.5), interval((0.0, 0.1))
    ('[0.002, 0.75]', '[.4996, .62]', '[0.00, 0.10]')
    """
    if not ends:
        return ""
    low, high = (apart(end, write, none=none) for end in ends[:2])
    # commas within numbers mark thousands
    return f"[{low}{'; ' if ',' in low + high else ', '}{high}]"


def apart(value: float, write: Writer, *, none: float = 0.0) -> str:
    """Write a number with more digits where it would look like the value of no effect, which it is not.

    >>> apart(0.0021, fixed), apart(0.0, fixed), apart(-3e-7, fixed), apart(1.00031, fixed, none=1.0)
    ('0.002', '0.00', '−3 × 10⁻⁷', '1.0003')
    """
    text = write(value)
    if value == none or not math.isfinite(value) or text.lstrip(MINUS) != write(none):
        return text
    if not none and abs(value) < SMALLEST_END:
        return number(value, 1)
    size = math.floor(math.log10(abs(value - none)))
    # a digit that is rounded up to the next one still differs; floats have no more than these
    longer = fixed(value, min(-size, MOST_BESIDE))
    return longer.replace("0.", ".", 1) if text.lstrip(MINUS).startswith(".") else longer


def number(value: float, digits: int = 3) -> str:
    """Write a number with at most ``digits`` significant digits; whole numbers stay whole.

    >>> number(4), number(0.05), number(0.012345), number(123456.0), number(1.5e-9), number(6e10)
    ('4', '0.05', '0.0123', '123,456', '1.5 × 10⁻⁹', '6 × 10¹⁰')
    """
    if not math.isfinite(value):
        return fixed(value)
    rounded = f"{value:.{digits - 1}e}"
    short = abs(value) >= NINE_DIGITS and float(rounded) == value
    if value == int(value) and abs(value) < LONGEST and not short:
        return fixed(value, 0)
    size = math.floor(math.log10(abs(value)))
    if -5 < size < 15 and not short:  # noqa: PLR2004 - where plain decimals can be read
        text = fixed(value, max(0, digits - 1 - size))
        return text.rstrip("0").rstrip(".") if "." in text else text
    mantissa, exponent = rounded.split("e")
    mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
    return _power_of_ten(mantissa, exponent)


def degrees(dof: Iterable[float]) -> str:
    """Write degrees of freedom, which have no commas within numbers.

    >>> degrees((2, 9998)), degrees((1.8325,))
    ('2, 9998', '1.83')
    """
    return ", ".join(number(part).replace(",", "") for part in dof)


def _power_of_ten(mantissa: str, exponent: str) -> str:
    return f"{mantissa.replace('-', MINUS)} × 10{str(int(exponent)).translate(SUPERSCRIPTS)}"


def decimals_for(values: Iterable[float], *, digits: int = 3) -> int:
    """Return how many decimals show ``digits`` significant digits of the values' spread.

    >>> decimals_for([58.69, 57.25, 30.23]), decimals_for([0.912, 0.934]), decimals_for([0.9, 0.8])
    (1, 4, 3)
    """
    finite = [float(value) for value in values if math.isfinite(value)]
    return min(8, max(0, digits - 1 - _size_of_spread(finite))) if finite else 2


def _size_of_spread(values: Sequence[float]) -> int:
    """Return the power of ten of the values' spread, or of their size where they are equal."""
    return _size_of((max(values) - min(values)) or max(abs(value) for value in values) or 1.0)


def _size_of(value: float) -> int:
    # 0.9 − 0.8 is a little less than 0.1 in floating point
    return math.floor(math.log10(value) + 1e-9)


def writer(
    values: Iterable[float], *, least: int = 2, digits: int = 3, beside: Iterable[float] = ()
) -> Writer:
    """Return a function that writes numbers of one comparison with the same decimals.

    Numbers that would show as zeros have significant digits instead.

    Parameters
    ----------
    values
        The numbers whose spread decides.
    least
        The fewest decimals.
    digits
        How many significant digits of the spread are shown.
    beside
        Further numbers of the same column, whose spread does not decide.

    Examples
    --------
    >>> write = writer([0.9123, 0.9345])
    >>> write(0.9123), writer([1e-9, 3.2e-9])(1e-9), writer([0.5, 0.5], least=3)(0.5)
    ('0.9123', '1.00 × 10⁻⁹', '0.500')
    >>> writer([0.80608, 0.81005])(0.81005), writer([0.810051, 0.810057])(0.810051)
    ('0.8101', '0.810051')
    >>> writer([1.6e-5, 5.6e-5], digits=2, beside=[0.0034])(1.6e-5), writer([3904.4, 8120.9])(3904.4)
    ('0.000016', '3,904')
    >>> writer([7.47e-5, 2.24e-5])(1.06e-4), writer([0.012, 252.69])(0.012)
    ('1.06 × 10⁻⁴', '0.01')
    >>> times = writer([20835087371, 91343142595])
    >>> times(20835087371), times(645559650), times(63211)
    ('2.08 × 10¹⁰', '6.46 × 10⁸', '63,211')
    """
    finite = [float(value) for value in values if math.isfinite(value)]
    largest = max(map(abs, [*finite, *filter(math.isfinite, beside)]), default=0.0)
    if 0 < largest < SMALLEST_PLAIN:
        return functools.partial(_small, digits=digits)
    if largest >= NINE_DIGITS:
        own = max(map(abs, finite), default=0.0)
        # the spread of small numbers says nothing about one of another size
        spread = _size_of_spread(finite) if own * FAR >= largest else _size_of(largest)
        return functools.partial(_large, least=spread - digits + 1)
    room = TELLING_DIGITS - 1 - _size_of(largest) if largest else least
    decimals = max(0, min(least, room), decimals_for(finite, digits=digits))
    if largest >= LARGE:
        telling = max(ENOUGH_DECIMALS, decimals_for(finite, digits=1))
        decimals = min(decimals, telling, MOST_DECIMALS)
    usual = FAR * max(map(abs, finite), default=math.inf)

    def write(value: float) -> str:
        # a number of another size needs no decimals that those of this size have
        text = fixed(value, decimals if abs(value) <= usual else min(decimals, _decimals(value)))
        longer = fixed(value, least) if decimals < least and not text.strip(ZEROS) else ""
        return longer if longer.strip(ZEROS) else text

    return write


def writer_of_best(values: Iterable[float], *, largest: bool) -> Writer:
    """Return a writer with up to two more decimals where another number would look as good as the best.

    >>> writer([1.06, 1.11, 1.4, 357.1])(1.06), writer_of_best([1.06, 1.11, 1.4, 357.1], largest=False)(1.06)
    ('1.1', '1.06')
    >>> writer_of_best([1.06, 1.06, 357.1], largest=False)(1.06)
    '1.1'
    """
    numbers = [float(value) for value in values]
    write = writer(numbers)
    ranked = sorted({value for value in numbers if math.isfinite(value)}, reverse=largest)[:2]
    texts = [write(value) for value in ranked]
    if len(set(texts)) == len(ranked) or not re.fullmatch(rf"{MINUS}?[\d,]*\.?\d*", texts[0]):
        return write
    decimals = len(texts[0].partition(".")[2])
    for more in (decimals + 1, decimals + 2):
        if len({fixed(value, more) for value in ranked}) > 1:
            return functools.partial(fixed, decimals=more)
    return write


def differ_in_size(rows: Iterable[Iterable[float]]) -> bool:
    """Tell whether rows of a table are of such different sizes that each has decimals of its own.

    >>> differ_in_size([[0.0002, 0.0003], [3235.1, 3199.0]]), differ_in_size([[0.9, 0.8], [0.1, 0.05]])
    (True, False)
    """
    sizes = [
        max((abs(value) for value in row if math.isfinite(value)), default=0.0) for row in rows
    ]
    some = [size for size in sizes if size]
    return bool(some) and max(some) >= OTHER_SIZE * min(some)


def _decimals(value: float) -> int:
    """Return how many decimals make four significant digits."""
    return max(0, 3 - math.floor(math.log10(abs(value)))) if math.isfinite(value) else 0


def _small(value: float, digits: int) -> str:
    """Write a number as a power of ten, as those of its comparison are."""
    if not value or not math.isfinite(value):
        return number(value)
    return _power_of_ten(*f"{value:.{digits - 1}e}".split("e"))


def _large(value: float, least: int) -> str:
    """Write a number with digits down to a power of ten, and three at least."""
    if not NINE_DIGITS <= abs(value) < math.inf:
        return fixed(value, 0)
    size = math.floor(math.log10(abs(value)))
    return _power_of_ten(*f"{value:.{max(2, size - least)}e}".split("e"))


def decimals_of(values: Iterable[float], *, most: int) -> int:
    """Return how many decimals show the exact values, at most ``most``.

    >>> decimals_of([0.219, 0.8], most=6), decimals_of([1 / 3], most=4)
    (3, 4)
    """
    numbers = [float(value) for value in values]
    return next((n for n in range(most) if all(round(v, n) == v for v in numbers)), most)


def join(names: Iterable[str], *, most: int | None = None, last: str = "and") -> str:
    """Write names as a list in running text.

    >>> join(["a", "b", "c"]), join(["a", "b"], last="or"), join("abcde", most=3)
    ('a, b and c', 'a or b', 'a, b, c and 2 others')
    >>> join(["joins, 1 thread", "scans, 1 thread", "joins"])
    'joins, 1 thread; scans, 1 thread; and joins'
    """
    items = list(names)
    if len(items) <= 1:
        return "".join(items)
    if most is not None and len(items) > most + 1:
        items = [*items[:most], f"{len(items) - most:,} others"]
    between = separator(items[:-1])
    last = f"; {last}" if between == "; " else f" {last}"
    return f"{between.join(items[:-1])}{last} {items[-1]}"


def join_short(names: Sequence[str], *, most: int, longest: int = 100) -> str:
    """Write names as a list of at most ``most`` names and about ``longest`` letters, and count the others.

    A single other, which may be the one that matters, is named.

    >>> join_short(["a", "b", "c"], most=5), join_short(["a" * 6, "b" * 6, "c" * 6], most=5, longest=9)
    ('a, b and c', 'aaaaaa and 2 others')
    >>> join_short(["a" * 6, "b" * 6], most=5, longest=9)
    'aaaaaa and bbbbbb'
    """
    ends = itertools.accumulate(map(len, names))
    fitting = max(1, sum(end <= longest for end in ends))
    if fitting >= len(names) - 1:
        return join(names, most=most)
    few = names[: min(fitting, most)]
    return join([*few, f"{len(names) - len(few):,} others"])


def or_none(number: int) -> str:
    """Write a count within a sentence.

    >>> or_none(0), or_none(3)
    ('none', '3')
    """
    return f"{number:,}" if number else "none"


def are(number: int) -> str:
    """Return the verb of a count.

    >>> are(1), are(3)
    ('is', 'are')
    """
    return "is" if number == 1 else "are"


def paragraph(*sentences: str) -> str:
    """Join sentences to a paragraph; empty ones are left out.

    >>> paragraph("It leads.", "", "One run is missing.")
    'It leads. One run is missing.'
    """
    return " ".join(filter(None, sentences))


def end_once(text: str) -> str:
    """Write one full stop where a name that ends with one ends a sentence.

    >>> end_once("It is best without Augment.. The data are in ../runs ...")
    'It is best without Augment. The data are in ../runs ...'
    """
    return TWO_STOPS.sub(".", text)


def add_in_brackets(name: str, remark: str) -> str:
    """Add a remark in brackets, in those that the name may already end with.

    >>> add_in_brackets("Tukey test (randomized blocks)", "Holm")
    'Tukey test (randomized blocks; Holm)'
    """
    if not remark:
        return name
    return f"{name[:-1]}; {remark})" if name.endswith(")") else f"{name} ({remark})"


def add_kind(kind: str, names: Sequence[str], last: str = "or") -> str:
    """Say what names are names of, unless they say so themselves.

    >>> add_kind("dataset", ["iris", "wine"]), add_kind("dataset", ["Dataset 3"])
    ('dataset iris or wine', 'Dataset 3')
    """
    named = all(name.casefold().startswith(kind.casefold()) for name in names)
    return join(names, last=last) if named else f"{kind} {join(names, last=last)}"


def mean_of(score: object) -> str:
    """Name the mean of a score, whose own name may say that it is one.

    >>> mean_of("accuracy"), mean_of("mean_reward"), mean_of("Avg. return"), mean_of("meanshift")
    ('mean accuracy', 'mean_reward', 'Avg. return', 'mean meanshift')
    """
    return str(score) if MEAN.match(str(score)) else f"mean {score}"


def lower(name: str) -> str:
    """Write a procedure's name within a sentence: people's names keep their capital.

    >>> lower("Corrected resampled t test"), lower("Friedman test"), lower("One-way ANOVA")
    ('corrected resampled t test', 'Friedman test', 'one-way ANOVA')
    """
    return name[:1].lower() + name[1:] if name.partition(" ")[0] in COMMON else name


COMMON = """Clustered Contrast Corrected Difference Equivalence Exact Linear Mean Non-inferiority One-way
    Paired Randomized-block Resampled Sign""".split()
