"""How calls reach the service: one HTTP request per attempt, retries, one deadline for all of it."""

from __future__ import annotations

import email.utils
import http.client
import json
import os
import random
import re
import socket
import ssl
import time
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, Mapping, Optional
from urllib.parse import urlsplit

from .errors import ApiError, NetworkError, RequestTimeout, ResponseError, SelfsameError

_FIRST_WAIT = 0.25
_LONGEST_WAIT = 8.0
#: Whoever asks for a longer wait is better retried by the caller.
_LONGEST_RETRY_AFTER = 60.0
#: An answer is JSON of a few kilobytes; a page of batch results has some hundred.
_LONGEST_ANSWER = 64 * 1024 * 1024


@dataclass(frozen=True)
class Clock:
    """Time and chance. Tests give their own, so that retries need no waiting."""

    now: Callable[[], float] = time.time
    sleep: Callable[[float], None] = time.sleep
    random: Callable[[], float] = random.random


@dataclass(frozen=True)
class Call:
    method: str
    path: str
    body: Optional[bytes] = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    content: bytes


@dataclass(frozen=True)
class Transport:
    base_url: str
    api_key: str = field(repr=False)
    timeout: float
    max_retries: int
    ssl_context: Optional[ssl.SSLContext]
    clock: Clock

    def send(self, call: Call, *, timeout: Optional[float], max_retries: Optional[int]) -> Dict[str, Any]:
        """Sends the call until it succeeds, fails for good, or the deadline has passed.

        :returns: the ``data`` of the answer, with its ``meta`` beside
        """
        if _leads_elsewhere(call.path):
            raise ValueError("Selfsame: the id is empty or not valid")
        seconds = self.timeout if timeout is None else timeout
        retries = self.max_retries if max_retries is None else max_retries
        real_end, end = time.monotonic() + seconds, self.clock.now() + seconds
        attempt = 0
        while True:
            try:
                return _decode(self._attempt(call, seconds, real_end), self.clock)
            except SelfsameError as error:
                wait = _retry_wait(error, attempt, self.clock) if attempt < retries else None
                # A wait beyond the deadline would only delay the error.
                if wait is None or self.clock.now() + wait >= end:
                    raise
            self.clock.sleep(wait)
            attempt += 1

    def _attempt(self, call: Call, seconds: float, end: float) -> Answer:
        url = urlsplit(self.base_url)
        connection = self._connection(url.scheme, url.hostname or "", url.port, _left(end, seconds))
        headers = {
            "Authorization": f"Bearer {self.api_key}",
            "Accept": "application/json",
            "Connection": "close",
            **call.headers,
        }
        try:
            try:
                connection.request(call.method, url.path + call.path, body=call.body, headers=headers)
            except (BrokenPipeError, ConnectionResetError):
                # The service may answer, such as with 401, before it has read the photos.
                if connection.sock is None:
                    raise
            sock = connection.sock
            sock.settimeout(_left(end, seconds))
            response = connection.getresponse()
            return Answer(response.status, response.headers, _read(response, sock, end, seconds))
        except socket.timeout:
            raise RequestTimeout(seconds) from None
        except (OSError, http.client.HTTPException) as cause:
            raise NetworkError(f"No answer from {self.base_url}{call.path}") from cause
        finally:
            connection.close()

    def _connection(self, scheme: str, host: str, port: Optional[int], timeout: float) -> http.client.HTTPConnection:
        if scheme == "https":
            context = self.ssl_context or ssl.create_default_context()
            return http.client.HTTPSConnection(host, port, timeout=timeout, context=context)
        return http.client.HTTPConnection(host, port, timeout=timeout)


def transport_of(
    api_key: Optional[str],
    base_url: Optional[str],
    timeout: float,
    max_retries: int,
    ssl_context: Optional[ssl.SSLContext],
    clock: Clock,
) -> Transport:
    """Checks the settings. No error holds any of the key: a mistyped one is one character from a real one."""
    key = os.environ.get("SELFSAME_API_KEY") if api_key is None else api_key
    if not key:
        raise ValueError("Selfsame: api_key is missing; give it, or set SELFSAME_API_KEY")
    if not re.fullmatch(r"[\x21-\x7e]+", key):
        raise ValueError("Selfsame: api_key contains a character that no key has, such as a space or a line break")
    address = os.environ.get("SELFSAME_URL") if base_url is None else base_url
    if not address:
        raise ValueError("Selfsame: base_url is missing; give it, or set SELFSAME_URL")
    return Transport(_checked_url(address), key, timeout, max_retries, ssl_context, clock)


def _checked_url(base_url: str) -> str:
    url = urlsplit(base_url)
    if url.scheme not in ("http", "https") or not url.hostname:
        raise ValueError("Selfsame: base_url must be an address with its scheme, such as https://face.example.com")
    if url.username is not None or url.password is not None or url.query or url.fragment:
        raise ValueError("Selfsame: base_url must be an address alone, without a user, a query or a fragment")
    return base_url.rstrip("/")


def _leads_elsewhere(path: str) -> bool:
    """With an empty id the path would be that of the list; servers resolve dots as well."""
    return any(re.fullmatch(r"\.{0,2}", part) for part in path[1:].split("?")[0].split("/"))


def _left(end: float, seconds: float) -> float:
    left = end - time.monotonic()
    if left <= 0:
        raise RequestTimeout(seconds)
    return left


def _read(response: http.client.HTTPResponse, sock: socket.socket, end: float, seconds: float) -> bytes:
    """Reads the answer in pieces, so that one that trickles in ends at the deadline as well."""
    content = bytearray()
    while True:
        sock.settimeout(_left(end, seconds))
        piece = response.read1(65_536)
        if not piece:
            break
        content += piece
        if len(content) > _LONGEST_ANSWER:
            raise ResponseError(response.status)
    if response.length:
        raise http.client.IncompleteRead(bytes(content), response.length)
    return bytes(content)


def _decode(answer: Answer, clock: Clock) -> Dict[str, Any]:
    retry_after = parse_retry_after(answer.headers.get("retry-after"), clock)
    try:
        envelope = json.loads(answer.content)
    except ValueError:
        envelope = None
    if not isinstance(envelope, dict) or "success" not in envelope:
        raise ResponseError(answer.status, retry_after)
    meta, data, error = envelope.get("meta") or {}, envelope.get("data"), envelope.get("error")
    if envelope["success"] is True and isinstance(data, dict):
        return {**data, "meta": meta}
    if not isinstance(error, dict) or "code" not in error:
        raise ResponseError(answer.status, retry_after)
    raise ApiError(
        status=answer.status,
        code=error["code"],
        message=error.get("message", ""),
        retryable=error.get("retryable") is True,
        param=error.get("param"),
        hint=error.get("hint"),
        docs=error.get("docs"),
        limit=error.get("limit"),
        actual=error.get("actual"),
        limit_of=error.get("limit_of"),
        limit_window=error.get("limit_window"),
        resets_at=error.get("resets_at"),
        request_id=meta.get("request_id"),
        retry_after=retry_after,
    )


def _retry_wait(error: SelfsameError, attempt: int, clock: Clock) -> Optional[float]:
    """Seconds until the next attempt, counted from 0, or None when there should be none."""
    if isinstance(error, NetworkError):
        return _backoff(attempt, clock)
    if not isinstance(error, (ApiError, ResponseError)) or not error.retryable:
        return None
    if error.retry_after is None:
        return _backoff(attempt, clock)
    if error.retry_after > _LONGEST_RETRY_AFTER:
        return None
    # Never before the requested time, and a little after it, so that many callers do not return at once.
    return error.retry_after + clock.random() * _FIRST_WAIT


def _backoff(attempt: int, clock: Clock) -> float:
    """Exponential with "equal jitter": https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/"""
    ceiling: float = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0**attempt)
    return ceiling / 2 + clock.random() * ceiling / 2


def parse_retry_after(header: Optional[str], clock: Clock) -> Optional[float]:
    """Retry-After in seconds or as a date (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]+", header.strip()):
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - clock.now())
    except (TypeError, ValueError):
        return None
