#!/usr/bin/env bash
# qbittorrent.sh WORKDIR PORT [--foreground]
# Env: QBITTORRENT_CMD (default "qbittorrent-nox"), TB_USER, TB_PASSWORD, QBT_PEER_PORT (default PORT+1),
#      QBT_BAN_SECONDS (default 3600), QBT_MAX_FAILS (default 5), QBT_TEMP_PATH=1 (use an incomplete folder),
#      QBT_LOCAL_AUTH=false (no login needed from loopback), QBT_API_KEY (5.2+ only; "qbt_" followed by 28 letters/digits).
. "$(dirname "$0")/common.sh"
tb_args "$@"
PEER_PORT=${QBT_PEER_PORT:-$((PORT + 1))}
CONF="$WORK/profile/qBittorrent/config"
mkdir -p "$CONF" "$WORK/downloads" "$WORK/incomplete"

# PBKDF2-HMAC-SHA512, 100000 rounds, 16-byte salt, 64-byte key: the only way to preset a password.
HASH=$("$NODE" -e '
  const c = require("node:crypto");
  const salt = c.randomBytes(16);
  const key = c.pbkdf2Sync(process.argv[1], salt, 100000, 64, "sha512");
  console.log(salt.toString("base64") + ":" + key.toString("base64"));
' "$PASSWORD")

if [ ! -f "$CONF/qBittorrent.conf" ]; then
cat >"$CONF/qBittorrent.conf" <<CONF_END
[LegalNotice]
Accepted=true

[BitTorrent]
Session\\DefaultSavePath=$WORK/downloads
Session\\TempPath=$WORK/incomplete
Session\\TempPathEnabled=$([ -n "${QBT_TEMP_PATH:-}" ] && echo true || echo false)
Session\\Port=$PEER_PORT
Session\\Interface=lo
Session\\InterfaceName=lo
Session\\InterfaceAddress=$HOST
Session\\DHTEnabled=false
Session\\LSDEnabled=false
Session\\PeXEnabled=false
Session\\MultiConnectionsPerIp=true
Session\\QueueingSystemEnabled=false
Session\\BTProtocol=TCP
Session\\RefreshInterval=200
Session\\DisableAutoTMMByDefault=true

[Network]
PortForwardingEnabled=false

[Preferences]
General\\Locale=en
WebUI\\Enabled=true
WebUI\\Address=$HOST
WebUI\\Port=$PORT
WebUI\\UseUPnP=false
WebUI\\Username=$USER_NAME
WebUI\\Password_PBKDF2="@ByteArray($HASH)"
WebUI\\LocalHostAuth=${QBT_LOCAL_AUTH:-true}
WebUI\\MaxAuthenticationFailCount=${QBT_MAX_FAILS:-5}
WebUI\\BanDuration=${QBT_BAN_SECONDS:-3600}
CONF_END
if [ -n "${QBT_API_KEY:-}" ]; then printf '\n[WebUI]\nAPIKey=%s\n' "$QBT_API_KEY" >>"$CONF/qBittorrent.conf"; fi
fi

# shellcheck disable=SC2086
tb_run ${QBITTORRENT_CMD:-qbittorrent-nox} --profile="$WORK/profile" --webui-port="$PORT"
# Without a session the version endpoint answers 403 once the web server is up.
tb_wait "http://$HOST:$PORT/api/v2/app/version" 200,401,403
printf '{"client":"qbittorrent","pid":%s,"url":"http://%s:%s","username":"%s","password":"%s","peerPort":%s,"downloads":"%s"}\n' \
  "$PID" "$HOST" "$PORT" "$USER_NAME" "$PASSWORD" "$PEER_PORT" "$WORK/downloads"
