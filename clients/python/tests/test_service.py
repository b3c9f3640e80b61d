"""Against a running service: SELFSAME_URL, SELFSAME_API_KEY and SELFSAME_TEST_PHOTOS, a folder with amal.png, bea.png and wall.png."""

from __future__ import annotations

import os
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple, TypeVar

from selfsame import ApiError, Selfsame, verify_webhook

PHOTOS = os.environ.get("SELFSAME_TEST_PHOTOS", "")
Result = TypeVar("Result")


def until(ask: Callable[[], Result]) -> Result:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        result = ask()
        if result:
            return result
        time.sleep(0.05)
    raise AssertionError("it did not happen within 30 s")


class Shop:
    """A host of photos that receives webhooks as well."""

    def __init__(self) -> None:
        heard: List[Tuple[Dict[str, str], bytes]] = []

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                photo = Path(PHOTOS, self.path[1:])
                self.send_response(200 if photo.is_file() else 404)
                self.end_headers()
                if photo.is_file():
                    self.wfile.write(photo.read_bytes())

            def do_POST(self) -> None:
                heard.append((dict(self.headers.items()), self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.heard = heard
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def at(self, path: str) -> str:
        return f"http://localhost:{self.server.server_address[1]}/{path}"


@unittest.skipUnless(PHOTOS, "no running service: SELFSAME_TEST_PHOTOS is not set")
class Service(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.selfsame = Selfsame()
        cls.shop = Shop()
        cls.amal, cls.bea, cls.wall = (Path(PHOTOS, f"{name}.png") for name in ("amal", "bea", "wall"))

    @classmethod
    def tearDownClass(cls) -> None:
        cls.shop.server.shutdown()
        cls.shop.server.server_close()

    def test_photos_are_compared_and_analyzed(self) -> None:
        with open(self.amal, "rb") as selfie:
            same = self.selfsame.verify(reference=str(self.amal), selfie=selfie)
        self.assertEqual((same["match"], same["decision"], same["reference"]["faces"]), (True, "accept", 1))
        other = self.selfsame.verify(reference=[self.amal, self.amal], selfie=self.bea.read_bytes())
        self.assertEqual((other["match"], other["similarity"], other["decision"]), (False, None, "reject"))
        self.assertEqual(len(other["references"]), 2)
        self.assertEqual(len(self.selfsame.analyze(photo=self.bea)["faces"]), 1)
        self.assertTrue(self.selfsame.models()["model"])

    def test_errors_have_codes(self) -> None:
        with self.assertRaises(ApiError) as raised:
            self.selfsame.verify(reference=self.wall, selfie=self.wall)
        self.assertEqual((raised.exception.code, raised.exception.status), ("no_face", 422))
        logged = until(lambda: self._request(raised.exception.request_id or ""))
        self.assertEqual(logged["code"], "no_face")
        # The service answers before it has read the photos.
        large = self.amal.read_bytes() * 20
        with self.assertRaises(ApiError) as raised:
            Selfsame(api_key="ss_sk_nobody").verify(reference=large, selfie=large)
        self.assertEqual(raised.exception.code, "invalid_api_key")

    def _request(self, id: str) -> Any:
        try:
            return self.selfsame.requests.get(id)
        except ApiError:
            return None

    def test_a_session_is_created_once_listed_and_cancelled(self) -> None:
        branding = self.selfsame.branding.update(name="Shop", privacy_url="https://shop.example/privacy")
        self.assertEqual((branding["name"], branding["contact"]), ("Shop", None))
        options: Any = {"reference": self.amal, "external_id": "customer 1", "metadata": {"a": "b"}}
        made = self.selfsame.sessions.create(**options, idempotency_key="python-1")
        again = self.selfsame.sessions.create(**options, idempotency_key="python-1")
        self.assertEqual((again["id"], again["url"]), (made["id"], made["url"]))
        listed = self.selfsame.sessions.list(external_id="customer 1", limit=5)
        self.assertEqual([session["id"] for session in listed["sessions"]], [made["id"]])
        self.assertEqual(self.selfsame.sessions.get(made["id"])["metadata"], {"a": "b"})
        self.assertEqual(self.selfsame.sessions.cancel(made["id"])["status"], "cancelled")
        later = self.selfsame.sessions.create(compare_limit=2, compare_within=5)
        self.assertEqual((later["compare_limit"], later["compare_within"], later["comparisons"]), (2, 5, 0))
        with self.assertRaises(ApiError) as raised:
            self.selfsame.sessions.compare(later["id"], reference=[self.amal, self.amal], threshold=0.7)
        self.assertEqual(raised.exception.code, "session_not_captured")

    def test_a_batch_ends_with_results_and_a_signed_callback(self) -> None:
        self.shop.heard.clear()
        amal, bea = self.shop.at("amal.png"), self.shop.at("bea.png")
        made = self.selfsame.batches.create(
            items=(
                {"id": name, "reference_urls": [amal], "selfie_url": selfie}
                for name, selfie in (("same", amal), ("other", bea), ("none", self.shop.at("nowhere")))
            ),
            callback=self.shop.at("callback"),
        )
        until(lambda: self.selfsame.batches.get(made["id"])["status"] == "completed")
        results = {result["id"]: result["match"] for result in self.selfsame.batches.results(made["id"])}
        self.assertEqual(results, {"same": True, "other": False, "none": None})
        until(lambda: self.shop.heard)
        headers, body = self.shop.heard[0]
        self.assertEqual(verify_webhook(body, headers, made["callback_secret"] or "")["type"], "batch.completed")
        self.assertEqual(next(self.selfsame.events.list(type="batch.completed"))["data"]["id"], made["id"])
        self.selfsame.batches.delete(made["id"])
        self.assertEqual(list(self.selfsame.batches.list()), [])

    def test_an_endpoint_receives_a_ping_under_both_secrets_of_a_rotation(self) -> None:
        self.shop.heard.clear()
        endpoints = self.selfsame.webhook_endpoints
        made = endpoints.create(url=self.shop.at("hook"), types=["batch.completed"])
        rotated = endpoints.rotate(made["id"], overlap_s=3600)
        ping = endpoints.test(made["id"])
        until(lambda: self.shop.heard)
        headers, body = self.shop.heard[0]
        for secret in (made["secret"], rotated["secret"]):
            self.assertEqual(verify_webhook(body, headers, secret)["type"], "ping")
        until(lambda: next(endpoints.deliveries(made["id"]))["status"] == "delivered")
        self.assertEqual(endpoints.resend(made["id"], ping["id"])["event_id"], ping["event_id"])
        self.assertEqual([endpoint["id"] for endpoint in endpoints.list()], [made["id"]])
        endpoints.delete(made["id"])
        with self.assertRaises(ApiError) as raised:
            endpoints.get(made["id"])
        self.assertEqual(raised.exception.code, "webhook_endpoint_not_found")
