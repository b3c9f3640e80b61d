"""Compares two photos with version 2, as JSON. Usage: SELFSAME_URL=... SELFSAME_API_KEY=... python3 verify.py reference.jpg selfie.jpg"""
import base64
import json
import os
import sys
import urllib.error
import urllib.request


def encoded(path):
    with open(path, "rb") as photo:
        return base64.b64encode(photo.read()).decode("ascii")


request = urllib.request.Request(
    os.environ["SELFSAME_URL"] + "/api/v2/verify",
    data=json.dumps({"reference": encoded(sys.argv[1]), "selfie": encoded(sys.argv[2])}).encode(),
    headers={"Authorization": "Bearer " + os.environ["SELFSAME_API_KEY"], "Content-Type": "application/json"},
)
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        result = json.load(response)
except urllib.error.HTTPError as error:
    sys.exit(f"{error.code}: {json.load(error)['error']}")

match = str(result["match"]).lower()
spoof = str(result["is_spoof"]).lower()
print(f"{result['message']}: match {match}, confidence {result['confidence']}, spoof {spoof}")
