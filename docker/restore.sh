#!/bin/sh
# `restore.sh FILE`: puts a dump into a new database, beside the one that is in use, all of it or
# nothing. `restore.sh FILE NAME` names the new database; else it is called duologue_restored.
set -eu

file=${1:?Usage: restore.sh FILE [NAME]}
name=${2:-duologue_restored}

# What is no whole dump makes no database.
pg_restore --list "$file" > /dev/null
createdb "$name"
if ! pg_restore --single-transaction --exit-on-error --no-owner --dbname="$name" "$file"; then
  dropdb "$name"
  echo "Nothing was restored." >&2
  exit 1
fi
echo "$file is in the database $name."
