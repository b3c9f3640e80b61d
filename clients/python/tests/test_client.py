"""What only this client has: settings, photos in Python's forms, redirects, connections that trickle."""

from __future__ import annotations

import base64
import io
import os
import socket
import tempfile
import threading
import time
import unittest
from pathlib import Path
from unittest import mock

from selfsame import NetworkError, PhotoError, RequestTimeout, ResponseError, Selfsame, verify_webhook
from selfsame.photos import read_photo

from answering_server import answering_server, envelope

VERIFIED = envelope({"status": 200, "data": {"match": True}})


class Settings(unittest.TestCase):
    def test_they_come_from_the_environment_unless_given(self) -> None:
        with answering_server([VERIFIED]) as (base_url, received):
            with mock.patch.dict(os.environ, {"SELFSAME_API_KEY": "ss_sk_env", "SELFSAME_URL": f"{base_url}/"}):
                Selfsame().models()
        self.assertEqual(received[0].headers["authorization"], "Bearer ss_sk_env")
        self.assertEqual(received[0].path, "/api/v3/models")

    def test_what_is_missing_or_wrong_is_reported_at_once_without_the_key(self) -> None:
        url = "https://face.example.com"
        with mock.patch.dict(os.environ, clear=True):
            for key, address, text in [
                (None, url, "api_key is missing"),
                ("", url, "api_key is missing"),
                ("ss_sk_a b", url, "character that no key has"),
                ("ss_sk_a", None, "base_url is missing"),
                ("ss_sk_a", "face.example.com", "with its scheme"),
                ("ss_sk_a", "ftp://face.example.com", "with its scheme"),
                ("ss_sk_a", "https://me:secret@face.example.com", "address alone"),
                ("ss_sk_a", f"{url}?a=b", "address alone"),
            ]:
                with self.subTest(text), self.assertRaises(ValueError) as raised:
                    Selfsame(api_key=key, base_url=address)
                self.assertIn(text, str(raised.exception))
                self.assertNotIn("ss_sk_a", str(raised.exception))

    def test_an_option_that_does_not_exist_is_an_error(self) -> None:
        selfsame = Selfsame(api_key="k", base_url="http://127.0.0.1:1")
        with self.assertRaises(TypeError):
            selfsame.verify(reference=b"a", selfie=b"b", challengeToken="t")  # type: ignore[call-arg]

    def test_the_key_is_not_in_what_is_printed(self) -> None:
        selfsame = Selfsame(api_key="ss_sk_secret", base_url="http://127.0.0.1:1")
        self.assertNotIn("ss_sk_secret", repr(vars(selfsame)))


class Connections(unittest.TestCase):
    def test_the_key_is_sent_to_no_other_address(self) -> None:
        with answering_server([VERIFIED]) as (other, received):
            redirect = {"status": 307, "headers": {"location": f"{other}/x"}, "text": ""}
            with answering_server([redirect]) as (base_url, _):
                with self.assertRaises(ResponseError):
                    Selfsame(api_key="k", base_url=base_url).models()
        self.assertEqual(received, [])

    def test_a_closed_port_is_a_network_error_with_its_cause(self) -> None:
        selfsame = Selfsame(api_key="k", base_url="http://127.0.0.1:1", max_retries=0)
        with self.assertRaises(NetworkError) as raised:
            selfsame.models()
        self.assertIsInstance(raised.exception.__cause__, OSError)

    def test_an_answer_that_trickles_ends_at_the_deadline(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as server:

            def trickle() -> None:
                connection, _ = server.accept()
                with connection:
                    connection.recv(65_536)
                    connection.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
                    try:
                        for _ in range(200):
                            connection.sendall(b" ")
                            time.sleep(0.02)
                    except OSError:
                        pass

            thread = threading.Thread(target=trickle)
            thread.start()
            selfsame = Selfsame(api_key="k", base_url=f"http://127.0.0.1:{server.getsockname()[1]}", timeout=0.3)
            with self.assertRaises(RequestTimeout):
                selfsame.models()
            thread.join()

    def test_an_answer_that_is_cut_off_is_retried(self) -> None:
        cut = {"status": 200, "headers": {"content-length": "9"}, "text": "{}"}
        with answering_server([cut]) as (base_url, received):
            with self.assertRaises(NetworkError):
                Selfsame(api_key="k", base_url=base_url, max_retries=1).models()
        self.assertEqual(len(received), 2)


class Photos(unittest.TestCase):
    def test_every_form_gives_the_same_bytes(self) -> None:
        content = b"\xff\xd8 a photo"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "photo.jpg")
            path.write_bytes(content)
            url = f"data:image/jpeg;base64,{base64.b64encode(content).decode()}"
            for photo in (content, bytearray(content), memoryview(content), path, str(path), url, io.BytesIO(content)):
                self.assertEqual(read_photo(photo, "selfie"), content)

    def test_what_is_no_photo_is_reported_without_its_path_or_content(self) -> None:
        for photo in (
            "/home/amal/passport.jpg",
            "https://a.example/amal.jpg",
            "/9j/amal",
            "data:image/jpeg,amal",
            "data:image/jpeg;base64,%%amal",
            "amal\0",
            io.StringIO("amal"),
            7,
        ):
            with self.subTest(photo), self.assertRaises(PhotoError) as raised:
                read_photo(photo, "selfie")  # type: ignore[arg-type]
            self.assertTrue(str(raised.exception).startswith("selfie: "))
            self.assertNotIn("amal", str(raised.exception))
            self.assertEqual(raised.exception.param, "selfie")


class Webhooks(unittest.TestCase):
    def test_a_parsed_body_is_a_mistake_that_names_its_remedy(self) -> None:
        with self.assertRaisesRegex(TypeError, "request.get_data"):
            verify_webhook({"type": "ping"}, {}, "whsec_AAAA")  # type: ignore[arg-type]

    def test_a_secret_that_is_none_is_a_mistake(self) -> None:
        for secret in ("whsec_%%%", "whsec_", ""):
            with self.assertRaises(TypeError):
                verify_webhook("{}", {}, secret)


if __name__ == "__main__":
    unittest.main()
