"""Schedules as text: lines of a crontab, systemd units, a GitHub workflow, and a GitLab job."""

import sys
from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path

from benchreport.errors import OptionError
from benchreport.nightly.pages.page_files import slug
from benchreport.nightly.schedule.escaping import load_template, quote_shell, quote_unit, quote_yaml
from benchreport.nightly.schedule.local_time import machine_zone, offsets, times_elsewhere
from benchreport.nightly.schedule.scheduled_job import (
    Job,
    path_within,
    read_job,
    repository_root,
    schedule_path,
)
from benchreport.version import __version__

AT = "03:30"
DAY = 24 * 60
TIMEOUT_MINUTES = 120
# the longest line that Debian's cron accepts
MOST_CHARACTERS = 998
# pin full commits, because a tag may be moved to another commit
PINS = {
    "checkout": "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2",
    "python": "actions/setup-python@ece7cb06caefa5fff74198d8649806c4678c61a1 # v6.3.0",
    "artifact": "actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0",
}


def cron(
    config_path: Path,
    *,
    at: str = AT,
    command: Sequence[str] = (),
    machine: tzinfo | None = None,
) -> str:
    """Write lines for a crontab.

    The lines append to a log beside the configuration, and print only if a night fails. Debian's cron
    does not know ``CRON_TZ``. If the machine's clock runs in another zone, there is a line for each hour
    that it may show, which checks the hour in the configuration's zone. Cron does not catch up on missed
    nights, so another line does when the machine starts.

    Parameters
    ----------
    config_path
        The configuration file of the nights.
    at
        ``"HH:MM"`` in the configuration's time zone.
    command
        The command that runs benchreport; by default this Python, because it is not on cron's ``PATH``.
    machine
        The time zone of the machine's clock; ``None`` reads it from the machine.

    Raises
    ------
    OptionError
        The zone lacks this time on some day, or cron cannot use a path.
    """
    job = read_job(config_path, at=at)
    clock = machine_zone() if machine is None else machine
    command = tuple(command) or _python()
    times = times_elsewhere(job.at, zone=job.zone, other=clock)
    # if both zones agree, cron itself handles the days on which clocks change
    guards = len(times) > 1
    begin, end = cron_marks(job.config)
    text = load_template("crontab", quote_shell).render(
        job=job,
        at=f"{job.at:%H:%M}",
        zone=str(job.zone),
        times=times,
        guards=guards,
        path=_search_path(command),
        command=command,
        log=job.config.with_suffix(".log"),
        begin=begin,
        end=end,
    )
    if max(map(len, text.splitlines())) > MOST_CHARACTERS:
        raise OptionError(
            f"cron takes {MOST_CHARACTERS} characters a line; these paths make it longer.",
            hint="move the configuration to a folder with a shorter path",
        )
    return text


def cron_marks(config_path: Path) -> tuple[str, str]:
    """Return the first and the last line that `cron` writes, which mark its lines in a crontab."""
    place = schedule_path(config_path)
    return f"# >>> benchreport nightly: {place}", f"# <<< benchreport nightly: {place}"


def systemd(config_path: Path, *, at: str = AT) -> dict[str, str]:
    """Write a systemd service and a timer for a user.

    The timer catches up after downtime. The service may write only to the configuration's folder and to
    the folders that the configuration names.

    Parameters
    ----------
    config_path, at
        As for `cron`.

    Returns
    -------
    dict
        The texts of both units, by file name.
    """
    job = read_job(config_path, at=at)
    command = _python()
    unit = unit_name(job.name)
    facts = {
        "job": job,
        "unit": unit,
        "mark": unit_mark(job.config),
        "at": f"{job.at:%H:%M}",
        "zone": str(job.zone),
        "program": command[0],
        "arguments": command[1:],
        "path": _search_path(command),
        "timeout_minutes": TIMEOUT_MINUTES,
    }
    return {
        f"{unit}.{kind}": load_template(kind, quote_unit).render(facts)
        for kind in ("service", "timer")
    }


def unit_name(name: str) -> str:
    """Return the name of a benchmark's units, without suffix.

    >>> unit_name("hitrate")
    'benchreport-hitrate'
    """
    return f"benchreport-{slug(name)}"


def unit_mark(config_path: Path) -> str:
    """Return the first line of both units, which marks them as written by benchreport."""
    return f"# benchreport nightly: {schedule_path(config_path)}"


def github_actions(config_path: Path, *, at: str = AT, before: str = "") -> str:
    """Write a workflow for GitHub Actions.

    An artifact, kept for 90 days, carries the history from run to run, even after failures. If it is
    missing, the run fails, and starts a new history only on request.

    Parameters
    ----------
    config_path
        The configuration, in a repository, with the history and the pages beside or below it.
    at
        As for `cron`. GitHub schedules in UTC, so the run begins at this time or an hour later, by the
        season, and a few minutes off the full hour, when many runs begin.
    before
        Shell lines that produce tonight's results, run in the configuration's folder.

    Raises
    ------
    OptionError
        A path is outside the repository, or shells and YAML would not read it as one word.
    """
    job = read_job(config_path, at=at)
    root = repository_root(job.place)
    hour, minute, when = _utc_time(job)
    facts = _hosted_facts(job, root, before) | {
        "pins": PINS,
        "when": when,
        "cron": f"{minute} {hour} * * *",
        # this is a pattern, because SQLite keeps up to two files and a copy beside the history
        "history": "" if job.history is None else f"{path_within(job.history, job.place)}*",
    }
    return load_template("github.yml", quote_yaml).render(facts)


def gitlab(config_path: Path, *, at: str = AT, before: str = "") -> str:
    """Write a job for GitLab CI.

    The cache carries the history from run to run, and each run's artifacts keep it for 90 days.

    Parameters
    ----------
    config_path, before
        As for `github_actions`.
    at
        As for `cron`. The job only mentions it, because GitLab keeps schedules in the project's settings.
    """
    job = read_job(config_path, at=at)
    root = repository_root(job.place)
    artifacts = [path_within(job.folder, root)]
    if job.history is not None:
        artifacts = [f"{path_within(job.history, root)}*", *artifacts]
    facts = _hosted_facts(job, root, before) | {
        "cron": f"{job.at.minute} {job.at.hour} * * *",
        "zone": str(job.zone),
        "kept": artifacts,
        "guard": path_within(job.history or job.folder, job.place),
        "junit": "" if job.junit is None else path_within(job.junit, root),
    }
    return load_template("gitlab.yml", quote_yaml).render(facts)


def _python() -> tuple[str, ...]:
    return (sys.executable, "-m", "benchreport")


def _search_path(command: Sequence[str]) -> str:
    """Return a ``PATH`` that begins with the folder of the command."""
    return f"{Path(command[0]).parent}:/usr/local/bin:/usr/bin:/bin"


def _hosted_facts(job: Job, root: Path, before: str) -> dict[str, object]:
    """Return the values for the templates of both hosted services."""
    extras = f"[{','.join(job.extras)}]" if job.extras else ""
    return {
        "job": job,
        "place": path_within(job.place, root),
        "file": path_within(job.config, job.place),
        "folder": path_within(job.folder, job.place),
        "before": before.strip(),
        "timeout_minutes": TIMEOUT_MINUTES,
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "requirement": f"benchreport{extras}=={__version__}",
    }


def _utc_time(job: Job) -> tuple[int, int, str]:
    """Return the hour and minute in UTC, never too early nor on another day, and the local time in words."""
    minute = job.at.hour * 60 + job.at.minute
    ahead = offsets(job.at, zone=job.zone)
    late = ahead[-1] - ahead[0]
    fits = minute + late < DAY
    moment = (minute - (ahead[0] if fits else ahead[-1])) % DAY
    # avoid the full hour, at which hosted schedules are slow and sometimes dropped
    spare = 7 if moment % 60 == 0 else 0
    local = sorted({minute, minute + late} if fits else {minute - late, minute})
    clocks = " or ".join(f"{time // 60:02}:{time % 60 + spare:02}" for time in local)
    season = ", by the season" if late else ""
    return moment // 60, moment % 60 + spare, f"{clocks} in {job.zone}{season}"
