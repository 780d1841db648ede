"""Published sources, and the ways to cite them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A published source.

    Parameters
    ----------
    key
        Its key in the bibliography and in BibTeX.
    kind
        ``"article"``, ``"book"``, ``"inproceedings"``, ``"phdthesis"`` or ``"misc"``.
    authors
        Family name first, one string per author; a group of authors has no comma.
    where
        Journal, publisher or proceedings.
    doi
        The digital object identifier; empty where there is none.
    """

    key: str
    kind: str
    authors: tuple[str, ...]
    year: int
    title: str
    where: str
    volume: str = ""
    number: str = ""
    pages: str = ""
    doi: str = ""

    @property
    def short(self) -> str:
        """The citation in running text.

        >>> authors = ("García, Salvador", "Herrera, Francisco")
        >>> Reference(key="a", kind="article", authors=authors, year=2008, title="", where="").short
        'García & Herrera, 2008'
        """
        families = [author.split(",")[0] for author in self.authors]
        if len(families) > 2:  # noqa: PLR2004 - the field's "et al."
            return f"{families[0]} et al., {self.year}"
        return f"{' & '.join(families)}, {self.year}"

    @property
    def in_text(self) -> str:
        """The citation as a part of a sentence.

        >>> authors = ("Cohen, Jacob",)
        >>> Reference(key="a", kind="book", authors=authors, year=1988, title="", where="").in_text
        'Cohen (1988)'
        """
        names, _, year = self.short.rpartition(", ")
        return f"{names} ({year})"

    @property
    def text(self) -> str:
        """The entry in a list of references."""
        authors = "; ".join(self.authors)
        volume = f" {self.volume}" if self.volume else ""
        issue = f"({self.number})" if self.number else ""
        pages = f", {self.pages}" if self.pages else ""
        where = f"PhD thesis, {self.where}" if self.kind == "phdthesis" else self.where
        doi = f" https://doi.org/{self.doi}" if self.doi else ""
        title = self.title if self.title.endswith("?") else f"{self.title}."
        entry = f"{authors} ({self.year}). {title} {where}{volume}{issue}{pages}."
        # BibTeX writes an en dash as two hyphens
        return entry.replace("--", "–") + doi

    @property
    def bibtex(self) -> str:
        """The BibTeX entry."""
        places = {"article": "journal", "book": "publisher", "misc": "howpublished"}
        place = {**places, "phdthesis": "school"}.get(self.kind, "booktitle")
        fields = {
            # BibTeX would take the last word of a group's name for a family name
            "author": " and ".join(
                name if "," in name or " " not in name else f"{{{name}}}" for name in self.authors
            ),
            "title": f"{{{self.title}}}",
            place: self.where,
            "year": str(self.year),
            "volume": self.volume,
            "number": self.number,
            "pages": self.pages,
            "doi": self.doi,
        }
        body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        return f"@{self.kind}{{{self.key},\n{body}\n}}"
