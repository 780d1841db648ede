"""What runs the nights: a crontab, systemd units, a workflow of GitHub or GitLab."""

import importlib.metadata
import sys
from collections.abc import Sequence
from datetime import tzinfo
from pathlib import Path

from benchreport.errors import OptionError, check_number
from benchreport.hints import option
from benchreport.nightly.pages.page_files import slug
from benchreport.nightly.schedule.escaping import in_shell, in_unit, in_yaml, template
from benchreport.nightly.schedule.local_time import clock_of_machine, offsets, times_in
from benchreport.nightly.schedule.scheduled_job import Job, job_of, placed, repository, within

__all__ = ["cron", "cron_marks", "github_actions", "gitlab", "systemd", "unit_mark", "unit_name"]

AT = "03:30"
DAY = 24 * 60
# Debian's cron takes no longer command
MOST_CHARACTERS = 998
# a full commit each: a tag may be moved, a commit cannot
PINS = {
    "checkout": "actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2",
    "python": "actions/setup-python@ece7cb06caefa5fff74198d8649806c4678c61a1 # v6.3.0",
    "artifact": "actions/upload-artifact@b7c566a772e6b6bfb58ed0dc250532a479d7789f # v6.0.0",
    "pages": "actions/upload-pages-artifact@7b1f4a764d45c48632c6b24a0339c27f5614fb0b # v4.0.0",
    "deploy": "actions/deploy-pages@d6db90164ac5ed86f2b6aed7e0febac5b3c0c03e # v4.0.5",
}


def cron(
    config_path: Path,
    *,
    at: str = AT,
    command: Sequence[str] = (),
    machine: tzinfo | None = None,
) -> str:
    """Write lines for a crontab.

    They append to a log beside the configuration, and print only where a night fails. Debian's cron
    knows no ``CRON_TZ``: where the machine's clock is another one, each hour that it may be there gets a
    line, which looks at the hour in the configuration's zone. Cron does not catch up; a line for the
    start of the machine does.

    Parameters
    ----------
    config_path
        The configuration of the nights.
    at
        ``"HH:MM"`` in the configuration's time zone.
    command
        What runs benchreport; by default this Python, which cron's ``PATH`` does not have.
    machine
        The zone of the machine's clock; ``None`` looks.

    Raises
    ------
    OptionError
        No such time, or a path that cron cannot take.
    """
    job = job_of(config_path, at=at)
    clock = clock_of_machine() if machine is None else machine
    command = tuple(command) or _python()
    times = times_in(job.at, zone=job.zone, other=clock)
    # with a clock that runs like the zone's, cron itself sees to the days on which clocks change
    guards = len(times) > 1
    begin, end = cron_marks(job.config)
    text = template("crontab", in_shell).render(
        job=job,
        at=f"{job.at:%H:%M}",
        zone=str(job.zone),
        times=times,
        guards=guards,
        path=_path_of(command),
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
    """Return the first and the last line of what `cron` writes, by which it is found again."""
    place = placed(config_path)
    return f"# >>> benchreport nightly: {place}", f"# <<< benchreport nightly: {place}"


def systemd(
    config_path: Path, *, at: str = AT, command: Sequence[str] = (), timeout_minutes: int = 120
) -> dict[str, str]:
    """Write a service and a timer of a user.

    The timer catches up after downtime. The service may write beside the configuration and where that
    says, and nowhere else.

    Parameters
    ----------
    config_path, at, command
        As for `cron`.
    timeout_minutes
        How long a night may take.

    Returns
    -------
    dict
        Two texts by the names of their files.
    """
    job = job_of(config_path, at=at)
    command = tuple(command) or _python()
    unit = unit_name(job.name)
    facts = {
        "job": job,
        "unit": unit,
        "mark": unit_mark(job.config),
        "at": f"{job.at:%H:%M}",
        "zone": str(job.zone),
        "program": command[0],
        "arguments": command[1:],
        "path": _path_of(command),
        "timeout_minutes": _minutes(timeout_minutes),
    }
    return {
        f"{unit}.{kind}": template(kind, in_unit).render(facts) for kind in ("service", "timer")
    }


def unit_name(name: str) -> str:
    """Name the units of a benchmark.

    >>> unit_name("hitrate")
    'benchreport-hitrate'
    """
    return f"benchreport-{slug(name)}"


def unit_mark(config_path: Path) -> str:
    """Return the first line of both units, by which they are found again."""
    return f"# benchreport nightly: {placed(config_path)}"


def github_actions(
    config_path: Path,
    *,
    at: str = AT,
    before: str = "",
    pages: bool = False,
    timeout_minutes: int = 120,
) -> str:
    """Write a workflow for GitHub Actions.

    The history goes from run to run as an artifact of 90 days, kept after failures too. Where none is
    found the run fails, and begins no new one before somebody says so.

    Parameters
    ----------
    config_path
        In a repository, with the history and the pages beside or below it.
    at
        As for `cron`; GitHub counts in UTC, so it is as late or an hour later over the year, and some
        minutes off the full hour, when many begin.
    before
        Shell lines that make tonight's results, run beside the configuration.
    pages
        Publish the pages with GitHub Pages, by a job with the rights for it.
    timeout_minutes
        How long a night may take.

    Raises
    ------
    OptionError
        A path that is outside of the repository, or that shells and YAML would read as more than one.
    """
    job = job_of(config_path, at=at)
    root = repository(job.place)
    hour, minute, when = _in_utc(job)
    facts = _hosted(job, root, before=before, timeout_minutes=timeout_minutes) | {
        "pins": PINS,
        "when": when,
        "cron": f"{minute} {hour} * * *",
        "pages": pages,
        "published": within(job.folder, root),
        # a pattern: SQLite has up to two files beside its own, and a copy
        "history": "" if job.history is None else f"{within(job.history, job.place)}*",
    }
    return template("github.yml", in_yaml).render(facts)


def gitlab(config_path: Path, *, at: str = AT, before: str = "", timeout_minutes: int = 120) -> str:
    """Write a job for GitLab CI.

    The history goes from run to run in the cache, and stays in the artifacts of each for 90 days.

    Parameters
    ----------
    config_path, before, timeout_minutes
        As for `github_actions`.
    at
        As for `cron`; only told, GitLab has its schedules in the project's settings.
    """
    job = job_of(config_path, at=at)
    root = repository(job.place)
    kept = [within(job.folder, root)]
    if job.history is not None:
        kept = [f"{within(job.history, root)}*", *kept]
    facts = _hosted(job, root, before=before, timeout_minutes=timeout_minutes) | {
        "cron": f"{job.at.minute} {job.at.hour} * * *",
        "zone": str(job.zone),
        "kept": kept,
        "guard": within(job.history or job.folder, job.place),
        "junit": "" if job.junit is None else within(job.junit, root),
    }
    return template("gitlab.yml", in_yaml).render(facts)


def _python() -> tuple[str, ...]:
    return (sys.executable, "-m", "benchreport")


def _path_of(command: Sequence[str]) -> str:
    """Return a ``PATH`` with what is installed beside the program."""
    return f"{Path(command[0]).parent}:/usr/local/bin:/usr/bin:/bin"


def _minutes(number: int) -> int:
    check_number("timeout_minutes", number, above=0, whole=True, hint=option(timeout_minutes=120))
    return int(number)


def _hosted(job: Job, root: Path, *, before: str, timeout_minutes: int) -> dict[str, object]:
    """Return what both hosted services need to know."""
    extras = f"[{','.join(job.extras)}]" if job.extras else ""
    version = importlib.metadata.version("benchreport")
    return {
        "job": job,
        "place": within(job.place, root),
        "file": within(job.config, job.place),
        "folder": within(job.folder, job.place),
        "before": before.strip(),
        "timeout_minutes": _minutes(timeout_minutes),
        "python": f"{sys.version_info.major}.{sys.version_info.minor}",
        "requirement": f"benchreport{extras}=={version}",
    }


def _in_utc(job: Job) -> tuple[int, int, str]:
    """Choose one moment in UTC for the whole year: never earlier than wanted, never another day."""
    wanted = job.at.hour * 60 + job.at.minute
    ahead = offsets(job.at, zone=job.zone)
    late = ahead[-1] - ahead[0]
    fits = wanted + late < DAY
    moment = (wanted - (ahead[0] if fits else ahead[-1])) % DAY
    # hosted schedules are slowest, and sometimes dropped, on the full hour
    spare = 7 if moment % 60 == 0 else 0
    shown = sorted({wanted, wanted + late} if fits else {wanted - late, wanted})
    told = " or ".join(f"{each // 60:02}:{each % 60 + spare:02}" for each in shown)
    season = ", by the season" if late else ""
    return moment // 60, moment % 60 + spare, f"{told} in {job.zone}{season}"
