"""Schedules as cron and systemd read them; their own tools check them where they are installed."""

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from needs import BESIDE, ISOLATED
from nights_schedules import HOSTILE, write_config

import benchreport
from benchreport.errors import OptionError
from benchreport.nightly.schedule.schedulers import cron, github_actions, gitlab, systemd

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def config(tmp_path):
    return write_config(tmp_path / "bench")


# cron


def jobs(table: str) -> list[str]:
    return [line for line in table.splitlines() if line and not line.startswith("#")]


def as_cron_does(line: str) -> str:
    """Return the command of a line: without the five fields, percent signs read as cron(8) says."""
    command = line.removeprefix("@reboot ") if line[0] == "@" else line.split(None, 5)[5]
    assert not re.search(r"(?<!\\)%", command)
    return command.replace(r"\%", "%")


def test_cron_line_where_the_clocks_agree(config):
    first, reboot = jobs(cron(config, machine=ZoneInfo("Europe/Rome")))
    assert first.startswith(f"30 3 * * * cd {config.parent} && ")
    assert f"{sys.executable} -m benchreport nightly run {config}; }}" in first
    assert f"PATH={BESIDE}:/usr/local/bin:/usr/bin:/bin " in first
    assert reboot.startswith("@reboot sleep 60; cd ")
    assert f"nightly run {config} --if-due 03:30; }}" in reboot


def test_cron_tries_every_hour_that_the_time_may_be(config):
    table = cron(config, machine=UTC)
    assert "CRON_TZ" not in table
    early, late, _ = jobs(table)
    assert early.startswith("30 1 * * * [ ")
    assert late.startswith("30 2 * * * [ ")


@pytest.mark.parametrize("month", [1, 7])
def test_on_every_day_exactly_one_of_them_runs(config, month):
    moments = []
    for line in jobs(cron(config, machine=UTC))[:2]:
        minute, hour = map(int, line.split()[:2])
        moment = datetime(2026, month, 15, hour, minute, tzinfo=UTC)
        guard, _, rest = as_cron_does(line).partition(" || exit 0; ")
        assert rest.startswith("cd ")
        # GNU date takes the moment to show from -d
        faked = guard.replace("date +", f"date -d @{moment.timestamp():.0f} +")
        if subprocess.run(["sh", "-c", faked], check=False).returncode == 0:
            moments.append(moment)
    assert [moment.astimezone(BERLIN).strftime("%H:%M") for moment in moments] == ["03:30"]


@pytest.mark.parametrize(
    "folder", ["plain", "a b", "100%", "it's", "$HOME `id`; #", 'q"q', "決定木"]
)
def test_the_shell_gets_the_paths_unchanged(tmp_path, folder):
    program = tmp_path / "program"
    program.write_text(
        f"#!{sys.executable}\nimport os, sys\nprint(sys.argv[1:], os.getcwd())\nsys.exit(3)"
    )
    program.chmod(0o755)
    path = write_config(tmp_path / folder)
    line = jobs(cron(path, command=[str(program), "50%"], machine=BERLIN))[0]
    done = subprocess.run(
        ["sh", "-c", as_cron_does(line)], capture_output=True, text=True, check=False, env={}
    )
    log = path.with_suffix(".log")
    assert done.stdout == f"exit code 3 of {path}, see {log}\n"
    date, command = log.read_text().splitlines()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", date)
    assert command == f"{['50%', 'nightly', 'run', str(path)]} {path.parent}"


def test_a_missing_folder_is_reported_by_mail(tmp_path):
    path = write_config(tmp_path / "gone")
    line = jobs(cron(path, machine=BERLIN))[0]
    shutil.rmtree(path.parent)
    done = subprocess.run(
        ["sh", "-c", as_cron_does(line)], capture_output=True, text=True, check=False
    )
    assert "exit code" in done.stdout


@pytest.mark.needs("crontab -n")
@pytest.mark.parametrize("machine", [UTC, BERLIN])
def test_debians_crontab_accepts_the_table(tmp_path, machine):
    table = cron(write_config(tmp_path / "a b 100%", name=HOSTILE), machine=machine)
    done = subprocess.run(
        ["crontab", "-n", "-"], input=table, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_line_too_long_for_cron_is_refused(tmp_path):
    path = write_config(tmp_path / ("x" * 150) / ("y" * 150))
    with pytest.raises(OptionError, match="998 characters"):
        cron(path, machine=BERLIN)


@pytest.mark.parametrize("folder", ["a\nb", "a\\b", "a\x1b", "blank "])
def test_paths_that_no_schedule_can_name(tmp_path, folder):
    path = write_config(tmp_path / folder)
    for schedule in (cron, systemd, github_actions, gitlab):
        with pytest.raises(OptionError, match="cannot name"):
            schedule(path)


def test_a_time_that_some_days_lack_is_refused(config):
    for schedule in (cron, systemd, github_actions, gitlab):
        with pytest.raises(OptionError, match="Europe/Berlin"):
            schedule(config, at="02:30")


# systemd


def test_units_name_the_zone_and_catch_up(config):
    units = systemd(config, at="04:05")
    timer = units["benchreport-hitrate.timer"]
    assert "\nOnCalendar=*-*-* 04:05:00 Europe/Berlin\n" in timer
    assert "\nPersistent=true\n" in timer
    service = units["benchreport-hitrate.service"]
    for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateTmp=yes", "Nice=10"):
        assert f"\n{line}\n" in service
    assert f'\nReadWritePaths="-{config.parent}"\n' in service
    assert "\nTimeoutStartSec=120min\n" in service
    assert "HOOK, MAIL_PASSWORD" in service


def test_units_may_write_outside_the_folder(tmp_path):
    more = f'[history]\nurl = "{tmp_path}/store/history.db"\n'
    path = write_config(tmp_path / "bench", more=more)
    service = systemd(path)["benchreport-hitrate.service"]
    assert f'ReadWritePaths="-{path.parent}" "-{tmp_path}/store"' in service


@pytest.mark.needs("systemd-analyze")
@pytest.mark.parametrize("zone", ["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires"])
def test_systemd_accepts_the_units(tmp_path, zone):
    path = write_config(tmp_path / 'a b 100% $HOME "q"', name=HOSTILE)
    path.write_text(
        path.read_text(encoding="utf-8").replace("Europe/Berlin", zone), encoding="utf-8"
    )
    units = systemd(path)
    for name, text in units.items():
        assert "\nUser=" not in text
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", *(str(tmp_path / name) for name in units)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.needs("systemd-analyze")
def test_systemd_reads_the_paths_unchanged(tmp_path):
    path = write_config(tmp_path / 'a b 100% $HOME "q"')
    for name, text in systemd(path).items():
        (tmp_path / name).write_text(text.replace(sys.executable, "/nonexistent/program"))
    done = subprocess.run(
        ["systemd-analyze", "--user", "verify", str(tmp_path / "benchreport-hitrate.service")],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
    )
    # this shows that verify would also have reported a wrong program
    assert "/nonexistent/program is not executable" in done.stderr


# cron runs a real night

ON_ITS_OWN = """
set -e
mount -t tmpfs tmpfs /etc/cron.d
mount -t tmpfs -o mode=1730,gid=crontab tmpfs /var/spool/cron/crontabs
mount -t tmpfs tmpfs /run
: > "$1/empty"
mount --bind "$1/empty" /etc/crontab
# the test does not wait for the line that runs at boot
: > /run/crond.reboot
crontab "$1/table"
exec timeout 110 cron -f
"""


CRON_CONFIG = """
[nightly]
name = "cron"
time_zone = "Asia/Kolkata"
[source]
files = ["results.csv"]
[report]
pdf = false
comparison = false
"""


@pytest.mark.needs("cron")
def test_cron_runs_a_night(tmp_path):
    path = write_config(tmp_path / "a b 100%")
    path.write_text(CRON_CONFIG)
    rows = (f"{name},{place},{score}" for name in "ab" for place, score in (("x", 0.9), ("y", 0.8)))
    (path.parent / "results.csv").write_text("\n".join(["algorithm,dataset,accuracy", *rows, ""]))
    soon = datetime.now(ZoneInfo("Asia/Kolkata")) + timedelta(seconds=65)
    root = Path(benchreport.__file__).parents[1]
    command = ["env", f"PYTHONPATH={root}", sys.executable, "-m", "benchreport"]
    table = cron(path, at=f"{soon:%H:%M}", command=command)
    (tmp_path / "table").write_text(table)
    process = subprocess.Popen([*ISOLATED, "sh", "-c", ON_ITS_OWN, "sh", str(tmp_path)])
    try:
        log = path.with_suffix(".log")
        until = datetime.now(UTC) + timedelta(seconds=100)
        while datetime.now(UTC) < until and (not log.exists() or "Written" not in log.read_text()):
            with pytest.raises(subprocess.TimeoutExpired):
                process.wait(timeout=0.5)
        output = log.read_text()
    finally:
        process.kill()
        process.wait()
    assert "cron, night of" in output
    assert "Tonight could not be tested for regressions" in output
    assert (path.parent / "nights" / "index.html").exists()
    assert (path.parent / "history.db").exists()
