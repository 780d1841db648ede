"""How text is written for LaTeX, so that pdfLaTeX sets it without packages for fonts."""

import re
import unicodedata

__all__ = ["compilable"]

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
        signs |= {each: f"${'^_'[place]}{digit}$" for digit, each in enumerate(digits)}
    for code in range(0x391, 0x3CA):
        words = unicodedata.name(chr(code), "").split()
        if len(words) == 4:  # noqa: PLR2004 - GREEK SMALL LETTER ALPHA
            name = words[3].replace("LAMDA", "LAMBDA").lower()
            name = name if words[1] == "SMALL" else name.capitalize()
            signs[chr(code)] = LATIN_OF.get(chr(code), f"$\\{name}$")
    signs |= {sign: f"${command}$" for sign, command in MATH.items()}
    return signs | TEXT


SIGNS = str.maketrans(_signs())


def compilable(text: str) -> str:
    r"""Replace signs that pdfLaTeX's fonts lack, in LaTeX that is otherwise ready.

    Letters of other scripts stay: a comment on top says that they need XeLaTeX or LuaLaTeX. Marks of
    no width, which only direct text, are left out.

    >>> compilable("χ² of β-VAE ✗ [−∞, 0.5]")
    '$\\chi$$^2$ of $\\beta$-VAE $\\times$ [$-$$\\infty$, 0.5]'
    """
    kept = "".join(sign for sign in text if unicodedata.category(sign) not in ("Cf", "Cs"))
    # a bracket or star that begins a row would be an argument of what ends the row before
    written = re.sub(r"^(?=[ \t]*[\[*])", "{}", kept.translate(SIGNS), flags=re.MULTILINE)
    foreign = sorted({sign for sign in written if ord(sign) > LAST_SET})
    if not foreign:
        return written
    return f"% for XeLaTeX or LuaLaTeX, with a font that has them: {' '.join(foreign)}\n{written}"
