#!/bin/sh
# Installed as /usr/local/bin/selfsame by deploy/install.sh: the current release, on its own Node.
release=/opt/selfsame/current/node_modules
exec "$release/.bin/node" "$release/selfsame/bin/selfsame.js" "$@"
