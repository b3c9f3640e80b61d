"""What a call can raise. No error holds a photo, a path or a key."""

from __future__ import annotations

from typing import Optional


class SelfsameError(Exception):
    """The parent of every error that a call raises."""


class ApiError(SelfsameError):
    """The service rejected the request. Decide by ``code``: it is stable. The text is for your log."""

    def __init__(
        self,
        *,
        status: int,
        code: str,
        message: str,
        retryable: bool,
        param: Optional[str] = None,
        hint: Optional[str] = None,
        docs: Optional[str] = None,
        limit: Optional[float] = None,
        actual: Optional[float] = None,
        limit_of: Optional[str] = None,
        limit_window: Optional[str] = None,
        resets_at: Optional[str] = None,
        request_id: Optional[str] = None,
        retry_after: Optional[float] = None,
    ) -> None:
        text = message if param is None else f"{param}: {message}"
        super().__init__(text if hint is None else f"{text} {hint}")
        self.status = status
        #: A code of the error catalogue, such as ``no_face``.
        self.code = code
        self.message = message
        #: Whether the same request can succeed later. The client has already retried such an error.
        self.retryable = retryable
        #: The part of the request that is wrong, such as ``selfie``.
        self.param = param
        #: What to do about it.
        self.hint = hint
        #: The page that explains the code.
        self.docs = docs
        #: The limit that was exceeded, and by what: bytes or pixels; or how many requests it allows.
        self.limit = limit
        self.actual = actual
        #: Of ``rate_limited`` and ``quota_exceeded``: ``plan``, ``key`` or ``network``.
        self.limit_of = limit_of
        #: ``minute``, ``month`` or ``concurrent``.
        self.limit_window = limit_window
        #: When there is room again, ISO 8601.
        self.resets_at = resets_at
        #: Quote it when you ask for help: the service's log has it.
        self.request_id = request_id
        #: Seconds that the service asked to wait.
        self.retry_after = retry_after


class NetworkError(SelfsameError):
    """No answer came: wrong address, service down or connection broken. ``__cause__`` has the reason."""


class RequestTimeout(SelfsameError):
    """No answer came within ``timeout`` seconds, all attempts together."""

    def __init__(self, timeout: float) -> None:
        super().__init__(f"No answer within {timeout:g} s")
        self.timeout = timeout


class ResponseError(SelfsameError):
    """Something other than the service answered, such as a proxy with an error page."""

    def __init__(self, status: int, retry_after: Optional[float] = None) -> None:
        super().__init__(
            f"The answer (status {status}) is not one of this service; check base_url and any proxy in between"
        )
        self.status = status
        self.retry_after = retry_after

    @property
    def retryable(self) -> bool:
        """What gateways answer while the service behind them is away."""
        return self.status in (502, 503, 504)


class PhotoError(SelfsameError):
    """A photo could not be read; nothing was sent."""

    def __init__(self, param: str, message: str) -> None:
        super().__init__(f"{param}: {message}")
        #: Which one: ``reference``, ``selfie`` or ``photo``.
        self.param = param


#: For a developer whose own mistake it may be.
_WEBHOOK_ADVICE = {
    "missing_header": "Pass the request's headers as they came: webhook-id, webhook-timestamp and webhook-signature.",
    "too_old": "It was signed more than five minutes ago, unless this machine's clock is wrong.",
    "too_new": "It is from the future, unless this machine's clock is wrong.",
    "wrong_signature": "Check that the secret is that of this endpoint, and that the body is the request's own bytes,"
    " not JSON that was parsed and written again.",
    "not_an_event": "The signature is right, but the body is no event.",
}


class WebhookError(Exception):
    """A request that Selfsame did not send, or not recently. Answer it with 400 and do nothing else."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The webhook is not genuine: {reason}. {_WEBHOOK_ADVICE[reason]}")
        #: ``missing_header``, ``too_old``, ``too_new``, ``wrong_signature`` or ``not_an_event``.
        self.reason = reason


_RECEIPT_ADVICE = {
    "not_a_receipt": "Pass the text of receipt as it was returned.",
    "unknown_key": "Download /.well-known/jwks.json of the service again: its key may have been rotated.",
    "wrong_signature": "It was changed after it was signed.",
    "wrong_issuer": "It was signed by a service with another public address.",
}


class ReceiptError(Exception):
    """A receipt that no key of the service signed, or that was changed."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The receipt is not genuine: {reason}. {_RECEIPT_ADVICE[reason]}")
        #: ``not_a_receipt``, ``unknown_key``, ``wrong_signature`` or ``wrong_issuer``.
        self.reason = reason
