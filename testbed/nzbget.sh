#!/usr/bin/env bash
# nzbget.sh WORKDIR PORT [--foreground]
# Env: NZBGET_CMD (default "nzbget"), NNTP_HOST/NNTP_PORT/NNTP_USER/NNTP_PASS, NZBGET_CATEGORY (default "audiobooks"),
#      NZBGET_EXTRA (extra "Name=value" lines, each replacing the option of that name), TB_USER, TB_PASSWORD.
. "$(dirname "$0")/common.sh"
tb_args "$@"
CATEGORY=${NZBGET_CATEGORY:-audiobooks}
for d in dst inter nzb queue tmp scripts; do mkdir -p "$WORK/$d"; done
SEVENZIP=$(command -v 7z || command -v 7zz || echo 7z)

if [ ! -f "$WORK/nzbget.conf" ]; then
cat >"$WORK/nzbget.conf" <<CONF_END
MainDir=$WORK
DestDir=$WORK/dst
InterDir=$WORK/inter
NzbDir=$WORK/nzb
QueueDir=$WORK/queue
TempDir=$WORK/tmp
ScriptDir=$WORK/scripts
LockFile=$WORK/nzbget.lock
LogFile=$WORK/nzbget.log
WebDir=
ControlIP=$HOST
ControlPort=$PORT
ControlUsername=$USER_NAME
ControlPassword=$PASSWORD
SecureControl=no
AuthorizedIP=
FormAuth=no
Server1.Active=yes
Server1.Name=testbed
Server1.Level=0
Server1.Host=${NNTP_HOST:-127.0.0.1}
Server1.Port=${NNTP_PORT:-1190}
Server1.Username=${NNTP_USER:-news}
Server1.Password=${NNTP_PASS:-news-pass}
Server1.Encryption=no
Server1.Connections=4
Category1.Name=$CATEGORY
Category1.DestDir=
Category1.Unpack=yes
AppendCategoryDir=yes
ParCheck=auto
ParRepair=yes
Unpack=yes
UnpackCleanupDisk=yes
UnrarCmd=unrar
SevenZipCmd=$SEVENZIP
HealthCheck=delete
ArticleRetries=1
ArticleInterval=1
ArticleTimeout=20
DupeCheck=yes
KeepHistory=30
OutputMode=log
WriteLog=append
CONF_END
printf '%s\n' "${NZBGET_EXTRA:-}" | while IFS= read -r line; do
  [ -n "$line" ] || continue
  sed -i "/^${line%%=*}=/d" "$WORK/nzbget.conf"
  printf '%s\n' "$line" >>"$WORK/nzbget.conf"
done
fi

# shellcheck disable=SC2086
tb_run ${NZBGET_CMD:-nzbget} --configfile "$WORK/nzbget.conf" --server
tb_wait "http://$HOST:$PORT/jsonrpc/version" 200 "$USER_NAME" "$PASSWORD"
printf '{"client":"nzbget","pid":%s,"url":"http://%s:%s","username":"%s","password":"%s","category":"%s","downloads":"%s"}\n' \
  "$PID" "$HOST" "$PORT" "$USER_NAME" "$PASSWORD" "$CATEGORY" "$WORK/dst"
