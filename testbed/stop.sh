#!/usr/bin/env bash
# stop.sh WORKDIR [--kill] : ends the daemon started there (by its recorded pid) and waits for it to exit;
# --kill ends it at once, as a crash would.
set -eu
file="$1/daemon.pid"
[ -f "$file" ] || exit 0
pid=$(cat "$file")
signal=TERM
[ "${2:-}" = --kill ] && signal=KILL
kill -s "$signal" "$pid" 2>/dev/null || true
i=0
while kill -0 "$pid" 2>/dev/null; do
  i=$((i + 1))
  if [ "$i" -eq 250 ]; then kill -9 "$pid" 2>/dev/null || true; fi
  [ "$i" -gt 300 ] && { echo "pid $pid will not end" >&2; exit 1; }
  sleep 0.1
done
rm -f "$file"
