"""The Python client of Selfsame, the self-hosted face verification service. It needs the standard library only."""

from .client import Selfsame
from .errors import (
    ApiError,
    NetworkError,
    PhotoError,
    RequestTimeout,
    ResponseError,
    SelfsameError,
    WebhookError,
)
from .webhook import WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "NetworkError",
    "PhotoError",
    "RequestTimeout",
    "ResponseError",
    "Selfsame",
    "SelfsameError",
    "WebhookError",
    "WebhookEvent",
    "verify_webhook",
]
