"""Files that are damaged, enormous, or not of the type that their name says."""

import contextlib
import functools
import gzip
import io
import json
import os
import socket
import zipfile

import openpyxl
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from needs import LONG, draws

from benchreport.data import Scores
from benchreport.data.readers import read, read_many
from benchreport.data.readers.two_headers import two_headers
from benchreport.errors import BenchreportError, ReadError

TABLE = pd.DataFrame(
    {"method": ["svm", "knn", "svm"], "dataset": ["iris", "iris", "wine"], "acc": [0.5, 0.25, 1.0]}
)
CSV = TABLE.to_csv(index=False)
DEEP = 100_000


@pytest.fixture
def write_file(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def refusal(path, **options):
    with pytest.raises(ReadError) as caught:
        read(path, **options)
    assert str(path) in caught.value.message
    assert caught.value.hint
    return caught.value


def _short(value):
    """Name a test alike in every process: compressed bytes, which hold times, are left out."""
    return value if isinstance(value, str) and value.isprintable() and len(value) < 40 else "…"


@functools.cache
def content_of(kind):
    """Return the table as a file of this kind."""
    file = io.BytesIO()
    if kind == "xlsx":
        TABLE.to_excel(file, index=False)
    elif kind == "parquet":
        TABLE.to_parquet(file)
    else:
        text = {"csv": CSV, "json": TABLE.to_json(orient="records"), "csv.gz": CSV}.get(kind)
        text = TABLE.to_json(orient="records", lines=True) if text is None else text
        return gzip.compress(text.encode(), mtime=0) if kind == "csv.gz" else text.encode()
    return file.getvalue()


KINDS = ("csv", "json", "jsonl", "csv.gz", "xlsx", "parquet")


# text files that are read


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("utf32.csv", CSV.encode("utf-32")),
        ("utf32-be.csv", b"\x00\x00\xfe\xff" + CSV.encode("utf-32-be")),
        ("utf16-be.csv", b"\xfe\xff" + CSV.encode("utf-16-be")),
        ("utf32.json", TABLE.to_json(orient="records").encode("utf-32")),
        ("utf16.jsonl", TABLE.to_json(orient="records", lines=True).encode("utf-16")),
        ("sep.csv", "sep=;\r\n" + TABLE.to_csv(index=False, sep=";", decimal=",")),
        ("quoted-sep.csv", '"sep=,"\n' + CSV),
        ("bar.csv", "SEP=|\n" + TABLE.to_csv(index=False, sep="|")),
        ("sep16.csv", ("sep=\t\r" + TABLE.to_csv(index=False, sep="\t")).encode("utf-16")),
        ("cr.csv", CSV.replace("\n", "\r")),
        ("mixed-ends.csv", CSV.replace("\n", "\r\n", 1).replace("0.5\n", "0.5\r")),
        ("blank.csv", "\n  \r\n" + CSV.replace("\n", "\n\n")),
        ("trailing.csv", CSV.replace("0.5\n", "0.5,\n").replace("25\n", "25,\n")[:-1] + ",\n"),
        ("trailing2.csv", "method,dataset,acc" + CSV[18:].replace("\n", ",,\n")[2:]),
        ("r.csv", TABLE.set_axis([1, 2, 3]).to_csv(quoting=2)[3:]),
        ("cr.jsonl", TABLE.to_json(orient="records", lines=True).replace("\n", "\r")),
    ],
    ids=_short,
)
def test_text_that_is_read(write_file, name, content):
    frame = read(write_file(name, content)).reset_index(drop=True)
    pd.testing.assert_frame_equal(frame, TABLE, check_dtype=False)


def test_a_quoted_line_end_in_the_header(write_file):
    frame = read(write_file("a.csv", '"name of\r\nmethod","acc ""test"""\na,0.5\nb,0.25\n'))
    assert list(frame.columns) == ["name of\r\nmethod", 'acc "test"']
    assert frame.iloc[:, 1].tolist() == [0.5, 0.25]


@LONG
def test_long_headers(write_file):
    name = "x" * 140_000
    assert list(read(write_file("a.csv", f"method,{name}\na,1\n")).columns) == ["method", name]
    names = [f"algorithm number {number}" for number in range(9_000)]
    frame = read(write_file("b.csv", ",".join(names) + "\n" + ",".join(["1"] * len(names)) + "\n"))
    assert list(frame.columns) == names


def test_whole_numbers_that_no_double_holds_stay_apart(write_file):
    ids = ["1" * 30, "1" * 29 + "2"]
    frame = read(write_file("a.csv", f"example,acc\n{ids[0]},0.5\n{ids[1]},0.25\n"))
    assert [str(example) for example in frame["example"]] == ids


@LONG
def test_ten_thousand_columns_are_read_as_a_table(write_file):
    names = ",".join(f"n{number}" for number in range(10_000))
    rows = "".join(f"d{row}" + ",0.5" * 10_000 + "\n" for row in range(2))
    frame = read(write_file("a.csv", f"dataset,{names}\n{rows}"))
    assert len(frame.columns) == 10_001


def test_lines_of_as_many_names_as_a_sheet_has_columns_are_read_once():
    names = ["data", *(f"n{number}" for number in range(16_383))]
    labels = ["", *["acc", "f1"] * 8_191, "acc"]
    assert two_headers([names, labels]) is None
    headers = two_headers(
        [[name if place % 2 else "" for place, name in enumerate(names[:-1])], labels[:-1]]
    )
    assert headers.names[-2:] == [("n16380", "acc"), ("n16380", "f1")]


# text files that are refused


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.csv", CSV.replace("svm", "s\0vm"), "line 2 holds a NUL"),
        ("a.csv", CSV.encode("utf-16-le"), "without a byte order mark"),
        ("a.json", CSV.encode("utf-16-be"), "NUL"),
        ("a.csv", CSV.encode("utf-32")[:-2], "not UTF-32 text"),
        ("a.csv", "method,acc\nsvm,0,5\nknn,0,6\n", "2 names, and rows have 3 fields"),
        ("a.csv", "set,svm,knn\niris,0,5,0,6\n", "3 names, and rows have 5 fields"),
        ("a.csv", "sep=;\nmethod,acc\na,1\n", "'method,acc', is not a header"),
        ("a.csv", '"a,b\n1,2\n', "EOF inside string"),
        ("a.csv", "<!DOCTYPE html><table>,,", "the file is HTML or XML"),
        ("a.csv", '[\n {"a": 1, "b": 2}]', "the file is JSON"),
        ("a.csv", "PAR1,x,x\n1,2,3\n", "the file is Parquet"),
        ("a.tsv", gzip.compress(CSV.encode()), "compressed by gzip"),
        ("a.csv.gz", gzip.compress(CSV.encode()) + b"xx", "gzip"),
        ("a.json", "[" * DEEP, "nested too deeply"),
        ("a.json", "[" * DEEP + "]" * DEEP, "nested too deeply"),
        ("a.jsonl", '{"a":' * DEEP + "1" + "}" * DEEP, "nested too deeply"),
        ("a.json", '[{"a": 1}, {"a": 2, "b": 0, "a": 3}]', "key 'a' occurs twice in record 2"),
        ("a.json", '[{"m": {"f1": 1, "f1": 2}}]', "key 'f1' occurs twice in record 1"),
        ("a.json", '{"svm": [1], "svm": [2]}', "key 'svm' occurs twice"),
        ("a.jsonl", '{"a": 1}\n\n{"a": 1, "a": 1}\n', "line 3: key 'a' occurs twice"),
        ("a.json", '[{"a": 1}, {"m.f1": 1, "m": {"f1": 2}}]', "'m.f1' occurs twice in record 2"),
        ("a.json", '[{"f1": 1, " f1": 2}]', "names more than once: f1"),
        ("a.json", '[{"a": "\\ud800", "b": 1}]', "half a character"),
        ("a.json", '[{"a": ' + "9" * 5000 + "}]", "4300 digits"),
        ("a.xlsx", CSV, "the file is text"),
        ("a.parquet", CSV, "the file is text"),
        ("a.xlsx", b"\xd0\xcf\x11\xe0" + bytes(600), "an old Excel file"),
        ("a.xlsx", content_of("xlsx")[:-20], "XLSX"),
        ("a.parquet", content_of("parquet")[:-20], "PARQUET"),
        ("a.parquet", content_of("parquet").replace(b"wine", b"w\xaane"), "Invalid UTF8"),
        ("a.csv", content_of("xlsx"), "as .xlsx is"),
    ],
    ids=_short,
)
def test_text_and_archives_that_are_refused(write_file, name, content, message):
    assert message in refusal(write_file(name, content)).message


def test_an_error_about_the_type_of_a_file_suggests_a_name(write_file):
    for name, content, new in (
        ("my results.csv", content_of("xlsx"), "my results.xlsx"),
        ("my 1.2.csv", gzip.compress(CSV.encode()), "my 1.2.csv.gz"),
        ("my 1.csv.gz", gzip.compress(content_of("parquet")), "my 1.parquet.gz"),
    ):
        path = write_file(name, content)
        assert refusal(path).hint.startswith(f"mv '{path}' '{path.with_name(new)}', if")
        assert len(read(path.rename(path.with_name(new)))) == 3
    for suffix, command in ((".zip", "unzip"), (".xz", "unxz"), (".zst", "unzstd")):
        path = write_file(f"a.csv{suffix}", b"x")
        assert refusal(path).hint.startswith(f"{command} {path}")


# limits of size


@LONG
def test_files_that_would_grow_beyond_the_limit_are_refused_beforehand(write_file):
    few = 2**16
    sheet = io.BytesIO()
    pd.DataFrame({"a": ["x" * 30_000] * 9, "b": 1.0}).to_excel(sheet, index=False)
    column = io.BytesIO()
    pd.DataFrame({"a": ["x" * 20_000] * 5000, "b": 1.0}).to_parquet(column)
    rows = io.BytesIO()
    pd.DataFrame({"a": [1.0] * 9000, "b": 1.0}).to_parquet(rows)
    for name, content in (
        ("plain.csv", "a,b\n" + "1,2\n" * few),
        ("zipped.csv.gz", gzip.compress(b"a,b\n" + b" \n" * few)),
        ("zipped.json.gz", gzip.compress(b"[]" + b" " * few)),
        ("wide.csv", ",".join(f"c{number}" for number in range(999)) + "\n" + "1\n" * 999),
        ("keys.json", json.dumps([{f"k{number}": 1} for number in range(999)])),
        ("keys.jsonl", "\n".join(json.dumps({f"k{number}": 1}) for number in range(999))),
        ("rows.json", json.dumps({f"k{number}": {f"r{number}": 1} for number in range(999)})),
        ("shared.xlsx", sheet.getvalue()),
        ("dictionary.parquet", column.getvalue()),
        ("runs.parquet", rows.getvalue()),
    ):
        path = write_file(name, content)
        error = refusal(path, size_limit=few)
        assert "64 KiB" in error.message or "65,536 bytes" in error.message
        assert len(read(path, size_limit=2**50)) == len(read(path))
        allowed = int(error.hint.partition("size_limit=")[2])
        assert allowed > few
        with pytest.raises(ReadError, match=r"are allowed|more than"):
            read_many([path], size_limit=few)


def test_a_file_with_holes_is_not_read(tmp_path):
    path = tmp_path / "a.csv"
    with path.open("wb") as file:
        file.truncate(10**12)
    assert "takes 931 GiB, and 1 GiB are allowed" in refusal(path).message


def test_too_little_memory_is_an_error_of_ours(write_file, monkeypatch):
    def full(*_, **__):
        raise MemoryError

    path = write_file("a.csv", CSV)
    monkeypatch.setattr(pd, "read_csv", full)
    assert "there is not enough memory" in refusal(path).message


# paths that are not regular files


def test_pipes_sockets_devices_and_folders_are_refused_by_name(tmp_path, monkeypatch):
    os.mkfifo(tmp_path / "pipe.csv")
    (tmp_path / "folder.csv").mkdir()
    (tmp_path / "device.csv").symlink_to("/dev/zero")
    (tmp_path / "loop.csv").symlink_to(tmp_path / "loop.csv")
    with socket.socket(socket.AF_UNIX) as server:
        # addresses of sockets must be short, and the path of the temporary folder may be long
        monkeypatch.chdir(tmp_path)
        server.bind("socket.csv")
        assert "is a socket" in refusal(tmp_path / "socket.csv").message
    pipe = refusal(tmp_path / "pipe.csv")
    assert "is a pipe" in pipe.message
    assert pipe.hint.startswith(f"cat {tmp_path}/pipe.csv > ")
    assert "is a device" in refusal(tmp_path / "device.csv").message
    assert "is a directory" in refusal(tmp_path / "folder.csv").message
    with pytest.raises(ReadError, match="cannot be opened"):
        read(tmp_path / "loop.csv")
    with pytest.raises(ReadError, match="cannot be opened"):
        read("a\0.csv")


# workbooks


def workbook(write_file, change):
    book = openpyxl.Workbook()
    sheet = book.active
    for row in (TABLE.columns, *TABLE.itertuples(index=False)):
        sheet.append(list(row))
    change(sheet)
    content = io.BytesIO()
    book.save(content)
    return write_file("a.xlsx", content.getvalue())


def _blank_rows(sheet):
    sheet.insert_rows(3, 2)
    sheet.insert_rows(1)


def _format_far_cells(sheet):
    for place in ("XFD1", "XFD3", "Z1048576"):
        sheet[place].font = openpyxl.styles.Font(bold=True)


@pytest.mark.parametrize(
    "change",
    [
        lambda sheet: sheet.cell(1_048_576, 26, "x"),
        lambda sheet: sheet.cell(1_048_576, 16_384, "x"),
        lambda sheet: sheet.cell(2, 16_384, "  "),
        _format_far_cells,
        _blank_rows,
    ],
)
def test_the_used_range_is_that_of_the_table(write_file, change):
    pd.testing.assert_frame_equal(read(workbook(write_file, change)), TABLE, check_dtype=False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda sheet: sheet.cell(3, 16_384, "x"), "cell XFD3 holds something"),
        (lambda sheet: sheet.cell(1, 4, "acc"), "names more than once: acc"),
        (lambda sheet: sheet.insert_rows(1) or sheet.cell(1, 2, "Title"), "'Title', is not a head"),
    ],
)
def test_sheets_that_are_no_tables(write_file, change, message):
    assert message in refusal(workbook(write_file, change)).message


def test_numbers_that_are_stored_as_text_are_numbers(write_file):
    def change(sheet):
        for row in (2, 3, 4):
            sheet.cell(row, 3, f"0.{row}")

    assert read(workbook(write_file, change))["acc"].tolist() == [0.2, 0.3, 0.4]


def _replace_in_part(changes, part):
    """Return the workbook with bytes replaced in one of its parts."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content_of("xlsx"))) as book,
        zipfile.ZipFile(buffer, "w") as copy,
    ):
        for name in book.namelist():
            content = book.read(name)
            for old, new in changes.items() if name.endswith(part) else ():
                assert old in content
                content = content.replace(old, new)
            copy.writestr(name, content)
    return buffer.getvalue()


ENTITIES = b"".join(
    b'<!ENTITY e%d "%s">' % (level, b"&e%d;" % (level - 1) * 10) for level in range(1, 9)
)
LAUGHS = b'<!DOCTYPE x [<!ENTITY e0 "aaaaaaaaaa">' + ENTITIES + b"]><worksheet"


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        (b"</sheetData>", b"", "sheet1.xml"),
        (b"<worksheet", LAUGHS, "sheet1.xml"),
        (b'r="2"', b'r="99999999999"', "sheet1.xml"),
        (b"<v>", b"<v>x", "sheet1.xml"),
        (b"<", b"", "styles.xml"),
        (b"sheet1.xml", b"sheet7.xml", "workbook.xml.rels"),
    ],
)
def test_damaged_workbooks(write_file, old, new, part):
    more = {b"<v>0.5</v>": b"<v>&e8;</v>"} if new is LAUGHS else {}
    refusal(write_file("a.xlsx", _replace_in_part({old: new} | more, part)))


# damaged bytes


@given(
    kind=st.sampled_from(KINDS),
    where=st.floats(0, 1, exclude_max=True),
    length=st.integers(0, 40),
    new=st.binary(max_size=8),
)
@settings(
    max_examples=draws(150),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_file_with_any_damage_is_read_or_refused(tmp_path, kind, where, length, new):
    content = content_of(kind)
    place = int(where * len(content))
    path = tmp_path / f"a.{kind}"
    path.write_bytes(content[:place] + new + content[place + length :])
    # any other error, or a warning, fails the test
    with contextlib.suppress(BenchreportError):
        Scores.from_frame(read(path))
