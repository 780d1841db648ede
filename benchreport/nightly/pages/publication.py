"""The pages of nights are rendered and written together, so that they fit one another."""

import dataclasses
from collections.abc import Collection, Sequence

from benchreport.errors import ConfigError, RenderError
from benchreport.nightly.config.settings import Config
from benchreport.nightly.history import History
from benchreport.nightly.intake.sources import refuse_inputs
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.pages.index import render_index
from benchreport.nightly.pages.night_pages import render_night
from benchreport.nightly.pages.page_files import write_files
from benchreport.nightly.pages.wording import night_folder
from benchreport.report.contents import Progress

MOST_RENDERED_ANEW = 3
"""Pages of so many earlier nights are rendered where a run was cut off before it wrote them."""


def publish(
    history: History,
    config: Config,
    facts: NightFacts,
    progress: Progress,
    also: Sequence[NightFacts] = (),
) -> str:
    """Write the pages of a night, of earlier nights that lack theirs, and the index.

    Parameters
    ----------
    history, config
        The history with the nights, and which pages are wanted.
    facts
        The facts of the night.
    progress
        Called with each step.
    also
        Facts of other nights whose pages are rendered anew.

    Returns
    -------
    str
        Why nothing was written; empty where all pages were.
    """
    try:
        files: dict[str, bytes] = {}
        earlier = [*also, *_unpublished(history, config, facts)]
        # a PDF of every earlier night would take most of the time; their page is enough
        lean = dataclasses.replace(
            config, report=dataclasses.replace(config.report, pdf=False, comparison=False)
        )
        by_night = {night.night: night for night in earlier if night.night != facts.night}
        for night in by_night.values():
            progress(f"writing the page of {night.night}")
            files |= render_night(night, history, lean, progress=progress)
        progress(f"writing the pages of {facts.night}")
        files |= render_night(facts, history, config, progress=progress)
        progress("writing the index")
        outdated = _outdated_pdfs(files)
        files |= render_index(history, config, tonight=facts, added=files, removed=outdated)
        refuse_inputs([config.folder / path for path in files], config)
        write_files(config.folder, files)
        for path in outdated:
            (config.folder / path).unlink(missing_ok=True)
    except (RenderError, ConfigError) as error:
        return str(error)
    except OSError as error:
        return f"{error.filename} cannot be removed: {error.strerror}."
    return ""


def _outdated_pdfs(files: Collection[str]) -> list[str]:
    """Return the paths at which a PDF may contradict its night's page, which is written anew."""
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
