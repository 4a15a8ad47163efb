#!/bin/sh
# Writes one dump of the database into BACKUPS and removes those that are older than KEEP_DAYS. The
# database is the one that PGHOST, PGUSER, PGPASSWORD and PGDATABASE name. `backup.sh nightly` does so
# at once and then every night at 03:00 UTC.
set -eu

backups=${BACKUPS:-/backups}
keep_days=${KEEP_DAYS:-14}

take() {
  name="$backups/duologue-$(date -u +%Y%m%dT%H%M%SZ).dump"
  # Another name until it is whole: whatever is called a dump can be restored.
  if (umask 077 && pg_dump --format=custom --file="$name.half") && mv "$name.half" "$name"; then
    echo "The dump is in $name."
    find "$backups" -name 'duologue-*.dump' -mtime "+$keep_days" -exec rm -f {} +
  else
    rm -f "$name.half"
    echo "No dump could be taken; the older ones are kept." >&2
    return 1
  fi
}

# Seconds until the next 03:00 UTC.
until_night() {
  now=$(date -u +%s)
  echo $((86400 - (now - 10800) % 86400))
}

if [ "${1:-}" != nightly ]; then
  take
  exit
fi
# The shell is the container's first process, which hears a signal only where it asks to.
trap 'exit 0' TERM INT
while :; do
  take || true
  sleep "$(until_night)" &
  wait $!
done
