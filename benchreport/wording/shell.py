"""What the commands for files of results print, apart from the results themselves."""

FILES = "{files}: {what}"
WROTE = "Wrote {files}"
WARNING = "Warning: {warning}"
NOTE = "Note: {note}"
ONE_OF = "One of {choices}."
REPEAT = "Repeat the option for each."
