"""Creates a session for a customer and prints its link. Run: python3 session.py passport.jpg customer-1207"""
import sys

from selfsame import ApiError, Selfsame

photo, customer = sys.argv[1:]
selfsame = Selfsame()  # SELFSAME_URL and SELFSAME_API_KEY

try:
    # Repeating the command within a day returns the same session.
    session = selfsame.sessions.create(
        reference=photo, external_id=customer, idempotency_key=f"sign-up-{customer}"
    )
except ApiError as error:
    sys.exit(f"{error.code}: {error}")  # ends with the hint
print(session["id"], session["url"])
