"""Results come from files, a query or a function; errors show no secrets."""

import os
import re
import sqlite3
import sys
import traceback
from pathlib import Path

import pandas as pd
import pytest

from benchreport.errors import ConfigError, ReadError
from benchreport.nightly.config.settings import Config, HistorySettings, Nightly, Source
from benchreport.nightly.intake.sources import fetch_results, refuse_inputs
from benchreport.nightly.notify import Notify
from benchreport.nightly.notify.junit import Junit

NIGHT = "2026-11-20"
CSV = "algorithm,accuracy\nsvm,0.9\nknn,0.8\n"


def results(place, night=NIGHT, *, nightly=None, **source):
    options = (
        source | {"files": (source["files"],)} if isinstance(source.get("files"), str) else source
    )
    config = Config(source=Source(**options), place=place, nightly=nightly or Nightly())
    return fetch_results(config, night)


@pytest.fixture
def files(tmp_path):
    def write(*names, text=CSV):
        for name in names:
            place = tmp_path / name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_the_night_stands_in_the_path(files):
    place = files("r/2026-11-20-a.csv", "r/2026-11-20-b.csv", "r/2026-11-21.csv")
    result = results(place, files="r/{night}*.csv")
    assert (len(result.frame), result.origin) == (4, "r/2026-11-20*.csv")
    assert result.newest == pytest.approx(
        max(path.stat().st_mtime for path in (place / "r").glob("2026-11-20*")), abs=1e-5
    )


def test_no_file_gives_no_result(files):
    result = results(files("r/2026-11-19.csv"), files="r/{night}.csv")
    assert (result.frame, result.origin, result.newest) == (None, "r/2026-11-20.csv", 0.0)


def test_one_table_of_a_nights_file_is_read_and_the_file_is_kept(files):
    table = "| algorithm | {} |\n|---|---|\n| svm | 0.9 |\n| knn | 0.8 |\n\n"
    name = f"r/{NIGHT}.md"
    place = files(name, text=table.format("f1") + table.format("accuracy"))
    result = results(place, files="r/{night}.md#2")
    assert (list(result.frame), result.origin) == (["algorithm", "accuracy"], f"{name}#2")
    assert result.newest == pytest.approx((place / name).stat().st_mtime, abs=1e-5)
    config = Config(source=Source(files=("r/{night}.md#2",)), place=place)
    with pytest.raises(ConfigError, match="would be replaced"):
        refuse_inputs([place / name], config)


@pytest.mark.parametrize("folder", ["plain", "odd [1]", "a*b", "é 木"])
@pytest.mark.parametrize("pattern", ["results[1].csv", "results*.csv", "**/results[[]1].csv"])
def test_special_characters_of_paths(files, folder, pattern):
    place = files(f"{folder}/results[1].csv", f"{folder}/other.csv") / folder
    assert len(results(place, files=pattern).frame) == 2


def test_absolute_paths_and_files_that_are_named_twice(files):
    place = files("a.csv", "b.csv")
    source = (str(place / "a.csv"), "a.csv", str(place / "*.csv"))
    assert len(results(place / "elsewhere", files=source[::2]).frame) == 4
    assert len(results(place, files=source).frame) == 4


def test_published_pages_are_not_results(files):
    place = files("results/a.csv", "nights/2026-11-19/results.csv")
    assert len(results(place, files="**/*.csv").frame) == 2
    settings = Nightly(folder=".")
    assert len(results(place, files="**/*.csv", nightly=settings).frame) == 4


def test_files_that_a_run_writes_are_not_results(files):
    place = files("a.csv", "history.csv", "r/b.csv", "nights/index.csv")
    (place / "link.csv").symlink_to("a.csv")
    junit = Notify(junit=Junit(path="link.csv"))
    for settings in ({"history": HistorySettings(url="history.csv")}, {"notify": junit}):
        config = Config(source=Source(files=("*.csv",)), place=place, **settings)
        with pytest.raises(ConfigError, match="where this configuration writes") as caught:
            fetch_results(config, NIGHT)
        assert "[source] files" in caught.value.hint
    config = Config(source=Source(files=("r/{night}*.csv", "a.csv")), place=place)
    refuse_inputs([place / "nights" / "index.csv", place / "new.csv"], config)
    (place / "r" / f"{NIGHT}.csv").write_text(CSV)
    for name in ("a.csv", "link.csv", f"r/{NIGHT}.csv"):
        with pytest.raises(ConfigError, match="would be replaced"):
            refuse_inputs([place / "new.csv", place / name], config)


def test_files_that_cannot_be_read(files):
    place = files("a.csv", "b.csv")
    (place / "b.csv").write_text("other,columns\n1,2\n", encoding="utf-8")
    with pytest.raises(ReadError, match="same columns"):
        results(place, files="*.csv")
    files("empty.csv", text="")
    with pytest.raises(ReadError, match="is empty"):
        results(place, files="empty.csv")


@pytest.fixture
def database(tmp_path):
    pytest.importorskip("sqlalchemy")
    connection = sqlite3.connect(tmp_path / "results.db")
    connection.execute("CREATE TABLE results (night TEXT, algorithm TEXT, accuracy REAL)")
    rows = [(NIGHT, "svm", 0.9), (NIGHT, "knn", 0.8), ("2026-11-19", "svm", 0.7)]
    connection.executemany("INSERT INTO results VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()
    return tmp_path


def test_a_query_for_a_night(database, monkeypatch, tmp_path_factory):
    # cron runs in another folder; the database is beside the configuration
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    query = "SELECT algorithm, accuracy FROM results WHERE night = :night"
    result = results(database, sql=query, url="sqlite:///results.db")
    assert (result.frame["accuracy"].tolist(), result.origin) == ([0.9, 0.8], "a query")
    assert results(database, "2026-11-21", sql=query, url="sqlite:///results.db").frame is None
    assert not list(Path.cwd().iterdir())


def test_queries_with_colons_that_are_no_parameters(database):
    query = (
        "SELECT algorithm, accuracy FROM results WHERE night <> 'at \\:nightfall' AND '1\\:30' > ''"
    )
    assert len(results(database, sql=query, url="sqlite:///results.db").frame) == 3


def test_a_parameter_that_no_night_fills(database):
    query = "SELECT algorithm, accuracy FROM results WHERE night = :nite"
    with pytest.raises(ReadError, match=r"bind parameter 'nite'\.\n") as caught:
        results(database, sql=query, url="sqlite:///results.db")
    assert ":night is the only parameter" in caught.value.hint


@pytest.mark.parametrize(
    ("query", "url"),
    [
        ("SELECT nothing FROM results", "sqlite:///results.db"),
        ("SELEKT", "sqlite:///results.db"),
        ("SELECT 1 WHERE :other = 1", "sqlite:///results.db"),
        ("SELECT 1", "sqlite:////no/such/folder/s3cret.db"),
        ("SELECT 1", "nosuchdriver://me:s3cret@host/db"),
        ("SELECT 1", "s3cret no url at all"),
        ("SELECT 1", "postgresql://me:s3cret@127.0.0.1:1/db"),
    ],
)
def test_failed_queries_say_why_and_show_no_secret(database, query, url):
    with pytest.raises(ReadError, match=r"the query of \[source\] failed: \S") as caught:
        results(database, sql=query, url=url)
    assert caught.value.hint
    trace = "".join(traceback.format_exception(caught.value))
    assert "s3cret@" not in trace
    if "folder" not in url:
        assert "s3cret" not in trace.replace(repr(url), "")


@pytest.fixture
def module(tmp_path, request):
    name = f"source_{abs(hash(request.node.name))}"

    def write(text, function="results"):
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
        return {"place": tmp_path, "python": f"{name}:{function}"}

    return write


def test_a_function_beside_the_configuration(module, tmp_path):
    (tmp_path / "helper_of_results.py").write_text("SCORE = 0.9\n", encoding="utf-8")
    source = module(
        "import pandas as pd\n"
        "def results(night):\n"
        "    import helper_of_results\n"
        "    return pd.DataFrame({'night': [night], 'accuracy': [helper_of_results.SCORE]})\n"
    )
    before = list(sys.path)
    result = results(**source)
    assert result.frame.equals(pd.DataFrame({"night": [NIGHT], "accuracy": [0.9]}))
    assert result.origin == source["python"]
    assert sys.path == before


@pytest.mark.parametrize("answer", ["None", "__import__('pandas').DataFrame()"])
def test_a_function_without_results(module, answer):
    assert results(**module(f"def results(night):\n    return {answer}\n")).frame is None


@pytest.mark.parametrize(
    ("text", "error", "match"),
    [
        ("def results(night):\n    return [1]\n", ConfigError, "DataFrame; it returned list"),
        ("def results(night):\n    raise KeyError('x')\n", ReadError, "failed for .*: KeyError"),
        # sys.exit(0) would look like success: the run must not end with it
        ("import sys\ndef results(night):\n    sys.exit(0)\n", ReadError, "SystemExit: 0"),
        ("def results():\n    pass\n", ReadError, "TypeError"),
        ("results = 5\n", ReadError, "TypeError"),
        ("raise RuntimeError('no')\n", ConfigError, "cannot be imported: RuntimeError: no"),
        ("import sys\nsys.exit(0)\n", ConfigError, "cannot be imported: SystemExit"),
        ("def results(:\n", ConfigError, "cannot be imported: SyntaxError"),
        ("", ConfigError, "AttributeError"),
    ],
)
def test_functions_that_fail(module, text, error, match):
    with pytest.raises(error, match=match) as caught:
        results(**module(text))
    assert caught.value.hint


@pytest.mark.parametrize("name", ["no_such_module_here:results", "no_colon", ":results", "json:"])
def test_missing_functions_are_named(tmp_path, name):
    with pytest.raises(ConfigError, match="cannot be imported") as caught:
        results(tmp_path, python=name)
    assert "module:function" in caught.value.hint


def test_the_size_of_files_is_limited_as_the_configuration_says(files):
    place = files("a.csv", text=CSV.replace("svm", "svm" * 500))
    with pytest.raises(ReadError, match="1,000 bytes are allowed") as caught:
        results(place, files="a.csv", size_limit=1000)
    suggestion = re.search(r"size_limit = (\d+) under \[source\]", caught.value.hint)
    assert len(results(place, files="a.csv", size_limit=int(suggestion[1])).frame) == 2


def test_a_path_that_is_not_a_file_is_refused_with_its_kind(files):
    place = files("runs/a.csv")
    os.mkfifo(place / "pipe.csv")
    for name, kind in (("pipe.csv", "a pipe"), ("runs.csv", "a directory")):
        (place / "runs.csv").mkdir(exist_ok=True)
        with pytest.raises(ReadError, match=f"is {kind}"):
            results(place, files=name)
