#!/usr/bin/env bash
# stop.sh WORKDIR [--kill] : ends the daemon started there (by its recorded pid) and waits for it to exit;
# --kill ends it at once, as a crash would.
set -eu
file="$1/daemon.pid"
[ -f "$file" ] || exit 0
pid=$(cat "$file")
signal=TERM
[ "${2:-}" = --kill ] && signal=KILL
# One that has ended is gone, also when nobody has asked for its exit code yet: some inits take seconds for that.
is_running() {
  kill -0 "$pid" 2>/dev/null || return 1
  case $(sed 's/.*) //' "/proc/$pid/stat" 2>/dev/null) in Z* | X*) return 1 ;; esac
}
kill -s "$signal" "$pid" 2>/dev/null || true
i=0
while is_running; do
  i=$((i + 1))
  if [ "$i" -eq 500 ]; then kill -9 "$pid" 2>/dev/null || true; fi
  [ "$i" -gt 600 ] && { echo "pid $pid will not end" >&2; exit 1; }
  sleep 0.05
done
rm -f "$file"
