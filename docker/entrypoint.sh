#!/bin/sh
# Sets the umask and, where the container starts as root, becomes the user PUID with the group PGID.
set -eu

fail() {
  echo "lectern: $1" >&2
  exit 64
}

number() {
  case "$2" in
    '' | *[!0-9]*) fail "$1 has to be a number, such as 1000; it is \"$2\"." ;;
  esac
}

case "${UMASK:-022}" in
  *[!0-7]* | ?????*) fail "UMASK has to be an octal number, such as 002; it is \"$UMASK\"." ;;
esac
umask "${UMASK:-022}"

if [ "$(id -u)" -ne 0 ]; then
  # another user cannot become one
  [ "${PUID:-$(id -u)}" = "$(id -u)" ] && [ "${PGID:-$(id -g)}" = "$(id -g)" ] \
    || fail "PUID and PGID need a container that starts as root: set user: \"0:0\", or leave them out and set user: \"${PUID:-1000}:${PGID:-${PUID:-1000}}\"."
  exec "$@"
fi

uid=${PUID:-1000}
gid=${PGID:-$uid}
number PUID "$uid"
number PGID "$gid"
[ "$uid" -ne 0 ] || fail 'PUID is 0. Lectern does not run as root.'
data=${LECTERN_DATA:-/data}
# all of it only when the owner changed, because there may be many covers
[ "$(stat -c %u:%g "$data")" = "$uid:$gid" ] || chown -R "$uid:$gid" "$data"
export HOME="$data"
exec setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs -- "$@"
