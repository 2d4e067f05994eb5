#!/bin/sh
# Runs the arrangement of docker-compose.yml by hand: PostgreSQL 18, two processes of the program and Caddy from
# Debian with deploy/Caddyfile. A full hall bids through it while its parts are restarted; it ends by itself, listens
# on the loopback address alone and leaves nothing behind. Options: --tables 128, --think 2.5, --undisturbed.
set -eu
cd "$(dirname "$0")/.."
if ! command -v caddy >/dev/null; then
  echo "Caddy is missing. On Debian, as root: apt-get install -y caddy; systemctl disable --now caddy" >&2
  exit 1
fi
make setup
exec .venv/bin/python -m tests.soak.arrangement "$@"
