#!/bin/sh
# Reads a hostile JUnit file with the parsers that CI systems use, and runs the
# shell lines of a report against a server. What is missing is an error.
set -eu
cd "$(dirname "$0")"
for tool in go node npm xmllint curl; do
	if ! command -v "$tool" >/dev/null; then
		echo "$tool is missing: apt-get install libxml2-utils nodejs npm curl" >&2
		exit 1
	fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

go test -count=1 -run TestHostileEvidenceIsShownAsItWas .. -args -importers "$folder"
file=$folder/TEST-hostile.xml

npm ci --silent
node check.js "$folder"

# A strict parser, as Jenkins has one: the file is well formed, its counts are
# those of its elements, and no case lacks what an importer demands.
xmllint --noout "$file"
holds() {
	if [ "$(xmllint --xpath "$1" "$file")" != true ]; then
		echo "xmllint: does not hold: $1" >&2
		exit 1
	fi
}
holds 'count(//testcase) = /testsuites/@tests and count(//testcase) > 0'
holds 'count(//failure) = /testsuites/@failures and count(//error) = /testsuites/@errors and count(//skipped) = /testsuites/@skipped'
holds 'sum(//testsuite/@tests) = /testsuites/@tests'
holds 'count(//testcase[not(@name) or not(@classname) or not(@time) or @classname != ../@name]) = 0'
holds 'count(//testcase[count(failure) + count(error) + count(skipped) > 1]) = 0'
holds 'count(//testsuite//testsuite) = 0'
echo 'xmllint: well formed, and its counts are right'

go test -count=1 -tags curl -run 'TestALineSends|TestMasked|TestAScriptSends|TestABurst|TestALostAnswer' ..
