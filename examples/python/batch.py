"""Compares many pairs and prints the results. Run: python3 batch.py pairs.ndjson"""
import hashlib
import json
import sys
import time

from selfsame import ApiError, Selfsame

with open(sys.argv[1], "rb") as file:
    lines = file.read()
selfsame = Selfsame()  # SELFSAME_URL and SELFSAME_API_KEY

try:
    # Repeating the command within a day continues with the same batch.
    batch = selfsame.batches.create(
        items=[json.loads(line) for line in lines.splitlines()],
        idempotency_key=hashlib.sha256(lines).hexdigest(),
    )
    while batch["status"] not in ("completed", "cancelled"):
        print(f"{batch['status']}: {batch['done'] + batch['failed']} of {batch['total']}", file=sys.stderr)
        time.sleep(min(60, max(1, (batch["eta_s"] or 4) / 4)))
        batch = selfsame.batches.get(batch["id"])
    for result in selfsame.batches.results(batch["id"]):
        print(result["id"], result["status"], result["code"] or result["match"], sep=",")
except ApiError as error:
    sys.exit(f"{error.code}: {error}")  # ends with the hint
