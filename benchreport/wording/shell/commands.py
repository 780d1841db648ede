"""What the commands for files of results print, apart from the results themselves."""

GAPS_ALLOWED = "The table has gaps, which a report allows.\nHint: {hint}"
FILES = "{files}: {what}"
WROTE = "Wrote {files}"
VARIANTS = (
    "By their names, the other algorithms are {whole} without a part; "
    "with {option} the report says how much each part adds."
)
COMMAND_FIRST = "A command comes before the file: benchreport report {file}."
PROCEDURE_FIRST = (
    "A procedure comes before the file, as in benchreport test friedman {file}; benchreport advise {file} "
    "names those that suit it."
)
TYPED = "$ {command}"
AFTER_DEMO = "Next: {calls}"
COMPLETION_BEGINS = {
    "bash": "It works in new shells, if bash-completion is installed.",
    "zsh": "Put this line into ~/.zshrc, before compinit: fpath+=~/.local/share/zsh/site-functions",
    "fish": "It works in new shells.",
}
WARNING = "Warning: {warning}"
NOTE = "Note: {note}"
ONE_OF = "One of {choices}."
REPEAT = "Repeat the option for each."
SAME_BYTES = "Both runs of {fits} gave the same bytes: {digest}."
OTHER_BYTES = "The two runs differ, in these scores:"
OTHER_PREDICTIONS = "The two runs differ, in predictions that have the same scores."
AMOUNT = "a name and a number are expected, as in dataset=20"
