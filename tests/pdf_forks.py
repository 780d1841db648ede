"""PDFs by forks of one process that has loaded WeasyPrint and our fonts: a third of the time of a short PDF.

As a script it is that process: each line of its input is a folder with a job, for which it forks.
"""

import base64
import os
import runpy
import select
import signal
import subprocess
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

STREAMS = ("input", "output", "errors")
MOST = 2  # servers: that of most tests, and that of a test which changes the environment
FONTS = Path(__file__).parents[1] / "benchreport" / "fonts"
_servers: "list[tuple[dict[str, str], subprocess.Popen[bytes]]]" = []


def install() -> None:
    """Let the package make its PDFs by forks, if it is there to make any."""
    if (module := sys.modules.get("benchreport.report.rendering.pdf")) and hasattr(os, "fork"):
        module.subprocess = types.SimpleNamespace(  # type: ignore[attr-defined]
            run=run_fork, TimeoutExpired=subprocess.TimeoutExpired
        )


def run_fork(command: list[str], **options: Any) -> "subprocess.CompletedProcess[bytes]":
    """Do as `subprocess.run` in a fork, which has the limits, the input and the ends of a new process."""
    environment = {key: text for key, text in os.environ.items() if not key.startswith("PYTEST_")}
    server = start_server(command[-1], environment)
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in STREAMS]
        paths[0].write_bytes(options["input"])
        server.stdin.write(f"{folder}\n".encode())
        pid = int(server.stdout.readline())
        if not select.select([server.stdout], [], [], options["timeout"])[0]:
            os.kill(pid, signal.SIGKILL)
            server.stdout.readline()
            raise subprocess.TimeoutExpired(command, options["timeout"])
        code = int(server.stdout.readline())
        output, errors = (path.read_bytes() for path in paths[1:])
    return subprocess.CompletedProcess(command, code, output, errors)


def start_server(script: str, environment: dict[str, str]) -> "subprocess.Popen[bytes]":
    """Return the process that forks in an environment, the last of `_servers`; start it if there is none."""
    place = next((n for n, (known, _) in enumerate(_servers) if known == environment), None)
    if place is not None:
        _servers.append(_servers.pop(place))
        return _servers[-1][1]
    stop_servers(MOST - 1)
    process = subprocess.Popen(
        [sys.executable, "-P", __file__, script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        bufsize=0,
    )
    _servers.append((environment, process))
    return process


def stop_servers(kept: int = 0) -> None:
    """End the processes that fork but for those that were used last."""
    while len(_servers) > kept:
        _servers.pop(0)[1].communicate()


def serve(script: str) -> None:
    """Fork for each job; write the number of the fork's process, and its exit code when it has ended."""
    names = runpy.run_path(script)
    names["load_by_file_name"]()
    warm_up()
    for line in iter(sys.stdin.readline, ""):
        pid = os.fork()
        if not pid:
            work_in(line.strip(), names["main"])
        write_number(pid)
        write_number(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


def warm_up() -> None:
    """Do once what each fork would do again: load WeasyPrint, parse its styles, load a font."""
    import weasyprint

    # the letters are in one of our fonts: the machine may have none
    content = base64.b64encode((FONTS / "sans.ttf").read_bytes()).decode()
    rule = f"@font-face {{font-family: sans; src: url('data:font/ttf;base64,{content}')}}"
    page = f"<style>{rule} p {{font-family: sans}}</style><p>text"
    weasyprint.HTML(string=page).write_pdf(pdf_variant="pdf/ua-1")


def write_number(number: int) -> None:
    os.write(1, f"{number}\n".encode())


def work_in(folder: str, work: Any) -> None:
    """Run the script with the streams of a job, and end the process."""
    for number, name in enumerate(STREAMS):
        mode = os.O_CREAT | (os.O_WRONLY if number else os.O_RDONLY)
        os.dup2(os.open(Path(folder, name), mode), number)
    code = 1
    try:
        work()
        code = 0
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - any traceback is for the parent
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve(sys.argv[1])
