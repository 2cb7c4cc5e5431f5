#!/usr/bin/env bash
# sabnzbd.sh WORKDIR PORT [--foreground]
# Env: SABNZBD_CMD (default "sabnzbdplus"), NNTP_HOST/NNTP_PORT/NNTP_USER/NNTP_PASS (the news server),
#      SAB_API_KEY, SAB_NZB_KEY, SAB_CATEGORY (default "audiobooks"), SAB_LOGIN=1 (a web login of TB_USER/TB_PASSWORD),
#      SAB_EXTRA (extra "name = value" lines of [misc], each replacing the one of that name).
. "$(dirname "$0")/common.sh"
tb_args "$@"
API_KEY=${SAB_API_KEY:-00112233445566778899aabbccddeeff}
NZB_KEY=${SAB_NZB_KEY:-ffeeddccbbaa99887766554433221100}
CATEGORY=${SAB_CATEGORY:-audiobooks}
mkdir -p "$WORK/config" "$WORK/incomplete" "$WORK/complete"
LOGIN_USER='""' LOGIN_PASS='""'
if [ -n "${SAB_LOGIN:-}" ]; then LOGIN_USER=$USER_NAME LOGIN_PASS=$PASSWORD; fi

# Without a news server the daemon would open its set-up wizard.
if [ ! -f "$WORK/config/sabnzbd.ini" ]; then
cat >"$WORK/config/sabnzbd.ini" <<CONF_END
__version__ = 19
__encoding__ = utf-8
[misc]
host = $HOST
port = $PORT
https_port = ""
enable_https = 0
username = $LOGIN_USER
password = $LOGIN_PASS
api_key = $API_KEY
nzb_key = $NZB_KEY
inet_exposure = 0
download_dir = $WORK/incomplete
complete_dir = $WORK/complete
auto_browser = 0
check_new_rel = 0
helpfull_warnings = 0
language = en
cache_limit = 64M
bandwidth_perc = 100
permissions = ""
direct_unpack = 0
enable_unrar = 1
enable_7zip = 1
enable_unzip = 1
enable_par_cleanup = 1
safe_postproc = 1
enable_broadcast = 0
propagation_delay = 0
host_whitelist = localhost,
local_ranges = ,
ipv6_hosting = 0
ipv6_servers = 0
auto_disconnect = 0
selftest_host = $HOST
[servers]
[[$HOST]]
name = $HOST
displayname = testbed
host = ${NNTP_HOST:-127.0.0.1}
port = ${NNTP_PORT:-1190}
username = ${NNTP_USER:-news}
password = ${NNTP_PASS:-news-pass}
connections = 4
ssl = 0
enable = 1
required = 0
optional = 0
retention = 0
timeout = 20
priority = 0
[categories]
[[*]]
name = *
order = 0
pp = 3
script = None
dir = ""
newzbin = ""
priority = 0
[[$CATEGORY]]
name = $CATEGORY
order = 1
pp = ""
script = Default
dir = $CATEGORY
newzbin = ""
priority = -100
CONF_END
printf '%s\n' "${SAB_EXTRA:-}" | while IFS= read -r line; do
  [ -n "$line" ] || continue
  sed -i -e "/^${line%% *} *=/d" -e "s|^\[misc\]\$|&\n$line|" "$WORK/config/sabnzbd.ini"
done
fi

# shellcheck disable=SC2086
tb_run ${SABNZBD_CMD:-sabnzbdplus} -f "$WORK/config/sabnzbd.ini" -s "$HOST:$PORT" -b 0 -l 1
tb_wait "http://$HOST:$PORT/api?mode=version&output=json" 200
printf '{"client":"sabnzbd","pid":%s,"url":"http://%s:%s","username":"%s","password":"%s","apiKey":"%s","nzbKey":"%s","category":"%s","downloads":"%s"}\n' \
  "$PID" "$HOST" "$PORT" "$USER_NAME" "$PASSWORD" "$API_KEY" "$NZB_KEY" "$CATEGORY" "$WORK/complete"
