#!/bin/sh
# Installed as /usr/local/sbin/selfsame, which root's PATH has first: `sudo selfsame keys list` runs as the service's user, with the settings
# of selfsame.service, so both look at the same database.
set -eu

user=selfsame
state=/var/lib/selfsame
settings=/etc/selfsame.env
# Where npm installs the command itself; not sbin, which has this file.
path=/usr/local/bin:/usr/bin:/bin

if [ "$(id -u)" -ne 0 ]; then
  echo "selfsame: run it as root, so that it can become the service's user: sudo selfsame $*" >&2
  exit 1
fi
if [ -e "$settings" ]; then set -- --env-file "$settings" "$@"; fi
# Nothing of root's environment comes along: a DATABASE_URL there would be another world.
exec runuser -u "$user" -- env -i "PATH=$path" "HOME=$state" "TERM=${TERM:-dumb}" "LANG=${LANG:-C.UTF-8}" \
  "SELFSAME_DATA_DIR=$state" "SELFSAME_MODELS_DIR=$state/models" selfsame "$@"
