"""``python -m benchreport`` is the command ``benchreport``."""

from benchreport.cli import main

main(prog_name="benchreport")
