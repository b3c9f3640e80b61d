#!/bin/sh
# Compares two photos. Run: sh verify.sh reference.jpg selfie.jpg
set -eu
: "${SELFSAME_URL:?is missing: set it to the address of the service}" "${SELFSAME_API_KEY:?is missing: set it to a private key}"
# The key goes in through standard input, so it is not in the list of processes.
printf 'header = "Authorization: Bearer %s"' "$SELFSAME_API_KEY" |
  curl --silent --show-error --fail-with-body --max-time 30 --config - \
    --form "reference=@$1" --form "selfie=@$2" "$SELFSAME_URL/api/v3/verify"
