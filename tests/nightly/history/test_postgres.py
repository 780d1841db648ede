import pytest

from benchreport.errors import HistoryError
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
