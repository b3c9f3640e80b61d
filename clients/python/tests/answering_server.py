"""A real HTTP server that gives the replies it was told, in order; the last one again and again."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple


class Received(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes


@contextlib.contextmanager
def answering_server(replies: List[Any]) -> Iterator[Tuple[str, List[Received]]]:
    """:returns: where it is, and what it received"""
    received: List[Received] = []
    closing = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            headers = {name.lower(): value for name, value in self.headers.items()}
            reply = replies[min(len(received), len(replies) - 1)]
            received.append(Received(self.command, self.path, headers, body))
            self.close_connection = True
            if reply == "hang":
                closing.wait(10)
            elif reply == "reset":
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self.connection.close()
            else:
                content = reply["text"].encode()
                self.send_response(reply["status"])
                for name, value in {"content-type": "application/json", **reply.get("headers", {})}.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            """A connection that was reset on purpose has nothing to report."""

    server = Server(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", received
    finally:
        closing.set()
        server.shutdown()
        server.server_close()


def envelope(reply: Any) -> Any:
    """A reply of the table, as the service would send it."""
    if isinstance(reply, str) or "text" in reply:
        return reply
    meta = {"request_id": "r-1", "version": "3", "service_version": "1.0.0", "processing_ms": 40}
    error = {"message": "No.", "retryable": False, **reply["error"]} if "error" in reply else None
    body = {
        "success": error is None,
        "data": reply.get("data"),
        "error": error,
        "meta": {**meta, **reply.get("meta", {})},
    }
    return {"status": reply["status"], "headers": reply.get("headers", {}), "text": json.dumps(body)}
