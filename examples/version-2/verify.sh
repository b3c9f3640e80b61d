#!/bin/sh
# Compares two photos with version 2. Usage: SELFSAME_URL=... SELFSAME_API_KEY=... sh verify.sh reference.jpg selfie.jpg
set -eu
# The key goes in through stdin, so that it does not show in the list of processes.
printf 'header = "Authorization: Bearer %s"' "$SELFSAME_API_KEY" |
  curl --silent --show-error --fail-with-body --config - \
    --form "reference=@$1" --form "selfie=@$2" "$SELFSAME_URL/api/v2/verify"
echo
