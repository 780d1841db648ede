"""What ``benchreport doctor`` prints."""

VERSIONS = "benchreport {version} on {system}"
UNKNOWN_VERSION = "of an unknown version"
READY = "works{versions}"
MISSING = "missing: {install}"

PDF = "PDF"
TYPST = "PDF by Typst"
CJK = "Chinese, Japanese and Korean names in figures"
WORD = "Word"
EXCEL = "Excel"
PARQUET = "Parquet"
FRAMES = "frames of other libraries"
DUCKDB = "tables larger than memory: DuckDB"
POLARS = "tables larger than memory: Polars"
DASK = "tables larger than memory: Dask"
SPARK = "tables larger than memory: Spark"
EXPERIMENTS = "experiments with scikit-learn"
POSTGRES = "nights in PostgreSQL"
INSTALL_PANGO = {
    "Linux": "apt-get install libpango-1.0-0 libpangoft2-1.0-0",
    "Darwin": "brew install pango; for a Python that is not Homebrew's also "
    "export DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib",
    "Windows": "in MSYS2 pacman -S mingw-w64-ucrt-x86_64-pango; if MSYS2 is not in C:\\msys64, also set "
    "WEASYPRINT_DLL_DIRECTORIES to its folder ucrt64\\bin",
}
"""What installs Pango, by the name of the system; other systems are taken for Debian."""
