"""Files are the same on every system: no encoding, line end or separator of the machine gets into them."""

import ast
import re
from pathlib import Path

import pytest
from looped import loop_over

TESTS = Path(__file__).parent
PACKAGE = TESTS.parent / "benchreport"
ROOMS = ("data", "paper", "plots", "report/rendering", "results", "stats")
"""The folders of tests that the workflow runs on Windows."""
POSIX = {"fcntl", "grp", "pty", "pwd", "resource", "termios"}
OF_POSIX = {"fork", "geteuid", "getuid", "killpg", "mkfifo", "setsid", "SIGKILL", "SIGHUP"}
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


def find_posix(node):
    """Return what of other systems than Windows an import of a module runs, unless it asks first."""
    match node:
        case ast.Import() | ast.ImportFrom():
            names = {getattr(node, "module", None), *(alias.name for alias in node.names)}
            return names & POSIX
        case ast.If() if "platform" in ast.unparse(node.test):
            return set()
        case ast.Try() if any(
            "ImportError" in ast.unparse(each.type) for each in node.handlers if each.type
        ):
            return set()
        case ast.Attribute(attr=name) if name in OF_POSIX:
            return {name}
        case ast.FunctionDef():
            parts = [*node.decorator_list, *node.args.defaults]
        case ast.Lambda():
            parts = []
        case _:
            parts = ast.iter_child_nodes(node)
    return set().union(*map(find_posix, parts))


@pytest.mark.parametrize("code", ["import pwd", "from os import path\nclass A:\n    import fcntl"])
def test_what_windows_lacks_is_found(code):
    assert find_posix(ast.parse(code)) <= POSIX
    assert find_posix(ast.parse(code))
    assert find_posix(ast.parse("@skipif(os.geteuid() == 0)\ndef test(): ...")) == {"geteuid"}
    assert not find_posix(
        ast.parse("def test():\n    import pwd\nif sys.platform != 'a':\n    import pty")
    )


def test_files_can_be_imported_on_windows():
    """The workflow runs these rooms there, and every test loads the files beside the rooms."""
    files = [*PACKAGE.rglob("*.py"), *TESTS.glob("[!t]*.py")]
    for room in ROOMS:
        files += (TESTS / room).rglob("*.py")
    assert len(files) > 1000
    named = re.compile(rf"\b({'|'.join(POSIX | OF_POSIX)})\b")
    texts = {str(file): file.read_text(encoding="utf-8") for file in files}
    # few files have one of these words, and all of them take seconds to parse
    found = {
        file: find_posix(ast.parse(text)) for file, text in texts.items() if named.search(text)
    }
    assert {file: names for file, names in found.items() if names} == {}
