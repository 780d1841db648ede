"""A night by e-mail: through a server, or as a file in a folder."""

import contextlib
import functools
import re
import smtplib
import ssl
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from typing import Any

import jinja2

from benchreport.errors import BenchreportWarning, ConfigError, NotifyError, examples
from benchreport.nightly.config.settings import ENV, Config, Mail, secret
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.files import write_whole
from benchreport.report.rendering.markdown_text import slug
from benchreport.report.theme import templates_folder

__all__ = ["check", "letter", "sent", "written"]

# seconds: of one step with the server, and of all of them
TIMEOUT, PATIENCE = 10.0, 60.0
MOST_SUBJECT, MOST_LINES = 150, 25
# the plain form of RFC 5321, without quotes, comments or groups
PLAIN = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+"
NAMED = re.compile(rf'"?(?P<name>[^"<>@\r\n]*?)"?\s*<(?P<plain>{PLAIN})>|(?P<alone>{PLAIN})')


def check(settings: Mail) -> None:
    """Raise `ConfigError` unless a letter can be sent as the settings say.

    Parameters
    ----------
    settings
        The password must be ``"env:NAME"``; without encryption it is sent to this machine only.
    """
    if bool(settings.host) == bool(settings.folder):
        raise ConfigError(
            "[notify.mail] needs one of host (of the mail server) and folder (for .eml files).",
            hint='host = "smtp.example.org"',
        )
    if not settings.to:
        raise ConfigError("[notify.mail] is to nobody.", hint='to = ["team@example.org"]')
    for each in (settings.sender, *settings.to):
        _addressed(each)
    if settings.password and not ENV.fullmatch(settings.password):
        raise ConfigError(
            "notify.mail.password stands in the file, where others read it.",
            hint='password = "env:MAIL_PASSWORD", and MAIL_PASSWORD=… in the environment',
        )
    if bool(settings.user) != bool(settings.password):
        raise ConfigError(
            "[notify.mail] has only one of user and password.",
            hint='user = "bench" and password = "env:MAIL_PASSWORD", or neither',
        )
    if settings.security == "none" and settings.password and settings.host not in http.LOCAL:
        raise ConfigError(
            f"notify.mail would send the password to {words.clean(settings.host)} for all to read.",
            hint='security = "starttls"',
        )


def written(facts: NightFacts, settings: Mail, config: Config) -> dict[str, Any]:
    """Write what the letter says; the same night gives the same letter.

    Parameters
    ----------
    facts
        Of the night.
    settings
        Say who sends it.
    config
        Says where the pages are.
    """
    which = f"{facts.name}\n{facts.label}\n{facts.night}\n{facts.sha256}"
    number = sha256(which.encode("utf-8", "replace")).hexdigest()[:32]
    parts = words.parts(facts, config, most=MOST_LINES)
    headline, link = words.headline(facts), words.link(facts, config)
    verdict = [words.clean(each) for each in facts.verdict]
    return {
        "file": f"{slug(facts.name)[:30]}-{slug(facts.night)[:20]}-{number[:8]}",
        "message_id": f"<{number}@{_addressed(settings.sender).domain}>",
        "date": words.moment(facts).isoformat(),
        "subject": words.clean(headline, most=MOST_SUBJECT),
        "text": words.text(facts, config, most=MOST_LINES),
        "html": _page().render(headline=headline, verdict=verdict, parts=parts, link=link),
    }


def sent(payload: dict[str, Any], settings: Mail, config: Config) -> None:
    """Send the letter, or write it into the folder.

    Parameters
    ----------
    payload
        As `written` made it.
    settings
        Where to.
    config
        A folder is relative to its file.
    """
    made = letter(payload, settings)
    if settings.folder:
        folder = config.place / settings.folder
        write_whole(folder / f"{slug(payload['file'])}.eml", made.as_bytes(), where="notify.mail")
        return
    login = secret(settings.user), secret(settings.password)
    try:
        refused = http.in_time(lambda: _delivered(made, settings, *login), seconds=PATIENCE)
    except (OSError, ValueError) as error:
        # not chained: a server may answer with what it was told
        raise NotifyError(
            f"notify.mail: {settings.host}:{settings.port} did not take the letter: {_why(error)}.",
            hint=_way_out(error),
        ) from None
    if refused:
        # raised, it would be sent again each night to those who have it
        warnings.warn(
            f"notify.mail: the server refused {examples(refused)}; all others have the letter.",
            BenchreportWarning,
            stacklevel=2,
        )


def letter(payload: dict[str, Any], settings: Mail) -> EmailMessage:
    """Make a letter: plain text, and the same as HTML.

    Parameters
    ----------
    payload
        As `written` made it.
    settings
        Whom it is from and to.
    """
    made = EmailMessage(policy=SMTP)
    made["Subject"] = payload["subject"]
    made["From"] = _addressed(settings.sender)
    made["To"] = [_addressed(each) for each in settings.to]
    made["Date"] = format_datetime(datetime.fromisoformat(payload["date"]))
    made["Message-ID"] = payload["message_id"]
    # RFC 3834: nobody's absence is told to a machine
    made["Auto-Submitted"] = "auto-generated"
    made.set_content(payload["text"], cte="quoted-printable")
    made.add_alternative(payload["html"], subtype="html", cte="quoted-printable")
    # the library's own would differ from run to run
    made.set_boundary(f"={sha256(payload['message_id'].encode()).hexdigest()[:40]}=")
    return made


def _delivered(made: EmailMessage, settings: Mail, user: str, password: str) -> list[str]:
    """Send a letter, and return who was refused."""
    with _server(settings) as server:
        if user:
            server.login(user, password)
        return sorted(server.send_message(made))


@contextmanager
def _server(settings: Mail) -> Iterator[smtplib.SMTP]:
    context = ssl.create_default_context()
    if settings.security == "tls":
        with smtplib.SMTP_SSL(
            settings.host, settings.port, timeout=TIMEOUT, context=context
        ) as server:
            yield server
        return
    with smtplib.SMTP(settings.host, settings.port, timeout=TIMEOUT) as server:
        if settings.security == "starttls":
            # raises where the server has none: never on in the clear
            server.starttls(context=context)
        yield server


def _addressed(text: str) -> Address:
    """Read one address, with a name before it or without."""
    # the library's own parser finds an address in nearly everything
    found = NAMED.fullmatch(text.strip())
    with contextlib.suppress(ValueError, IndexError, MessageError):
        if found:
            return Address(found["name"] or "", addr_spec=found["plain"] or found["alone"])
    raise ConfigError(
        f"[notify.mail] has {words.clean(text)!r}, which is no address.",
        hint='to = ["Team <team@example.org>"]',
    )


def _why(error: Exception) -> str:
    """Say what went wrong, with the server's code and none of its words."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return f"it refused {examples(sorted(error.recipients))}"
    said = next((said for kind, said in KNOWN if isinstance(error, kind)), "") or http.why(error)
    return (
        f"{said} ({error.smtp_code})" if isinstance(error, smtplib.SMTPResponseException) else said
    )


KNOWN: tuple[tuple[type[Exception], str], ...] = (
    (smtplib.SMTPAuthenticationError, "user or password are wrong"),
    (smtplib.SMTPResponseException, "it did not agree"),
    (smtplib.SMTPNotSupportedError, "it has no STARTTLS, or takes no password"),
    (smtplib.SMTPServerDisconnected, "it hung up, or said nothing in time"),
    (UnicodeError, "user and password must be ASCII"),
)


def _way_out(error: Exception) -> str:
    if isinstance(error, smtplib.SMTPNotSupportedError):
        return 'security = "tls" and port = 465'
    if isinstance(error, ssl.SSLCertVerificationError):
        return "give host as its certificate names it"
    return "it will be sent with the next night; are host, port and security right?"


@functools.cache
def _page() -> jinja2.Template:
    # select_autoescape would leave *.html.j2 unescaped
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates_folder()),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("nightly/mail.html.j2")
