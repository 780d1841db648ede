"""The JSON facts and their schema; as a script, with PYTHONPATH=tests, this file writes the schema."""

import dataclasses
import json
import types
import typing

import numpy as np
import pandas as pd
import pytest
from curves_tables import curves_of
from looped import loop_over
from needs import LONG
from predictions_tables import random_scores
from published import published
from shared_reports import shared_report

from benchreport.data import Roles, Scores
from benchreport.report import document
from benchreport.report import report as make_report
from benchreport.report.writers.facts_json import (
    FORMAT,
    LEFT_OUT,
    SCHEMA,
    VERSION,
    _encode,
    facts,
    schema,
)
from benchreport.results.from_dict import from_dict, result_classes

SCALARS = {
    str: {"type": "string"},
    bytes: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    # infinite and undefined numbers are null
    float: {"type": ["number", "null"]},
    types.NoneType: {"type": "null"},
}
BLOCKS = typing.get_args(document.Block)
NOT_FINITE = {
    "description": "By the path of a null: which number it stands for.",
    "type": "object",
    "additionalProperties": {"enum": ["nan", "inf", "-inf"]},
}


def describe(hint, definitions):
    """Return the schema of a type hint; the schema of a record goes into the definitions."""
    origin, options = typing.get_origin(hint), typing.get_args(hint)
    if hint in SCALARS:
        return SCALARS[hint]
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [describe(option, definitions) for option in options]}
    if origin is typing.Literal:
        return {"enum": list(options)}
    if origin is frozenset or options[1:] == (...,):
        return {"type": "array", "items": describe(options[0], definitions)}
    if origin is tuple:
        items = [describe(part, definitions) for part in options]
        return {"type": "array", "prefixItems": items, "minItems": len(items), "items": False}
    if hint.__name__ not in definitions:
        definitions[hint.__name__] = {}
        definitions[hint.__name__] = fields_of(hint, definitions)
    return {"$ref": f"#/$defs/{hint.__name__}"}


def fields_of(kind, definitions):
    hints = typing.get_type_hints(kind)
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind) if field.name not in LEFT_OUT]
    else:
        names = list(hints)
    properties = {name: describe(hints[name], definitions) for name in names}
    if kind in BLOCKS:
        properties["kind"] = {"const": kind_of(kind)}
    first, *_ = kind.__doc__.strip().splitlines()
    return {
        "description": first,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def kind_of(block):
    (field,) = (field for field in dataclasses.fields(block) if field.name == "kind")
    return field.default


def make_schema():
    """Derive the schema of the facts from the type hints of their classes."""
    definitions = {}
    document_schema = describe(document.Document, definitions)
    for name, kind in result_classes().items():
        describe(kind, definitions)
        definition = definitions[name]
        definition["properties"] = {
            "result": {"const": name},
            **definition["properties"],
            "not_finite": NOT_FINITE,
            "summary": {"type": "string"},
        }
        definition["required"] = ["result", *definition["required"], "summary"]
    results = [{"$ref": f"#/$defs/{name}"} for name in result_classes()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:benchreport:report:{VERSION}",
        "title": "A report of benchreport",
        "description": "What a report says, and the results that it rests on.",
        "type": "object",
        "properties": {
            "format": {"const": FORMAT},
            "version": {"const": VERSION},
            "benchreport": {"description": "The version that wrote it.", "type": "string"},
            "document": document_schema,
            "results": {"type": "array", "items": {"anyOf": results}},
        },
        "required": ["format", "version", "benchreport", "document", "results"],
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


def faults(value, rules, root, path=""):
    """Check the part of JSON Schema that ours uses; yield the paths of what is wrong."""
    if "$ref" in rules:
        rules = root["$defs"][rules["$ref"].rpartition("/")[2]]
    if not is_one_of(value, rules, root):
        yield path
    elif isinstance(value, dict):
        yield from faults_of_object(value, rules, root, path)
    elif isinstance(value, list) and "items" in rules:
        fixed = rules.get("prefixItems", [])
        if len(value) < rules.get("minItems", 0) or (
            rules["items"] is False and value[len(fixed) :]
        ):
            yield path
        items = [*fixed, *[rules["items"]] * (len(value) - len(fixed))]
        for place, (item, rule) in enumerate(zip(value, items, strict=False)):
            yield from faults(item, rule, root, f"{path}/{place}")


def has_faults(value, rules, root):
    return next(faults(value, rules, root), None) is not None


def is_one_of(value, rules, root):
    """Tell whether a value is of the type, or one of the values or schemas, that rules name."""
    if "anyOf" in rules and all(has_faults(value, option, root) for option in rules["anyOf"]):
        return False
    if value not in rules.get("enum", [rules.get("const", value)]):
        return False
    types = np.atleast_1d(rules.get("type", []))
    return not len(types) or any(TYPES[name](value) for name in types)


def faults_of_object(value, rules, root, path):
    properties, other = rules.get("properties", {}), rules.get("additionalProperties", True)
    yield from (f"{path}/{name}" for name in rules.get("required", []) if name not in value)
    for name, part in value.items():
        if name in properties:
            yield from faults(part, properties[name], root, f"{path}/{name}")
        elif other is False:
            yield f"{path}/{name}"
        elif isinstance(other, dict):
            yield from faults(part, other, root, f"{path}/{name}")


TYPES = {
    "string": lambda value: isinstance(value, str),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "null": lambda value: value is None,
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


@pytest.fixture(scope="module", params=["scores", "predictions", "curves"])
def report(request):
    tables = {
        "scores": lambda: published("demsar2006"),
        "predictions": lambda: random_scores(n=80),
        "curves": curves_of,
    }
    return shared_report(tables[request.param]())


@pytest.fixture(scope="module")
def json_facts(report, tmp_path_factory):
    path = report.save(tmp_path_factory.mktemp("facts") / "report.json")
    return json.loads(path.read_text(encoding="utf-8"))


def test_the_schema_follows_the_classes():
    # run this file as a script to write the schema anew; a change that breaks readers needs a new version
    assert schema() == json.loads(json.dumps(make_schema()))


def test_facts_keep_to_the_schema(json_facts):
    assert list(faults(json_facts, schema(), schema())) == []


@LONG
def test_facts_keep_to_the_schema_as_others_read_it(json_facts):
    validator = pytest.importorskip("jsonschema").Draft202012Validator
    validator.check_schema(schema())
    assert list(validator(schema()).iter_errors(json_facts)) == []


def replace_value(json_facts, path, value):
    copy = json.loads(json.dumps(json_facts))
    *steps, last = path
    place = copy
    for step in steps:
        place = place[step]
    place[last] = value
    return copy


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (["version"], 2),
        (["colour"], "red"),
        (["document", "title"], None),
        (["document", "sections", 0, "blocks", 0, "kind"], "poem"),
        (["results", 0, "alpha"], "0.05"),
        (["results", 0, "result"], "OmnibusTest"),
        (["results", 0, "design", "n_blocks"], 2.5),
        (["results", 0, "not_finite"], {"/alpha": "huge"}),
    ],
)
def test_the_schema_refuses_other_facts(json_facts, path, value):
    assert has_faults(replace_value(json_facts, path, value), schema(), schema())


def test_the_document_is_there_without_drawings(report, json_facts):
    assert json_facts["document"]["title"] == report.document.title
    sections = json_facts["document"]["sections"]
    assert [section["key"] for section in sections] == [
        section.key for section in report.document.sections
    ]
    blocks = [block for section in report.document.sections for block in section.blocks]
    stored_blocks = [block for section in sections for block in section["blocks"]]
    for block, plain in zip(blocks, stored_blocks, strict=True):
        assert plain["kind"] == block.kind
        if block.kind == "figure":
            assert plain["data"] == block.data.decode()
            assert plain["alt"] == block.alt
            assert not LEFT_OUT & set(plain)
        if block.kind == "table":
            assert plain["rows"] == [list(row) for row in block.rows]
            assert {tuple(cell) for cell in plain["strong"]} == block.strong


def test_results_come_back(report, json_facts):
    results = [from_dict(each) for each in json.loads(json.dumps(json_facts))["results"]]
    assert len(results) == len(report.analysis.results)
    for again, result in zip(results, report.analysis.results, strict=True):
        assert again.to_dict() == result.to_dict()
        assert str(again) == str(result)


def test_same_bytes(report, json_facts, tmp_path):
    content = report.save(tmp_path / "other name.json").read_bytes()
    assert content == report.save(tmp_path / "report.json").read_bytes()
    assert json.loads(content) == json_facts
    assert content.endswith(b"\n}\n")
    assert b"\r" not in content


def test_a_row_of_a_result_is_a_line(json_facts, report, tmp_path):
    lines = report.save(tmp_path / "report.json").read_text(encoding="utf-8").splitlines()
    rows = [row for result in json_facts["results"] for row in result.get("comparisons", [])]
    assert rows
    stripped_lines = {line.strip().removesuffix(",") for line in lines}
    assert all(json.dumps(row, ensure_ascii=False) in stripped_lines for row in rows)


@loop_over("value", [{}, [], [[]], {"a": {}}, "x", None, [1, [2, {"b": [3, [4, [5]]]}]]])
def test_pieces_are_json(value):
    assert json.loads("".join(_encode(value))) == value


def test_hostile_labels_are_text():
    labels = ["</script>", '"quoted"', "back\\slash", "決定木", "=cmd()", "a\u2028b", "\x00"]
    frame = pd.DataFrame(np.random.default_rng(0).normal(size=(6, 7)), columns=labels)
    json_facts = facts(make_report(Scores.from_frame(frame, Roles(score="auc"))).contents)
    read = json.loads(json.dumps(json_facts, allow_nan=False))
    assert read["results"][0]["design"]["algorithms"] == [*labels[:-2], "a\\u2028b", "\\x00"]


if __name__ == "__main__":
    SCHEMA.write_text(json.dumps(make_schema(), indent=1) + "\n", encoding="utf-8")
