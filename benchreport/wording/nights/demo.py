"""What the demonstration of the nights says before each of its commands."""

BEGIN = (
    "{nights} nights of a made-up benchmark are in {folder}. What a team types, with what it sees:"
)
STEPS = {
    "init": "A configuration is drafted from one file of results.",
    "check": "It says how it is read.",
    "backfill": "The nights so far are stored and compared. One of them was slow for all: that is no alarm.",
    "history": "What the last of them showed, night by night.",
    "flaky": "One series is known to be unreliable: it alerts nobody until a date.",
    "yesterday": (
        "On the second night of a change the run finds it, and ends with exit code 1 for the scheduler or CI."
    ),
    "ack": "Somebody looks at it. From now on it is no alarm, unless it grows.",
    "retire": "The tree is no longer measured. Once that is said, nights without it are complete.",
    "tonight": "Tonight an algorithm has another name, and is missed under the old one.",
    "rename": "Once that is said, its series goes on, and nothing is missed.",
    "show": "What is known of the night now.",
    "status": "Whether nights still arrive.",
    "replay": "How many false alarms these rules would have raised, and what they would have missed.",
    "accept": "The forest is meant to be smaller from now on: its new level is the baseline.",
    "fixed": "The unreliable series has a machine of its own now: its changes alert again.",
    "export": "The whole history fits into one file, for a copy or for another machine.",
    "remove": "The slow night was its machine's. It is removed, and later nights are compared without it.",
    "import": "The exported file fills an empty history, which another configuration names.",
    "schedule": "What starts a run every night; systemd, GitHub and GitLab have options of their own.",
}
EXIT_CODE = "(exit code {code})"
END = "The pages of all nights: {index}"
