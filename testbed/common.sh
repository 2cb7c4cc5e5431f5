# shellcheck shell=bash disable=SC2034
# Shared helpers for the daemon scripts. Source it; do not run it.
# Every script: NAME.sh WORKDIR PORT [--foreground]
#   background (default): starts the daemon, waits until its API answers, prints ONE line of JSON on stdout.
#   --foreground: replaces the shell with the daemon (for containers and process supervisors).
# Stop with: stop.sh WORKDIR

set -eu

tb_usage() { echo "usage: $0 WORKDIR PORT [--foreground]" >&2; exit 64; }

tb_args() {
  [ $# -ge 2 ] || tb_usage
  mkdir -p "$1"
  WORK=$(cd "$1" && pwd -P)
  PORT=$2
  case $PORT in *[!0-9]* | '') tb_usage ;; esac
  if [ "$PORT" -lt 1 ] || [ "$PORT" -gt 65535 ]; then tb_usage; fi
  FOREGROUND=
  [ "${3:-}" = --foreground ] && FOREGROUND=1
  HOST=${TB_HOST:-127.0.0.1}
  USER_NAME=${TB_USER:-tester}
  PASSWORD=${TB_PASSWORD:-tester-pass}
  WAIT=${TB_WAIT:-60}
  NODE=${TB_NODE:-node}
}

# tb_run COMMAND... : exec in the foreground, or start in the background and remember the pid.
tb_run() {
  if [ -n "$FOREGROUND" ]; then exec "$@"; fi
  "$@" >"$WORK/daemon.log" 2>&1 </dev/null &
  PID=$!
  echo "$PID" >"$WORK/daemon.pid"
}

# tb_wait URL CODES [USER PASSWORD] : wait until URL answers one of CODES; fail when the daemon died or time is up.
tb_wait() {
  code=0
  "$NODE" "$(dirname "$0")/lib/wait-http.mjs" "$PID" "$WAIT" "$@" || code=$?
  [ "$code" -eq 0 ] && return 0
  if [ "$code" -eq 1 ]; then echo "the daemon ended before its API answered; its last lines:" >&2
  else echo "no answer after $WAIT s; the daemon's last lines:" >&2; fi
  tail -n 20 "$WORK/daemon.log" >&2
  kill "$PID" 2>/dev/null || true
  return 1
}
