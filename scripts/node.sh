# Becomes Node with these arguments: the one of runtime/package.json where it was installed and runs, else the installed one. So no
# second process stays beside the server. Young objects have 16 MB: Node 24 would let them grow to 128, which a turn does not need.
# What is allocated outside of V8 lies in two arenas, and what is large returns to the system when it is freed.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072
set -- --max-semi-space-size=8 "$@"
pinned=$(dirname "$0")/../runtime/node_modules/.bin/node
"$pinned" --version >/dev/null 2>&1 && exec "$pinned" "$@"
exec node "$@"
