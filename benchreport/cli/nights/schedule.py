"""``benchreport nightly schedule``."""

import functools
from collections.abc import Callable
from pathlib import Path

import click

from benchreport.cli.nights.group import CONFIG, nightly, tell
from benchreport.errors import OptionError
from benchreport.wording.nights import shell as night_shell

CHOICES = "--cron, --systemd, --github-actions or --gitlab"


@nightly.command(short_help="Print or install a schedule for the nights.")
@CONFIG
@click.option("--cron", is_flag=True, help="Print lines for a crontab.")
@click.option(
    "--systemd",
    is_flag=True,
    help="Print a service and a timer of systemd, for your user account.",
)
@click.option("--github-actions", is_flag=True, help="Print a workflow of GitHub Actions.")
@click.option("--gitlab", is_flag=True, help="Print a job for a scheduled pipeline.")
@click.option(
    "--at",
    default="03:30",
    show_default=True,
    metavar="HH:MM",
    help="The time of day, in the configuration's time zone.",
)
@click.option("--install", is_flag=True, help="Install the schedule (cron and systemd only).")
@click.option("--uninstall", is_flag=True, help="Remove the schedule (cron and systemd only).")
@click.option(
    "--measure",
    default="",
    show_default="none",
    help="The command that runs the benchmark before the night (GitHub and GitLab only).",
)
def schedule(
    config: Path,
    at: str,
    install: bool,  # noqa: FBT001 - a flag
    uninstall: bool,  # noqa: FBT001 - a flag
    measure: str,
    **schedulers: bool,
) -> None:
    """Print, or install, a schedule that runs the nights."""
    chosen = [name for name, is_chosen in schedulers.items() if is_chosen]
    if len(chosen) != 1:
        names = " and ".join(map(_option, chosen)) or "none"
        raise OptionError(
            f"one scheduler is needed, {CHOICES}; got {names}.",
            hint=f"benchreport nightly schedule {config} {_option((*chosen, 'cron')[0])}",
        )
    (scheduler,) = chosen
    if (install or uninstall) and scheduler not in ("cron", "systemd"):
        raise OptionError(
            "only cron and systemd can be installed from here; the others are files of a repository.",
            hint=f"benchreport nightly schedule {config} {_option(scheduler)} > FILE",
        )
    if measure and scheduler in ("cron", "systemd"):
        raise OptionError(
            "--measure is for GitHub and GitLab; cron and systemd read the results that [source] names.",
            hint="leave --measure out",
        )
    text = _SCHEDULES[scheduler](config, at, measure, install=install, uninstall=uninstall)
    tell(text.rstrip("\n"))


def _option(scheduler: str) -> str:
    return f"--{scheduler.replace('_', '-')}"


def _cron(config: Path, at: str, measure: str, *, install: bool, uninstall: bool) -> str:  # noqa: ARG001
    from benchreport.nightly.schedule.install import install_cron, uninstall_cron
    from benchreport.nightly.schedule.schedulers import cron

    if uninstall:
        return night_shell.REMOVED_CRON if uninstall_cron(config) else night_shell.NO_SCHEDULE
    if install:
        install_cron(config, at=at)
        return night_shell.INSTALLED_CRON
    return cron(config, at=at)


def _systemd(config: Path, at: str, measure: str, *, install: bool, uninstall: bool) -> str:  # noqa: ARG001
    from benchreport.nightly.schedule.install import install_systemd, uninstall_systemd
    from benchreport.nightly.schedule.schedulers import systemd

    if uninstall:
        units = ", ".join(map(str, uninstall_systemd(config)))
        return night_shell.REMOVED_UNITS.format(files=units) if units else night_shell.NO_SCHEDULE
    if install:
        files = ", ".join(map(str, install_systemd(config, at=at)))
        return night_shell.INSTALLED_UNITS.format(files=files)
    texts = systemd(config, at=at)
    return "\n".join(f"# {name}\n{text}" for name, text in texts.items())


def _hosted_service(
    service: str,
    config: Path,
    at: str,
    measure: str,
    *,
    install: bool,  # noqa: ARG001
    uninstall: bool,  # noqa: ARG001
) -> str:
    from benchreport.nightly.schedule import schedulers

    text: str = getattr(schedulers, service)(config, at=at, before=measure)
    return text


_SCHEDULES: dict[str, Callable[..., str]] = {
    "cron": _cron,
    "systemd": _systemd,
    "github_actions": functools.partial(_hosted_service, "github_actions"),
    "gitlab": functools.partial(_hosted_service, "gitlab"),
}
