# Becomes Node with these arguments: the one of runtime/package.json where it was installed and runs, else the installed one. So no
# second process stays beside the server. Young objects have 32 MB: Node 24 would let them grow to 128, which a turn does not need.
set -- --max-semi-space-size=16 "$@"
pinned=$(dirname "$0")/../runtime/node_modules/.bin/node
"$pinned" --version >/dev/null 2>&1 && exec "$pinned" "$@"
exec node "$@"
