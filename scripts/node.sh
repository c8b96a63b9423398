# Becomes Node with these arguments: the one of runtime/package.json where it was installed and runs, else the installed one. So no
# second process stays beside the server.
# Less memory, measured in docs/performance.md: malloc has an arena for each thread otherwise, and V8 twice 32 MB for young objects.
export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
node=${0%/*}/../runtime/node_modules/.bin/node
"$node" --version >/dev/null 2>&1 || node=node
exec "$node" --max-semi-space-size=8 "$@"
