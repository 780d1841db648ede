"""Installation of schedules in cron or systemd, and their removal."""

import os
import subprocess
from pathlib import Path

from benchreport.errors import BenchreportError, DependencyError, OptionError, RenderError
from benchreport.nightly.pages.page_files import write_files
from benchreport.nightly.schedule.schedulers import AT, cron, cron_marks, systemd, unit_mark

PATIENCE = 30.0


def install_cron(config_path: Path, *, at: str = AT) -> str:
    """Put the lines of `cron` into this user's crontab, replacing older ones; keep all other lines.

    Parameters
    ----------
    config_path, at
        As for `cron`.

    Returns
    -------
    str
        The lines of the crontab for this configuration.

    Raises
    ------
    DependencyError
        This machine has no cron.
    RenderError
        The crontab cannot be read or written; it is unchanged.
    """
    lines = cron(config_path, at=at)
    _write_crontab(_replace_lines(_read_crontab(), config_path, lines))
    return lines


def uninstall_cron(config_path: Path) -> bool:
    """Remove the lines of a configuration from this user's crontab; return whether it had any.

    Parameters
    ----------
    config_path
        The path that was installed; the file itself may be gone.
    """
    before = _read_crontab()
    after = _replace_lines(before, config_path, "")
    if after != before:
        _write_crontab(after)
    return after != before


def install_systemd(config_path: Path, *, at: str = AT) -> list[Path]:
    """Write the units of `systemd` to this user's unit folder, and start the timer.

    The units run while the user is logged in, or always after ``loginctl enable-linger``.

    Parameters
    ----------
    config_path, at
        As for `systemd`.

    Returns
    -------
    list of pathlib.Path
        The paths of the units.

    Raises
    ------
    OptionError
        Another configuration has units with that name.
    DependencyError
        This machine has no systemd.
    RenderError
        The files could not be written, or systemd refuses them.
    """
    units = systemd(config_path, at=at)
    folder, mark = _unit_folder(), unit_mark(config_path)
    for name in units:
        if (folder / name).exists() and not _is_ours(folder / name, mark):
            raise OptionError(
                f"{name} exists already and belongs to another configuration.",
                hint='give this one a name of its own: [nightly] name = "…"',
            )
    new = [folder / name for name in units if not (folder / name).exists()]
    write_files(folder, {name: text.encode() for name, text in units.items()})
    timer = next(name for name in units if name.endswith(".timer"))
    try:
        _systemctl("daemon-reload")
        # restart the timer, so that a new time takes effect at once
        _systemctl("enable", timer)
        _systemctl("restart", timer)
    except BenchreportError:
        # remove units that systemd refused, so that they do not start later
        _delete(new)
        raise
    return [folder / name for name in units]


def uninstall_systemd(config_path: Path) -> list[Path]:
    """Stop the timer and delete the units; return their paths.

    Parameters
    ----------
    config_path
        The path that was installed; the file itself may be gone.

    Raises
    ------
    RenderError, DependencyError
        The units are deleted, but systemd was not reloaded.
    """
    mark = unit_mark(config_path)
    units = [
        unit for unit in sorted(_unit_folder().glob("benchreport-*.*")) if _is_ours(unit, mark)
    ]
    try:
        for unit in units:
            if unit.suffix == ".timer":
                _systemctl("disable", "--now", unit.name)
    finally:
        _delete(units)
    if units:
        _systemctl("daemon-reload")
    return units


def _delete(units: list[Path]) -> None:
    """Delete units, and the links by which systemd starts them."""
    for unit in units:
        unit.unlink(missing_ok=True)
        (unit.parent / "timers.target.wants" / unit.name).unlink(missing_ok=True)


def _replace_lines(table: str, config_path: Path, lines: str) -> str:
    """Replace our lines in a crontab, or append lines if it has none of ours."""
    begin, end = cron_marks(config_path)
    parts = table.splitlines(keepends=True)
    bare = [line.rstrip("\n") for line in parts]
    if begin not in bare and end not in bare:
        # end the last line with a line break, without which cron ignores it
        complete = table if not table or table.endswith("\n") or not lines else f"{table}\n"
        return complete + lines
    if bare.count(begin) != 1 or bare.count(end) != 1 or bare.index(end) < bare.index(begin):
        raise RenderError(
            f"the crontab should have {begin!r} and {end!r} once each, in this order; it was not changed.",
            hint="crontab -e, and delete what is left of them",
        )
    return "".join(parts[: bare.index(begin)]) + lines + "".join(parts[bare.index(end) + 1 :])


def _read_crontab() -> str:
    answer = _run(["crontab", "-l"], hint="apt-get install cron")
    if answer.returncode == 0:
        return answer.stdout
    # after any other error a crontab may exist that could not be read, and must not be replaced
    if "no crontab for" in answer.stderr:
        return ""
    raise _failure("crontab -l", answer)


def _write_crontab(table: str) -> None:
    answer = _run(["crontab", "-"], hint="apt-get install cron", text=table)
    if answer.returncode != 0:
        raise _failure("crontab -", answer)


def _unit_folder() -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "systemd" / "user"


def _is_ours(unit: Path, mark: str) -> bool:
    with unit.open(encoding="utf-8", errors="surrogateescape") as file:
        return file.readline().rstrip("\n") == mark


def _systemctl(*words: str) -> None:
    command = ["systemctl", "--user", *words]
    answer = _run(command, hint="benchreport nightly schedule --cron, where there is no systemd")
    if answer.returncode != 0:
        raise _failure(" ".join(command), answer)


def _run(command: list[str], *, hint: str, text: str = "") -> subprocess.CompletedProcess[str]:
    try:
        answer = subprocess.run(  # noqa: S603 - our own words; crontab's content goes in as input
            command,
            input=text.encode("utf-8", "surrogateescape"),
            capture_output=True,
            check=False,
            env={**os.environ, "LC_ALL": "C"},
            timeout=PATIENCE,
        )
    except FileNotFoundError as error:
        raise DependencyError(f"this machine has no {command[0]}.", hint=hint) from error
    except subprocess.TimeoutExpired as error:
        raise RenderError(f"{' '.join(command)} did not end in {PATIENCE:g} s.") from error
    # keep the bytes of a crontab in another encoding or with other line ends
    streams = (part.decode("utf-8", "surrogateescape") for part in (answer.stdout, answer.stderr))
    return subprocess.CompletedProcess(command, answer.returncode, *streams)


def _failure(command: str, answer: subprocess.CompletedProcess[str]) -> RenderError:
    message = answer.stderr.encode("utf-8", "replace").decode().strip() or "it said nothing"
    return RenderError(
        f"{command} failed: {message}.", hint="print the schedule, and install it yourself"
    )
