"""Compares two photos. Run: python3 verify.py reference.jpg selfie.jpg"""
import sys

from selfsame import ApiError, Selfsame

selfsame = Selfsame()  # SELFSAME_URL and SELFSAME_API_KEY

try:
    result = selfsame.verify(reference=sys.argv[1], selfie=sys.argv[2])
except ApiError as error:
    sys.exit(f"{error.code}: {error}")  # ends with the hint
print(result["decision"], result["similarity"])
