"""``benchreport nightly schedule --install`` and ``run --if-due``, as an administrator types them."""

import datetime as dt

import pytest
from click.testing import CliRunner
from nights_tables import HEAD

from benchreport.cli import main
from benchreport.wording.nights import shell as texts

# stand-ins that keep the table of cron in a file, and the calls of systemd in another
CRONTAB = """#!/bin/sh
table="$(dirname "$0")/table"
case "$1" in
-l) if [ -e "$table" ]; then cat "$table"; else echo "no crontab for me" >&2; exit 1; fi;;
-) cat > "$table";;
esac
"""
SYSTEMCTL = '#!/bin/sh\necho "$@" >> "$(dirname "$0")/calls"\n'
NIGHTS = ["2026-09-01", "2026-09-02", "2026-09-03"]


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Return a folder with three nights of results, of which none is stored yet."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, script in {"crontab": CRONTAB, "systemctl": SYSTEMCTL}.items():
        (programs / name).write_text(script)
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    (tmp_path / "nightly.toml").write_text(HEAD)
    (tmp_path / "results").mkdir()
    for day, night in enumerate(NIGHTS):
        rows = [
            f"{name},{task},0.{8 - place}{day}" for place, name in enumerate("ab") for task in "xy"
        ]
        (tmp_path / "results" / f"{night}.csv").write_text(
            "\n".join(["algorithm,dataset,accuracy", *rows]) + "\n"
        )
    return tmp_path


def nightly(place, command, *words):
    config = str(place / "nightly.toml")
    return CliRunner().invoke(main, ["nightly", command, config, *words])


def said(place, *words):
    done = nightly(place, *words)
    assert done.exit_code == 0, done.output
    return done.stdout.rstrip("\n")


def test_a_line_of_cron_is_installed_and_removed(place):
    assert said(place, "schedule", "--cron", "--at", "03:30", "--install") == texts.INSTALLED_CRON
    table = (place / "bin" / "table").read_text()
    assert "30 3 * * *" in table
    assert f"nightly run {place / 'nightly.toml'}" in table
    assert said(place, "schedule", "--cron", "--uninstall") == texts.REMOVED_CRON
    assert (place / "bin" / "table").read_text() == ""
    assert said(place, "schedule", "--cron", "--uninstall") == texts.NO_SCHEDULE


def test_units_of_systemd_are_installed_and_removed(place):
    printed = said(place, "schedule", "--systemd", "--install")
    units = sorted((place / "home").rglob("*.*"))
    assert sorted(unit.suffix for unit in units if unit.is_file()) == [".service", ".timer"]
    assert all(str(unit) in printed for unit in units if unit.is_file())
    assert "enable" in (place / "bin" / "calls").read_text()
    removed = said(place, "schedule", "--systemd", "--uninstall")
    assert removed.startswith("Removed /")
    assert not [unit for unit in units if unit.is_file()]
    assert said(place, "schedule", "--systemd", "--uninstall") == texts.NO_SCHEDULE


def test_a_measurement_is_for_hosted_services(place):
    done = nightly(place, "schedule", "--cron", "--measure", "make bench")
    assert done.exit_code == 2
    assert "--measure is for GitHub and GitLab" in done.stderr


def test_a_night_runs_if_due_and_not_twice(place):
    # an hour that began a while ago, whenever this runs
    at = f"{(dt.datetime.now(dt.UTC) - dt.timedelta(hours=3)):%H:%M}"
    first = said(place, "run", "--night", NIGHTS[-1], "--if-due", at)
    assert f"demo, night of {NIGHTS[-1]}: stored 4 scores." in first
    again = said(place, "run", "--night", NIGHTS[-1], "--if-due", at)
    assert again == texts.NOT_DUE.format(at=at)


def test_pages_that_cannot_be_written_are_named_after_the_night_is_stored(place):
    (place / "nights").write_text("in the way")
    done = nightly(place, "run", "--night", NIGHTS[0])
    assert done.exit_code != 0
    assert "The night is stored, but its pages could not be written: " in done.stdout
    assert NIGHTS[0] in said(place, "history")


def test_nights_that_are_stored_need_no_backfill(place):
    both = ["--from", NIGHTS[0], "--to", NIGHTS[-1]]
    assert texts.COMPARED[False].format(
        nights="3 nights", first=NIGHTS[0], last=NIGHTS[-1]
    ) in said(place, "backfill", *both)
    assert said(place, "backfill", *both) == texts.ALL_STORED


def test_an_algorithm_is_renamed_and_a_dataset_retired(place):
    said(place, "run", "--night", NIGHTS[0])
    renamed = CliRunner().invoke(main, ["nightly", "rename", "a", "c", str(place / "nightly.toml")])
    assert renamed.exit_code == 0, renamed.output
    wanted = texts.RENAMED.format(kind="algorithm", old="a", new="c", nights="1 night")
    assert renamed.stdout.strip() == wanted
    tonight = place / "results" / f"{NIGHTS[1]}.csv"
    tonight.write_text(tonight.read_text().replace("a,y,", "a,z,").replace("b,y,", "b,z,"))
    said(place, "run", "--night", NIGHTS[1])
    words = ["nightly", "retire", "y", str(place / "nightly.toml"), "--why", "replaced"]
    retired = CliRunner().invoke(main, words)
    assert retired.exit_code == 0, retired.output
    assert retired.stdout.strip() == texts.RETIRED.format(kind="dataset", name="y")
