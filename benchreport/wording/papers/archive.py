"""What the files of an archive are, as its README lists them."""

CONTENTS = {
    "report.html": "the report as a page; open it in a browser",
    "report.pdf": "the report on paper",
    "report.md": "the report as Markdown",
    "report.tex": "the report as LaTeX, with its figures in report-figures",
    "report.json": "the facts and results, as schema.json describes them",
    "methods.txt": "the methods, ready to paste",
    "references.bib": "the references of the methods, as BibTeX",
    "figures/": "every figure as SVG, PDF and PNG, and its data as CSV",
    "tables/": "every result, unrounded, as CSV",
    "data/data.csv": "what was compared: {caption}",
    "data/runs.csv": "every score as it was read, one in a row",
    "sha256sums.txt": "the SHA-256 of every file",
}
NO_PDF = "There is no report.pdf: {reason}"
DIGEST = "SHA-256 of the input"
SCORES = "The {score} of each algorithm on each {kind}."
POINTS = "Every point of every run."
PREDICTIONS = "Every prediction of each model."
CALL = "Make this report again"
