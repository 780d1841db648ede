"""Files are the same on every system: no encoding, line end or separator of the machine gets into them."""

import ast
from pathlib import Path

import pytest
from looped import loop_over

PACKAGE = Path(__file__).parents[1] / "benchreport"
NAMES = ("read_text", "write_text", "open")


def find_calls(file):
    text = file.read_text(encoding="utf-8")
    # every process that runs tests looks for calls, and few files have one
    if not any(f"{name}(" in text for name in NAMES):
        return []
    return [
        pytest.param(node, id=f"{file.relative_to(PACKAGE)}:{node.lineno}")
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and (isinstance(node.func, ast.Attribute) or getattr(node.func, "id", "") == "open")
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in NAMES
    ]


CALLS = [call for file in sorted(PACKAGE.rglob("*.py")) for call in find_calls(file)]


def named(call):
    return {word.arg for word in call.keywords}


def name_of(call):
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def texts(call):
    return [each.value for each in call.args if isinstance(each, ast.Constant)]


def test_there_are_calls_to_look_at():
    assert len(CALLS) > 20


@loop_over("call", CALLS)
def test_texts_are_read_as_utf_8_and_written_as_bytes(call):
    if name_of(call) == "read_text":
        assert "encoding" in named(call) or "utf-8" in texts(call)
    # written as text, lines would end otherwise on Windows
    assert name_of(call) != "write_text" or "newline" in named(call)
    modes = [text for text in texts(call) if isinstance(text, str) and set(text) <= set("rwaxbt+")]
    if name_of(call) == "open" and any(set(mode) & set("wax") for mode in modes):
        assert "newline" in named(call) or any("b" in mode for mode in modes)
