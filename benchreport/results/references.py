"""What is cited: one bibliography for results, reports and documentation."""

from dataclasses import dataclass

__all__ = ["BIBLIOGRAPHY", "Reference", "bibtex"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A published source.

    Parameters
    ----------
    key
        Its key in the bibliography and in BibTeX.
    kind
        ``"article"``, ``"book"`` or ``"inproceedings"``.
    authors
        Family name first, one string an author.
    where
        Journal, publisher or proceedings.
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

    @property
    def short(self) -> str:
        """As cited in text.

        >>> BIBLIOGRAPHY["garcia2008"].short
        'García & Herrera, 2008'
        """
        families = [author.split(",")[0] for author in self.authors]
        if len(families) > 2:  # noqa: PLR2004 - the field's "et al."
            return f"{families[0]} et al., {self.year}"
        return f"{' & '.join(families)}, {self.year}"

    @property
    def text(self) -> str:
        """As listed under References."""
        authors = "; ".join(self.authors)
        volume = f" {self.volume}" if self.volume else ""
        issue = f"({self.number})" if self.number else ""
        pages = f", {self.pages.replace('--', '–')}" if self.pages else ""
        return f"{authors} ({self.year}). {self.title}. {self.where}{volume}{issue}{pages}."

    @property
    def bibtex(self) -> str:
        """As a BibTeX entry."""
        place = {"article": "journal", "book": "publisher"}.get(self.kind, "booktitle")
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            place: self.where,
            "year": str(self.year),
            "volume": self.volume,
            "number": self.number,
            "pages": self.pages,
        }
        body = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
        return f"@{self.kind}{{{self.key},\n{body}\n}}"


def _article(key: str, authors: str, year: int, title: str, where: str, issue: str) -> Reference:
    volume, _, rest = issue.partition(":")
    volume, _, number = volume.partition("/")
    return Reference(
        key=key,
        kind="article",
        authors=tuple(authors.split("; ")),
        year=year,
        title=title,
        where=where,
        volume=volume,
        number=number,
        pages=rest,
    )


_JMLR = "Journal of Machine Learning Research"
_JASA = "Journal of the American Statistical Association"

BIBLIOGRAPHY = {
    reference.key: reference
    for reference in (
        _article("benavoli2016", "Benavoli, Alessio; Corani, Giorgio; Mangili, Francesca", 2016,
                 "Should We Really Use Post-Hoc Tests Based on Mean-Ranks?", _JMLR, "17/5:1--10"),
        _article("cureton1967", "Cureton, Edward E.", 1967,
                 "The Normal Approximation to the Signed-Rank Sampling Distribution When Zero "
                 "Differences Are Present", _JASA, "62/319:1068--1069"),
        _article("demsar2006", "Demšar, Janez", 2006,
                 "Statistical Comparisons of Classifiers over Multiple Data Sets", _JMLR, "7:1--30"),
        _article("dunn1961", "Dunn, Olive Jean", 1961, "Multiple Comparisons Among Means", _JASA,
                 "56/293:52--64"),
        _article("friedman1937", "Friedman, Milton", 1937,
                 "The Use of Ranks to Avoid the Assumption of Normality Implicit in the Analysis of "
                 "Variance", _JASA, "32/200:675--701"),
        _article("garcia2008", "García, Salvador; Herrera, Francisco", 2008,
                 "An Extension on Statistical Comparisons of Classifiers over Multiple Data Sets for "
                 "all Pairwise Comparisons", _JMLR, "9:2677--2694"),
        _article("greenhouse1959", "Greenhouse, Samuel W.; Geisser, Seymour", 1959,
                 "On Methods in the Analysis of Profile Data", "Psychometrika", "24/2:95--112"),
        _article("hodges1963", "Hodges, Joseph L.; Lehmann, Erich L.", 1963,
                 "Estimates of Location Based on Rank Tests", "The Annals of Mathematical Statistics",
                 "34/2:598--611"),
        _article("holm1979", "Holm, Sture", 1979,
                 "A Simple Sequentially Rejective Multiple Test Procedure",
                 "Scandinavian Journal of Statistics", "6/2:65--70"),
        _article("huynh1976", "Huynh, Huynh; Feldt, Leonard S.", 1976,
                 "Estimation of the Box Correction for Degrees of Freedom from Sample Data in "
                 "Randomized Block and Split-Plot Designs", "Journal of Educational Statistics",
                 "1/1:69--82"),
        _article("iman1980", "Iman, Ronald L.; Davenport, James M.", 1980,
                 "Approximations of the Critical Region of the Friedman Statistic",
                 "Communications in Statistics – Theory and Methods", "9/6:571--595"),
        _article("kerby2014", "Kerby, Dave S.", 2014,
                 "The Simple Difference Formula: An Approach to Teaching Nonparametric Correlation",
                 "Comprehensive Psychology", "3:11.IT.3.1"),
        _article("kendall1939", "Kendall, Maurice G.; Babington Smith, Bernard", 1939,
                 "The Problem of m Rankings", "The Annals of Mathematical Statistics",
                 "10/3:275--287"),
        _article("mauchly1940", "Mauchly, John W.", 1940,
                 "Significance Test for Sphericity of a Normal n-Variate Distribution",
                 "The Annals of Mathematical Statistics", "11/2:204--209"),
        _article("nadeau2003", "Nadeau, Claude; Bengio, Yoshua", 2003,
                 "Inference for the Generalization Error", "Machine Learning", "52/3:239--281"),
        Reference(key="nemenyi1963", kind="book", authors=("Nemenyi, Peter B.",), year=1963,
                  title="Distribution-Free Multiple Comparisons",
                  where="PhD thesis, Princeton University"),
        _article("piepho2004", "Piepho, Hans-Peter", 2004,
                 "An Algorithm for a Letter-Based Representation of All-Pairwise Comparisons",
                 "Journal of Computational and Graphical Statistics", "13/2:456--466"),
        _article("pratt1959", "Pratt, John W.", 1959,
                 "Remarks on Zeros and Ties in the Wilcoxon Signed Rank Procedures", _JASA,
                 "54/287:655--667"),
        Reference(key="tukey1953", kind="book", authors=("Tukey, John W.",), year=1953,
                  title="The Problem of Multiple Comparisons",
                  where="Mimeographed monograph, Princeton University"),
        _article("wilcoxon1945", "Wilcoxon, Frank", 1945,
                 "Individual Comparisons by Ranking Methods", "Biometrics Bulletin", "1/6:80--83"),
        _article("wilson1927", "Wilson, Edwin B.", 1927,
                 "Probable Inference, the Law of Succession, and Statistical Inference", _JASA,
                 "22/158:209--212"),
        Reference(key="grissom2012", kind="book", authors=("Grissom, Robert J.", "Kim, John J."),
                  year=2012, title="Effect Sizes for Research", where="Routledge"),
    )
}  # fmt: skip


def bibtex(keys: tuple[str, ...]) -> str:
    """Return the BibTeX entries of the given keys, in alphabetical order, each once.

    >>> print(bibtex(("wilcoxon1945",)).splitlines()[0])
    @article{wilcoxon1945,
    """
    return "\n\n".join(BIBLIOGRAPHY[key].bibtex for key in sorted(set(keys)))
