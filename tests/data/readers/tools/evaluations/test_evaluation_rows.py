"""What all readers of evaluations share: one tool recognizes each file, and damage is named."""

import functools
import json
import operator
import random
import shutil
import zipfile
from pathlib import Path

import pytest
from needs import LONG, one_in

from benchreport.data.readers import read
from benchreport.data.readers.tools import TOOLS, Source, tool_for
from benchreport.data.readers.tools.evaluations import evaluation_rows as evaluations
from benchreport.errors import ReadError

FILES = Path(__file__).parents[3] / "tool_files"
LM = "lm_evaluation/org__small"
# a file or folder, what it is taken for, and the shape of its table
SOURCES = {
    LM: ("results of lm-evaluation-harness", (8, 5)),
    f"{LM}/results_*.json": ("results of lm-evaluation-harness", (8, 5)),
    "lm_evaluation/lighteval": ("results of lm-evaluation-harness", (3, 5)),
    "lm_evaluation/old/results.json": ("results of lm-evaluation-harness", (4, 5)),
    f"{LM}/samples_tiny_colours_*": ("answers logged by lm-evaluation-harness", (8, 5)),
    f"{LM}/samples_tiny_words_*": ("answers logged by lm-evaluation-harness", (8, 5)),
    "inspect_logs/sums": ("logs of Inspect", (16, 6)),
    "inspect_logs/rubric/*.eval": ("logs of Inspect", (8, 5)),
    "inspect_logs/json/*.json": ("logs of Inspect", (8, 5)),
    "inspect_logs/without_samples/*.json": ("logs of Inspect", (2, 5)),
    "helm/runs": ("results of HELM", (7, 4)),
    "helm/runs/*substitution*/stats.json": ("results of HELM", (4, 4)),
    "helm/runs/*substitution*/per_instance_stats.json": ("instances scored by HELM", (4, 5)),
    "helm/groups/synthetic_reasoning.json": ("a table of HELM's leaderboard", (1, 4)),
    "every_eval_ever": ("a record of Every Eval Ever", (8, 5)),
    "every_eval_ever/tiny_words/org/small/*.json": ("a record of Every Eval Ever", (2, 5)),
    "every_eval_ever/tiny_colours/org/small/*.jsonl": ("instances of Every Eval Ever", (8, 5)),
    "swe_bench/reports": ("results of SWE-bench", (10, 4)),
    "swe_bench/reports/org__agent-a.run1.json": ("results of SWE-bench", (5, 4)),
    "swe_bench/logs": ("results of SWE-bench", (8, 4)),
    "swe_bench/verified": ("results of SWE-bench", (8, 4)),
    "swe_bench/verified/*a/results/results.json": ("results of SWE-bench", (4, 4)),
    "swe_bench/bash_only": ("results of SWE-bench", (10, 4)),
    "swe_bench/bash_only/*a/per_instance_details.json": ("results of SWE-bench", (5, 4)),
    "alpaca_eval": ("annotations of AlpacaEval", (12, 5)),
    "alpaca_eval/small/length/annotations.json": ("annotations of AlpacaEval", (6, 5)),
    "alpaca_eval/leaderboard.csv": ("a leaderboard of AlpacaEval", (2, 3)),
    "mteb/results": ("results of MTEB", (8, 3)),
    "mteb/results/org__small/1": ("results of MTEB", (4, 3)),
    "mteb/results/org__small/1/MockSTSTask.json": ("results of MTEB", (1, 3)),
    "mteb/old": ("results of MTEB", (1, 3)),
    "openai_evals/gpt-small.jsonl": ("a log of OpenAI evals", (4, 5)),
}
OTHERS = {
    "scores.json": '[{"model": "svm", "task": "iris", "accuracy": 0.9}]',
    "results.json": '{"results": [1, 2], "version": 3}',
    "stats.json": '[{"name": "svm", "mean": 0.5}]',
    "nested.json": '{"results": {"iris": {"svm": 0.5, "knn": 0.7}}, "config": {"seed": 1}}',
    "report.json": '{"svm": {"accuracy": 0.5}}',
    "columns.json": '{"svm": [0.5, 0.6], "knn": [0.7, 0.8]}',
    "samples_x.jsonl": '{"doc_id": 1, "score": 0.5}\n',
    "log.jsonl": '{"spec": {"a": 1}}\n',
    "leaderboard.csv": "model,win_rate\nsvm,0.5\n",
    "number.json": "3",
    "empty.json": "{}",
    "nothing.json": "[]",
    "null.json": "null",
    "list.json": "[[1, 2], [3]]",
    "broken.json": '{"results": ',
}


def source_of(pattern: str) -> Path:
    (path,) = FILES.glob(pattern)
    return path


def refusal(path, **options):
    with pytest.raises(ReadError) as caught:
        read(path, **options)
    return str(caught.value)


@pytest.mark.parametrize("pattern", SOURCES)
def test_one_tool_recognizes_each_source(pattern):
    name, shape = SOURCES[pattern]
    source = Source(source_of(pattern))
    assert [tool.name for tool in TOOLS if tool.recognizes(source)] == [name]
    frame = read(source_of(pattern))
    assert frame.shape == shape
    assert frame.attrs["source"] == name
    assert not frame.drop(columns="stderr", errors="ignore").isna().any(axis=None)


@pytest.mark.parametrize("name", OTHERS)
def test_no_tool_recognizes_other_files(name, tmp_path):
    path = tmp_path / name
    path.write_text(OTHERS[name])
    assert tool_for(Source(path)) is None
    assert tool_for(Source(tmp_path)) is None


def test_a_folder_of_anything_is_of_no_tool(tmp_path):
    for name, text in OTHERS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "samples_empty.jsonl").write_text("")
    assert tool_for(Source(tmp_path)) is None


@pytest.mark.parametrize(
    ("pattern", "keys"),
    [
        (f"{LM}/results_*.json", ("model_name", "config")),
        ("inspect_logs/json/*.json", ("eval",)),
        ("every_eval_ever/tiny_words/org/small/*.json", ("model_info",)),
        ("swe_bench/reports/org__agent-a.run1.json", ("resolved_ids",)),
        ("alpaca_eval/small/length/annotations.json", ("generator_2",)),
        ("mteb/results/org__small/1/MockSTSTask.json", ("scores",)),
        ("helm/groups/synthetic_reasoning.json", ("header",)),
    ],
)
def test_damaged_values_are_named(pattern, keys, tmp_path):
    """A key that a tool is known by holds something else."""
    path = tmp_path / source_of(pattern).name
    data = json.loads(source_of(pattern).read_text())
    for key in keys:
        (data[0] if isinstance(data, list) else data)[key] = [None]
    path.write_text(json.dumps(data))
    message = refusal(path)
    assert str(path) in message
    assert SOURCES[pattern][0] in message


ODD = (None, 3, "x", [], {}, [None], [{}], {"a": 1}, True, float("nan"), "\ud800")


def places_in(data, path=()):
    """Yield the keys of each value in JSON, five deep at most."""
    items = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in items:
        yield (*path, key)
        if len(path) < 4:
            yield from places_in(value, (*path, key))


@pytest.mark.parametrize(
    "pattern", one_in(4, [p for p in SOURCES if source_of(p).suffix == ".json"])
)
def test_odd_values_anywhere_are_refused_or_read(pattern, tmp_path):
    """No tool raises on recognizing, and whatever a file holds, its error names it."""
    text, rng = source_of(pattern).read_text(), random.Random(16)  # noqa: S311 - no secret
    path = tmp_path / source_of(pattern).name
    for place in rng.choices(list(places_in(json.loads(text))), k=30):
        data = json.loads(text)
        holder = functools.reduce(operator.getitem, place[:-1], data)
        holder[place[-1]] = rng.choice(ODD)
        path.write_text(json.dumps(data))
        assert sum(tool.recognizes(Source(path)) for tool in TOOLS) <= 1
        try:
            assert len(read(path))
        except ReadError as error:
            assert str(path) in str(error)  # noqa: PT017 - most are read


@pytest.mark.parametrize(
    "pattern", [p for p in SOURCES if p.endswith(("jsonl", "colours_*", "words_*"))]
)
def test_a_log_that_is_cut_off(pattern, tmp_path):
    path = tmp_path / source_of(pattern).name
    path.write_bytes(source_of(pattern).read_bytes()[:-30])
    message = refusal(path)
    assert f"{path} cannot be read as {SOURCES[pattern][0]}: line" in message


@pytest.mark.parametrize(
    "pattern", [p for p in SOURCES if p.endswith(("json", "csv")) and source_of(p).is_file()]
)
@pytest.mark.parametrize("share", [0.2, 0.9])
def test_json_that_is_cut_off_is_named(pattern, share, tmp_path):
    path = tmp_path / source_of(pattern).name
    content = source_of(pattern).read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    if path.suffix == ".json":
        assert f"{path} cannot be read as JSON" in refusal(path)
    assert tool_for(Source(path)) is None or path.suffix == ".csv"


@pytest.mark.parametrize(
    ("folder", "pattern"),
    [
        ("lm_evaluation", "org__small/results*.json"),
        ("helm/runs", "*substitution*/stats.json"),
        ("every_eval_ever", "tiny_words/org/small/*.json"),
        ("swe_bench/verified", "*b/results/results.json"),
        ("alpaca_eval", "small/length/annotations.json"),
        ("mteb/results", "org__small/1/MockSTSTask.json"),
        ("inspect_logs/sums", "*.eval"),
    ],
)
def test_a_damaged_file_in_a_folder_is_named(folder, pattern, tmp_path):
    place = tmp_path / "results"
    shutil.copytree(FILES / folder, place)
    path = max(place.glob(pattern))
    path.write_bytes(path.read_bytes()[:-20])
    message = refusal(place)
    assert str(place) in message
    assert path.name in message


def test_a_zip_that_is_no_log(tmp_path):
    path = tmp_path / "book.eval"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    assert f"{path} cannot be read as logs of Inspect: the archive holds neither" in refusal(path)


@LONG
@pytest.mark.parametrize("lie", [False, True])
def test_a_zip_bomb_is_refused(lie, tmp_path):
    path = tmp_path / "bomb.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("header.json", '{"eval": {"model": "a", "task": "b"}}')
        archive.writestr("summaries.json", b"[" + b" " * 50_000_000 + b"]")
    content = path.read_bytes()
    if lie:  # the directory says that the entry is small
        content = content.replace((50_000_002).to_bytes(4, "little"), (100).to_bytes(4, "little"))
        path.write_bytes(content)
    message = refusal(path, size_limit=2**20)
    assert str(path) in message
    assert lie or "its records take 47.7 MiB" in message


@pytest.mark.parametrize("change", [b"x", b""])
def test_a_damaged_entry_of_zstd(change, tmp_path):
    log = min(FILES.glob("inspect_logs/sums/*.eval"))
    content = log.read_bytes()
    with zipfile.ZipFile(log) as archive:
        place = archive.getinfo("summaries.json").header_offset + 150
    path = tmp_path / "log.eval"
    path.write_bytes(content[:place] + change * 9 + content[place + 9 :])
    assert f"{path} cannot be read as logs of Inspect" in refusal(path)


def test_get_names_the_key_and_what_it_holds():
    assert evaluations.get({"a": {"b": 1}}, "a", "b", kind=int) == 1
    with pytest.raises(ReadError, match=r"it lacks the key 'a\.c'"):
        evaluations.get({"a": {"b": 1}}, "a", "c")
    with pytest.raises(ReadError, match=r"its key 'a\.b' holds 1"):
        evaluations.get({"a": {"b": 1}}, "a", "b", kind=str)
