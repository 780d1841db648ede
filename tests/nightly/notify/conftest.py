"""A night full of hostile names, and web and mail servers that receive its messages."""

import base64
import http.server
import socketserver
import ssl
import subprocess
import threading
from types import SimpleNamespace

import pytest

from benchreport.nightly.night_facts import Finding, Key, NightFacts, SeriesNight

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "a\nb\r\nBcc: thief@evil.example",
    "a\n::error::x",
    "%0A::warning::x",
    "##[error]x",
    "<!channel>",
    "<@U024BE7LH>",
    "<https://evil.example|click>",
    "@channel",
    "https://evil.example/x",
    "=cmd()",
    "{{7*7}}",
    "[a](javascript:b) ![i](x) `c` $d$ | *e* _f_",
    "abc\u202edef",
    "x" * 500,
    "決定木",
    "🐈",
    "]]>",
    "a\x00\x07\x1bb",
    "\ud800",
    "&lt;!here&gt; &amp;",
    "# h",
]


@pytest.fixture
def hostile():
    return HOSTILE


@pytest.fixture
def night():
    """Return a night with many findings and ordinary names."""
    keys = [Key("f1", name) for name in ("svm", "knn", "cnn", "tree", "mlp", "rf", "nb")]
    states = [
        "regressed",
        "ok",
        "unconfirmed",
        "missing",
        "failed",
        "not comparable",
        "no evidence",
    ]
    size = {"change": -0.031, "low": -0.045, "high": -0.017}
    level = {**size, "baseline": 0.9}
    series = tuple(
        SeriesNight(key=key, state=state, reason=f"of {state}", **size)
        for key, state in zip(keys, states, strict=True)
    )
    findings = (
        Finding(number=1, key=keys[1], kind="drift", since="2026-01-02", **level),
        Finding(number=2, key=keys[0], kind="regression", since="2026-02-12", **level),
        Finding(
            number=3, key=keys[5], kind="improvement", change=0.1, low=0.05, high=0.2, baseline=0.8
        ),
        Finding(
            number=4,
            key=keys[2],
            kind="regression",
            status="fixed",
            closed="2026-02-14",
            why="reverted",
            **level,
        ),
    )
    return NightFacts(
        name="bench",
        night="2026-02-14",
        recorded="2026-02-15T04:30:00+02:00",
        sha256="ab" * 32,
        verdict=("svm got worse by f1.",),
        series=series,
        findings=findings,
        new=(2, 3),
        units={"f1": "points"},
        incomplete=("Half the results of tree are missing.",),
        pages={"report": "2026-02-14/index.html"},
        exit_code=1,
    )


@pytest.fixture
def hostile_night():
    """Return a night that has a hostile name wherever a name may stand."""
    keys = [Key(f"f1 {name}", name, name) for name in HOSTILE]
    return NightFacts(
        name="".join(HOSTILE[:8]),
        night="2026-02-14",
        label=HOSTILE[2],
        recorded="2026-02-15T04:30:00+02:00",
        sha256="ab" * 32,
        verdict=tuple(f"{name} got worse." for name in HOSTILE),
        series=tuple(
            SeriesNight(key=key, state="missing" if place % 2 else "failed", reason=key.algorithm)
            for place, key in enumerate(keys)
        ),
        findings=tuple(
            Finding(
                number=place,
                key=key,
                kind="regression",
                change=-1.0,
                low=float("-inf"),
                high=float("nan"),
                since=key.algorithm,
                why=key.algorithm,
                note=key.algorithm,
            )
            for place, key in enumerate(keys, 1)
        ),
        new=tuple(range(1, len(keys) + 1)),
        units={key.metric: key.algorithm for key in keys},
        incomplete=tuple(HOSTILE),
        code=HOSTILE[0],
        context=dict.fromkeys(HOSTILE, HOSTILE[0]),
        pages={"report": f"{HOSTILE[8]}/{HOSTILE[14]}.html"},
    )


@pytest.fixture
def start_server():
    """Run servers in threads until the test is over."""
    running = []

    def start(server):
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        running.append((server, thread))
        return server

    yield start
    for server, thread in running:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def web(start_server):
    """Start a web server that records its requests and gives the answers that a test sets."""
    requests = []
    answer = SimpleNamespace(status=200, headers={}, body=b"ok", before=lambda _: None)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            requests.append(SimpleNamespace(path=self.path, headers=self.headers, body=body))
            answer.before(self)
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        def do_GET(self):
            requests.append(SimpleNamespace(path=self.path, headers=self.headers, body=b"GET"))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    class Server(http.server.ThreadingHTTPServer):
        def handle_error(self, *_):
            pass  # some tests hang up early on purpose

    server = start_server(Server(("127.0.0.1", 0), Handler))
    url = f"http://127.0.0.1:{server.server_port}"
    return SimpleNamespace(server=server, url=url, requests=requests, answer=answer)


@pytest.fixture(scope="session")
def certificate(tmp_path_factory):
    """Make a self-signed certificate for this machine."""
    folder = tmp_path_factory.mktemp("tls")
    key, cert = folder / "key.pem", folder / "cert.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    named = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(
        [*command.split(), "-keyout", key, "-out", cert, *named], check=True, capture_output=True
    )
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return SimpleNamespace(path=cert, context=context)


class PostOffice(socketserver.StreamRequestHandler):
    """A mail server in a few lines: RFC 5321, STARTTLS and AUTH PLAIN."""

    timeout = 5

    def handle(self):
        if self.server.context and self.server.implicit:
            self.secure()
        self.say("220 here")
        while line := self.rfile.readline():
            verb, _, rest = line.decode().strip().partition(" ")
            self.server.heard.append(verb.upper())
            if verb.upper() == "QUIT":
                self.say("221 bye")
                return
            getattr(self, f"on_{verb.lower()}", self.on_other)(rest)

    def finish(self):
        super().finish()
        self.request.close()

    def say(self, *lines):
        self.wfile.write("".join(f"{line}\r\n" for line in lines).encode())

    def secure(self):
        self.request = self.server.context.wrap_socket(self.request, server_side=True)
        self.setup()

    def on_ehlo(self, _):
        offered = ["STARTTLS"] if self.server.context and not self.server.implicit else []
        self.say("250-here", *(f"250-{extension}" for extension in offered), "250 AUTH PLAIN")

    def on_starttls(self, _):
        self.say("220 go")
        self.secure()

    def on_auth(self, rest):
        credentials = base64.b64decode(rest.split()[1]).decode().split("\0")[1:]
        self.server.logins.append((*credentials, isinstance(self.request, ssl.SSLSocket)))
        accepted = credentials[1] == self.server.password
        # a server that repeats the password in its answer
        self.say("235 yes" if accepted else f"535 {credentials[1]} is not the password")

    def on_rcpt(self, rest):
        refused = any(address in rest for address in self.server.refused)
        self.say("550 unknown" if refused else "250 fine")

    def on_data(self, _):
        self.say("354 go on")
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        self.server.letters.append(b"".join(lines))
        self.say("250 taken")

    def on_other(self, _):
        self.say("250 fine")


class Quiet(socketserver.ThreadingTCPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


@pytest.fixture
def office(start_server):
    """Start a mail server; ``context`` and ``implicit`` choose its TLS."""

    def start(*, context=None, implicit=False, refused=()):
        server = Quiet(("127.0.0.1", 0), PostOffice)
        server.context, server.implicit, server.refused = context, implicit, refused
        server.password = "right"  # noqa: S105 - of a server that ends with the test
        server.heard, server.logins, server.letters = [], [], []
        return start_server(server)

    return start
