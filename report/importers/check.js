// Holds what the readers of CI systems take out of a JUnit file to what it was
// written from: node check.js FOLDER, with TEST-hostile.xml and expected.json in
// the folder.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readers } from "./readers.js";

const folder = process.argv[2];
const xml = readFileSync(join(folder, "TEST-hostile.xml"), "utf8");
const expected = JSON.parse(readFileSync(join(folder, "expected.json"), "utf8"));

// differences says what a reader gets wrong; nothing if it reads the file right.
async function differences(read, text) {
  let cases;
  try {
    cases = await read(text);
  } catch (error) {
    return [`the file is refused: ${error.message.split("\n")[0]}`];
  }
  const wrong = [];
  if (cases.length !== expected.length) wrong.push(`${cases.length} cases in place of ${expected.length}`);
  for (const want of expected) {
    const got = cases.find((c) => c.suite === want.suite && c.name === want.name);
    if (!got) {
      wrong.push(`${want.suite}: no case ${want.name}`);
      continue;
    }
    if (got.outcome !== want.outcome) wrong.push(`${want.name} is ${got.outcome} in place of ${want.outcome}`);
    if (!got.message.startsWith(want.message)) wrong.push(`${want.name} says ${got.message} in place of ${want.message}`);
    if (!got.text.startsWith(got.message)) wrong.push(`${want.name}: the text does not begin with the message`);
    if (!(got.seconds >= 0)) wrong.push(`${want.name} took ${got.seconds} seconds`);
    // What no text should hold, and U+FFFD, which stands for lost evidence.
    const lost = (got.message + got.text).match(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ud800-\udfff\ufffd-\uffff]/u);
    if (lost) wrong.push(`${want.name} has the character ${JSON.stringify(lost[0])}`);
  }
  return wrong;
}

for (const [name, read] of Object.entries(readers)) {
  assert.deepEqual(await differences(read, xml), [], name);
  console.log(`${name}: ${expected.length} cases, as they were written`);
}

// The check itself must notice what breaks importers in the field.
const spoilt = {
  "suites within a suite": ["dorny", (s) => s.replace("<testsuite ", '<testsuite name="all"><testsuite ').replace(/<\/testsuite>(?![\s\S]*<\/testsuite>)/, "</testsuite></testsuite>")],
  "a failure without a message": ["mikepenz", (s) => s.replace(/<failure message="[^"]*"/, "<failure")],
  "a type that is cast": ["gitlab", (s) => s.replace(/type="idem\.[^"]*"/, 'type="symbol"')],
  "a class that is not the suite": ["dorny", (s) => s.replace('classname="idem.replay"', 'classname="replay"')],
  "a text in two sections": ["mikepenz", (s) => s.replace(/(<failure [^>]*>)([^<]*)/, "$1<![CDATA[]]]]><![CDATA[>]]>")],
  "a time that is none": ["dorny", (s) => s.replace(/(<testcase [^>]*)time="[^"]*"/, "$1")],
  "a failure that is skipped": ["mikepenz", (s) => s.replace("</failure>", "</failure><skipped/>")],
};
for (const [name, [reader, spoil]] of Object.entries(spoilt)) {
  const text = spoil(xml);
  assert.notEqual(text, xml, `${name}: nothing was spoilt`);
  assert.notDeepEqual(await differences(readers[reader], text), [], `${name} goes unnoticed`);
}
console.log(`${Object.keys(spoilt).length} spoilt files are noticed`);
