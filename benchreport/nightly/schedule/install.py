"""Put a schedule where it runs, and take it away again."""

import os
import subprocess
from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path

from benchreport.errors import BenchreportError, DependencyError, OptionError, RenderError
from benchreport.nightly.pages.page_files import write_pages
from benchreport.nightly.schedule.schedulers import AT, cron, cron_marks, systemd, unit_mark

__all__ = ["install_cron", "install_systemd", "uninstall_cron", "uninstall_systemd"]

PATIENCE = 30.0


def install_cron(
    config_path: Path,
    *,
    at: str = AT,
    command: Sequence[str] = (),
    machine: tzinfo | None = None,
) -> str:
    """Put the lines of `cron` into this user's crontab, once; all other lines stay as they are.

    Parameters
    ----------
    config_path, at, command, machine
        As for `cron`.

    Returns
    -------
    str
        The lines.

    Raises
    ------
    DependencyError
        There is no cron.
    RenderError
        The crontab cannot be read or written; it is as it was.
    """
    lines = cron(config_path, at=at, command=command, machine=machine)
    _write_crontab(_with(_crontab(), config_path, lines))
    return lines


def uninstall_cron(config_path: Path) -> bool:
    """Take the lines out of this user's crontab again, and tell whether there were any.

    Parameters
    ----------
    config_path
        As it was given; the file itself may be gone.
    """
    before = _crontab()
    after = _with(before, config_path, "")
    if after != before:
        _write_crontab(after)
    return after != before


def install_systemd(
    config_path: Path, *, at: str = AT, command: Sequence[str] = (), timeout_minutes: int = 120
) -> list[Path]:
    """Write the units of `systemd` where this user's are, and start the timer.

    Units of a user run while that user is logged in; ``loginctl enable-linger`` has them run always.

    Parameters
    ----------
    config_path, at, command, timeout_minutes
        As for `systemd`.

    Returns
    -------
    list of pathlib.Path
        The files.

    Raises
    ------
    OptionError
        Another configuration has units of that name.
    DependencyError
        There is no systemd.
    RenderError
        They could not be written, or systemd does not take them.
    """
    units = systemd(config_path, at=at, command=command, timeout_minutes=timeout_minutes)
    folder, mark = _units(), unit_mark(config_path)
    for name in units:
        if (folder / name).exists() and not _is_ours(folder / name, mark):
            raise OptionError(
                f"{name} is there already, of another configuration.",
                hint='give this one a name of its own: [nightly] name = "…"',
            )
    new = [folder / name for name in units if not (folder / name).exists()]
    write_pages(folder, {name: text.encode() for name, text in units.items()})
    timer = next(name for name in units if name.endswith(".timer"))
    try:
        _systemctl("daemon-reload")
        # restarted, so that a new time counts at once
        _systemctl("enable", timer)
        _systemctl("restart", timer)
    except BenchreportError:
        # what systemd does not take must not start one day by surprise
        _delete(new)
        raise
    return [folder / name for name in units]


def uninstall_systemd(config_path: Path) -> list[Path]:
    """Stop the timer and delete the units, and say which.

    Parameters
    ----------
    config_path
        As it was given; the file itself may be gone.

    Raises
    ------
    RenderError, DependencyError
        The units are deleted, but systemd was not told.
    """
    mark = unit_mark(config_path)
    found = [each for each in sorted(_units().glob("benchreport-*.*")) if _is_ours(each, mark)]
    try:
        for each in found:
            if each.suffix == ".timer":
                _systemctl("disable", "--now", each.name)
    finally:
        _delete(found)
    if found:
        _systemctl("daemon-reload")
    return found


def _delete(units: list[Path]) -> None:
    """Delete units, with the links by which systemd starts them."""
    for each in units:
        each.unlink(missing_ok=True)
        (each.parent / "timers.target.wants" / each.name).unlink(missing_ok=True)


def _with(table: str, config_path: Path, lines: str) -> str:
    """Put lines in place of ours; at the end where there are none, and nowhere if there are no lines."""
    begin, end = cron_marks(config_path)
    parts = table.splitlines(keepends=True)
    bare = [each.rstrip("\n") for each in parts]
    if begin not in bare and end not in bare:
        # cron drops a last line that does not end
        whole = table if not table or table.endswith("\n") or not lines else f"{table}\n"
        return whole + lines
    if bare.count(begin) != 1 or bare.count(end) != 1 or bare.index(end) < bare.index(begin):
        raise RenderError(
            f"the crontab has {begin!r} and {end!r} not once each, in this order; it is as it was.",
            hint="crontab -e, and delete what is left of them",
        )
    return "".join(parts[: bare.index(begin)]) + lines + "".join(parts[bare.index(end) + 1 :])


def _crontab() -> str:
    found = _run(["crontab", "-l"], hint="apt-get install cron")
    if found.returncode == 0:
        return found.stdout
    # anything else may be a crontab that could not be read, and must not be replaced
    if "no crontab for" in found.stderr:
        return ""
    raise _failed("crontab -l", found)


def _write_crontab(table: str) -> None:
    found = _run(["crontab", "-"], hint="apt-get install cron", given=table)
    if found.returncode != 0:
        raise _failed("crontab -", found)


def _units() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "systemd" / "user"


def _is_ours(unit: Path, mark: str) -> bool:
    with unit.open(encoding="utf-8", errors="surrogateescape") as file:
        return file.readline().rstrip("\n") == mark


def _systemctl(*words: str) -> None:
    command = ["systemctl", "--user", *words]
    found = _run(command, hint="benchreport nightly schedule --cron, where there is no systemd")
    if found.returncode != 0:
        raise _failed(" ".join(command), found)


def _run(command: list[str], *, hint: str, given: str = "") -> subprocess.CompletedProcess[str]:
    try:
        found = subprocess.run(  # noqa: S603 - our own words; crontab's content goes in as input
            command,
            input=given.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
            timeout=PATIENCE,
        )
    except FileNotFoundError as error:
        raise DependencyError(f"there is no {command[0]} here.", hint=hint) from error
    except subprocess.TimeoutExpired as error:
        raise RenderError(f"{' '.join(command)} did not end in {PATIENCE:g} s.") from error
    # somebody's crontab may be in another encoding, or have other line ends: it is handed back as it was
    said, wrong = (each.decode("utf-8", "surrogateescape") for each in (found.stdout, found.stderr))
    return subprocess.CompletedProcess(command, found.returncode, said, wrong)


def _failed(command: str, found: subprocess.CompletedProcess[str]) -> RenderError:
    said = found.stderr.encode("utf-8", "replace").decode().strip() or "it said nothing"
    return RenderError(
        f"{command} failed: {said}.", hint="print the schedule, and install it yourself"
    )
