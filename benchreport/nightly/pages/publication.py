"""Publication of pages: rendering and writing them together, so that they are consistent."""

import contextlib
import dataclasses
from collections.abc import Collection, Sequence

from benchreport.errors import ConfigError, RenderError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History
from benchreport.nightly.intake.sources import refuse_inputs
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.pages.index import render_index
from benchreport.nightly.pages.night_pages import PAGES, render_night
from benchreport.nightly.pages.page_files import write_files
from benchreport.nightly.pages.wording import night_folder
from benchreport.report.contents import Progress
from benchreport.wording.nights import shell as night_shell

MOST_RENDERED_ANEW = 3
"""The largest number of earlier nights whose pages, missing after interrupted runs, are rendered."""


def publish(
    history: History,
    config: Config,
    facts: NightFacts,
    progress: Progress,
    also: Sequence[NightFacts] = (),
) -> str:
    """Write the pages of a night, missing pages of earlier nights, and the index.

    Parameters
    ----------
    history, config
        The history with the nights; the configuration, which says which pages to write.
    facts
        The facts of the night.
    progress
        A function that is called with the name of each step.
    also
        The facts of other nights whose pages are rendered again.

    Returns
    -------
    str
        Why nothing was written; empty if all pages were written.
    """
    try:
        files: dict[str, bytes] = {}
        earlier = [*also, *_unpublished(history, config, facts)]
        # render no PDF of earlier nights, which would take most of the time
        lean = dataclasses.replace(
            config, report=dataclasses.replace(config.report, pdf=False, comparison=False)
        )
        by_place = {(night.night, night.label): night for night in earlier}
        by_place.pop((facts.night, facts.label), None)
        for night in by_place.values():
            progress(f"writing the page of {night.night}")
            files |= render_night(night, history, lean, progress=progress)
        progress(f"writing the pages of {facts.night}")
        files |= render_night(facts, history, config, progress=progress)
        progress("writing the index")
        outdated = [*_outdated_pdfs(files), *_pages_of_removed(history, config)]
        files |= render_index(history, config, tonight=facts, added=files, removed=outdated)
        refuse_inputs([config.folder / path for path in files], config)
        write_files(config.folder, files)
        _delete(config, outdated)
    except (RenderError, ConfigError) as error:
        return str(error)
    except OSError as error:
        return night_shell.NOT_REMOVED.format(file=error.filename, why=error.strerror)
    return ""


def unpublish(history: History, config: Config) -> str:
    """Delete the index and all pages, as no night is left; return why they could not be deleted."""
    try:
        _delete(config, ["index.html", "feed.xml", *_pages_of_removed(history, config)])
    except OSError as error:
        return night_shell.NOT_REMOVED.format(file=error.filename, why=error.strerror)
    return ""


def _delete(config: Config, paths: Sequence[str]) -> None:
    for path in paths:
        (config.folder / path).unlink(missing_ok=True)
        if "/" in path:
            # others may keep files there
            with contextlib.suppress(OSError):
                (config.folder / path).parent.rmdir()


def _pages_of_removed(history: History, config: Config) -> list[str]:
    """Return the paths of the pages of nights that somebody removed."""
    folders = [night_folder(night, label) for night, label in history.removed()]
    paths = [f"{folder}/{page}" for folder in folders for page in PAGES]
    return [path for path in paths if (config.folder / path).is_file()]


def _outdated_pdfs(files: Collection[str]) -> list[str]:
    """Return the paths of PDFs that may contradict the night's page, which is written again."""
    folders = {path.rpartition("/")[0] for path in files if path.endswith("/index.html")}
    return sorted({f"{folder}/night.pdf" for folder in folders} - set(files))


def _unpublished(history: History, config: Config, facts: NightFacts) -> list[NightFacts]:
    """Return the last nights before this one whose pages were never written."""
    before = [record for record in history.nights(facts.label) if record.night < facts.night]
    recent = [record for record in before[-MOST_RENDERED_ANEW:] if not record.thinned]
    lacking = [
        record
        for record in recent
        if not (config.folder / night_folder(record.night, record.label) / "index.html").exists()
    ]
    return list(history.results(lacking))
