"""Checks webhooks (Standard Webhooks, https://www.standardwebhooks.com)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import Any, Dict, Mapping, Optional, TypedDict, Union

from .errors import WebhookError

_TOLERANCE_SECONDS = 5 * 60


class WebhookEvent(TypedDict):
    #: ``session.verified``, ``batch.completed``, ``ping`` ...; later versions add others.
    type: str
    #: When it happened: ISO 8601, UTC.
    timestamp: str
    data: Dict[str, Any]


def verify_webhook(
    body: Union[bytes, str], headers: Mapping[str, str], secret: str, *, now: Optional[float] = None
) -> WebhookEvent:
    """Checks that Selfsame sent a webhook within the last five minutes, and returns its event.

    :param body: exactly as it was received, before anything parses it (Flask: ``request.get_data()``)
    :param headers: of the request, in any case
    :param secret: ``whsec_...``, as the endpoint was created with
    :param now: seconds since 1970; the current time unless given
    :raises WebhookError: answer with 400 and do nothing else
    :raises TypeError: the body is parsed already, or the secret is not one
    """
    if not isinstance(body, (bytes, str)):
        raise TypeError(
            f"verify_webhook takes the body as it was received, not {type(body).__name__}: in Flask"
            " request.get_data(), in Django request.body, in FastAPI await request.body()"
        )
    key = _bytes_of(re.sub("^whsec_", "", secret))
    if not key:
        raise TypeError("The webhook secret is not valid: it begins with whsec_.")
    by_name = {name.lower(): value for name, value in headers.items()}
    sent_id, timestamp, signatures = (
        _header(by_name, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    age = (time.time() if now is None else now) - int(timestamp) if re.fullmatch(r"[0-9]{1,12}", timestamp) else None
    if age is None or age > _TOLERANCE_SECONDS:
        raise WebhookError("too_old")
    if age < -_TOLERANCE_SECONDS:
        raise WebhookError("too_new")
    content = body.encode() if isinstance(body, str) else body
    expected = hmac.new(key, f"{sent_id}.{timestamp}.".encode() + content, hashlib.sha256).digest()
    for signature in signatures.split(" "):
        candidate = _bytes_of(signature[3:]) if signature.startswith("v1,") else None
        if candidate is not None and hmac.compare_digest(candidate, expected):
            return _event_of(content)
    raise WebhookError("wrong_signature")


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if not value:
        raise WebhookError("missing_header")
    return value


def _bytes_of(text: str) -> Optional[bytes]:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def _event_of(content: bytes) -> WebhookEvent:
    try:
        event = json.loads(content)
    except ValueError:
        raise WebhookError("not_an_event") from None
    if not isinstance(event, dict) or not isinstance(event.get("type"), str) or not isinstance(event.get("data"), dict):
        raise WebhookError("not_an_event")
    return event  # type: ignore[return-value]
