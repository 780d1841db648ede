"""Installing and uninstalling schedules leaves everything else unchanged."""

import subprocess
import sys
from pathlib import Path

import pytest
from needs import LONG

from benchreport.errors import DependencyError, OptionError, RenderError
from benchreport.nightly.schedule.install import (
    install_cron,
    install_systemd,
    uninstall_cron,
    uninstall_systemd,
)
from benchreport.nightly.schedule.schedulers import cron, systemd

CONFIG = """
[nightly]
name = "{name}"
[source]
files = ["results/{{night}}.csv"]
[[metric]]
name = "accuracy"
"""
# a stand-in for crontab that keeps its table in a file
CRONTAB = """#!/bin/sh
table="$(dirname "$0")/table"
case "$1" in
-l) if [ -e "$table" ]; then cat "$table"; else echo "no crontab for me" >&2; exit 1; fi;;
-) cat > "$table";;
esac
"""
OTHERS = b"# mine\r\nMAILTO=me\n5 4 * * * echo \xff\n\n"
REAL = """
set -e
mount -t tmpfs -o mode=1730,gid=crontab tmpfs /var/spool/cron/crontabs
exec "$@"
"""
THERE_AND_BACK = """
import subprocess, sys
from pathlib import Path
from benchreport.nightly.schedule.install import install_cron, uninstall_cron
def table():
    return subprocess.run(["crontab", "-l"], capture_output=True, check=True).stdout.decode()
path = Path(sys.argv[1])
lines = install_cron(path)
assert table() == lines, table()
subprocess.run(["crontab", "-"], input=b"5 4 * * * true\\n" + lines.encode(), check=True)
later = install_cron(path, at="04:30")
assert table() == "5 4 * * * true\\n" + later, table()
assert uninstall_cron(path)
assert table() == "5 4 * * * true\\n", table()
assert not uninstall_cron(path)
"""


def write_config(folder: Path, *, name: str = "hitrate") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "nightly.toml").write_text(CONFIG.format(name=name))
    return folder / "nightly.toml"


@pytest.fixture
def config(tmp_path):
    return write_config(tmp_path / "bench")


@pytest.fixture
def programs(tmp_path, monkeypatch):
    """Return a folder of programs that stands first in PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    return folder


@pytest.fixture
def table(programs):
    (programs / "crontab").write_text(CRONTAB)
    (programs / "crontab").chmod(0o755)
    return programs / "table"


def test_a_first_crontab(config, table):
    assert install_cron(config) == table.read_text() == cron(config)


def test_repeated_installs_leave_one_block_and_other_lines(config, table):
    table.write_bytes(OTHERS)
    first = install_cron(config)
    assert table.read_bytes() == OTHERS + first.encode()
    table.write_bytes(table.read_bytes() + b"@daily true")
    later = install_cron(config, at="05:30")
    assert later != first
    assert table.read_bytes() == OTHERS + later.encode() + b"@daily true"
    assert uninstall_cron(config)
    assert table.read_bytes() == OTHERS + b"@daily true"
    assert not uninstall_cron(config)


def test_a_configuration_is_recognized_by_any_path(config, table, monkeypatch):
    install_cron(config)
    monkeypatch.chdir(config.parent)
    for path in (Path("nightly.toml"), Path("../bench/nightly.toml")):
        install_cron(path)
    assert table.read_text() == cron(config)


def test_a_last_line_without_an_end_does_not_swallow_ours(config, table):
    table.write_bytes(b"@daily true")
    lines = install_cron(config)
    assert table.read_text() == f"@daily true\n{lines}"


def test_two_configurations_side_by_side(config, table, tmp_path):
    other = write_config(tmp_path / "other")
    first, second = install_cron(config), install_cron(other)
    assert table.read_text() == first + second
    config.unlink()
    assert uninstall_cron(config)
    assert table.read_text() == second


@pytest.mark.parametrize("lost", ["# >>>", "# <<<"])
def test_a_block_with_an_end_missing_is_left_alone(config, table, lost):
    install_cron(config)
    lines = [line for line in table.read_text().splitlines(keepends=True) if lost not in line]
    table.write_text("".join(lines))
    for change in (install_cron, uninstall_cron):
        with pytest.raises(RenderError, match="once each, in this order"):
            change(config)
    assert table.read_text() == "".join(lines)


def test_a_crontab_that_cannot_be_read_is_not_replaced(config, programs):
    (programs / "crontab").write_text(
        '#!/bin/sh\n[ "$1" = - ] && touch "$0.written"\necho "permission denied" >&2; exit 1\n'
    )
    (programs / "crontab").chmod(0o755)
    with pytest.raises(RenderError, match="permission denied"):
        install_cron(config)
    assert not (programs / "crontab.written").exists()


def test_without_cron_or_systemd(config, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for install in (install_cron, install_systemd):
        with pytest.raises(DependencyError, match="this machine has no"):
            install(config)


@LONG
@pytest.mark.needs("crontab")
def test_the_real_crontab(config):
    isolated = ["unshare", "--mount", "sh", "-c", REAL, "sh"]
    done = subprocess.run(
        [*isolated, sys.executable, "-c", THERE_AND_BACK, str(config)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture
def units(programs, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home"))
    (programs / "systemctl").write_text('#!/bin/sh\necho "$@" >> "$(dirname "$0")/calls"\n')
    (programs / "systemctl").chmod(0o755)
    return tmp_path / "home" / "systemd" / "user"


def test_units_are_written_and_started(config, units, programs):
    for _ in range(2):
        files = install_systemd(config)
    assert {path.name: path.read_text() for path in files} == systemd(config)
    assert {path.parent for path in files} == {units}
    calls = (programs / "calls").read_text().splitlines()
    timer = "benchreport-hitrate.timer"
    expected = ["daemon-reload", f"enable {timer}", f"restart {timer}"]
    assert calls == [f"--user {command}" for command in expected] * 2


def test_units_are_removed(config, units, programs, tmp_path):
    install_systemd(write_config(tmp_path / "other", name="other"))
    (units / "benchreport-mine.timer").write_text("[Timer]\n")
    files = install_systemd(config)
    config.unlink()
    assert sorted(uninstall_systemd(config)) == sorted(files)
    names = ["benchreport-mine.timer", "benchreport-other.service", "benchreport-other.timer"]
    assert sorted(path.name for path in units.iterdir()) == names
    assert "--user disable --now benchreport-hitrate.timer" in (programs / "calls").read_text()
    assert uninstall_systemd(config) == []


def test_units_of_another_configuration_stay(config, units, tmp_path):
    install_systemd(config)
    before = {path: path.read_bytes() for path in units.iterdir()}
    with pytest.raises(OptionError, match="another configuration") as caught:
        install_systemd(write_config(tmp_path / "other"))
    assert "name" in caught.value.hint
    assert {path: path.read_bytes() for path in units.iterdir()} == before


def test_errors_of_systemd_are_shown(config, units, programs):
    (programs / "systemctl").write_text('#!/bin/sh\necho "no bus" >&2; exit 1\n')
    with pytest.raises(RenderError, match="daemon-reload failed: no bus"):
        install_systemd(config)
    assert units.is_dir()
    # units that systemd refuses are removed, and so are older units that it cannot stop
    assert not list(units.rglob("benchreport-*"))
    (programs / "systemctl").write_text("#!/bin/sh\n")
    files = install_systemd(config)
    wants = units / "timers.target.wants"
    wants.mkdir()
    timer = next(path for path in files if path.suffix == ".timer")
    (wants / timer.name).symlink_to(timer)
    (programs / "systemctl").write_text('#!/bin/sh\necho "no bus" >&2; exit 1\n')
    with pytest.raises(RenderError, match=r"disable --now .* failed: no bus"):
        uninstall_systemd(config)
    assert not list(units.rglob("benchreport-*"))
    assert uninstall_systemd(config) == []
