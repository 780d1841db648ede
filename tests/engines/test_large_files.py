import io

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG
from other_frames import WARNINGS, of_large_tables

from benchreport.addresses import Address
from benchreport.cli import main
from benchreport.data import Roles, Scores
from benchreport.data.readers import read_many
from benchreport.engines import encodings, large_files
from benchreport.engines.any_frame import read_frame
from benchreport.engines.large_files import open_files
from benchreport.errors import DependencyError, ReadError

RUNS = pd.DataFrame(
    [(name, place, fold) for name in ("rf", "svm") for place in "abcd" for fold in range(5)],
    columns=["model", "dataset", "fold"],
).assign(accuracy=np.arange(40) % 7 / 10)
WRITE = {
    ".parquet": lambda frame, path: frame.to_parquet(path, index=False),
    ".csv": lambda frame, path: frame.to_csv(path, index=False),
    ".tsv": lambda frame, path: frame.to_csv(path, index=False, sep="\t"),
    ".jsonl": lambda frame, path: frame.to_json(path, orient="records", lines=True),
}
ENGINES = ["duckdb", "polars"]
CLUSTERS = [pytest.param(name, marks=pytest.mark.needs(name)) for name in ("dask", "spark")]
pytestmark = WARNINGS


def parts(folder, suffix=".parquet"):
    """Write the runs in four files, one for each dataset."""
    for place, frame in RUNS.groupby("dataset"):
        WRITE[suffix](frame, folder / f"part-{place}{suffix}")
    return folder


@pytest.mark.parametrize("suffix", WRITE)
@pytest.mark.parametrize("engine", [*ENGINES, *CLUSTERS])
@of_large_tables
def test_files_are_averaged_as_one_table(tmp_path, engine, suffix):
    table = open_files([parts(tmp_path, suffix)], engine)
    scores = Scores.from_frame(*read_frame(table, Roles()))
    assert scores.runs.sizes.tolist() == [5] * 8
    expected = RUNS.groupby(["dataset", "model"])["accuracy"].mean().unstack()  # noqa: PD010 - a table
    np.testing.assert_allclose(scores.frame, expected, rtol=1e-12)


def test_auto_takes_duckdb_for_large_files_only(tmp_path, monkeypatch):
    folder = parts(tmp_path)
    assert open_files([folder]) is None
    monkeypatch.setattr(large_files, "LARGE", 1000)
    assert type(open_files([folder])).__name__ == "DuckDBPyRelation"
    assert open_files([folder], "pandas") is None
    monkeypatch.setattr(large_files, "MODULES", {"duckdb": "no_such_module"})
    assert open_files([folder]) is None
    with pytest.raises(DependencyError, match="the engine duckdb needs no_such_module") as caught:
        open_files([folder], "duckdb")
    assert "pip install 'benchreport[duckdb]'" in caught.value.hint


@pytest.mark.parametrize("suffix", WRITE)
def test_a_file_with_other_columns_is_named(tmp_path, suffix):
    folder = parts(tmp_path, suffix)
    WRITE[suffix](RUNS.rename(columns={"accuracy": "f1"}), folder / f"part-c{suffix}")
    with pytest.raises(ReadError, match=rf"part-c{suffix} lacks accuracy and has f1"):
        open_files([folder], "duckdb")


def test_a_file_with_a_column_of_another_type_is_named(tmp_path):
    folder = parts(tmp_path)
    RUNS.astype({"fold": str}).to_parquet(folder / "part-d.parquet", index=False)
    with pytest.raises(ReadError, match=r"part-d\.parquet holds 'fold' as .*string, not int64"):
        open_files([folder], "duckdb")


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
def test_a_damaged_file_is_named(tmp_path, suffix):
    folder = parts(tmp_path, suffix)
    (folder / f"part-b{suffix}").write_bytes(b"\xff\xff\x00 no table")
    with pytest.raises(ReadError, match=rf"part-b{suffix} (cannot be read as|is not UTF-8)"):
        open_files([folder], "duckdb")


@of_large_tables
def test_a_part_that_vanishes_is_told(tmp_path):
    table = open_files([parts(tmp_path)], "duckdb")
    (tmp_path / "part-b.parquet").unlink()
    with pytest.raises(ReadError, match=r"DuckDB cannot read the table: .*part-b\.parquet"):
        read_frame(table, Roles())


@pytest.mark.parametrize("room", [True, False])
def test_duckdb_takes_the_disk_for_memory_where_the_disk_has_more_room(tmp_path, monkeypatch, room):
    monkeypatch.setattr(large_files, "MEMORY", 10 * 2**20)
    free = 2**60 if room else 2**20
    monkeypatch.setattr(
        large_files.shutil, "disk_usage", lambda _: type("Usage", (), {"free": free})
    )
    relation = open_files([parts(tmp_path)], "duckdb")
    settings = "SELECT current_setting('memory_limit'), current_setting('threads')"
    limit, threads = relation.query("t", settings).fetchall()[0]
    assert (limit == f"{threads * 10}.0 MiB") == room


def test_what_is_no_table_in_parts_is_refused(tmp_path):
    (tmp_path / "a.xlsx").write_bytes(b"PK")
    with pytest.raises(ReadError, match=r"engines open files of one format, .*; got \.xlsx"):
        open_files([tmp_path / "a.xlsx"], "polars")
    with pytest.raises(ReadError, match=r"there is no file .*nowhere\.csv"):
        open_files([tmp_path / "nowhere.csv"], "polars")
    with pytest.raises(
        ReadError, match="duckdb runs on this machine, but the address of a cluster"
    ):
        open_files([parts(tmp_path)], "duckdb", address="tcp://localhost:1")


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


@LONG
@of_large_tables
def test_every_command_takes_an_engine(tmp_path):
    folder = parts(tmp_path)
    for words in (["test", "friedman"], ["check"], ["advise"], ["table"]):
        done = run(*words, folder, "--engine", "duckdb")
        assert done.exit_code == 0, done.output
    checked = run("check", folder, "--engine", "polars").output
    assert "note: Polars averaged the runs of 40 rows in 8 cells" in checked
    assert f"Next: benchreport report {folder} --engine polars" in checked


@of_large_tables
def test_a_report_takes_one_engine_to_read_and_one_for_its_pdf(tmp_path):
    output = tmp_path / "report.md"
    words = ("-o", output, "--engine", "duckdb", "--engine", "typst")
    done = run("report", parts(tmp_path), *words)
    assert done.exit_code == 0, done.output
    assert "mean of 5 runs" in output.read_text()


ACCENTS = RUNS.replace({"model": {"svm": "süm"}})


@pytest.mark.parametrize("engine", [*ENGINES, *CLUSTERS])
@of_large_tables
def test_every_engine_reads_the_encodings_that_pandas_reads(tmp_path, engine):
    for encoding in ("utf-8-sig", "utf-16", "utf-32"):
        path = tmp_path / f"{encoding}.csv"
        ACCENTS.to_csv(path, index=False, encoding=encoding)
        scores = Scores.from_frame(*read_frame(open_files([path], engine), Roles()))
        assert scores.algorithms == Scores.from_frame(read_many([path])).algorithms == ("rf", "süm")
    utf16 = [f"{tmp_path}/utf-16.csv", "--engine", engine]
    assert "rf" in run("test", "wilcoxon", *utf16).output


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("part", [7, 2**20])
def test_text_of_another_encoding_is_named_with_its_byte(tmp_path, monkeypatch, engine, part):
    monkeypatch.setattr(encodings, "PART", part)
    path = tmp_path / "runs.csv"
    ACCENTS.to_csv(path, index=False, encoding="latin-1")
    place = path.read_bytes().index(b"\xfc")
    words = rf"runs\.csv is not UTF-8 text: byte {place} is 0xfc"
    with pytest.raises(ReadError, match=words) as caught:
        open_files([path], engine)
    assert "iconv -f LATIN1 -t UTF-8" in caught.value.hint
    with pytest.raises(ReadError, match=words):
        read_many([path])


def test_text_without_a_mark_and_text_that_is_cut_off_are_named(tmp_path):
    path = tmp_path / "runs.csv"
    RUNS.to_csv(path, index=False, encoding="utf-16-le")
    with pytest.raises(ReadError, match="holds a NUL character") as caught:
        open_files([path], "duckdb")
    assert "iconv -f UTF-16LE" in caught.value.hint
    RUNS.to_csv(path, index=False, encoding="utf-16")
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(ReadError, match=r"runs\.csv is not UTF-16 text: byte \d+") as caught:
        open_files([path], "duckdb")
    assert "where it is cut off" in caught.value.hint
    RUNS.to_csv(path, index=False, encoding="utf-16")
    RUNS[["model", "accuracy"]].to_csv(tmp_path / "sums.csv", index=False, encoding="utf-16")
    with pytest.raises(ReadError, match=rf"{tmp_path}/sums\.csv lacks dataset, fold"):
        open_files([tmp_path], "duckdb")


def test_the_workers_of_a_cluster_see_no_copy_of_a_text(tmp_path):
    path = tmp_path / "runs.csv"
    RUNS.to_csv(path, index=False, encoding="utf-16")
    with pytest.raises(ReadError, match="UTF-16 text, and the workers of a cluster") as caught:
        open_files([path], "dask", address="tcp://localhost:1")
    assert "iconv -f UTF-16 -t UTF-8" in caught.value.hint


@pytest.fixture
def store():
    """Write the runs into a store of objects that every library reaches through fsspec."""
    import fsspec

    memory = fsspec.filesystem("memory")
    for place, frame in RUNS.groupby("dataset"):
        for suffix in (".parquet", ".csv"):
            with memory.open(f"/runs/part-{place}{suffix}", "wb") as file:
                WRITE[suffix](frame, file)
    yield "memory://runs"
    memory.rm("/runs", recursive=True)


@LONG
@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
@pytest.mark.parametrize("engine", ["auto", CLUSTERS[0]])
@of_large_tables
def test_addresses_are_read_by_the_engine(store, engine, suffix):
    done = run("test", "wilcoxon", f"{store}/*{suffix}", "--engine", engine)
    assert done.exit_code == 0, done.output
    table = open_files([Address(f"{store}/*{suffix}")], engine)
    assert Scores.from_frame(*read_frame(table, Roles())).runs.sizes.tolist() == [5] * 8


def test_addresses_that_cannot_be_read_are_named_without_secrets(store, tmp_path):
    for url, words in (
        (f"{store}/gone.parquet", r"duckdb cannot open memory://runs/gone\.parquet"),
        ("nowhere://me:s3cret@host/a.csv", r"duckdb cannot open nowhere://me@host/a\.csv"),
        (f"{store}/a.xlsx", r"one format, .*; got \.xlsx"),
    ):
        with pytest.raises(ReadError, match=words) as caught:
            open_files([Address(url)])
        assert "s3cret" not in str(caught.value)
    for paths, engine in (
        ([Address(f"{store}/a.csv"), tmp_path], "auto"),
        ([Address(f"{store}/a.csv")], "pandas"),
    ):
        with pytest.raises(ReadError, match=r"an engine reads memory://runs/a\.csv, not pandas"):
            open_files(paths, engine)


@pytest.fixture(scope="module")
def bucket():
    """Start a store that speaks S3 on this machine, and write the runs into it."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    # as every library for S3 reads them
    settings = {
        "AWS_ENDPOINT_URL": f"http://127.0.0.1:{server.get_host_and_port()[1]}",
        "AWS_ACCESS_KEY_ID": "ann",
        "AWS_SECRET_ACCESS_KEY": "s3cret",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ALLOW_HTTP": "true",
    }
    with pytest.MonkeyPatch.context() as patch:
        for name, value in settings.items():
            patch.setenv(name, value)
        client = boto3.client("s3")
        client.create_bucket(Bucket="results")
        for place, frame in RUNS.groupby("dataset"):
            for suffix in (".parquet", ".csv"):
                file = io.BytesIO()
                WRITE[suffix](frame, file)
                key = f"runs/part-{place}{suffix}"
                client.put_object(Bucket="results", Key=key, Body=file.getvalue())
        yield "s3://results/runs"
    server.stop()


@pytest.mark.needs("s3")
@pytest.mark.parametrize("engine", [*ENGINES, CLUSTERS[0]])
@of_large_tables
def test_a_bucket_is_read_by_every_engine(bucket, engine):
    for suffix in (".parquet", ".csv"):
        table = open_files([Address(f"{bucket}/*{suffix}")], engine)
        assert Scores.from_frame(*read_frame(table, Roles())).runs.sizes.tolist() == [5] * 8
    for name in ("gone.parquet", "gone*.parquet"):
        with pytest.raises(ReadError, match=r"(?i)gone|Not Found") as caught:
            read_frame(open_files([Address(f"{bucket}/{name}")], engine), Roles())
        assert "Traceback" not in str(caught.value)
        assert "s3cret" not in str(caught.value)


def test_a_store_without_an_extension_and_without_fsspec_is_told(monkeypatch):
    monkeypatch.setattr(large_files, "OF_DUCKDB", {"s3": "no_such_extension"})

    def lack(scheme):
        raise ImportError(f"Install s3fs to access {scheme}")

    monkeypatch.setattr("fsspec.filesystem", lack)
    with pytest.raises(DependencyError, match="cannot download its extension no_such") as caught:
        open_files([Address("s3://results/runs.parquet")], "duckdb")
    assert caught.value.hint == "pip install s3fs, or --engine polars"
