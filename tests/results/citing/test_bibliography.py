"""The references, their DOIs and their BibTeX."""

import importlib.metadata
import re
from pathlib import Path

import yaml

from benchreport.results.citing.bibliography import BIBLIOGRAPHY
from benchreport.results.citing.dois import DOIS


def test_each_doi_is_of_one_reference_and_well_formed():
    assert set(DOIS) <= set(BIBLIOGRAPHY)
    assert len(set(DOIS.values())) == len(DOIS) > 70
    assert all(re.fullmatch(r"10\.\d{4,}/[\w.()/:;-]+", doi) for doi in DOIS.values())


def test_jasa_dois_have_the_year_of_the_reference():
    # its identifiers hold the year, which catches one of another paper
    for key, doi in DOIS.items():
        if found := re.match(r"10\.1080/01621459\.(\d{4})\.", doi):
            assert int(found[1]) == BIBLIOGRAPHY[key].year, key


def test_biometrika_dois_have_volume_and_pages():
    for key, doi in DOIS.items():
        if found := re.match(r"10\.1093/biomet/(\d+)\.(\d[\d-]*)\.(\d+)", doi):
            reference = BIBLIOGRAPHY[key]
            assert found[1] == reference.volume, key
            assert found[2] == reference.number.replace("--", "-"), key
            assert found[3] == reference.pages.partition("--")[0], key


def test_a_reference_and_its_bibtex_have_the_doi():
    reference = BIBLIOGRAPHY["wilcoxon1945"]
    assert reference.text.endswith("80–83. https://doi.org/10.2307/3001968")
    assert "doi = {10.2307/3001968}" in reference.bibtex
    assert "doi" not in BIBLIOGRAPHY["demsar2006"].bibtex


def test_a_group_of_authors_is_one_name_in_bibtex():
    assert "author = {{benchreport developers}}," in BIBLIOGRAPHY["benchreport"].bibtex
    assert BIBLIOGRAPHY["benchreport"].short == "benchreport developers, 2026"
    assert "author = {Student}," in BIBLIOGRAPHY["student1908"].bibtex


def test_citation_file_and_bibliography_cite_the_same_version():
    text = (Path(__file__).parents[3] / "CITATION.cff").read_text(encoding="utf-8")
    facts = yaml.safe_load(text)
    ours = BIBLIOGRAPHY["benchreport"]
    assert set(facts) == {
        "cff-version", "message", "type", "title", "version", "license", "authors", "abstract", "keywords",
    }  # fmt: skip
    assert facts["version"] == importlib.metadata.version("benchreport")
    assert ours.where.endswith(f"version {facts['version']}")
    assert [author["name"] for author in facts["authors"]] == list(ours.authors)
    assert facts["title"] == ours.title


def test_ranges_are_written_with_en_dashes_for_readers_and_with_hyphens_for_bibtex():
    assert not [key for key, entry in BIBLIOGRAPHY.items() if "--" in entry.text]
    double = [entry for entry in BIBLIOGRAPHY.values() if "--" in entry.number]
    assert double
    assert all(f"number = {{{entry.number}}}" in entry.bibtex for entry in double)
