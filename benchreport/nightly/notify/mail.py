"""The e-mail channel, which sends letters through a server or writes them to a folder."""

import contextlib
import functools
import re
import smtplib
import ssl
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from email.errors import MessageError
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import jinja2

from benchreport.errors import BenchreportWarning, ConfigError, NotifyError, examples
from benchreport.nightly.env_secrets import ENV, read_secret
from benchreport.nightly.night_facts import NightFacts
from benchreport.nightly.notify import http
from benchreport.nightly.notify import wording as words
from benchreport.nightly.notify.files import write_whole
from benchreport.nightly.notify.message import When
from benchreport.report.rendering.clean_text import clean
from benchreport.report.rendering.markdown_text import slug
from benchreport.report.theme import templates_folder
from benchreport.wording.nights import verdicts as night_verdicts

# time limits in seconds, for one step with the server and for all steps together
TIMEOUT, PATIENCE = 10.0, 60.0
MOST_SUBJECT, MOST_LINES = 150, 25
# the plain form of RFC 5321, without quotes, comments or groups
PLAIN = r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+"
NAMED = re.compile(rf'"?(?P<name>[^"<>@\r\n]*?)"?\s*<(?P<plain>{PLAIN})>|(?P<alone>{PLAIN})')


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """``[notify.mail]``: a letter by SMTP, or as an .eml file in a folder.

    Parameters
    ----------
    to, sender
        The addresses of the recipients and of the sender.
    host, port, security, user, password
        The settings of the server; the password must be ``"env:NAME"``.
    folder
        The folder to write letters to instead, relative to the configuration file.
    when
        The nights on which a letter is sent.
    """

    to: tuple[str, ...]
    sender: str
    host: str = ""
    port: int = 587
    security: Literal["starttls", "tls", "none"] = "starttls"
    user: str = ""
    password: str = field(default="", repr=False)
    folder: str = ""
    when: When = "regression"

    def check(self) -> None:
        """Raise `ConfigError` unless the settings suffice to send a letter.

        The password must be ``"env:NAME"``; without encryption, it may be sent to this machine only.
        """
        if bool(self.host) == bool(self.folder):
            raise ConfigError(
                "[notify.mail] needs one of host (of the mail server) and folder (for .eml files).",
                hint='host = "smtp.example.org"',
            )
        if not self.to:
            raise ConfigError("[notify.mail] has no recipients.", hint='to = ["team@example.org"]')
        for address in (self.sender, *self.to):
            _parse_address(address)
        if self.password and not ENV.fullmatch(self.password):
            raise ConfigError(
                "the file contains notify.mail.password, which everyone who reads it would see.",
                hint='password = "env:MAIL_PASSWORD", and MAIL_PASSWORD=… in the environment',
            )
        if bool(self.user) != bool(self.password):
            raise ConfigError(
                "[notify.mail] has only one of user and password.",
                hint='user = "bench" and password = "env:MAIL_PASSWORD", or neither',
            )
        if self.security == "none" and self.password and self.host not in http.LOCAL:
            raise ConfigError(
                f"notify.mail would send the password to {clean(self.host)} for all to read.",
                hint='security = "starttls"',
            )

    def write(self, facts: NightFacts, link: str) -> dict[str, Any]:
        """Write the subject and texts of the letter; the same night gives the same letter."""
        identity = f"{facts.name}\n{facts.label}\n{facts.night}\n{facts.sha256}"
        number = sha256(identity.encode("utf-8", "replace")).hexdigest()[:32]
        headline, parts = words.headline(facts), words.parts(facts, most=MOST_LINES)
        verdict = [clean(sentence) for sentence in facts.verdict]
        return {
            "file": f"{slug(facts.name)[:30]}-{slug(facts.night)[:20]}-{number[:8]}",
            "message_id": f"<{number}@{_parse_address(self.sender).domain}>",
            "date": words.recorded_at(facts).isoformat(),
            "subject": clean(headline, most=MOST_SUBJECT),
            "text": words.text(facts, link, most=MOST_LINES),
            "html": _page().render(
                headline=headline,
                verdict=verdict,
                parts=parts,
                link=link,
                report=night_verdicts.REPORT,
            ),
        }

    def send(self, payload: dict[str, Any], place: Path) -> None:
        """Send the letter, or write it into the folder."""
        letter = self._letter(payload)
        if self.folder:
            file = place / self.folder / f"{slug(payload['file'])}.eml"
            write_whole(file, letter.as_bytes(), where="notify.mail")
            return
        login = read_secret(self.user), read_secret(self.password)
        try:
            refused = http.run_in_time(lambda: self._deliver(letter, *login), seconds=PATIENCE)
        except (OSError, ValueError) as error:
            # do not chain the error: a server's answer may quote what it received
            raise NotifyError(
                f"notify.mail: {self.host}:{self.port} did not accept the letter: {_reason(error)}.",
                hint=_way_out(error),
            ) from None
        if refused:
            # after an error, the letter would be sent again each night to those who received it
            warnings.warn(
                f"notify.mail: the server refused {examples(refused)}; all others have the letter.",
                BenchreportWarning,
                stacklevel=2,
            )

    def _letter(self, payload: dict[str, Any]) -> EmailMessage:
        """Return a letter with a plain text and an HTML version."""
        letter = EmailMessage(policy=SMTP)
        letter["Subject"] = payload["subject"]
        letter["From"] = _parse_address(self.sender)
        letter["To"] = [_parse_address(address) for address in self.to]
        letter["Date"] = format_datetime(datetime.fromisoformat(payload["date"]))
        letter["Message-ID"] = payload["message_id"]
        # this header prevents automatic replies such as absence notes (RFC 3834)
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(payload["text"], cte="quoted-printable")
        letter.add_alternative(payload["html"], subtype="html", cte="quoted-printable")
        # the library's own boundary would differ from run to run
        letter.set_boundary(f"={sha256(payload['message_id'].encode()).hexdigest()[:40]}=")
        return letter

    def _deliver(self, letter: EmailMessage, user: str, password: str) -> list[str]:
        """Send a letter and return the addresses that the server refused."""
        with self._connect() as server:
            if user:
                server.login(user, password)
            return sorted(server.send_message(letter))

    @contextmanager
    def _connect(self) -> Iterator[smtplib.SMTP]:
        context = ssl.create_default_context()
        if self.security == "tls":
            with smtplib.SMTP_SSL(self.host, self.port, timeout=TIMEOUT, context=context) as server:
                yield server
            return
        with smtplib.SMTP(self.host, self.port, timeout=TIMEOUT) as server:
            if self.security == "starttls":
                # this raises if the server lacks encryption, so that no letter is sent unencrypted
                server.starttls(context=context)
            yield server


def _parse_address(text: str) -> Address:
    """Parse one address, with or without a name before it."""
    # the parser of the standard library finds an address in nearly every text
    match = NAMED.fullmatch(text.strip())
    with contextlib.suppress(ValueError, IndexError, MessageError):
        if match:
            return Address(match["name"] or "", addr_spec=match["plain"] or match["alone"])
    raise ConfigError(
        f"[notify.mail] has {clean(text)!r}, which is not an address.",
        hint='to = ["Team <team@example.org>"]',
    )


def _reason(error: Exception) -> str:
    """Return the reason for an error, with the server's code but without its text."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return f"it refused {examples(sorted(error.recipients))}"
    reason = next((text for kind, text in REASONS if isinstance(error, kind)), http.reason(error))
    if isinstance(error, smtplib.SMTPResponseException):
        return f"{reason} ({error.smtp_code})"
    return reason


REASONS: tuple[tuple[type[Exception], str], ...] = (
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
