#!/bin/sh
# Replaces systemctl in a chroot, where systemd does not run: starts a unit's command as its user with its environment, and tracks which units run.
set -eu

verb='' unit='' now=''
for word in "$@"; do
  case $word in
    --quiet) ;;
    --now) now=yes ;;
    *) if [ -z "$verb" ]; then verb=$word; else unit=${word%.service}; fi ;;
  esac
done
mkdir -p /run/units
pid_file=/run/units/$unit.pid
enabled=/etc/systemd/system/multi-user.target.wants/$unit.service
for file in "/etc/systemd/system/$unit.service" "/lib/systemd/system/$unit.service"; do
  if [ -e "$file" ]; then break; fi
done

value() { sed -n "s/^$1=//p" "$file" | tail -n 1; }
runs() { [ -e "$pid_file" ]; }

start() {
  runs && return
  user=$(value User) folder=$(value StateDirectory) settings=$(value EnvironmentFile)
  if [ -n "$folder" ]; then install -d -m 700 -o "$user" -g "$user" "/var/lib/$folder"; fi
  set -- HOME="$(getent passwd "$user" | cut -d: -f6)" PATH=/usr/local/bin:/usr/bin:/bin
  for pair in $(sed -n 's/^Environment=//p' "$file" | sed 's/%S/\/var\/lib/g') $(cat "${settings#-}" 2>/dev/null); do set -- "$@" "$pair"; done
  # shellcheck disable=SC2046 # the unit's command, word by word
  runuser -u "$user" -- env -i "$@" $(value ExecStart) >>"/var/log/$unit.log" 2>&1 &
  echo $! >"$pid_file"
  (while kill -0 "$(cat "$pid_file")" 2>/dev/null; do sleep 0.2; done; rm "$pid_file") >/dev/null 2>&1 &
}

stop() {
  runs || return 0
  kill "$(cat "$pid_file")" 2>/dev/null || true
  while runs; do sleep 0.2; done
}

case $verb in
  daemon-reload) ;;
  is-active) runs ;;
  is-enabled) [ -e "$enabled" ] ;;
  enable) mkdir -p "${enabled%/*}" && ln -sf "$file" "$enabled" ;;
  disable)
    rm -f "$enabled"
    if [ -n "$now" ]; then stop; fi
    ;;
  start) start ;;
  stop) stop ;;
  restart) stop && start ;;
  reload-or-restart) stop && start ;;
  *)
    echo "systemctl.sh: $verb is not known" >&2
    exit 1
    ;;
esac
