"""``benchreport nightly schedule``."""

import functools
from collections.abc import Callable
from pathlib import Path

import click

from benchreport.cli.nights.group import CONFIG, nightly, tell
from benchreport.errors import OptionError


@nightly.command()
@CONFIG
@click.option("--cron", "way", flag_value="cron", help="Lines for a crontab.")
@click.option("--systemd", "way", flag_value="systemd", help="A service and a timer of a user.")
@click.option("--github-actions", "way", flag_value="github_actions", help="A workflow.")
@click.option("--gitlab", "way", flag_value="gitlab", help="A job of a scheduled pipeline.")
@click.option("--at", default="03:30", show_default=True, help="In the configuration's time zone.")
@click.option("--install", is_flag=True, help="Of cron and systemd: install instead of printing.")
@click.option("--uninstall", is_flag=True, help="Take away what was installed.")
@click.option("--measure", default="", help="Of GitHub and GitLab: the command that measures.")
def schedule(
    config: Path,
    way: str | None,
    at: str,
    install: bool,  # noqa: FBT001 - a flag
    uninstall: bool,  # noqa: FBT001 - a flag
    measure: str,
) -> None:
    """Print, or install, what runs the nights."""
    if way is None:
        raise OptionError(
            "say by what: --cron, --systemd, --github-actions or --gitlab.",
            hint=f"benchreport nightly schedule {config} --cron",
        )
    if (install or uninstall) and way not in ("cron", "systemd"):
        raise OptionError(
            "only cron and systemd can be installed from here; the others are files of a repository.",
            hint=f"benchreport nightly schedule {config} --{way.replace('_', '-')} > FILE",
        )
    if measure and way in ("cron", "systemd"):
        raise OptionError(
            "--measure is for GitHub and GitLab; here the results come from what [source] names.",
            hint="leave --measure out",
        )
    tell(_SCHEDULES[way](config, at, measure, install=install, uninstall=uninstall).rstrip("\n"))


def _cron(config: Path, at: str, measure: str, *, install: bool, uninstall: bool) -> str:  # noqa: ARG001
    from benchreport.nightly.schedule.install import install_cron, uninstall_cron
    from benchreport.nightly.schedule.schedulers import cron

    if uninstall:
        return "Taken away." if uninstall_cron(config) else "There was nothing to take away."
    if install:
        install_cron(config, at=at)
        return "Installed, once; see it with crontab -l."
    return cron(config, at=at)


def _systemd(config: Path, at: str, measure: str, *, install: bool, uninstall: bool) -> str:  # noqa: ARG001
    from benchreport.nightly.schedule.install import install_systemd, uninstall_systemd
    from benchreport.nightly.schedule.schedulers import systemd

    if uninstall:
        units = uninstall_systemd(config)
        return f"Taken away: {', '.join(map(str, units))}" if units else "There was nothing."
    if install:
        files = ", ".join(map(str, install_systemd(config, at=at)))
        return f"Installed: {files}. To run while you are logged out: loginctl enable-linger"
    texts = systemd(config, at=at)
    return "\n".join(f"# {name}\n{text}" for name, text in texts.items())


def _hosted_service(
    way: str,
    config: Path,
    at: str,
    measure: str,
    *,
    install: bool,  # noqa: ARG001
    uninstall: bool,  # noqa: ARG001
) -> str:
    from benchreport.nightly.schedule import schedulers

    text: str = getattr(schedulers, way)(config, at=at, before=measure)
    return text


_SCHEDULES: dict[str, Callable[..., str]] = {
    "cron": _cron,
    "systemd": _systemd,
    "github_actions": functools.partial(_hosted_service, "github_actions"),
    "gitlab": functools.partial(_hosted_service, "gitlab"),
}
