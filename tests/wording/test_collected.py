"""No sentence stays where it is used: what people read is collected in `benchreport.wording`.

A package passes if no literal of its code reads like a sentence. Docstrings, errors, warnings and hints
stay where they are raised, and what other programs read (markup, queries, expressions) is no prose.
"""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from looped import loop_over

import benchreport

ROOT = Path(benchreport.__file__).parent
# what is collected so far: packages and modules below benchreport/
PACKAGES = (
    "analysis",
    "cli",
    "data",
    "experiments",
    "nightly",
    "paper",
    "plots",
    "report",
    "results",
    "stats",
)
# what reads like a sentence and is none, or has its place elsewhere: (module, beginning) → why
EXCEPTIONS = {
    ("cli/completion.py", ".local"): "a path",
    ("cli/table_options.py", ""): "help of the options for the roles of columns",
    ("cli/nights/history.py", "Acknowledge"): "help of a command",
    ("cli/nights/history.py", "Accept"): "help of a command",
    ("cli/nights/history.py", "Close"): "help of a command",
    ("cli/nights/history.py", "Mark"): "help of a command",
    ("cli/procedures.py", "benchreport test"): "part of an error",
    ("data/cells/cell_values.py", ""): "hints of errors",
    ("data/columns/flat_frame.py", "levels of"): "part of an error",
    ("data/columns/wide/rows_as_algorithms.py", ""): "errors, put together",
    ("data/columns/wide/refused_wide.py", ""): "errors, put together",
    ("data/prediction_kinds/classes.py", "name_probability"): "part of a hint",
    ("data/prediction_kinds/read_language.py", ""): "what an error says is wrong with a column",
    ("data/predictions.py", ""): "kinds of predictions, as errors name them",
    ("data/read_curves.py", ""): "part of an error",
    ("data/readers/__init__.py", ""): "hints of errors",
    ("data/readers/content.py", ""): "hints of errors",
    ("data/readers/excel.py", "the cells of"): "part of an error",
    ("data/readers/json_records.py", "an array of"): "hint of errors",
    ("data/readers/table_files.py", ""): "reasons and hints of errors",
    ("data/readers/tools/experiments/automl_benchmark.py", "; the columns"): "part of an error",
    ("experiments/leaks.py", ""): "errors, put together",
    ("nightly/config/hints.py", "one row"): "a hint in the words of the configuration",
    ("nightly/config/setting_checks.py", ""): "parts of an error",
    ("toml_tables.py", "a table"): "part of an error",
    ("nightly/detection/replay.py", "; there are"): "part of an error",
    ("nightly/history/export_parquet.py", "the scores of"): "an error, raised below",
    ("nightly/init_config.py", ""): "hints of errors",
    ("nightly/demo.py", ""): "reasons that are typed",
    ("nightly/history/sqlite.py", "The steps before"): "part of an error",
    ("nightly/intake/intake.py", ": it has"): "part of an error",
    ("nightly/intake/sources.py", "the query of"): "part of an error",
    ("nightly/intake/sources.py", "if you trust"): "hint of an error",
    ("nightly/notify/http.py", ""): "reasons of errors",
    ("nightly/notify/mail.py", ""): "reasons and hints of errors",
    ("nightly/run_lock.py", ""): "reasons of errors",
    ("paper/check_paper.py", ""): "parts of an error",
    ("paper/table_style.py", ""): "a style sheet",
    ("paper/table_typst.py", ""): "a table of Typst",
    ("plots/base/figure_functions.py", ""): "docstrings of the figures, put together",
    ("report/make_report.py", ""): "what an error says an option is for",
    ("report/rendering/font_faces.py", "@font-face"): "a style sheet",
    ("report/sections/section_order.py", "give each"): "hint of an error",
    ("report/sections/section_order.py", "; did you"): "part of an error",
    ("report/theme.py", "refers to"): "what an error says is wrong with a picture",
    ("results/citing/bibliography.py", ""): "titles of papers",
    ("results/from_dict.py", "use the facts"): "the hint of several errors",
    ("results/writing/latex_text.py", "% for XeLaTeX"): "a comment in a file of LaTeX",
    ("results/pairs/pairwise.py", "mean rank of runs"): "a name that facts hold",
    ("stats/_mean_ranks.py", "difference of"): "a name that facts hold",
    ("progress.py", ""): "a warning, put together",
    ("stats/one_dataset/_cv5x2.py", "found"): "part of an error",
    ("stats/_predictions/losses.py", ""): "reasons of an error",
}

LEAST_WORDS = 4
SLOT = "\N{OBJECT REPLACEMENT CHARACTER}"
# calls whose words stay with them: errors, warnings, hints, expressions, the help of arguments, the names
# of steps and of the tools whose files are read
KEPT = re.compile(
    r".*(?:Error|Warning)|warn\w*|fail|Hint|of|call|option|options|bench|code|alternatives"
    r"|compile|match|fullmatch|search|sub|split|findall|add_argument|execute\w*"
    r"|Option|argument|command|Output|progress|Tool"
)
# the calls that make records of a hint, whose sentences are put together with +
HINTS = re.compile(r"Hint|call|option|bench|code")
# the argument, and the results of functions, whose words belong to an error or an option
OF_ERRORS = re.compile(r"hint|help|rule")
# the names of methods, their variants and their measures, which results hold as facts
NAMES = re.compile(r"method|variant|(?:difference|effect|centre|statistic)_name")
RETURNS_ERROR = re.compile(r"\b(?:\w*Error|Hint|NoReturn)\b")
MARKUP = re.compile(
    r"[\\<>`←→]|\w=\"|\w=[a-z]+(?:,|$)|\w=[\d.]+pt|\w:\s*[\w#.-]+;|^#|::|^df\[|^data:|\w\|\w|/bin\b"
    r"|^application/"
)
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
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def is_kept(node: ast.AST) -> bool:
    """Whether the words below a node stay where they are."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Call):
        return bool(KEPT.fullmatch(name_of(node)))
    if isinstance(node, ast.FunctionDef):
        return node.returns is not None and bool(RETURNS_ERROR.search(ast.unparse(node.returns)))
    if isinstance(node, ast.keyword):
        return bool(OF_ERRORS.fullmatch(node.arg or "") or NAMES.fullmatch(node.arg or ""))
    if isinstance(node, ast.BinOp):
        parts = (part for part in ast.walk(node) if isinstance(part, ast.Call))
        return any(HINTS.fullmatch(name_of(part)) for part in parts)
    return isinstance(node, ast.Raise | ast.Assert)


def list_literals(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The line and the text of each literal below a node that may hold prose."""
    for child in ast.iter_child_nodes(node):
        # most nodes are these, and hold no text
        if isinstance(child, ast.Name | ast.expr_context) or is_kept(child):
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


def list_prose(code: str) -> list[tuple[int, str]]:
    """The literals of a module that read like sentences, with their lines."""
    return [(line, text) for line, text in list_literals(ast.parse(code)) if is_prose(text)]


@functools.cache
def prose_of(module: str) -> list[tuple[int, str]]:
    """The same of a module by its path below ours, which two tests ask."""
    return list_prose((ROOT / module).read_text(encoding="utf-8"))


def list_modules(name: str) -> list[str]:
    """The modules of a package that is collected, as paths below ours."""
    path = ROOT / name
    files = [path] if path.suffix else sorted(path.rglob("*.py"))
    assert files, name
    return [file.relative_to(ROOT).as_posix() for file in files]


@pytest.mark.parametrize("package", PACKAGES)
def test_no_sentence_stays_in(package: str) -> None:
    found = {}
    for module in list_modules(package):
        excepted = tuple(start for path, start in EXCEPTIONS if path == module)
        found[module] = [row for row in prose_of(module) if not row[1].startswith(excepted)]
    assert not {module: texts for module, texts in found.items() if texts}


@loop_over(("module", "start"), EXCEPTIONS)
def test_an_exception_is_needed(module: str, start: str) -> None:
    assert [text for _, text in prose_of(module) if text.startswith(start)]


@loop_over(
    "code",
    [
        "caption = 'Each point is a dataset.'",
        "caption = f'Each {block} is a {point} of the data'",
        "caption = f'{name}{\" Axes are logarithmic.\" if logs else str()}'",
        "notes = ('; bands are left out, of many',)",
        "NOTE = 'The best {n} are shown, {hidden} are left out.'",
        "def draw(ax):\n    'Docstring.'\n    describe(ax, alt=f'Ranks of {n} algorithms on blocks.')",
        "more = f' The axis is {scale}.'",
        "def write() -> str:\n    return 'give each of the columns a name'",
        "way = 'all of the incomplete datasets and ' + describe(missing='drop')",
    ],
)
def test_a_sentence_is_seen(code: str) -> None:
    assert list_prose(code)


@loop_over(
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
        "def way_out() -> Hint:\n    return 'give each of the columns a name'",
        "way = 'leave out the incomplete datasets with ' + bench(missing='drop')",
        "add(help='The column that names the algorithm.')",
    ],
)
def test_what_is_no_sentence_passes(code: str) -> None:
    assert not list_prose(code)
