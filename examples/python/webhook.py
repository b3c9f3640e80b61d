"""Receives webhooks with the standard library. Run: python3 webhook.py"""
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from selfsame import WebhookError, verify_webhook

SECRET = os.environ["SELFSAME_WEBHOOK_SECRET"]
MAX_BYTES = 64 * 1024


class Webhook(BaseHTTPRequestHandler):
    timeout = 10  # seconds, for a sender that stops in the middle of a request

    def do_POST(self):
        # The signature covers the raw body. In Flask: request.get_data(), in Django: request.body.
        size = int(self.headers.get("Content-Length", 0))
        if size > MAX_BYTES:
            return self.respond(413)
        try:
            event = verify_webhook(self.rfile.read(size), self.headers, SECRET)
        except WebhookError:
            return self.respond(400)
        # An event can arrive more than once, always with the same webhook-id.
        if event["type"] == "session.verified":
            print("verified", event["data"]["external_id"], flush=True)
        self.respond(204)

    def respond(self, status):
        self.send_response(status)
        self.end_headers()


ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", "8080"))), Webhook).serve_forever()
