"""Text for LaTeX, escaped so that pdfLaTeX sets it without packages for fonts."""

import re
import unicodedata

MATH = {
    "−": "-",
    "<": "<",
    ">": ">",
    "|": "|",
    "±": r"\pm",
    "×": r"\times",
    "÷": r"\div",
    "·": r"\cdot",
    "∞": r"\infty",
    "≤": r"\leq",
    "≥": r"\geq",
    "≠": r"\neq",
    "≈": r"\approx",
    "√": r"\surd",
    "∈": r"\in",
    "∪": r"\cup",
    "∫": r"\int",
    "Δ": r"\Delta",
    "→": r"\to",
    "←": r"\leftarrow",
    "↑": r"\uparrow",
    "↓": r"\downarrow",
    "′": r"\prime",
    "✓": r"\surd",
    "✔": r"\surd",
    "✗": r"\times",
    "✘": r"\times",
    "•": r"\bullet",
    "★": r"\star",
    "ȳ": r"\bar{y}",
    "ᵀ": r"^{\mathrm{T}}",
    "ᵢ": "_i",
    "⁺": "^{+}",
    "⁻": "^{-}",
    "₊": "_{+}",
    "₋": "_{-}",
    "«": r"\ll",
    "»": r"\gg",
    "ς": r"\varsigma",
    "ε": r"\varepsilon",
    "µ": r"\mu",
}
TEXT = {
    "–": "--",
    "—": "---",
    "…": r"\ldots{}",
    "‐": "-",
    "‑": "-",
    "„": ",,",
    "‘": "`",
    "’": "'",
    "“": "``",
    "”": "''",
}
LATIN_OF = dict(zip("οΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "oABEZHIKMNOPTYX", strict=True))
LAST_SET = 0x17F
"""Latin letters with accents, up to which pdfLaTeX reads by itself."""


def _signs() -> dict[str, str]:
    signs = {chr(code): " " for code in (*range(9), 11, 12, *range(14, 32), 127, 0x2028, 0x2029)}
    for place, digits in enumerate(("⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉")):
        signs |= {character: f"${'^_'[place]}{digit}$" for digit, character in enumerate(digits)}
    for code in range(0x391, 0x3CA):
        words = unicodedata.name(chr(code), "").split()
        if len(words) == 4:  # noqa: PLR2004 - GREEK SMALL LETTER ALPHA
            name = words[3].replace("LAMDA", "LAMBDA").lower()
            name = name if words[1] == "SMALL" else name.capitalize()
            signs[chr(code)] = LATIN_OF.get(chr(code), f"$\\{name}$")
    signs |= {sign: f"${command}$" for sign, command in MATH.items()}
    return signs | TEXT


SIGNS = str.maketrans(_signs())


def make_compilable(text: str) -> str:
    r"""Replace signs that pdfLaTeX's fonts lack, in LaTeX that is otherwise ready.

    Letters of other scripts stay: a comment on top says that they need XeLaTeX or LuaLaTeX. Marks of
    no width, which only direct text, are left out.

    >>> make_compilable("χ² of β-VAE ✗ [−∞, 0.5]")
    '$\\chi$$^2$ of $\\beta$-VAE $\\times$ [$-$$\\infty$, 0.5]'
    """
    return note_foreign_signs(_replace_signs(text))


def escape_line(text: str) -> str:
    r"""Escape one line of text, with characters that pdfLaTeX's fonts have, where possible.

    >>> print(escape_line("a_b < β"))
    a\_b $<$ $\beta$
    """
    return _replace_signs(" ".join(text.split()).translate(SPECIAL)).removeprefix("{}")


def _replace_signs(text: str) -> str:
    visible = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cf", "Cs"))
    # a bracket or star that begins a row would be an argument of what ends the row before
    return re.sub(r"^(?=[ \t]*[\[*])", "{}", visible.translate(SIGNS), flags=re.MULTILINE)


def note_foreign_signs(text: str) -> str:
    """Put a comment on top that names the characters that pdfLaTeX's fonts lack."""
    foreign = sorted({sign for sign in text if ord(sign) > LAST_SET})
    if not foreign:
        return text
    return f"% for XeLaTeX or LuaLaTeX, with a font that has them: {' '.join(foreign)}\n{text}"


SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "_": r"\_",
        "%": r"\%",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "`": r"\textasciigrave{}",
        '"': r"\textquotedbl{}",
        "\u00a0": "~",
        "\u202f": r"\,",
    }
)
# in typewriter type quotes and spaces stay what they are
TYPED = SPECIAL | {ord("'"): r"\textquotesingle{}", ord(" "): r"\ "}
LIGATURE = re.compile(r"([-<>,'])(?=\1)")
LONG_WORD = re.compile(r"\S{17,}")
AFTER_SIGNS = re.compile(r"(?<=[_/=.,:;|+\\])(?=\w)")
UNBROKEN = re.compile(r"[^\W_]{24,}")


def escape(text: str, *, code: bool = False) -> str:
    r"""Escape any text for LaTeX; characters beyond ASCII stay.

    Long words may break. Marks of no width, which only direct text, are left out.

    Parameters
    ----------
    text
        One line.
    code
        Whether to set it in typewriter type, with its spaces and quotes unchanged.

    >>> print(escape(r"\input{a_b} 50 % -- ^^M"))
    \textbackslash{}input\{a\_b\} 50 \% -{\kern0pt}- \textasciicircum{}\textasciicircum{}M
    """
    visible = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cf", "Cs", "Cc"))
    marked = LIGATURE.sub("\\1\r", LONG_WORD.sub(lambda word: _breakable(word[0]), visible))
    safe = marked.translate(TYPED if code else SPECIAL)
    return safe.replace("\r", r"{\kern0pt}").replace("\n", r"\allowbreak{}")


def _breakable(word: str) -> str:
    """Mark where a long word may go on in the next line: after signs, else every twelve letters."""
    pieces = UNBROKEN.sub(lambda run: "\n".join(re.findall(r".{1,12}", run[0])), word)
    return AFTER_SIGNS.sub("\n", pieces)


def substitute(sign: str) -> str:
    r"""Return what pdfLaTeX sets for a sign that its fonts lack, empty where there is nothing.

    >>> print(substitute("χ"), substitute("決"))
    $\chi$
    """
    first = unicodedata.normalize("NFD", sign)[0]
    return SIGNS.get(ord(sign), SIGNS.get(ord(first), "") if first != sign else "")
