"""Receipts, signed here by the package ``cryptography``."""

from __future__ import annotations

import base64
import json
import unittest
from typing import Any, Dict, Optional

from selfsame import ReceiptError, verify_receipt

try:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
except ImportError:
    raise unittest.SkipTest("cryptography is not installed") from None

STATED = {"iss": "https://face.example.com", "jti": "r1", "decision": "reject", "photos": []}
KEY = Ed25519PrivateKey.generate()


def encoded(value: bytes) -> str:
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


RAW = KEY.public_key().public_bytes(serialization.Encoding.Raw, serialization.PublicFormat.Raw)
KEYS = {"keys": [{"kid": "k1", "kty": "OKP", "crv": "Ed25519", "x": encoded(RAW)}]}


def signed(header: Optional[Dict[str, Any]] = None) -> str:
    head = {"alg": "EdDSA", "kid": "k1", "typ": "selfsame-receipt+jwt", **(header or {})}
    text = ".".join(encoded(json.dumps(part).encode()) for part in (head, STATED))
    return f"{text}.{encoded(KEY.sign(text.encode()))}"


class Receipts(unittest.TestCase):
    def reason_of(self, receipt: str, keys: Dict[str, Any] = KEYS, issuer: Optional[str] = None) -> str:
        with self.assertRaises(ReceiptError) as caught:
            verify_receipt(receipt, keys, issuer=issuer)
        return caught.exception.reason

    def test_a_genuine_one_states_what_was_signed(self) -> None:
        self.assertEqual(verify_receipt(signed(), KEYS, issuer="https://face.example.com"), STATED)

    def test_each_change_has_its_reason(self) -> None:
        head, claims, signature = signed().split(".")
        accepted = encoded(json.dumps({**STATED, "decision": "accept"}).encode())
        self.assertEqual(self.reason_of(f"{head}.{accepted}.{signature}"), "wrong_signature")
        self.assertEqual(self.reason_of(f"{head}.{claims}.{signature[:-4]}AAAA"), "wrong_signature")
        self.assertEqual(self.reason_of(signed(), {"keys": []}), "unknown_key")
        self.assertEqual(self.reason_of(signed({"kid": "another"})), "unknown_key")
        self.assertEqual(self.reason_of(signed(), KEYS, "https://other.example.com"), "wrong_issuer")
        for text in ("", "a.b", "a.b.c", f"{signed()}.d", f"{head}.{claims}.", signed({"alg": "none"}), signed({"typ": "JWT"})):
            self.assertEqual(self.reason_of(text), "not_a_receipt", text)


if __name__ == "__main__":
    unittest.main()
