"""What a query finds is compared as a file is, large or small, and no password is shown."""

import sqlite3
from contextlib import closing

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner
from needs import LONG, longer
from other_frames import of_large_tables

from benchreport.cli import main
from benchreport.data import Roles, Scores
from benchreport.engines import databases
from benchreport.engines.any_frame import read_frame
from benchreport.engines.databases import Query, open_query
from benchreport.errors import DependencyError, ReadError

RUNS = pd.DataFrame(
    [(name, place, fold) for name in ("rf", "svm") for place in "abcd" for fold in range(5)],
    columns=["model", "dataset", "fold"],
).assign(accuracy=np.arange(40) % 7 / 10)
MEANS = RUNS.groupby(["dataset", "model"])["accuracy"].mean().unstack()  # noqa: PD010 - a table
ALL = "SELECT * FROM runs"


@pytest.fixture
def sqlite_url(tmp_path):
    with closing(sqlite3.connect(tmp_path / "runs.db")) as connection:
        RUNS.to_sql("runs", connection, index=False)
    return f"sqlite:///{tmp_path}/runs.db"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.needs("postgresql"))])
def url(request):
    if request.param == "sqlite":
        return request.getfixturevalue("sqlite_url")
    import sqlalchemy

    place = request.getfixturevalue("postgres")
    engine = sqlalchemy.create_engine(place.replace("postgresql:", "postgresql+psycopg:"))
    RUNS.to_sql("runs", engine, index=False)
    engine.dispose()
    return place


def scores_of(url, sql=ALL, **options):
    with open_query(Query(url=url, sql=sql), **options) as found:
        return Scores.from_frame(*read_frame(found, Roles()))


def rows_of(url, sql=ALL):
    with open_query(Query(url=url, sql=sql)) as found:
        return found


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words], catch_exceptions=False)


def test_a_query_is_read_as_a_file_is(url):
    assert scores_of(url).sha256 == Scores.from_frame(RUNS).sha256


@of_large_tables
@pytest.mark.parametrize("part", [7, longer(100)])
@pytest.mark.parametrize("engine", ["auto", "polars"])
def test_many_rows_are_averaged_in_parts(url, monkeypatch, part, engine):
    monkeypatch.setattr(databases, "PART", part)
    found = scores_of(url, engine=engine)
    assert found.runs.sizes.tolist() == [5] * 8
    np.testing.assert_allclose(found.frame, MEANS, rtol=1e-12)
    assert scores_of(url, engine="pandas").sha256 == Scores.from_frame(RUNS).sha256


def test_the_server_sends_rows_as_they_are_asked_for(url, monkeypatch):
    monkeypatch.setattr(databases, "PART", 7)
    parts = databases.read_parts(Query(url=url, sql=ALL))
    assert len(next(parts)) == 7
    parts.close()


def test_colons_and_percent_signs_are_no_parameters(url):
    sql = f"{ALL} WHERE '12:30' <> ':night' AND model LIKE 's%' AND CAST(fold AS text) <> '%s'"
    assert len(rows_of(url, sql)) == 20


@pytest.mark.parametrize(
    ("sql", "words"),
    [
        ("SELECT * FROM no_such_table", "no_such_table"),
        ("SELECT no_such_column FROM runs", "no_such_column"),
        ("SELEKT", "syntax error"),
        ("DELETE FROM runs", "(does not return rows|syntax error)"),
    ],
)
def test_a_query_that_fails_is_told_and_changes_nothing(url, sql, words):
    with pytest.raises(ReadError, match=rf"the query failed: .*{words}") as caught:
        scores_of(url, sql)
    assert "own client" in caught.value.hint
    assert len(rows_of(url)) == 40


@pytest.mark.parametrize(
    ("url", "error", "words", "hint"),
    [
        ("postgresql://me:s3cret@127.0.0.1:1/db", ReadError, "refused", "PGPASSWORD"),
        ("postgresql://me@127.0.0.1:1/db?password=s3cret", ReadError, "refused", "PGPASSWORD"),
        ("no_such://me:s3cret@host/db", ReadError, "knows no database 'no_such'", "postgresql://"),
        ("sqlite+aiosqlite:///s3cret", ReadError, "there is no file", "sqlite:///"),
        ("mysql+no_such_driver://me:s3cret@h/db", ReadError, "no database", "sqlite:///"),
        ("postgresql+psycopg2://me:s3cret@h/db", DependencyError, "driver psycopg2", "pip install"),
        ("s3cret", ReadError, "this is not the URL of a database", "postgresql://"),
    ],
)
def test_what_does_not_connect_is_named_without_its_password(url, error, words, hint):
    with pytest.raises(error, match=f"the query failed: .*{words}") as caught:
        scores_of(url)
    assert hint in caught.value.hint
    if "aiosqlite" not in url:
        assert "s3cret" not in str(caught.value)
    assert "s3cret" not in repr(Query(url=url, sql=ALL))


def test_no_file_of_sqlite_is_made(tmp_path):
    with pytest.raises(ReadError, match=r"there is no file .*runs\.db"):
        scores_of(f"sqlite:///{tmp_path}/runs.db")
    assert not list(tmp_path.iterdir())


@of_large_tables
def test_a_column_that_changes_its_type_is_named(sqlite_url, tmp_path, monkeypatch):
    monkeypatch.setattr(databases, "PART", 20)
    with closing(sqlite3.connect(tmp_path / "runs.db")) as connection:
        connection.execute("INSERT INTO runs VALUES ('svm', 'a', 'late', .5)")
        connection.commit()
    with pytest.raises(
        ReadError, match=r"column 'fold' holds int64 in the first 40 rows"
    ) as caught:
        scores_of(sqlite_url)
    assert "CAST(fold AS …)" in caught.value.hint


def test_commands_take_a_database_in_place_of_files(url):
    for words in (["test", "wilcoxon"], ["check"], ["advise"], ["table"]):
        done = run(*words, url, "--query", ALL)
        assert done.exit_code == 0, done.output
    checked = run("check", url, "--query", ALL).output
    assert "Next: benchreport report" in checked
    assert "--query 'SELECT * FROM runs'" in checked


@LONG
def test_a_report_states_the_query_and_no_password(url, tmp_path):
    output = tmp_path / "report.html"
    # the server of the tests asks nobody for a password
    secret = url.replace("nights@", "nights:s3cret@")
    query = f"{ALL} WHERE accuracy < 2 {' ' * 300}"
    done = run("report", secret, "--query", query, "-o", output, "--full-paths")
    assert done.exit_code == 0, done.output
    text = output.read_text()
    assert "SELECT * FROM runs WHERE" in text
    assert "s3cret" not in text + done.output


def test_a_database_needs_a_query_and_a_query_a_database(sqlite_url, tmp_path):
    for words in ([sqlite_url], [tmp_path / "a.csv", "--query", ALL]):
        done = run("check", *words)
        assert done.exit_code == 2, done.output
        assert "--query 'SELECT * FROM runs'" in done.output
