"""One cell of a table of scores as people write it: 81.2 ± 0.3, 81.2%, 1,234.5, —, OOM.

A cell is read where it can only be read in one way. What only other cells of the table can settle, as the
comma of ``1,234``, stays text here (see `score_cells`).
"""

import html
import math
import re
from typing import NamedTuple

from benchreport.data.cells.cell_values import LARGEST

# casefolded, without points at the end
EMPTY_WORDS = frozenset(
    """- ? . / n/a #n/a na #na <na> n.a k.a n.d n/d nan -nan null none nil missing empty
    1.#ind -1.#ind 1.#qnan -1.#qnan""".split()
) | {
    "",
    "k. a",
    "keine angabe",
    "not available",
    "not applicable",
    "not reported",
    "not run",
    "no data",
}
FAILURE_WORDS = frozenset(
    """oom oot to mo tle mle dnf fail fails failed failure err error errors errored crash crashed timeout
    timeouts timed-out time-out out-of-memory out-of-time killed aborted abort exception diverged segfault
    memout mem-out memlimit timelimit memorylimit outofmemory outoftime segv sigsegv sigkill interrupted
    unsolved × ✕ ✖ ✗ ✘ ❌""".split()
) | {
    *("timed out", "time out", "out of memory", "out of time"),
    *("memory out", "did not finish", "did not converge"),
    *(
        "not converged",
        "not finished",
        "no convergence",
        "no solution",
        "segmentation fault",
        "t/o",
    ),
}
# Python's exceptions, with or without their message
EXCEPTION = re.compile(r"(?P<name>\w*(?:Error|Exception))(?:[:(].*)?", re.DOTALL)
# parse error, runtime failure, time limit reached, T.O.
FAILED_STEP = re.compile(
    r"[a-z]+[ -](?:error|failure|failed|fault|timeout|exception)"
    r"|(?:time|memory|iteration|node)[ -]?limit(?: (?:was )?(?:reached|exceeded|hit))?|[tm]\.o"
    # all of 30 runs
    r"|(?P<runs>\d+) ?(?:/|of) ?(?P=runs) (?:runs )?failed"
)
# >600, where a run was stopped after 600 s; an accuracy may be above 99
BEYOND = re.compile(r">\s?(?:\d{3,}(?:[.,]\d+)*|\d+(?:[.,]\d+)*\s?(?:s|sec|ms|min|m|h))")
MOST_LETTERS = 300

DASHES = "−–—‒―﹣－‐‑"
SPACES = "\u00a0\u2007\u2008\u2009\u200a\u202f\u2002\u2003\u2005\u2006\t\n\r"
PLAIN_SIGNS = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict.fromkeys(SPACES, " "),
        **dict.fromkeys("\u200b\u2060\ufeff\u200e\u200f", None),
        "％": "%",
        "’": "'",
        "`": None,
        "，": ",",
        "．": ".",
    }
)
MEDALS = "🥇🥈🥉🏆⭐👑🔥\ufe0f"
MARKS = f"*∗＊⁎★☆⋆†‡§¶‖•∘◦●○■□◆◇♦♣♠♥⋄▲▼△▽↑↓↗↘⇑⇓ᵃᵇᶜᵈᵉ{MEDALS}"
# signs that rate a score or draw the eye, beside a number
PICTURES = r"[\u2607-\u2794\u2798-\u27bf\U0001f300-\U0001faff\ufe0f]"
PICTURE = re.compile(rf"(?<=[\d%)*_]) ?{PICTURES}+|^{PICTURES}+ ?(?=[-+*_.\d])")
FOOTNOTES = frozenset("*∗†‡")
# an arrow in front says how much a score changed
FIRST_MARKS = f"*∗†‡★☆ {MEDALS}"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")

# commands of LaTeX that change how a number looks
STYLES = (
    "text(?:bf|it|rm|sc|sl|tt|sf|up|md|normal)?|math(?:bf|it|rm|sf|tt|bfit)|emph|underline|uline|boldsymbol|bm|pmb|"
    "bfseries|itshape|bf|it|em|tiny|scriptsize|footnotesize|small|normalsize|large|displaystyle|ensuremath|num|"
    "left|right|qquad|quad"
)
# LaTeX and HTML, each as plain text
MARKUP = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"</?(?:b|strong|i|em|u|ins|small|code|mark|span|font|p|td|br)(?: [^<>]*)?/?>", ""),
        (r"<sub>([^<>]*)</sub>", r"_{\1}"),
        (r"<sup>([^<>]*)</sup>", r"^{\1}"),
        (r"\\(?:h|v)?phantom\{[^{}]*\}|\\(?:cell|row|text)?color(?:\[[^]]*\])?\{[^{}]*\}", ""),
        (r"\\(?:text)?pm(?![A-Za-z])|\+\s?/\s?-|\+-", "±"),
        (r"\\approx(?![A-Za-z]) ?|\\sim(?![A-Za-z]) ?", "≈"),
        (r"\\times(?![A-Za-z])|\\cdot(?![A-Za-z])", "×"),
        (r"\\textsubscript(?=\{)", "_"),
        (r"\\textsuperscript(?=\{)", "^"),
        (
            r"\\(?:text)?(?:d?dag(?:ger(?:dbl)?)?|ast(?:eriskcentered)?|star|bullet)(?![A-Za-z])",
            "†",
        ),
        (r"\\text(?:en|em)dash(?![A-Za-z])", "-"),
        (rf"\\(?:{STYLES})(?![A-Za-z])", ""),
        (r"\\[()]|\$", ""),
        (r"\\%", "%"),
        (r"\{,\}", ","),
        # a tilde in front means about
        (r"\\[,;:! ]|(?<=\S)~", " "),
    )
)
ABOUT = re.compile(r"[~≈∼] ?(?=[-+.\d])")
# algorithms with a letter in common do not differ
LETTERS = re.compile(r"[a-h](?:[, ]*[a-h]){0,5}")
RAISED = re.compile(r"(?P<place>[_^])\{(?P<text>[^{}]*)\}|\^(?P<mark>\D)")
POWER = re.compile(
    r" ?[×x*·⋅] ?10(?: ?\^ ?\{? ?(?P<exponent>[-+]?\d+) ?\}?|(?P<superscript>[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
EMPHASIS = re.compile(r"(\*\*|__|(?<![\w.])[*_](?=[-+.\d]))(?P<inner>[^*_]+)\1(?!\w)")
# a group of digits is written like the first: 1 234 567 or 1'234'567
GROUPS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}([ '_])\d{3}(?:\1\d{3})*(?!\d)")
MARKED = re.compile(rf"(?<=[\d%)]) ?[{MARKS}](?:[{MARKS} ]*[{MARKS}])?(?= *(?:$|[±%()]))")

DIGITS = r"(?:\d[\d.,]*|[.,]\d[\d.,]*)(?:[eE][-+]?\d+)?"
NUMBER = re.compile(
    rf"(?P<number>[-+]?(?:{DIGITS})) ?(?P<percent>%)?"
    rf"(?: ?± ?(?P<spread>{DIGITS}) ?(?P<spread_percent>%)?)?"
    r"(?: ?\((?P<aside>[^()]*)\) ?(?P<last_percent>%)?)?(?: ?\((?P<second>[^()]*)\))?",
    re.IGNORECASE,
)
# most cells with more than a number, which need no more than this
SIMPLE = re.compile(
    r"(?P<number>[-+]?[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)(?: ?± ?(?P<spread>[0-9]+(?:\.[0-9]*)?))?"
)
WHOLLY_IN_BRACKETS = re.compile(r"\((?P<inner>[^()]*±[^()]*)\)(?P<percent> ?%)?")
BESIDE = re.compile(
    rf"(?P<sign>(?:±|s\.?d\.? ?=?|std\.? ?=?) ?)?(?P<spread>{DIGITS}) ?(?P<percent>%)?",
    re.IGNORECASE,
)
# an interval, a difference, Elo's +5/-6, how many of how many, a resampled mean, or a p-value
APART = re.compile(
    rf"(?:(?:\d+ ?% ?)?CI ?[:=]? ?)?[-+]?(?:{DIGITS}) ?%? ?(?:, |;|-|to | to |\.\.) ?[-+]?(?:{DIGITS}) ?%?"
    rf"|[-+±↑↓▲▼] ?(?:{DIGITS}) ?%?"
    rf"|\d+ ?/ ?\d+|(?:{DIGITS}) ?± ?(?:{DIGITS})|p ?[=<>] ?(?:{DIGITS})",
    re.IGNORECASE,
)
# words in brackets, such as "split unverified" and "~100 edges", but for units and failures
REMARK = re.compile(r"(?=.*[^\W\d_]{4})[^()]*")
UNIT_WORD = re.compile(r"sec|min|hour|day|byte|[kmgt]i?b\b|percent", re.IGNORECASE)
INTERVAL = re.compile(r"\[([^\[\],]*),([^\[\],]*)\]")
POINTED = re.compile(
    r"[-+]?(?:(?:\d+|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?",
    re.IGNORECASE,
)
EXCHANGED = str.maketrans(".,", ",.")


class CellText(NamedTuple):
    """What a cell says; all numbers are text, as only the table settles what a comma means.

    Parameters
    ----------
    number
        The score; empty where the cell has none.
    spread
        The number behind ±, or alone in brackets; empty if there is none.
    in_brackets
        Whether the spread stands in brackets, where a whole number may be a rank.
    aside
        Whether something else stands beside the score, as an interval or a difference.
    percent, marked, about
        Whether a percent sign, or a mark of significance, stands behind the number, or a sign for "about" in
        front of it.
    failure
        The word for a failed run; empty if there is none.
    remark
        Whether what stands beside the score is words.
    """

    number: str = ""
    spread: str = ""
    in_brackets: bool = False
    aside: bool = False
    percent: bool = False
    marked: bool = False
    about: bool = False
    failure: str = ""
    remark: bool = False


def is_empty_word(text: str) -> bool:
    """Tell whether a cell says that it is empty.

    >>> is_empty_word(" N/A "), is_empty_word("—"), is_empty_word("--"), is_empty_word("0")
    (True, True, True, False)
    """
    word = text.translate(PLAIN_SIGNS).strip().casefold()
    return word.rstrip(".") in EMPTY_WORDS or word in EMPTY_WORDS or not word.strip("-")


def parse_cell(text: str) -> CellText | None:
    r"""Take a cell apart; ``None`` if it is neither a score, nor empty, nor a word for a failed run.

    Examples
    --------
    >>> parse_cell(r"$\mathbf{81.2} \pm 0.3$")[:2], parse_cell("81.2 (0.3)").spread
    (('81.2', '0.3'), '0.3')
    >>> parse_cell("96% (48/50)")[0], parse_cell("48/50")
    ('96', None)
    >>> parse_cell("59.0% ❌")[0], parse_cell("0.98 (~100 edges)")[0], parse_cell("9 (timeout)")
    ('59.0', '0.98', None)
    >>> parse_cell(">600").failure, parse_cell(">99"), parse_cell(">50K")
    ('>600', None, None)
    >>> parse_cell("OOM").failure, parse_cell("—"), parse_cell("about 80")
    ('OOM', CellText(number='', spread='', in_brackets=False, aside=False, percent=False, ...), None)
    """
    text = text.strip()
    simple = SIMPLE.fullmatch(text)
    if simple is not None and read_number(simple["number"], ".") is not None:
        return CellText(number=simple["number"], spread=simple["spread"] or "")
    if len(text) > MOST_LETTERS:
        return _failure(text)
    if is_empty_word(text):
        return CellText()
    plain = _plain(text)
    return _score(plain) or _word(plain)


def read_number(number: str, decimal: str) -> float | None:
    """Read a number whose decimal mark is known; the other mark may separate thousands.

    It is ``None`` where the text is no such number, or one too large to compute with.

    >>> read_number("1,234.5", "."), read_number("1.234,5", ","), read_number("0,812", ".")
    (1234.5, 1234.5, None)
    """
    if decimal == ",":
        number = number.translate(EXCHANGED)
    read = float(number.replace(",", "")) if POINTED.fullmatch(number) else math.inf
    return read if abs(read) <= LARGEST else None


def number_of(cell: object) -> float:
    """Return the number of a cell, without what stands beside it; NaN where there is none.

    >>> number_of("81.2 ± 0.3"), number_of("70%"), number_of(3), number_of("OOM")
    (81.2, 70.0, 3.0, nan)
    """
    if not isinstance(cell, str):
        if isinstance(cell, int | float) and abs(cell) <= LARGEST:
            return float(cell)
        return math.nan
    found = parse_cell(cell)
    number = None if found is None else read_number(found.number, ".")
    return math.nan if number is None else number


def _plain(text: str) -> str:
    """Return a cell without LaTeX, HTML, Markdown and unusual spaces and signs."""
    if "&" in text:
        text = html.unescape(text)
    text = text.translate(PLAIN_SIGNS)
    for pattern, plain in MARKUP if any(sign in text for sign in "\\$<{~+") else ():
        text = pattern.sub(plain, text)
    text = INTERVAL.sub(r"(\1;\2)", text).replace("[", "(").replace("]", ")")
    text = POWER.sub(_exponent, text)
    text = RAISED.sub(_lower, text)
    # braces of commands stand around a whole number; others would join two numbers
    text = " ".join(re.sub(r"[{}]", " ", text).split())
    if not text.isascii():
        text = PICTURE.sub("", text)
    return EMPHASIS.sub(r"\g<inner>", text)


def _exponent(power: re.Match[str]) -> str:
    return "e" + (power["exponent"] or power["superscript"].translate(SUPERSCRIPTS))


def _lower(raised: re.Match[str]) -> str:
    """Write what is raised or lowered in the line, where it is a mark or a spread."""
    text = (raised["text"] or raised["mark"] or "").strip()
    if not text.strip(MARKS + " "):
        return "†" if text else ""
    if raised["place"] != "_" and LETTERS.fullmatch(text):
        return "†"
    if text.startswith("±"):
        return f" {text}"
    if raised["place"] == "_" and BESIDE.fullmatch(text):
        return f" ({text})"
    return raised[0]


def _score(text: str) -> CellText | None:
    unmarked = MARKED.sub("", text)
    bare = unmarked.strip("*_ \\").lstrip(FIRST_MARKS)
    about = bool(ABOUT.match(bare))
    bare = ABOUT.sub("", bare)
    wholly = WHOLLY_IN_BRACKETS.fullmatch(bare)
    inner = wholly["inner"] + (wholly["percent"] or "") if wholly else bare
    found = NUMBER.fullmatch(GROUPS.sub(lambda match: re.sub("[ '_]", "", match[0]), inner.strip()))
    if found is None:
        return None
    percent = bool(found["percent"] or found["spread_percent"] or found["last_percent"])
    beside, second = found["aside"], found["second"]
    remark = beside is not None and second is None and _is_remark(beside.strip())
    if remark and not percent and found["number"].isdecimal():
        # 1 (baseline) is a name
        return None
    if second is not None and not _is_apart(second.strip()):
        return None
    alone = BESIDE.fullmatch(beside.strip()) if beside is not None and not found["spread"] else None
    if beside is not None and alone is None and not (remark or _is_apart(beside.strip())):
        return None
    if alone is not None and alone["percent"] and not percent:
        return None
    spread = found["spread"] or (alone["spread"] if alone else "")
    cell = CellText(
        number=found["number"],
        spread=spread,
        in_brackets=alone is not None and not alone["sign"],
        aside=second is not None or (beside is not None and alone is None),
        percent=percent,
        marked=unmarked != text and not text.startswith(("*", "_")),
        about=about,
        remark=remark,
    )
    return cell if all(_readable(number) for number in (cell.number, spread) if number) else None


def _is_apart(beside: str) -> bool:
    return bool(APART.fullmatch(beside) or BESIDE.fullmatch(beside))


def _is_remark(beside: str) -> bool:
    """Tell whether words in brackets speak of a score, and name neither its unit nor a failure.

    >>> [_is_remark(text) for text in ("split unverified", "~100 edges", "seconds", "after timeout")]
    [True, True, False, False]
    """
    if not REMARK.fullmatch(beside) or UNIT_WORD.match(beside) or _word(beside) is not None:
        return False
    return FAILURE_WORDS.isdisjoint(re.split(r"[\W_]+", beside.casefold()))


def _readable(number: str) -> bool:
    return any(read_number(number, decimal) is not None for decimal in ".,")


def _word(text: str) -> CellText | None:
    bare = text.strip(f"{MARKS} ().!\\")
    # an asterisk alone says below the table why there is no number
    if (bare and is_empty_word(bare)) or text in FOOTNOTES:
        return CellText()
    folded = bare.casefold().replace("_", " ")
    if BEYOND.fullmatch(bare):
        # a run that was stopped at a limit
        return CellText(failure=bare)
    if {folded, bare.casefold()} & FAILURE_WORDS or FAILED_STEP.fullmatch(folded):
        return CellText(failure=bare)
    return _failure(bare)


def _failure(text: str) -> CellText | None:
    """Read a Python exception, which may have a long message."""
    found = EXCEPTION.fullmatch(text)
    return CellText(failure=found["name"]) if found else None
