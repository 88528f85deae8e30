// What CI systems take out of a JUnit file: the parser that each of them uses,
// and the rules by which it reads what the parser gives. Every reader returns
// the list of cases as { suite, name, outcome, message, text, seconds }.
import { XMLParser } from "fast-xml-parser";
import xmljs from "xml-js";
import { parseStringPromise } from "xml2js";

const list = (value) => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

// mikepenz/action-junit-report, src/testParser.ts: xml-js, compact. A case with a
// failure and a skip counts as skipped, only the first failure is read, and its
// message is the attribute. Emoji are taken out.
async function mikepenz(xml) {
  const report = JSON.parse(xmljs.xml2json(xml, { compact: true }));
  const cases = [];
  const suites = (parent) => {
    for (const suite of list(parent.testsuite)) {
      suites(suite);
      for (const test of list(suite.testcase)) {
        const broken = list(test.failure)[0] ?? test.error;
        const shown = broken ?? test.skipped;
        cases.push({
          suite: suite._attributes.name,
          name: test._attributes.name,
          outcome: test.skipped ? "skipped" : test.failure ? "failed" : test.error ? "error" : "passed",
          message: (shown?._attributes?.message ?? "").trim(),
          text: (shown?._cdata ?? shown?._text ?? "").toString(),
          seconds: parseFloat(test._attributes.time),
        });
      }
    }
  };
  suites(report.testsuites);
  return cases;
}

// dorny/test-reporter, java-junit: xml2js. Suites inside suites are not read, a
// class name other than the suite's becomes a group, and failures and errors are
// one kind.
async function dorny(xml) {
  const report = await parseStringPromise(xml);
  return list(report.testsuites.testsuite).flatMap((suite) =>
    list(suite.testcase).map((test) => {
      const shown = (test.failure ?? test.error ?? test.skipped)?.[0];
      return {
        suite: test.$.classname === suite.$.name ? suite.$.name.trim() : `${suite.$.name}/${test.$.classname}`,
        name: test.$.name.trim(),
        outcome: test.failure ? "failed" : test.error ? "error" : test.skipped ? "skipped" : "passed",
        message: shown?.$?.message ?? "",
        text: shown?._ ?? "",
        seconds: parseFloat(test.$.time),
      };
    }),
  );
}

// GitLab, lib/gitlab/ci/parsers/test/junit.rb: Hash.from_xml, whose rules on the
// attribute "type" are those of ActiveSupport. The suite is the class name, equal
// names are read once, and only the text of an element is shown.
async function gitlab(xml) {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: "",
    attributesGroupName: "$",
    textNodeName: "_",
    parseTagValue: false,
    trimValues: false,
    alwaysCreateTextNode: true,
    isArray: (name) => name === "testsuite" || name === "testcase",
  });
  const cast = ["symbol", "yaml", "date", "datetime", "dateTime", "integer", "float", "decimal", "boolean", "string", "base64Binary", "array", "file", "hash"];
  const seen = new Set();
  const cases = [];
  for (const suite of parser.parse(xml).testsuites.testsuite) {
    for (const test of suite.testcase) {
      const { classname, name, time } = test.$;
      for (const kind of ["failure", "error", "skipped", "system-out"]) {
        if (Array.isArray(test[kind])) throw new Error(`${name}: several elements ${kind} become an array`);
        if (cast.includes(test[kind]?.$?.type)) throw new Error(`${name}: the type of ${kind} is cast`);
      }
      if (seen.has(classname + "\n" + name)) continue;
      seen.add(classname + "\n" + name);
      const shown = test.failure ?? test.error ?? test.skipped;
      cases.push({
        suite: classname,
        name,
        outcome: test.failure ? "failed" : test.error ? "error" : test.skipped ? "skipped" : "passed",
        message: (shown?._ ?? "").split("\n")[0],
        text: shown?._ ?? "",
        seconds: parseFloat(time),
      });
    }
  }
  return cases;
}

export const readers = { mikepenz, dorny, gitlab };
