# Becomes Node with these arguments: the one of runtime/package.json where it was installed and runs, else the installed one. So no
# second process stays beside the server.
pinned=${0%/*}/../runtime/node_modules/.bin/node
"$pinned" --version >/dev/null 2>&1 && exec "$pinned" "$@"
exec node "$@"
