"""JSON by HTTP POST, with https only, no redirects, time limits, and no address in any error.

Ours, on `urllib`, because a client library adds a dependency, and its errors and logs quote addresses.
"""

import contextlib
import http.client
import json
import re
import ssl
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from http import HTTPStatus
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

from benchreport.errors import ConfigError, NotifyError
from benchreport.nightly.env_secrets import ENV, read_secret
from benchreport.version import __version__

LOCAL = ("localhost", "127.0.0.1", "::1")
# time limits in seconds, for one step on the network and for all steps together
TIMEOUT, PATIENCE = 10.0, 30.0
MOST_BYTES = 200
# RFC 3986, section 2
URL = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+")
# a short answer such as "invalid_payload" or "no_service", which cannot hold an address
ANSWER = re.compile(r"[a-z]+([_ ][a-z]+){0,8}")

Out = TypeVar("Out")


def check_url(setting: str, *, where: str) -> None:
    """Raise `ConfigError` unless a setting is ``"env:NAME"`` or a usable address.

    Parameters
    ----------
    setting
        The text in the configuration.
    where
        The name of the setting, for errors.
    """
    if not ENV.fullmatch(setting):
        _parse_url(setting, where)


def post(
    setting: str, body: object, *, where: str, headers: Mapping[str, str] | None = None
) -> None:
    """Post JSON to an address, by https or, to this machine only, by http.

    Certificates are verified. Redirects are errors, because the message must go only to the address
    that the user gave. Every step has a time limit, and only the beginning of an answer is read.
    Requests to other machines use the environment's proxies.

    Parameters
    ----------
    setting
        The address, or ``"env:NAME"``.
    body
        Any value that JSON can represent.
    where
        The name of the setting, for errors.
    headers
        Additional headers.

    Raises
    ------
    NotifyError
        The host did not accept the message; the error quotes only the host of the address.
    ConfigError
        The address cannot be used, or its environment variable is not set.
    """
    url = read_secret(setting).strip()
    address = _parse_url(url, where)
    request = urllib.request.Request(  # noqa: S310 - https, or http to this machine
        url,
        data=json.dumps(body, allow_nan=False).encode(),
        headers={
            **(headers or {}),
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": f"benchreport/{__version__}",
        },
        method="POST",
    )
    try:
        status, answer = run_in_time(lambda: _post(request, address), seconds=PATIENCE)
    except (OSError, http.client.HTTPException, ValueError) as error:
        # do not chain the error: messages of the standard library may quote the address
        raise NotifyError(
            f"{where}: {_redact(address)} was not reached: {reason(error)}.",
            hint="it will be sent with the next night; is the address right, and is there a proxy?",
        ) from None
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        raise _refusal(status, answer, url, where)


def _post(request: urllib.request.Request, address: SplitResult) -> tuple[int, str]:
    """Return the status of the answer, and the beginning of its text if the status is an error."""
    # use only these handlers of urllib, none of which follows redirects, opens files or uses FTP
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler({} if address.hostname in LOCAL else None),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(context=ssl.create_default_context()),
    ):
        opener.add_handler(handler)
    with opener.open(request, timeout=TIMEOUT) as answer:
        text = b""
        if answer.status >= HTTPStatus.BAD_REQUEST:
            with contextlib.suppress(OSError, http.client.HTTPException):
                text = answer.read1(MOST_BYTES)
        return answer.status, text.decode("utf-8", "replace").strip()


def _refusal(status: int, answer: str, url: str, where: str) -> NotifyError:
    """Return an error with the host's answer and a hint."""
    phrases = {member.value: member.phrase for member in HTTPStatus}
    status_line = f"{status} {phrases.get(status, '')}".strip()
    if ANSWER.fullmatch(answer) and answer not in url:
        status_line += f" ({answer})"
    moved = HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST
    gone = status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
    hint = "it will be sent with the next night"
    if moved:
        hint = "redirects are not followed: give the address that it leads to"
    elif gone or status == HTTPStatus.GONE:
        hint = "the address or its token no longer counts: make a new one where messages arrive"
    return NotifyError(f"{where}: {_redact(urlsplit(url))} answered {status_line}.", hint=hint)


def _parse_url(url: str, where: str) -> SplitResult:
    """Parse an address; errors do not quote it, because it may hold a token."""
    try:
        address = urlsplit(url)
        fine = bool(URL.fullmatch(url) and address.hostname) and address.port != 0
    except ValueError:
        fine = False
    if not fine:
        raise ConfigError(
            f"{where} is not an address, or has characters that addresses cannot have.",
            hint='url = "env:NAME", and NAME=https://… in the environment',
        )
    if address.scheme != "https" and not (address.scheme == "http" and address.hostname in LOCAL):
        raise ConfigError(
            f"{where} must begin with https:// (http:// only to this machine); it leads to "
            f"{_redact(address)}.",
            hint='url = "https://…"',
        )
    if "@" in address.netloc:
        raise ConfigError(
            f"{where} holds a user or a password, which is not sent.",
            hint="put a token into the path or query that the receiver gave you",
        )
    return address


def _redact(address: SplitResult) -> str:
    """Write an address without its path and query, which may hold a token."""
    port = f":{address.port}" if address.port else ""
    return f"{address.scheme}://{address.hostname}{port}/…"


def run_in_time(work: Callable[[], Out], *, seconds: float) -> Out:
    """Run a function, and stop waiting for it after some seconds.

    A socket's timeout limits one step only. The lookup of a name has no timeout, and a host that sends
    a byte now and then could take hours. A thread that is too slow keeps running until the process ends.

    Parameters
    ----------
    work
        A function without arguments, which uses the network.
    seconds
        The time limit, in seconds.

    Raises
    ------
    TimeoutError
        The function took longer.

    Examples
    --------
    >>> run_in_time(lambda: 1 + 1, seconds=5)
    2
    """
    future: Future[Out] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except Exception as error:  # noqa: BLE001 - raised again by result() below
            future.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return future.result(timeout=seconds)


def reason(error: BaseException) -> str:
    """Return the reason for a network error, in words without an address.

    >>> reason(TimeoutError()), reason(ConnectionRefusedError(111, "Connection refused"))
    ('no answer in time', 'Connection refused')
    """
    if isinstance(error, urllib.error.URLError) and isinstance(error.reason, BaseException):
        return reason(error.reason)
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"its certificate is not trusted ({error.verify_message})"
    if isinstance(error, ssl.SSLError):
        return "no secure connection"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return type(error).__name__
