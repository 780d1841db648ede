"""The rules of prose that a program can check, for templates and for the sentences made from them."""

import re
from string import Formatter

MOST_WORDS = 35
# words that no reader of a paper would miss, or that say something else than they should

COUNTED = "pair|dataset|algorithm|model|comparison|run|score|block|fold|seed|repeat|example|cell|test|draw"
BANNED = (
    r"\btold (?:apart )?from\b|\btell (?:it|them) apart\b",
    r"\b(?:not|nothing|anything) is to be seen\b",
    r"\bthat which\b|\bwhat is no\b|\bof use to\b",
    r"\bmay not\b(?= be concluded)",
    r"\b(?:are|is) (?:all )?(?:equal|the same)\b(?= \()",
    r"\bdf\.bench\b|\b\w+=…",
    r"\bspelt out\b|\bjudged (?:otherwise|alike)\b",
    r"\brehears",
    r"\bsays? nothing of\b",
    r"\bin other words\b",
)
AMERICAN = (
    r"\b(?:color|favor|behavior|modeled|labeled|neighbor|center of|analyze|normalize|randomise)"
)


ODDITIES = {
    "article": r"\bthe (?:\w+'s δ|d_z)",
    "twice the measure": r"\b[Bb]y (\w+), [\w ]+ the best \1\b",
    "list of one number": r"([<>] \.\d+)(?:, \1)* and \1",
    # citations and statistics may follow a name's own brackets
    "two brackets": r"\([^()\d]+\) \([^()\d]+\)",
    "source without brackets": (
        r"\b(?:of|by|with|from) (?:[a-zδγ]\w* )?[A-Z]\w+(?: & [A-Z]\w+| et al\.)?, (?:18|19|20)\d\d\b"
    ),
    "the 1": rf"\bthe 1 (?:{COUNTED})\b",
}


# five digits without a comma that are no part of a word, of a decimal or of an address
BARE_COUNT = re.compile(r"(?<!\S)[(\[]?(?:\d+/)*\d{5,}(?![\w.-])")


def slots(template: str) -> list[str]:
    """The names of a template's slots."""
    return [name for _, name, _, _ in Formatter().parse(template) if name is not None]


def list_faults(text: str) -> list[str]:
    """What is wrong with a sentence or a clause, whichever it is."""
    faults = []
    if "  " in text or text != text.strip():
        faults.append("spaces")
    if re.search(r"\bnan\b|\bNone\b(?! (?:of|could|is))|\binf\b|\w\(s\)", text):
        faults.append("not for readers")
    if re.search(rf"(?<![\w.,(])1 (?:\w+ )?(?:{COUNTED})s\b", text):
        faults.append("plural")
    if re.search(r"\b[pρ] [=<>] 0\.\d|\bp = 1\.0", text):
        faults.append("leading zero")
    if re.search(r"\.\.(?!\.)|[?!]\.|,,|\s[,;.](?!\d)|\(\)|: \.(?!\d)", text):
        faults.append("punctuation")
    faults += [f"banned: {found[0]}" for rule in BANNED if (found := re.search(rule, text))]
    faults += [f"American: {found[0]}" for found in re.finditer(AMERICAN, text)]
    return faults


def list_filled_faults(text: str) -> list[str]:
    """What is wrong with a text whose slots are filled: an empty slot, a count, a list, a number."""
    faults = list_faults(text)
    if re.search(r"\{\w*\}", text):
        faults.append("slot")
    if re.search(rf"(?<![\w.,])(?:[2-9]|[1-9]\d+) (?:{COUNTED})\b(?!-)", text):
        faults.append("singular")
    if re.search(r"(?:\b[a-z]\d+, ){5}", text):
        faults.append("long list")
    if found := BARE_COUNT.search(text):
        faults.append(f"bare count: {found[0]}")
    return faults


def list_report_faults(text: str) -> list[str]:
    """What is wrong with a text of a report, whose numbers and methods stand in captions and brackets."""
    faults = list_filled_faults(text)
    if re.search(
        r"(?:\b[pαW]|\balpha|\bprobabilit(?:y|ies)(?: of| reaches)?(?: at least)?) ?[=<>≤≥]? ?0\.\d",
        text,
    ):
        faults.append("leading zero")
    if re.search(r"\balpha =", text):
        faults.append("alpha for α")
    if re.search(r"\([^()]*\((?!\d+\))[^()]*\)\)", text):
        faults.append("nested brackets")
    if found := re.search(r"([<>] \.\d+) to \1", text):
        faults.append(f"range of one number: {found[0]}")
    return faults + [fault for fault, rule in ODDITIES.items() if re.search(rule, text)]


def list_sentence_faults(sentence: str) -> list[str]:
    """What is wrong with a whole sentence, beyond what is wrong with any text."""
    faults = list_faults(sentence)
    if not re.match(r"[^a-z]", sentence):
        faults.append("no capital")
    if not sentence.endswith((".", "?", ".)", "…")):
        faults.append("no end")
    return faults


def is_sentence(template: str) -> bool:
    """Whether a template is one or more sentences, by how it ends."""
    return template.endswith((".", "?"))


def longest(template: str) -> int:
    """The number of words of the longest sentence of a template; a citation in brackets is no word."""
    text = re.sub(r"\([^()]*\d{4}[^()]*\)", "", template)
    return max(len(part.split()) for part in re.split(r"(?<=[.?;:]) ", text))


def split_sentences(text: str) -> list[str]:
    """Split a paragraph into sentences; a full stop within brackets or a number ends none."""
    return [
        part.strip() for part in re.split(r"(?<=[\w%)\]][.?]) (?=[^\W_])", text) if part.strip()
    ]
