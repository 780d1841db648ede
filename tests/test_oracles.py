"""The files of oracles name what computed them, with versions."""

import json
import re
from pathlib import Path

from looped import loop_over

FILES = sorted((Path(__file__).parent / "oracles").glob("*.json"))
OF_R = [path for path in FILES if json.loads(path.read_text("utf-8"))["made_by"].endswith(".R")]
VERSION = r"\d+(?:\.\d+)+"
OF_R_ITSELF = {"base", "stats", "utils"}


@loop_over("path", FILES)
def test_the_source_has_a_version(path):
    source = json.loads(path.read_text("utf-8"))["source"]
    assert re.match(rf"(R|baycomp) {VERSION}", source)


@loop_over("path", OF_R)
def test_packages_have_versions(path):
    """All that the source names with :: are there, and versions in its text are the same."""
    answer = json.loads(path.read_text("utf-8"))
    named = set(re.findall(r"(\w+)::", answer["source"])) - OF_R_ITSELF
    assert named | {"jsonlite"} <= {*answer["packages"]}
    for package, version in answer["packages"].items():
        assert re.fullmatch(rf"{VERSION}(?:-\d+)?", version), package
        told = re.search(rf"\b{package} ({VERSION})", answer["source"])
        assert told is None or told[1] == version
