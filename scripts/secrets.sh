#!/bin/sh
# Makes the secrets that docker-compose.yml reads, each once; what is there stays as it is.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
# The folder keeps other users of this machine out. The files are readable: each container has a user of its own.
chmod 700 secrets
for name in postgres_password service_password redis_password operator_token; do
  file="secrets/$name"
  if [ -s "$file" ]; then
    echo "$file: is there, and stays"
  else
    od -An -N 32 -tx1 /dev/urandom | tr -d ' \n' > "$file"
    echo "$file: made"
  fi
  chmod 444 "$file"
done
