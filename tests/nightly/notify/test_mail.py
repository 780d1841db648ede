import dataclasses
import email
import email.policy
import socketserver
import threading
import time
import traceback
from pathlib import Path

import lxml.html
import pytest
from looped import loop_over

from benchreport.errors import BenchreportWarning, ConfigError, NotifyError
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http, mail
from benchreport.nightly.notify.mail import Mail

TOKEN = "T0KEN-9f8e7d"  # noqa: S105 - looked for where it must not be
FILED = Mail(
    to=("Team <team@example.org>", "b@example.org"), sender="bench@example.org", folder="out"
)
LOGIN = {"user": "bench", "password": "env:PASSWORD"}
LINK = "https://example.org/n?a=1&b=2/night.html"
HEADERS = {
    "Subject",
    "From",
    "To",
    "Date",
    "Message-ID",
    "Auto-Submitted",
    "MIME-Version",
    "Content-Type",
}


def read(content):
    return email.message_from_bytes(content, policy=email.policy.default)


def file_letter(facts, folder, settings=FILED):
    settings.check()
    settings.send(settings.write(facts, LINK), folder)
    (path,) = (folder / settings.folder).iterdir()
    return path


def mail_to(server, **settings):
    return Mail(
        to=("a@example.org", "b@example.org"),
        sender="Bench <bench@example.org>",
        host="localhost",
        port=server.server_address[1],
        **settings,
    )


def send(night, settings):
    settings.check()
    settings.send(settings.write(night, LINK), Path())


def catch_error(night, settings):
    """Return the text of the error when a mail cannot be sent; assert that the password is not in it."""
    with pytest.raises(NotifyError) as caught:
        send(night, settings)
    trace = "".join(traceback.format_exception(caught.value))
    assert TOKEN not in trace + repr(caught.value)
    return str(caught.value)


def test_a_letter_in_a_folder(night, tmp_path):
    path = file_letter(night, tmp_path)
    assert path.name.startswith("bench-2026-02-14-")
    assert path.suffix == ".eml"
    mail = read(path.read_bytes())
    assert set(mail.keys()) == HEADERS
    # a folded line begins with a space
    assert mail["Subject"].strip().startswith("bench, 2026-02-14: 1 new regression")
    assert [address.addr_spec for address in mail["To"].addresses] == [
        "team@example.org",
        "b@example.org",
    ]
    assert mail["Date"].datetime.isoformat() == "2026-02-15T02:30:00+00:00"
    assert mail["Message-ID"].endswith("@example.org>")
    plain, page = mail.iter_parts()
    payload = FILED.write(night, LINK)
    assert plain.get_content().replace("\r\n", "\n") == payload["text"]
    assert page.get_content().replace("\r\n", "\n").strip() == payload["html"].strip()
    items = [item.text_content() for item in lxml.html.fromstring(page.get_content()).iter("li")]
    assert items[0].startswith("svm by f1: −0.031 points [−0.045, −0.017]")
    assert path.read_bytes().isascii()


def test_the_same_night_gives_the_same_bytes(night, tmp_path):
    first = file_letter(night, tmp_path / "a")
    second = file_letter(night, tmp_path / "b")
    assert first.name == second.name
    assert first.read_bytes() == second.read_bytes()
    other = dataclasses.replace(night, label="branch")
    assert file_letter(other, tmp_path / "c").name != first.name


def test_a_night_without_the_time_it_was_recorded_has_its_date():
    payload = FILED.write(NightFacts(name="n", night="2026-02-14"), LINK)
    assert payload["date"] == "2026-02-14T00:00:00+00:00"


def test_hostile_names_add_no_header_and_no_markup(hostile_night, hostile, tmp_path):
    for place, name in enumerate(hostile):
        facts = dataclasses.replace(hostile_night, name=name, label=name)
        path = file_letter(facts, tmp_path / str(place))
        assert path.parent == tmp_path / str(place) / "out"
        mail = read(path.read_bytes())
        assert set(mail.keys()) == HEADERS
        assert mail.defects == []
        assert [address.addr_spec for address in mail["To"].addresses][1:] == ["b@example.org"]
        assert len(mail["Subject"]) <= 150
        plain, page = mail.iter_parts()
        assert not set(plain.get_content()) & set("\x00\x07\x1b\u202e\ud800")
        tree = lxml.html.fromstring(page.get_content())
        tags = {element.tag for element in tree.iter()}
        assert tags <= set("html head meta title body h1 h2 p ul li a".split())
        assert {name for element in tree.iter() for name in element.attrib} <= {
            "lang",
            "charset",
            "style",
            "href",
        }
        (link,) = tree.iter("a")
        assert link.get("href").startswith("https://example.org/n?a=1&b=2/")
        assert "<script>alert(1)</script> got worse." in tree.text_content()


def test_a_letter_by_a_server(night, office):
    server = office()
    send(night, mail_to(server, security="none"))
    (letter,) = server.letters
    mail = read(letter)
    assert mail["From"].addresses[0].display_name == "Bench"
    assert next(mail.iter_parts()).get_content().startswith("bench, 2026-02-14")
    assert server.logins == []


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_secure_letters_with_a_password(night, office, certificate, monkeypatch, security):
    server = office(context=certificate.context, implicit=security == "tls")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate.path))
    monkeypatch.setenv("PASSWORD", "right")
    send(night, mail_to(server, security=security, **LOGIN))
    assert server.logins == [("bench", "right", True)]
    assert len(server.letters) == 1


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_certificates_are_verified(night, office, certificate, monkeypatch, security):
    server = office(context=certificate.context, implicit=security == "tls")
    monkeypatch.setenv("PASSWORD", TOKEN)
    error = catch_error(night, mail_to(server, security=security, **LOGIN))
    assert "certificate is not trusted" in error
    assert (server.logins, server.letters) == ([], [])


def test_starttls_never_falls_back_to_plain_text(night, office, monkeypatch):
    server = office()
    monkeypatch.setenv("PASSWORD", TOKEN)
    error = catch_error(night, mail_to(server, **LOGIN))
    assert "no STARTTLS" in error
    assert 'security = "tls"' in error
    assert set(server.heard) == {"EHLO", "QUIT"}


def test_a_wrong_password_is_not_shown(night, office, monkeypatch):
    server = office()
    monkeypatch.setenv("PASSWORD", TOKEN)
    settings = mail_to(server, security="none", **LOGIN)
    assert "user or password are wrong (535)" in catch_error(night, settings)
    assert server.logins[0][1] == TOKEN
    monkeypatch.setenv("PASSWORD", TOKEN + "ä")
    assert "must be ASCII" in catch_error(night, settings)
    monkeypatch.delenv("PASSWORD")
    with pytest.raises(ConfigError, match="no PASSWORD"):
        send(night, settings)


def test_refused_recipients_are_named(night, office):
    server = office(refused=["b@"])
    with pytest.warns(BenchreportWarning, match=r"refused b@example\.org; all others"):
        send(night, mail_to(server, security="none"))
    assert len(server.letters) == 1
    nobody = mail_to(office(refused=["@"]), security="none")
    assert "refused a@example.org, b@example.org" in catch_error(night, nobody)


def test_a_server_that_is_not_there_or_silent(night, start_server, monkeypatch):
    test_over = threading.Event()

    class Silent(socketserver.BaseRequestHandler):
        def handle(self):
            test_over.wait(5)

    server = start_server(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Silent))
    monkeypatch.setattr(mail, "TIMEOUT", 0.2)
    start = time.monotonic()
    assert "hung up, or said nothing" in catch_error(night, mail_to(server, security="none"))
    assert time.monotonic() - start < 3
    test_over.set()
    away = dataclasses.replace(mail_to(server, security="none"), port=1)
    assert "did not accept the letter: Connection refused" in catch_error(night, away)


@loop_over(
    ("change", "message"),
    [
        ({"folder": ""}, "one of host"),
        ({"host": "localhost"}, "one of host"),
        ({"to": ()}, "has no recipients"),
        ({"to": ("a@b.org\nBcc: c@d.org",)}, "not an address"),
        ({"to": ("a@b.org, c@d.org",)}, "not an address"),
        ({"to": ("a@exämple.org",)}, "not an address"),
        ({"to": ("a..b@c.org",)}, "not an address"),
        ({"to": ("<",)}, "not an address"),
        ({"to": ("A\r\nBcc: c <a@b.org>",)}, "not an address"),
        ({"sender": ""}, "not an address"),
        ({"sender": "a@b@c"}, "not an address"),
        ({"user": "a"}, "only one of"),
        ({"user": "a", "password": TOKEN}, "the file contains"),
        ({"password": "env:X"}, "only one of"),
        (
            {
                "folder": "",
                "host": "mail.example.org",
                "security": "none",
                "user": "a",
                "password": "env:X",
            },
            "for all to read",
        ),
    ],
)
def test_settings_that_cannot_be_used(change, message):
    with pytest.raises(ConfigError, match=message) as caught:
        dataclasses.replace(FILED, **change).check()
    assert TOKEN not in str(caught.value)
    assert caught.value.hint


def test_a_folder_that_cannot_be_written(night, tmp_path):
    (tmp_path / "out").write_text("a file")
    with pytest.raises(NotifyError, match="cannot be written"):
        file_letter(night, tmp_path)
    assert (tmp_path / "out").read_text() == "a file"


def test_a_slow_server_times_out(night, office, monkeypatch):
    monkeypatch.setattr(mail, "PATIENCE", 0.0)
    assert "no answer in time" in catch_error(night, mail_to(office(), security="none"))
    assert http.PATIENCE > 0
