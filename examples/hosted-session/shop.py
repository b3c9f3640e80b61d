"""A sign-up with the hosted page, in Flask. Save a photo of yourself as passport.jpg. Run: python3 shop.py, and open http://localhost:4000/sign-up"""
import os

from flask import Flask, abort, redirect, request
from selfsame import Selfsame, WebhookError, verify_webhook

app = Flask(__name__)
selfsame = Selfsame()  # SELFSAME_URL and SELFSAME_API_KEY
verified = set()


@app.get("/sign-up")
def sign_up():
    session = selfsame.sessions.create(
        reference="passport.jpg",
        external_id="customer-1207",
        return_url="http://localhost:4000/welcome",
    )
    return redirect(session["url"], code=303)


@app.post("/webhook")
def webhook():
    try:
        event = verify_webhook(request.get_data(), request.headers, os.environ["SELFSAME_WEBHOOK_SECRET"])
    except WebhookError:
        abort(400)  # anyone can post to /webhook
    if event["type"] == "session.verified":
        verified.add(event["data"]["external_id"])
    return ""


@app.get("/welcome")
def welcome():
    # The address has the session's id, and never the verdict: that comes from the service alone.
    return "Welcome." if "customer-1207" in verified else "One moment..."


if __name__ == "__main__":
    app.run(port=4000)
