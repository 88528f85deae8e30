#!/bin/sh
# Installs and builds the third-party servers, compares what idemspec finds on
# them with README.md, and repeats each finding by its curl lines.
set -eu
cd "$(dirname "$0")"

for tool in curl node npm go; do
	command -v "$tool" >/dev/null || { echo "reference/interop: $tool is missing" >&2; exit 1; }
done
if grep -nE '"resolved"|registry\.' ./*/package-lock.json; then
	echo 'reference/interop: a lock file names a registry: npm install with the .npmrc beside it' >&2
	exit 1
fi

for lock in ./*/package-lock.json; do
	(cd "$(dirname "$lock")" && npm ci --no-audit --no-fund --loglevel=error)
done
go vet ./...
cd ../..
go run ./cmd/interop -verify
