#!/usr/bin/env bash
# transmission.sh WORKDIR PORT [--foreground]
# Env: TRANSMISSION_CMD (default "transmission-daemon"), TB_USER, TB_PASSWORD, TR_PEER_PORT (default PORT+1),
#      TR_NO_AUTH=1, TR_TEMP_PATH=1 (use an incomplete folder).
. "$(dirname "$0")/common.sh"
tb_args "$@"
PEER_PORT=${TR_PEER_PORT:-$((PORT + 1))}
mkdir -p "$WORK/config" "$WORK/downloads" "$WORK/incomplete"
AUTH=true
[ -n "${TR_NO_AUTH:-}" ] && AUTH=false

# The daemon rewrites settings.json on exit, so write it only once per work dir.
if [ ! -f "$WORK/config/settings.json" ]; then
cat >"$WORK/config/settings.json" <<CONF_END
{
  "bind-address-ipv4": "$HOST",
  "bind-address-ipv6": "::1",
  "blocklist-enabled": false,
  "cache-size-mb": 0,
  "dht-enabled": false,
  "download-dir": "$WORK/downloads",
  "incomplete-dir": "$WORK/incomplete",
  "incomplete-dir-enabled": $([ -n "${TR_TEMP_PATH:-}" ] && echo true || echo false),
  "lpd-enabled": false,
  "message-level": 3,
  "peer-port": $PEER_PORT,
  "peer-port-random-on-start": false,
  "pex-enabled": false,
  "port-forwarding-enabled": false,
  "rename-partial-files": true,
  "rpc-authentication-required": $AUTH,
  "rpc-bind-address": "$HOST",
  "rpc-enabled": true,
  "rpc-host-whitelist-enabled": true,
  "rpc-password": "$PASSWORD",
  "rpc-port": $PORT,
  "rpc-url": "/transmission/",
  "rpc-username": "$USER_NAME",
  "rpc-whitelist-enabled": false,
  "start-added-torrents": true,
  "umask": 18,
  "utp-enabled": false
}
CONF_END
fi

# shellcheck disable=SC2086
tb_run ${TRANSMISSION_CMD:-transmission-daemon} --foreground --config-dir "$WORK/config"
tb_wait "http://$HOST:$PORT/transmission/rpc" 200,409 "$USER_NAME" "$PASSWORD"
printf '{"client":"transmission","pid":%s,"url":"http://%s:%s","username":"%s","password":"%s","peerPort":%s,"downloads":"%s"}\n' \
  "$PID" "$HOST" "$PORT" "$USER_NAME" "$PASSWORD" "$PEER_PORT" "$WORK/downloads"
