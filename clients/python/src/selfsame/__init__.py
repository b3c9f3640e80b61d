"""The Python client of Selfsame, the self-hosted face verification service. It needs the standard library only."""

from .client import Selfsame
from .errors import (
    ApiError,
    NetworkError,
    PhotoError,
    ReceiptError,
    RequestTimeout,
    ResponseError,
    SelfsameError,
    WebhookError,
)
from .receipt import verify_receipt
from .webhook import WebhookEvent, verify_webhook

__all__ = [
    "ApiError",
    "NetworkError",
    "PhotoError",
    "ReceiptError",
    "RequestTimeout",
    "ResponseError",
    "Selfsame",
    "SelfsameError",
    "WebhookError",
    "WebhookEvent",
    "verify_receipt",
    "verify_webhook",
]
