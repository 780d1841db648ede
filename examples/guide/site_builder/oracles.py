"""What the numbers of each procedure are compared with, as its test says."""

import ast
import functools
import json

from site_builder.markdown import ROOT

TESTS = ROOT / "tests/stats"
ORACLES = ROOT / "tests/oracles"


@functools.cache
def oracle_of(name: str) -> str:
    """Say what the test of a procedure compares it with; empty where it compares with nothing."""
    files = sorted(TESTS.rglob(f"test_{name}.py"))
    if not files:
        return ""
    tree = ast.parse(files[0].read_text(encoding="utf-8"))
    said = [_text(node.value) for node in tree.body if _is_oracle(node)]
    said += [_source(each) for each in sorted(_cases(tree))]
    place = files[0].relative_to(ROOT).as_posix()
    listed = "".join(f"- {each}\n" for each in said)
    return f"{listed}\nThe test is `{place}`."


def _is_oracle(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "ORACLE"


def _text(node: ast.expr) -> str:
    return str(ast.literal_eval(node))


def _cases(tree: ast.Module) -> set[str]:
    """Return the files of answers that a test reads: ``cases("friedman")``, ``oracle("t_tests")``."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [
        call
        for call in calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in ("cases", "oracle")
    ]
    return {
        call.args[0].value for call in named if call.args and isinstance(call.args[0], ast.Constant)
    }


def _source(file: str) -> str:
    content = json.loads((ORACLES / f"{file}.json").read_text(encoding="utf-8"))
    tables = len(content.get("cases", ()))
    return f"{content['source']} ({tables} tables)" if tables else str(content["source"])
