"""Checks receipts (JWS, EdDSA). It needs the package ``cryptography``: ``pip install selfsame[receipts]``."""

from __future__ import annotations

import base64
import binascii
import json
import re
from typing import Any, Dict, Mapping, Optional

from .errors import ReceiptError


def verify_receipt(receipt: str, keys: Mapping[str, Any], *, issuer: Optional[str] = None) -> Dict[str, Any]:
    """Checks that the service signed a receipt, without a network, and returns what it states.

    :param receipt: as ``/verify`` or a session returned it
    :param keys: as the service's ``/.well-known/jwks.json`` returned them; receipts of years ago need a copy from then on
    :param issuer: the service's public address, which has to be its ``iss``; any, unless given
    :raises ReceiptError: no key of the service signed it, or it was changed
    :raises ImportError: ``cryptography`` is not installed
    """
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    parts = receipt.split(".")
    header = _json_of(parts[0])
    signature = _bytes_of(parts[-1])
    is_receipt = header.get("alg") == "EdDSA" and header.get("typ") == "selfsame-receipt+jwt"
    if len(parts) != 3 or not is_receipt or signature is None:
        raise ReceiptError("not_a_receipt")
    fitting = (
        key
        for key in keys["keys"]
        if (key.get("kid"), key.get("kty"), key.get("crv")) == (header.get("kid"), "OKP", "Ed25519")
    )
    key = next(fitting, None)
    public_key = None if key is None else _bytes_of(key.get("x", ""))
    if public_key is None or len(public_key) != 32:
        raise ReceiptError("unknown_key")
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, f"{parts[0]}.{parts[1]}".encode())
    except InvalidSignature:
        raise ReceiptError("wrong_signature") from None
    stated = _json_of(parts[1])
    if issuer is not None and stated.get("iss") != issuer:
        raise ReceiptError("wrong_issuer")
    return stated


def _json_of(part: str) -> Dict[str, Any]:
    try:
        value = json.loads(_bytes_of(part) or b"null")
    except ValueError:
        value = None
    return value if isinstance(value, dict) else {}


def _bytes_of(text: str) -> Optional[bytes]:
    """Of base64url without padding."""
    if not re.fullmatch(r"[A-Za-z0-9_-]+", text):
        return None
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        return None
