#!/bin/sh
# Stands in for curl while the printed lines are run: does the same, and keeps
# when each call began (the time of an empty file), the address (always the last
# argument), the answer and the exit code. Then it rests for a while, as hands do
# that type such lines.
call=$(mktemp "$INTEROP_LOG/call.XXXXXXXX") || exit 1
for address; do :; done
printf '%s' "$address" >"$call.url"
"$INTEROP_CURL" "$@" >"$call.out"
code=$?
printf '%s' "$code" >"$call.code"
cat "$call.out"
sleep 0.2
exit "$code"
