#!/bin/sh
# Creates a database at the first start, from POSTGRES_USER and POSTGRES_PASSWORD.
set -eu

data=/var/lib/postgresql/data
as_postgres() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }

if [ ! -e "$data/PG_VERSION" ]; then
  install -d -m 700 -o postgres -g postgres "$data"
  install -m 600 -o postgres /dev/null /tmp/password
  printf '%s\n' "$POSTGRES_PASSWORD" >/tmp/password
  as_postgres initdb --pgdata "$data" --username "$POSTGRES_USER" --pwfile /tmp/password --auth-local trust --auth-host scram-sha-256
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
  echo "CREATE DATABASE $POSTGRES_USER" | as_postgres postgres --single -D "$data" postgres
fi
exec setpriv --reuid postgres --regid postgres --init-groups postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/var/run/postgresql
