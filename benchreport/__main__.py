"""``python -m benchreport`` and the command ``benchreport``."""

import atexit
import gc

from benchreport.cli import main


def run() -> None:
    """Run a command as a process of its own, which needs nearly all that it makes until it ends."""
    # a fifth of the time of a small report went into looking for garbage, half of it at the end
    gc.set_threshold(400_000, 20, 20)
    atexit.register(gc.freeze)
    main(prog_name="benchreport")


if __name__ == "__main__":
    run()
