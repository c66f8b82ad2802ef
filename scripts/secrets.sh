#!/bin/sh
# Makes the secrets that docker-compose.yml reads. Existing secrets stay unchanged.
set -eu
cd "$(dirname "$0")/.."
umask 077
mkdir -p secrets
# The folder keeps other users out. The files are readable, because each container runs as another user.
chmod 700 secrets
for name in postgres_password service_password api_password worker_password console_password redis_password \
  redis_service_password redis_api_password redis_worker_password redis_console_password operator_token metrics_token \
  personal_data_keys; do
  file="secrets/$name"
  if [ -s "$file" ]; then
    echo "$file: kept"
  else
    # Personal data stays in clear until the operator decides to encrypt it, and keeps the keys.
    case $name in
      personal_data_keys) printf plain ;;
      *) od -An -N 32 -tx1 /dev/urandom | tr -d ' \n' ;;
    esac > "$file"
    echo "$file: made"
  fi
  chmod 444 "$file"
done
