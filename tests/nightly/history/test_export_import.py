import dataclasses
import datetime as dt
import errno
import gzip
import json
import os
import sys

import numpy as np
import pandas as pd
import pytest
from needs import LONG

from benchreport.errors import (
    DependencyError,
    HistoryError,
    InputError,
    OptionError,
    ReadError,
    RenderError,
)
from benchreport.nightly.history import History
from benchreport.nightly.history.export_import import export_history, import_history
from benchreport.nightly.history.export_records import from_plain, to_plain
from benchreport.nightly.history.night_scores import Night, NightScores, pack
from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight
from benchreport.nightly.notify.message import Message

SUFFIXES = [".jsonl", ".jsonl.gz", ".parquet"]
NOW = dt.datetime(2026, 11, 20, 4, tzinfo=dt.UTC)
HOSTILE = "決定木 \ud800\x00 <script> =cmd() \u2028 {{7*7}}"
KEY = Key("seconds", HOSTILE, "iris")


def scores_of(metric, seed, *, rows=8, versions=("v1", "v2 never measured")):
    rng = np.random.default_rng(seed)
    value = rng.normal(size=rows) * 10.0 ** rng.integers(-300, 300, size=rows)
    value[:3] = np.nan, 5e-324, 0.1 + 0.2
    return NightScores(
        metric=metric,
        higher_is_better=metric == "f1",
        algorithm=np.arange(rows) // 4,
        dataset=np.arange(rows) % 4 // 2,
        repeat=np.arange(rows) % 2,
        version=np.zeros(rows, dtype=np.intp),
        value=value,
        algorithms=("svm", HOSTILE),
        datasets=("iris", "wine"),
        repeats=("0", "1"),
        versions=versions,
        matched=metric == "f1",
    )


def fill_history(history):
    """Record four nights: one is thinned, one was not compared, and one belongs to a branch."""
    nights = [("2026-11-18", ""), ("2026-11-19", ""), ("2026-11-20", ""), ("2026-11-20", HOSTILE)]
    for seed, (name, label) in enumerate(nights):
        metrics = (scores_of("seconds", seed), scores_of("f1", seed))
        night = Night(night=name, label=label, metrics=metrics, code="abc", context={"$float": "1"})
        history.record(night, recorded=NOW)
        if seed != 2:
            odd = SeriesNight(key=KEY, state="regressed", change=np.inf, low=-np.inf, high=np.nan)
            facts = NightFacts(
                name="tabular", night=name, label=label, series=(odd,), units={"$float": "nan"}
            )
            finding = Finding(number=seed + 1, key=KEY, kind="drift", change=np.inf, low=1 / 3)
            history.conclude(facts, [finding], [Message("slack", name, {})])
            history.change(finding, {"at": name, "action": "ack", "who": "me", "why": HOSTILE})
    history.record(
        dataclasses.replace(night, night="2026-11-21", label="", metrics=(scores_of("f1", 9),)),
        recorded=NOW,
    )
    history.record(
        dataclasses.replace(night, night="2026-11-21", label="", metrics=(scores_of("f1", 8),)),
        recorded=NOW,
        replace=True,
    )
    history.thin(lambda record: record.night != "2026-11-18")


@pytest.fixture
def history(tmp_path):
    with History("history.db", tmp_path, create=True) as history:
        fill_history(history)
        yield history


@pytest.fixture
def empty(tmp_path):
    with History("empty.db", tmp_path, create=True) as history:
        yield history


def assert_same(history, other):
    """Assert that two histories have the same contents; NaN equals NaN."""
    assert history.nights() == other.nights()
    assert repr(history.findings()) == repr(other.findings())
    assert history.events() == other.events()
    for record in history.nights():
        assert repr(history.result(record.night, record.label)) == repr(
            other.result(record.night, record.label)
        )
        for metric in record.metrics:
            pair = [store.scores(record.night, record.label, metric) for store in (history, other)]
            assert record.thinned or pack(pair[0]) == pack(pair[1])
            assert not record.thinned or pair == [None, None]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_export_and_import_restore_a_history_byte_for_byte(history, empty, tmp_path, suffix):
    first, second = tmp_path / f"a{suffix}", tmp_path / f"b{suffix}"
    assert export_history(history, first) == 56
    assert import_history(empty, first) == 56
    assert_same(history, empty)
    assert empty.verify() == history.verify()
    assert export_history(empty, second) == 56
    assert second.read_bytes() == first.read_bytes()
    # messages that wait are sent by the history that they wait in, and are not exported
    assert len(history.outbox()) == 3
    assert empty.outbox() == []


@LONG
@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_a_history_moves_to_postgresql_and_back(history, empty, postgres, tmp_path, suffix):
    first, second, third = (tmp_path / f"{name}{suffix}" for name in "abc")
    export_history(history, first)
    with History(postgres, create=True) as server:
        import_history(server, first)
        assert_same(history, server)
        assert server.verify() == history.verify()
        export_history(server, second)
    import_history(empty, second)
    assert_same(history, empty)
    export_history(empty, third)
    assert first.read_bytes() == second.read_bytes() == third.read_bytes()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_empty_history_can_be_exported(empty, tmp_path, suffix):
    assert export_history(empty, tmp_path / f"a{suffix}") == 0
    assert import_history(empty, tmp_path / f"a{suffix}") == 0


def test_lines_are_strict_json_in_ascii(history, tmp_path):
    file = tmp_path / "a.jsonl"
    export_history(history, file)

    def refuse(name):
        raise AssertionError(name)

    lines = [json.loads(line, parse_constant=refuse) for line in file.read_bytes().splitlines()]
    assert file.read_bytes().isascii()
    kinds = [next(iter(line)) for line in lines]
    assert kinds[:5] == ["benchreport", "night", "result", "night", "scores"]
    assert kinds[-1] == "end"
    scores = lines[4]["scores"]
    assert (scores["night"], scores["metric"]) == ("2026-11-19", "seconds")
    assert scores["value"][:3] == [None, 5e-324, 0.30000000000000004]
    assert [scores["algorithms"][code] for code in scores["algorithm"]] == ["svm"] * 4 + [
        HOSTILE
    ] * 4


def test_other_programs_read_the_parquet(history, tmp_path):
    file = tmp_path / "a.parquet"
    export_history(history, file)
    frame = pd.read_parquet(file)
    expected = [
        *("night", "label", "metric", "higher_is_better"),
        *("algorithm", "dataset", "repeat", "version", "value"),
    ]
    assert list(frame.columns) == expected
    assert len(frame) == 56
    rows = frame[
        (frame["night"] == "2026-11-20") & (frame["label"] == "") & (frame["metric"] == "f1")
    ]
    stored = history.scores("2026-11-20", "", "f1")
    np.testing.assert_array_equal(rows["value"], stored.value)
    assert list(rows["dataset"]) == ["iris", "iris", "wine", "wine"] * 2
    assert rows["higher_is_better"].all()


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("part", [0.0, 0.01, 0.2, 0.5, 0.9, 0.99, 0.9999])
def test_a_truncated_file_is_refused_and_nothing_imported(history, empty, tmp_path, suffix, part):
    file = tmp_path / f"a{suffix}"
    export_history(history, file)
    content = file.read_bytes()
    file.write_bytes(content[: int(part * len(content))])
    with pytest.raises(ReadError) as caught:
        import_history(empty, file)
    assert str(file) in str(caught.value)
    assert caught.value.hint
    assert_empty(empty)


def assert_empty(history):
    assert history.nights() == history.findings() == history.events() == []
    assert history.verify() == 0
    history.restore([])


def test_a_file_cut_between_lines_names_the_last_line(history, empty, tmp_path):
    file = tmp_path / "a.jsonl"
    export_history(history, file)
    lines = file.read_bytes().splitlines(keepends=True)
    for count in range(1, len(lines)):
        file.write_bytes(b"".join(lines[:count]))
        with pytest.raises(ReadError, match=r"cut off after|are not those that were exported"):
            import_history(empty, file)
    file.write_bytes(b"".join(lines[:5]))
    with pytest.raises(ReadError, match="cut off after line 5, 2026-11-19"):
        import_history(empty, file)
    assert_empty(empty)


EDITS = [
    # edits of a record, a score, the names of scores, the facts, a finding and an event
    ('"recorded": "2026-11-20T04', '"recorded": "2026-11-20T05', "line 2 of 2026-11-18"),
    ("0.30000000000000004", "0.3", "scores of 2026-11-19 .line 4"),
    ('"algorithms": ["svm"', '"algorithms": ["SVM"', "scores of 2026-11-19"),
    ('"matched": false', '"matched": true', "scores of 2026-11-19"),
    ('"repeats": ["0", "1"]', '"repeats": ["0"]', "line 5 has scores of 2026-11-19 that lack"),
    ('"state": "regressed"', '"state": "improved"', "line 3 of 2026-11-18"),
    ('"kind": "drift"', '"kind": "regression"', "line 17 is not what was written"),
    ('"who": "me"', '"who": "you"', "line 20 is not what was written"),
    ('{"night": {', '{"night": {"more": 1, ', "line 2"),
    ('"value": [null', '"value": [NaN', "line 5 is not JSON"),
    ('"value": [null', '"value": ["x"', "line 5 has no scores"),
    ('{"event"', '{"evening"', "line 20 is not one that an export has"),
    ('"lines": 22', '"lines": 23', "missing, were added"),
]


@pytest.mark.parametrize(("old", "new", "named"), EDITS)
def test_an_edited_file_is_refused_with_the_line(history, empty, tmp_path, old, new, named):
    file = tmp_path / "a.jsonl"
    export_history(history, file)
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(ReadError, match=named) as caught:
        import_history(empty, file)
    assert "Nothing was imported" in str(caught.value)
    assert_empty(empty)


def test_lines_that_were_left_out_doubled_or_moved_are_noticed(history, empty, tmp_path):
    file = tmp_path / "a.jsonl"
    export_history(history, file)
    lines = file.read_bytes().splitlines(keepends=True)
    for place in range(1, len(lines)):
        for changed in (
            lines[:place] + lines[place + 1 :],
            [*lines[: place + 1], lines[place], *lines[place + 1 :]],
            [lines[0], lines[place], *lines[1:place], *lines[place + 1 :]],
        ):
            if changed in (lines, [*lines, lines[-1]]):
                continue
            file.write_bytes(b"".join(changed))
            with pytest.raises(ReadError):
                import_history(empty, file)
    assert_empty(empty)


def test_line_ends_may_be_those_of_another_system(history, empty, tmp_path):
    file = tmp_path / "a.jsonl"
    export_history(history, file)
    file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
    assert import_history(empty, file) == 56


def test_a_flipped_byte_of_a_parquet_is_noticed(history, empty, tmp_path):
    file = tmp_path / "a.parquet"
    export_history(history, file)
    content = file.read_bytes()
    n_same, n_refused = 0, 0
    rng = np.random.default_rng(3)
    for place in rng.integers(len(content), size=60).tolist():
        damaged = bytearray(content)
        damaged[place] ^= 1 << int(rng.integers(8))
        file.write_bytes(damaged)
        try:
            import_history(empty, file)
        except (ReadError, HistoryError):
            n_refused += 1
            continue
        # the flipped byte is in the statistics of a column, which we do not read
        assert_same(history, empty)
        n_same += 1
        break
    assert n_refused + n_same >= 1


def test_a_parquet_of_another_program_is_refused(empty, tmp_path):
    file = tmp_path / "a.parquet"
    pd.DataFrame({"night": ["2026-11-20"], "value": [1.0]}).to_parquet(file)
    with pytest.raises(ReadError, match="does not say that it is an export"):
        import_history(empty, file)


def test_edited_rows_of_a_parquet_are_noticed(history, empty, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "a.parquet"
    export_history(history, file)
    read = parquet.ParquetFile(file)
    groups = [read.read_row_group(place) for place in range(read.num_row_groups)]
    place = groups[2].schema.get_field_index("value")
    values = groups[2]["value"].to_pylist()
    values[4] = 0.5
    changed_group = groups[2].set_column(place, "value", arrow.array(values))
    for row_groups, message in (
        ([*groups[:2], changed_group, *groups[3:]], "are not those that were exported"),
        ([groups[0].slice(1), *groups[1:]], "are not what"),
        (groups[:-1], "are not what"),
        (
            [*groups, groups[0]],
            f"it has {len(groups) + 1} row groups, and records of {len(groups)}",
        ),
    ):
        edited = tmp_path / "b.parquet"
        with parquet.ParquetWriter(edited, groups[0].schema) as writer:
            for group in row_groups:
                writer.write_table(group)
            writer.add_key_value_metadata(
                {k: v for k, v in read.metadata.metadata.items() if k.startswith(b"benchreport")}
            )
        with pytest.raises(ReadError, match=message):
            import_history(empty, edited)
    assert_empty(empty)


def test_names_that_parquet_cannot_tell_apart_are_not_exported(tmp_path):
    """UTF-8 has no lone surrogates; how they are spelled may be the name of another algorithm."""
    scores = dataclasses.replace(scores_of("f1", 0), algorithms=("\ud800", "\\ud800"))
    with History("history.db", tmp_path, create=True) as history:
        history.record(Night(night="2026-11-20", metrics=(scores,)), recorded=NOW)
        with pytest.raises(InputError, match="two names are the same in UTF-8") as caught:
            export_history(history, tmp_path / "a.parquet")
        assert caught.value.hint == "benchreport nightly export nights.jsonl"
        assert not list(tmp_path.glob("*.parquet*"))
        export_history(history, tmp_path / "a.jsonl")
    with History("other.db", tmp_path, create=True) as other:
        import_history(other, tmp_path / "a.jsonl")
        assert other.scores("2026-11-20", "", "f1").algorithms == scores.algorithms


def test_only_an_empty_history_takes_an_import(history, tmp_path):
    file = tmp_path / "a.jsonl"
    export_history(history, file)
    before = history.nights()
    message = r"has 5 nights, 3 findings, 3 events, 3 messages \(2026-11-18 to 2026-11-21\)"
    with pytest.raises(InputError, match=message) as caught:
        import_history(history, file)
    assert "url =" in caught.value.hint
    assert history.nights() == before


def test_a_newer_format_is_refused(empty, tmp_path):
    file = tmp_path / "a.jsonl"
    export_history(empty, file)
    file.write_text(file.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(ReadError, match="is of format 2; this benchreport knows 1"):
        import_history(empty, file)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff\xfe", b'{"a": 1}\n', b"[" * 99999])
@pytest.mark.parametrize("suffix", SUFFIXES)
def test_other_files_are_refused(empty, tmp_path, suffix, content):
    file = tmp_path / f"a{suffix}"
    file.write_bytes(gzip.compress(content) if suffix.endswith("gz") else content)
    with pytest.raises(ReadError):
        import_history(empty, file)


def test_other_suffixes_are_refused(empty, tmp_path):
    for act in (export_history, import_history):
        with pytest.raises(OptionError, match=r"\.jsonl, \.jsonl\.gz, \.parquet; got 'a\.csv'"):
            act(empty, tmp_path / "a.csv")
    assert not (tmp_path / "a.csv").exists()


def test_a_missing_file_is_named(empty, tmp_path):
    with pytest.raises(ReadError, match="No such file"):
        import_history(empty, tmp_path / "a.jsonl")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_an_export_is_complete_or_absent(history, tmp_path, monkeypatch, suffix):
    file = tmp_path / f"a{suffix}"
    file.write_bytes(b"older")

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(RenderError, match="is unchanged: No space left") as caught:
            export_history(history, file)
    assert "df -h" in caught.value.hint
    with monkeypatch.context() as patch:
        patch.setattr(history, "findings", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            export_history(history, file)
    assert file.read_bytes() == b"older"
    assert list(tmp_path.glob(".*")) == []
    with pytest.raises(RenderError, match="there is no folder"):
        export_history(history, tmp_path / "no" / f"a{suffix}")
    # the history is as usable as before
    assert export_history(history, file) == 56


def test_parquet_without_pyarrow_names_what_to_install(empty, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(DependencyError) as caught:
        export_history(empty, tmp_path / "a.parquet")
    assert caught.value.hint == "pip install 'benchreport[parquet]'"
    assert list(tmp_path.glob("*.parquet*")) == []


def test_an_export_is_a_snapshot(history, tmp_path):
    path = tmp_path / "history.db"
    nights = history.nights

    def meanwhile():
        recorded = nights()
        with History(str(path)) as other:
            other.change(other.findings()[0], {"at": "meanwhile"})
        return recorded

    history.nights = meanwhile
    export_history(history, tmp_path / "a.jsonl")
    assert b"meanwhile" not in (tmp_path / "a.jsonl").read_bytes()
    assert history.events()[-1] == {"at": "meanwhile"}


@pytest.mark.parametrize(
    "value",
    [
        {"$float": "nan", "$": {"$$": [1.5, -0.0, {"$float": 1}]}},
        [float("inf"), {"a": (1, None, True)}, "nan", "$float"],
        {"$float": float("-inf")},
    ],
)
def test_odd_numbers_and_names_come_back(value):
    text = json.dumps(to_plain(value), allow_nan=False)
    assert repr(from_plain(json.loads(text))) == repr(value).replace(
        "(1, None, True)", "[1, None, True]"
    )
