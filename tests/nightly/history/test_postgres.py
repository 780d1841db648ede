import time

import pytest

from benchreport.errors import BusyError, HistoryError
from benchreport.nightly.history import History
from benchreport.nightly.history.postgres import Postgres


def test_tables_of_another_program_are_left_alone(postgres):
    database = Postgres(postgres)
    database.run("CREATE TABLE events (id INT)")
    with pytest.raises(HistoryError, match="tables events that do not belong to a history"):
        History(postgres)
    assert not database.has_table("meta")
    database.close()


def test_a_server_that_does_not_answer_is_named_without_the_password(tmp_path):
    pytest.importorskip("psycopg")
    with pytest.raises(HistoryError, match="does not answer") as caught:
        History(f"postgresql://me:geheim@/x?host={tmp_path}")
    assert "geheim" not in str(caught.value)


@pytest.fixture
def weak(postgres):
    """Return the URL for a user who may look at the schema, and may do nothing else."""
    schema = postgres.rpartition("%3D")[2]
    owner = Postgres(postgres)
    name = f"weak_{schema}"
    owner.run(f"CREATE USER {name}")
    owner.run(f"GRANT USAGE ON SCHEMA {schema} TO {name}")
    yield postgres.replace("nights@", f"{name}@", 1)
    owner.run(f"DROP OWNED BY {name}")
    owner.run(f"DROP USER {name}")
    owner.close()


@pytest.mark.parametrize(
    ("there", "words"),
    [(True, "permission denied for table"), (False, "permission denied for schema")],
)
def test_a_right_that_lacks_is_named_with_who_can_give_it(postgres, weak, there, words):
    if there:
        with History(postgres, create=True):
            pass
    with pytest.raises(HistoryError, match=words) as caught:
        History(weak, create=True)
    assert "GRANT this user" in caught.value.hint
    assert "CREATE TABLE" not in caught.value.message


def test_a_schema_that_lacks_is_named(postgres):
    with pytest.raises(HistoryError, match="no schema has been selected") as caught:
        History(postgres.rpartition("%3D")[0] + "%3Dnosuch", create=True)
    assert "CREATE SCHEMA" in caught.value.hint


def test_a_run_that_another_machine_holds_is_waited_for(postgres):
    """The lock ends with its block; until then another connection is refused after its wait."""
    one, other = Postgres(postgres), Postgres(postgres)
    with one.lock(0.0):
        start = time.monotonic()
        with pytest.raises(BusyError, match="maybe on another machine"), other.lock(0.2):
            pass
        assert time.monotonic() - start >= 0.2
    with other.lock(0.0):
        pass
    one.close()
    other.close()


def test_a_connection_that_is_lost_writes_nothing(postgres):
    one, other = Postgres(postgres), Postgres(postgres)
    one.run("CREATE TABLE kept (n INT)")
    process = one.run("SELECT pg_backend_pid()")[0][0]

    def write():
        with one.transaction():
            one.run("INSERT INTO kept VALUES (1)")
            other.run("SELECT pg_terminate_backend(:process, 5000)", process=process)
            one.run("INSERT INTO kept VALUES (2)")

    with pytest.raises(HistoryError, match="refused") as caught:
        write()
    assert caught.value.hint == "run again; nothing of this step was written"
    assert other.run("SELECT count(*) FROM kept") == [[0]]
    # the lock of the transaction ended with the connection
    with other.transaction():
        other.run("INSERT INTO kept VALUES (3)")
    assert other.run("SELECT n FROM kept") == [[3]]
    one.close()
    other.close()
