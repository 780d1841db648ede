"""No sentence stays where it is used: what people read is collected in `benchreport.wording`.

A package passes if no literal of its code reads like a sentence. Docstrings, errors, warnings and hints
stay where they are raised, and what other programs read (markup, queries, expressions) is no prose.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import benchreport

ROOT = Path(benchreport.__file__).parent
# what is collected so far: packages and modules below benchreport/
PACKAGES = ("plots/base", "plots/nights", "results")
# what reads like a sentence and is none, or has its place elsewhere: (module, beginning) → why
EXCEPTIONS = {
    ("plots/base/figure_functions.py", ""): "docstrings of the figures, put together",
    ("results/bibliography.py", ""): "titles of papers",
    ("results/from_dict.py", "use the facts"): "the hint of several errors",
    ("results/latex_text.py", "% for XeLaTeX"): "a comment in a file of LaTeX",
    ("results/pairwise.py", "mean rank of runs"): "a name that facts hold",
}

LEAST_WORDS = 4
SLOT = "\N{OBJECT REPLACEMENT CHARACTER}"
# calls whose words stay with them: errors, warnings, hints, expressions and the help of arguments
KEPT = re.compile(
    r".*(?:Error|Warning)|warn\w*|Hint|of|call|option|options|bench|code|alternatives"
    r"|compile|match|fullmatch|search|sub|split|findall|add_argument|execute\w*"
)
MARKUP = re.compile(r"[\\<>`]|\w=\"|\w=[\d.]+pt|\w:\s*[\w#.-]+;|^#|::")
QUERY = re.compile(
    r"\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA|WITH|FROM|WHERE|AND|ORDER)\b"
)
WORD = re.compile(rf"(?<![\w{SLOT}.-])[A-Za-z][a-z]*(?:['’-][a-z]+)*(?![\w{SLOT}])")


def read_text(node: ast.AST) -> str | None:
    """The text of a literal, with a mark for each slot of an f-string or a template."""
    if isinstance(node, ast.JoinedStr):
        return "".join(read_text(part) or SLOT for part in node.values)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"\{\w*\}", SLOT, node.value)
    return None


def name_of(call: ast.Call) -> str:
    """The last name of what is called."""
    return ast.unparse(call.func).rpartition(".")[2]


def is_kept(node: ast.AST) -> bool:
    """Whether the words below a node stay where they are."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Call):
        return bool(KEPT.fullmatch(name_of(node)))
    return isinstance(node, ast.Raise | ast.Assert)


def list_literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the text of each literal below a node that may hold prose."""
    for child in ast.iter_child_nodes(node):
        if is_kept(child):
            continue
        if (text := read_text(child)) is not None:
            yield child.lineno, text
        if isinstance(child, ast.JoinedStr):
            # a slot may hold a sentence of its own
            for part in child.values:
                yield from list_literals(part)
        else:
            yield from list_literals(child)


def is_prose(text: str) -> bool:
    """Whether a text reads like a sentence or a longer clause of one."""
    if MARKUP.search(text) or QUERY.match(text):
        return False
    words = [word for word in WORD.findall(text) if len(word) > 1 or word == "a"]
    small = [word for word in words if word.islower()]
    ends = re.search(rf"[\w%)\]’{SLOT}]\.$", text.rstrip()) is not None
    return len(small) >= LEAST_WORDS or (ends and len(small) >= 2)


def list_prose(code: str, excepted: tuple[str, ...] = ()) -> list[str]:
    """The literals of a module that read like sentences, with their lines."""
    return [
        f"{line}: {text}"
        for line, text in list_literals(ast.parse(code))
        if is_prose(text) and not text.startswith(excepted or ("\0",))
    ]


def list_modules() -> list[str]:
    """The modules of the packages that are collected, as paths below the package."""
    found = []
    for name in PACKAGES:
        path = ROOT / name
        files = [path] if path.suffix else sorted(path.rglob("*.py"))
        assert files, name
        found += [file.relative_to(ROOT).as_posix() for file in files]
    return found


@pytest.mark.parametrize("module", list_modules())
def test_no_sentence_stays_in(module: str) -> None:
    excepted = tuple(start for path, start in EXCEPTIONS if path == module)
    code = (ROOT / module).read_text(encoding="utf-8")
    assert not list_prose(code, excepted)


@pytest.mark.parametrize(("module", "start"), EXCEPTIONS)
def test_an_exception_is_needed(module: str, start: str) -> None:
    code = (ROOT / module).read_text(encoding="utf-8")
    assert [text for text in list_prose(code) if text.partition(": ")[2].startswith(start)]


@pytest.mark.parametrize(
    "code",
    [
        "caption = 'Each point is a dataset.'",
        "caption = f'Each {block} is a {point} of the data'",
        "caption = f'{name}{\" Axes are logarithmic.\" if logs else str()}'",
        "notes = ('; bands are left out, of many',)",
        "NOTE = 'The best {n} are shown, {hidden} are left out.'",
        "def draw(ax):\n    'Docstring.'\n    describe(ax, alt=f'Ranks of {n} algorithms on blocks.')",
        "more = f' The axis is {scale}.'",
    ],
)
def test_a_sentence_is_seen(code: str) -> None:
    assert list_prose(code)


@pytest.mark.parametrize(
    "code",
    [
        "'''A module about sentences of many words.'''",
        "def draw():\n    '''Draw it with all of its words.'''",
        "raise DataError('the table has no scores at all', hint='give it some scores of its own.')",
        "warn_user(f'no installed font draws {letters}; install one that does.')",
        "line = '<svg width=\"3\" and some more words in it>'",
        "style = 'cdink, line width=2pt, line cap=round'",
        "query = 'SELECT night FROM nights where name is not null'",
        "label = f'observed share of {positive}'",
        "label = 'rank (1 = best)'",
        "where = 'Journal of Machine Learning Research'",
    ],
)
def test_what_is_no_sentence_passes(code: str) -> None:
    assert not list_prose(code)
