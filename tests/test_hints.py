import ast
import dataclasses
import functools
import inspect
import pickle
import re
from pathlib import Path

from looped import loop_over

import benchreport
from benchreport.accessor import Bench
from benchreport.data.columns.roles import Roles
from benchreport.errors import DesignError
from benchreport.hints import Code, Hint, bench, call, code, option
from benchreport.terminal import for_shell

PACKAGE = Path(benchreport.__file__).parent
ROLES = {field.name for field in dataclasses.fields(Roles)}
# words that only make sense in Python
PYTHON = re.compile(r"\bdf(\.|\[)|\bbench\b[.(]|(?<![-\w.(])[a-z_]+=['\"\[\d]")


@loop_over(
    ("hint", "python", "shell"),
    [
        ("rename it", "rename it", "rename it"),
        (bench(score="accuracy"), "df.bench(score='accuracy')", "--score accuracy"),
        (bench(score="time (s)"), "df.bench(score='time (s)')", "--score 'time (s)'"),
        (
            bench(algorithm="it's", score="a"),
            "df.bench(algorithm=\"it's\", score='a')",
            "--algorithm 'it'\"'\"'s' --score a",
        ),
        (
            bench(higher_is_better=False),
            "df.bench(higher_is_better=False)",
            "--lower-is-better",
        ),
        (
            option(higher_is_better={"loss": False}),
            "higher_is_better={'loss': False}",
            "--higher-is-better, or --lower-is-better",
        ),
        (
            bench(repeat=["seed", "fold"]),
            "df.bench(repeat=['seed', 'fold'])",
            "--repeat seed --repeat fold",
        ),
        (bench(score="alpha=0.1"), "df.bench(score='alpha=0.1')", "--score alpha=0.1"),
        (option(variant="exact"), "variant='exact'", "--variant exact"),
        (option(n_resamples=10_000), "n_resamples=10_000", "--n-resamples 10000"),
        (
            bench(missing="drop") | bench(missing="worst"),
            "df.bench(missing='drop'), or df.bench(missing='worst')",
            "--missing drop, or --missing worst",
        ),
        (
            "choose with " + bench(missing=...),
            "choose with df.bench(missing=...)",
            "choose with --missing drop or --missing worst",
        ),
        (
            call("metric_bootstrap", metric=...) | call("loss_t", loss="ndcg@10"),
            "df.bench.metric_bootstrap(metric=...), or df.bench.loss_t(loss='ndcg@10')",
            (
                "benchreport test metric-bootstrap --metric METRIC, or benchreport test loss-t "
                "--loss ndcg@10"
            ),
        ),
        (
            call("mixed_model", {"missing": "error"}),
            "df.bench(missing='error').mixed_model()",
            "benchreport test mixed-model --missing error",
        ),
        (call("report"), "df.bench.report()", "benchreport report"),
        (call("cd_plot"), "df.bench.cd_plot()", "df.bench.cd_plot() in Python"),
        (bench(classes=["no", "yes"]), "df.bench(classes=['no', 'yes'])", "--classes no --classes yes"),
        (bench(classes=[...]), "df.bench(classes=[...])", "--classes CLASSES"),
        (
            code("df.drop(columns='a').bench"),
            "df.drop(columns='a').bench",
            "in Python: df.drop(columns='a').bench",
        ),
        (
            option(loss=Code("abs")),
            "loss=abs",
            "in Python: loss=abs",
        ),
        (
            "leave them out: " + code("df.dropna()"),
            "leave them out: df.dropna()",
            "in Python: leave them out: df.dropna()",
        ),
        (
            "add scores; else leave them out: " + code("df.dropna()"),
            "add scores; else leave them out: df.dropna()",
            "add scores; in Python: else leave them out: df.dropna()",
        ),
        (
            bench(example="id") + "; without one, number them: " + code("df.reset_index()"),
            "df.bench(example='id'); without one, number them: df.reset_index()",
            "--example id; without one, number them, in Python: df.reset_index()",
        ),
        (
            bench(score=("a", "b")) | code("df.a") + ", or " + code("df.b"),
            "df.bench(score=('a', 'b')), or df.a, or df.b",
            "in Python: df.bench(score=('a', 'b')), or df.a, or df.b",
        ),
        (option(include=["loss_t"]), "include=['loss_t']", "--include loss-t"),
        (code(".save('a b.md')", "-o 'a b.md'"), ".save('a b.md')", "-o 'a b.md'"),
        ("pip install 'benchreport[excel]'", *2 * ["pip install 'benchreport[excel]'"]),
    ],
)  # fmt: skip
def test_each_front_renders_a_hint(hint, python, shell):
    assert str(hint) == python
    assert for_shell(hint) == shell
    error = DesignError("no.", hint=hint)
    assert (error.hint, error.way_out) == (python, Hint.of(hint))
    assert str(pickle.loads(pickle.dumps(error))) == f"no.\nHint: {python}"  # noqa: S301 - our own


@functools.cache
def _all_calls():
    """List the calls that write hints, or are given one; parsing all of the package takes a second."""
    return [
        (path, node)
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(r"\bhint\b|\b(bench|call)\s*\(", text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        if getattr(node.func, "id", "") in ("bench", "call") or "hint" in _names(node)
    ]


def _calls(name):
    for path, node in _all_calls():
        if path.name != "hints.py" and getattr(node.func, "id", "") == name:
            yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


def _names(node):
    return {keyword.arg for keyword in node.keywords if keyword.arg is not None}


def test_hints_name_roles_that_there_are():
    assert [
        (place, _names(node) - ROLES) for place, node in _calls("bench") if _names(node) - ROLES
    ] == []


def test_hints_name_methods_and_arguments_that_there_are():
    wrong = []
    for place, node in _calls("call"):
        if (
            "hints import" in _source(place)
            and node.args
            and isinstance(node.args[0], ast.Constant)
        ):
            method = inspect.getattr_static(Bench, node.args[0].value, None)
            known = (
                set(inspect.signature(getattr(method, "function", method)).parameters)
                if method
                else set()
            )
            wrong += [place] * (method is None or not _names(node) <= known)
    assert wrong == []


def test_hints_that_speak_python_are_records():
    """A string is a sentence, the same for every front."""
    wrong = []
    for path, node in _all_calls():
        hints = [keyword.value for keyword in node.keywords if keyword.arg == "hint"]
        wrong += [
            f"{path.relative_to(PACKAGE)}:{text.lineno}: {text.value}"
            for hint in hints
            for text in _sentences(hint)
            if PYTHON.search(text.value)
        ]
    assert wrong == []


def _sentences(node):
    """Return the texts of an expression outside of records."""
    if isinstance(node, ast.Call):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from _sentences(child)


def _source(place):
    return (PACKAGE / place.partition(":")[0]).read_text("utf-8")
