#!/bin/sh
# Compares many pairs and prints the results as CSV. Run: sh batch.sh pairs.ndjson
set -eu
: "${SELFSAME_URL:?is missing: set it to the address of the service}" "${SELFSAME_API_KEY:?is missing: set it to a private key}"

# The key goes in through standard input, so it is not in the list of processes.
request() {
  printf 'header = "Authorization: Bearer %s"' "$SELFSAME_API_KEY" |
    curl --silent --show-error --fail-with-body --max-time 60 --config - "$@"
}

batches="$SELFSAME_URL/api/v3/batches"
# Repeating the command within a day continues with the same batch.
key=$(cksum <"$1" | tr ' ' -)
created=$(request --header "Content-Type: application/x-ndjson" --header "Idempotency-Key: batch-$key" \
  --data-binary "@$1" "$batches") || { echo "$created" >&2; exit 1; }
id=$(echo "$created" | sed 's/.*"id":"\(bt_[^"]*\)".*/\1/')

until request "$batches/$id" | grep -qE '"status":"(completed|cancelled)"'; do
  sleep 2
done
request --header "Accept: text/csv" "$batches/$id/results"
