"""The table of cases that every client shares: clients/cases.json."""

from __future__ import annotations

import calendar
import json
import types
import unittest
from email.parser import BytesParser
from email.policy import HTTP
from pathlib import Path
from typing import Any, Dict, List

import selfsame as package
from selfsame import ApiError, NetworkError, RequestTimeout, ResponseError, Selfsame, WebhookError, verify_webhook
from selfsame.transport import Clock

from answering_server import Received, answering_server, envelope

TABLE = json.loads((Path(__file__).parents[2] / "cases.json").read_text())
BEGIN = calendar.timegm((2026, 1, 1, 0, 0, 0))
KINDS = {
    "api": ApiError,
    "network": NetworkError,
    "timeout": RequestTimeout,
    "response": ResponseError,
    "misuse": ValueError,
}


class FakeTime:
    """Waits take no time and are noted."""

    def __init__(self) -> None:
        self.slept_ms: List[float] = []
        self.clock = Clock(now=lambda: BEGIN + sum(self.slept_ms) / 1000, sleep=self._sleep, random=lambda: 0.5)

    def _sleep(self, seconds: float) -> None:
        self.slept_ms.append(seconds * 1000)


def with_photos(value: Any) -> Any:
    if value == "PHOTO":
        return b"a photo"
    if isinstance(value, list):
        return [with_photos(one) for one in value]
    return {name: with_photos(one) for name, one in value.items()} if isinstance(value, dict) else value


def client_for(base_url: str, options: Dict[str, Any], clock: Clock) -> Selfsame:
    named = {name: value for name, value in options.items() if name != "timeout_ms"}
    if "timeout_ms" in options:
        named["timeout"] = options["timeout_ms"] / 1000
    return Selfsame(api_key="ss_sk_a", base_url=base_url, clock=clock, **named)


def call(selfsame: Selfsame, path: str, ids: List[str], options: Dict[str, Any]) -> Any:
    target: Any = selfsame
    for name in path.split("."):
        target = getattr(target, name)
    result = target(*ids, **with_photos(options))
    return list(result) if isinstance(result, types.GeneratorType) else result


class Cases(unittest.TestCase):
    maxDiff = None

    def check_sent(self, wanted: Dict[str, Any], sent: Received) -> None:
        for name in wanted.keys() & {"method", "path"}:
            self.assertEqual(getattr(sent, name), wanted[name])
        for name, value in wanted.get("headers", {}).items():
            self.assertEqual(sent.headers.get(name), value, name)
        if "json" in wanted:
            self.assertEqual(json.loads(sent.body), wanted["json"])
        if "lines" in wanted:
            self.assertEqual([json.loads(line) for line in sent.body.splitlines()], wanted["lines"])
        if "form" in wanted:
            self.check_form(wanted["form"], sent)

    def check_form(self, wanted: Dict[str, Any], sent: Received) -> None:
        head = f"Content-Type: {sent.headers['content-type']}\r\n\r\n".encode()
        parts: Dict[str, List[str]] = {}
        for part in BytesParser(policy=HTTP).parsebytes(head + sent.body).iter_parts():
            name = part.get_param("name", header="content-disposition")
            parts.setdefault(name, []).append(part.get_payload(decode=True).decode())
        self.assertEqual(parts.keys(), wanted.keys())
        for name, values in wanted.items():
            if isinstance(values, dict):
                self.assertEqual(json.loads(parts[name][0]), values["json"])
            else:
                self.assertEqual(parts[name], [value.replace("PHOTO", "a photo") for value in values])

    def check_error(self, wanted: Dict[str, Any], error: Exception) -> None:
        self.assertIsInstance(error, KINDS[wanted["kind"]])
        for name, value in wanted.items():
            if name == "text":
                self.assertEqual(str(error), value)
            elif name.endswith("_ms"):
                self.assertEqual(getattr(error, name[:-3]) * 1000, value)
            elif name != "kind":
                self.assertEqual(getattr(error, name), value, name)

    def test_every_case(self) -> None:
        for case in TABLE["cases"]:
            with self.subTest(case["name"]):
                self.run_case(case)

    def run_case(self, case: Dict[str, Any]) -> None:
        named = TABLE["replies"]
        replies = [envelope(named.get(reply, reply) if isinstance(reply, str) else reply) for reply in case["replies"]]
        time = FakeTime()
        with answering_server(replies) as (base_url, received):
            selfsame = client_for(base_url, case.get("client", {}), time.clock)
            if "error" in case:
                with self.assertRaises(Exception) as raised:
                    call(selfsame, *case["call"])
                self.check_error(case["error"], raised.exception)
            else:
                result = call(selfsame, *case["call"])
                if "rows" in case:
                    self.assertEqual(result, case["rows"])
                for name, value in case.get("result", {}).items():
                    if name == "meta":
                        self.assertLessEqual(value.items(), result["meta"].items())
                    else:
                        self.assertEqual(result[name], value)
        if "sent" in case:
            self.assertEqual(len(received), len(case["sent"]))
            for wanted, sent in zip(case["sent"], received):
                self.check_sent(wanted, sent)
        if "attempts" in case:
            self.assertEqual(len(received), case["attempts"])
        if "slept_ms" in case:
            self.assertEqual([round(ms, 6) for ms in time.slept_ms], case["slept_ms"])
        if "same_header" in case:
            values = {sent.headers.get(case["same_header"]) for sent in received}
            self.assertEqual(len(values), 1)
            self.assertNotIn(None, values)

    def test_every_webhook(self) -> None:
        table = TABLE["webhooks"]
        for case in table["cases"]:
            with self.subTest(case["name"]):
                given = {name: case.get(name, table[name]) for name in ("id", "timestamp", "signature")}
                signature = given["signature"]
                headers = {
                    "Webhook-Id": given["id"],
                    "Webhook-Timestamp": given["timestamp"],
                    "Webhook-Signature": signature and signature.replace("SIGNATURE", table["signature"]),
                }
                sent = {name: value for name, value in headers.items() if value is not None}
                now = int(table["timestamp"]) + case.get("after_s", 2)
                for body in (table["body"] + case.get("append", ""), (table["body"] + case.get("append", "")).encode()):
                    if "reason" in case:
                        with self.assertRaises(WebhookError) as raised:
                            verify_webhook(body, sent, table["secret"], now=now)
                        self.assertEqual(raised.exception.reason, case["reason"])
                    else:
                        event = verify_webhook(body, sent, table["secret"], now=now)
                        self.assertEqual(event["type"], case["type"])

    def test_all_of_the_client_is_in_the_table(self) -> None:
        called = {case["call"][0] for case in TABLE["cases"]}
        selfsame = Selfsame(api_key="k", base_url="http://a")
        for resource in ("sessions", "batches", "webhook_endpoints", "events", "requests", "keys", "usage"):
            names = [name for name in dir(getattr(selfsame, resource)) if not name.startswith("_")]
            self.assertLessEqual({f"{resource}.{name}" for name in names}, called)
        self.assertTrue(all(hasattr(package, name) for name in package.__all__))
