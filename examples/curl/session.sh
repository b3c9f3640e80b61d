#!/bin/sh
# Creates a session for a customer; the response has its link, `url`. Run: sh session.sh passport.jpg customer-1207
set -eu
: "${SELFSAME_URL:?is missing: set it to the address of the service}" "${SELFSAME_API_KEY:?is missing: set it to a private key}"
# Repeating the command within a day returns the same session.
printf 'header = "Authorization: Bearer %s"' "$SELFSAME_API_KEY" |
  curl --silent --show-error --fail-with-body --max-time 30 --config - \
    --header "Idempotency-Key: sign-up-$2" \
    --form "reference=@$1" --form "external_id=$2" "$SELFSAME_URL/api/v3/sessions"
