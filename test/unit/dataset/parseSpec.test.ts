import assert from "node:assert/strict";
import { specFaultText } from "../../../src/dataset/specFaultText";
import { parseDatasetSpec } from "../../../src/dataset/parseSpec";
import { type DatasetSpec, formatDatasetSpec } from "../../../src/dataset/spec";
import { dayOfIso } from "../../../src/shared/day";
import { referencePath } from "../../../src/shared/referencePath";

const whole = `{
  "macrodata": 1,
  "service": "https://api.acme.com",
  "kind": "FIT",
  "asOf": "2024-06-28",
  "output": { "folder": "data", "format": "csv", "layout": "partitioned" },
  "tables": {
    "us": { "series": "signals/INFL/2/country_iso=US" },
    "inflation": { "panel": "signals/INFL/2/country_iso=*/SNAP/20240101T120000Z" },
    "core": { "set": ["signals/INFL/2/country_iso=US", "forecasts/SPX/USD/12 Months"], "layout": "files" },
    "vintages": { "vintages": ["signals/INFL/2/country_iso=*"], "asOfs": { "every": "month", "from": "2019-01-31", "to": "2023-12-31" } },
    "listed": { "vintages": ["signals/INFL/2/country_iso=US/SNAP"], "asOfs": ["20240229T180000Z", "2024-01-31"], "layout": "long" },
    "spx": { "forecast": "forecasts/SPX/USD/12%20Months" }
  }
}
`;

function specOf(text: string): DatasetSpec {
  const parsed = parseDatasetSpec(text);
  assert.ok("spec" in parsed, JSON.stringify(parsed));
  return parsed.spec;
}

function faultsOf(text: string): string[] {
  const parsed = parseDatasetSpec(text);
  assert.ok("faults" in parsed);
  return parsed.faults.map(({ kind, line, column }) => `${line}:${column} ${kind}`);
}

/** A spec whose field is replaced; the field is on the second line. */
function withField(field: string, value: string): string {
  const fields = {
    macrodata: "1",
    service: '"sample"',
    kind: '"FIT"',
    tables: '{"us": {"series": "signals/INFL/2/country_iso=US"}}',
    [field]: value,
  };
  const { [field]: own, ...others } = fields;
  const rest = Object.entries(others).map(([name, text]) => `"${name}": ${text}`);
  return `{\n"${field}": ${own},\n${rest.join(",\n")}\n}`;
}

function withTable(text: string): string {
  return withField("tables", `{\n"us": ${text}}`);
}

describe("parseDatasetSpec", () => {
  it("reads a folder as shells complete it", () => {
    for (const folder of ["./data", "data/", "./data/"]) {
      const { output } = specOf(withField("output", JSON.stringify({ folder })));
      assert.equal(output.folder, "data");
    }
    assert.equal(specOf(withField("output", `{"folder": "./"}`)).output.folder, ".");
  });

  it("reads every kind of table, with the kind and the as-of of the file", () => {
    const { service, dataKind, asOf, output, tables } = specOf(whole);
    assert.deepEqual(
      [service, dataKind, asOf],
      ["https://api.acme.com", "FIT", "20240628T235959Z"],
    );
    assert.deepEqual(output, { folder: "data", format: "csv", layout: "partitioned" });
    const read = tables.map((table) => [
      table.name,
      table.kind,
      table.layout,
      ...("member" in table ? [table.member] : table.members).map(referencePath),
    ]);
    assert.deepEqual(read, [
      ["us", "series", "long", "signals/INFL/2/country_iso=US/FIT/20240628T235959Z"],
      ["inflation", "panel", "long", "signals/INFL/2/country_iso=*/SNAP/20240101T120000Z"],
      [
        ...["core", "set", "files", "signals/INFL/2/country_iso=US/FIT/20240628T235959Z"],
        "forecasts/SPX/USD/12 Months",
      ],
      ["vintages", "vintages", "partitioned", "signals/INFL/2/country_iso=*/FIT/latest"],
      ["listed", "vintages", "long", "signals/INFL/2/country_iso=US/SNAP/latest"],
      ["spx", "forecast", "long", "forecasts/SPX/USD/12 Months"],
    ]);
    const asOfs = tables.flatMap((table) => (table.kind === "vintages" ? [table.asOfs] : []));
    assert.deepEqual(asOfs, [
      { every: "month", from: dayOfIso("2019-01-31"), to: dayOfIso("2023-12-31") },
      ["20240131T235959Z", "20240229T180000Z"],
    ]);
  });

  it("reads what is not written: the newest data, as Parquet, beside the file", () => {
    const { asOf, output } = specOf(withField("macrodata", "1"));
    assert.equal(asOf, "latest");
    assert.deepEqual(output, { folder: ".", format: "parquet", layout: "long" });
  });

  it("reads its own canonical text as the same spec", () => {
    const spec = specOf(whole);
    assert.deepEqual(specOf(formatDatasetSpec(spec)), spec);
    assert.equal(formatDatasetSpec(specOf(formatDatasetSpec(spec))), formatDatasetSpec(spec));
  });

  it("writes references short where kind and as-of are those of the file", () => {
    const { tables } = JSON.parse(formatDatasetSpec(specOf(whole))) as {
      tables: Record<string, Record<string, unknown>>;
    };
    assert.deepEqual(tables["us"], { series: "signals/INFL/2/country_iso=US" });
    assert.deepEqual(tables["inflation"], {
      panel: "signals/INFL/2/country_iso=*/SNAP/20240101T120000Z",
    });
    assert.deepEqual(tables["listed"]?.["vintages"], ["signals/INFL/2/country_iso=US/SNAP"]);
    assert.deepEqual(tables["listed"]["asOfs"], ["2024-01-31", "20240229T180000Z"]);
  });

  const cases: [what: string, text: string, faults: string[]][] = [
    ["nothing", "", ["1:1 syntax"]],
    ["a comment", `{\n// mine\n}`, ["2:1 syntax"]],
    ["a trailing comma", withField("kind", '"FIT"').replace(/\n}$/, ",\n}"), ["6:1 syntax"]],
    ["half of it", whole.slice(0, 60), ["4:3 syntax"]],
    ["a merge conflict", `<<<<<<< HEAD\n${whole}`, ["1:1 syntax"]],
    ["a list", "[]", ["1:1 object"]],
    ["ten thousand brackets", "[".repeat(10_000), ["1:1 syntax"]],
    ["an empty object", "{}", Array.from({ length: 4 }, () => "1:1 missing")],
    ["another version", withField("macrodata", "2"), ["2:14 version"]],
    ["a version in quotes", withField("macrodata", '"1"'), ["2:14 version"]],
    ["an unknown field", withField("asof", '"latest"'), ["2:1 unknown"]],
    ["a repeated field", withField("kind", '"FIT", "kind": "SNAP"'), ["2:16 repeated"]],
    ["a service that is no address", withField("service", '"acme"'), ["2:12 service"]],
    [
      "a service with a slash at its end",
      withField("service", '"https://a.com/"'),
      ["2:12 service"],
    ],
    ["a service over plain HTTP", withField("service", '"http://acme.com"'), ["2:12 service"]],
    [
      "a key in the service's query",
      withField("service", '"https://a.com?api_key=1"'),
      ["2:12 secret"],
    ],
    ["a password in the service", withField("service", '"https://me:x@a.com"'), ["2:12 secret"]],
    ["a field for a key", withField("apiKey", '"x"'), ["2:1 secret"]],
    ["a field for a password", withField("Passwort", '"x"'), ["2:1 secret"]],
    ["a key in an unknown field", withField("x", '"sk9f8a7b6c5d4e3f2a1b0c9d8e"'), ["2:1 secret"]],
    ["a lower-case kind", withField("kind", '"fit"'), ["2:9 kind"]],
    ["a relative as-of", withField("asOf", '"-10d"'), ["2:9 as-of"]],
    ["an impossible day", withField("asOf", '"2024-02-30"'), ["2:9 as-of"]],
    ["an as-of that is a number", withField("asOf", "20240628"), ["2:9 text"]],
    ["a folder above", withField("output", '{"folder": "../data"}'), ["2:22 folder"]],
    ["a folder above in between", withField("output", '{"folder": "a/../../b"}'), ["2:22 folder"]],
    ["an absolute folder", withField("output", '{"folder": "/etc"}'), ["2:22 folder"]],
    ["a drive", withField("output", '{"folder": "C:/x"}'), ["2:22 folder"]],
    ["backslashes", withField("output", '{"folder": "a\\\\b"}'), ["2:22 folder"]],
    ["a hidden folder", withField("output", '{"folder": ".vscode"}'), ["2:22 folder"]],
    ["a device", withField("output", '{"folder": "data/NUL"}'), ["2:22 folder"]],
    ["an empty folder", withField("output", '{"folder": ""}'), ["2:22 folder"]],
    ["an unknown format", withField("output", '{"format": "xlsx"}'), ["2:22 format"]],
    ["an unknown layout", withField("output", '{"layout": "wide"}'), ["2:22 layout"]],
    ["no table", withField("tables", "{}"), ["2:11 tables"]],
    ["tables in a list", withField("tables", "[]"), ["2:11 object"]],
    ["a table of nothing", withTable("{}"), ["3:7 table"]],
    ["a table of two kinds", withTable('{"series": "x", "panel": "y"}'), ["3:7 table"]],
    ["a table that is a text", withTable('"signals/INFL/2/country_iso=US"'), ["3:7 object"]],
    ["no reference", withTable('{"series": "INFL US"}'), ["3:18 reference"]],
    [
      "a reference that is not canonical",
      withTable('{"series": "signals/INFL/02/c=US"}'),
      ["3:18 reference"],
    ],
    ["a panel for a series", withTable('{"series": "signals/INFL/2/c=*"}'), ["3:18 series"]],
    ["a series for a panel", withTable('{"panel": "signals/INFL/2/c=US"}'), ["3:17 panel"]],
    [
      "a signal for a forecast",
      withTable('{"forecast": "signals/INFL/2/c=US"}'),
      ["3:20 forecast"],
    ],
    ["a panel in a set", withTable('{"set": ["signals/INFL/2/c=*"]}'), ["3:16 set"]],
    ["an empty set", withTable('{"set": []}'), ["3:15 set"]],
    [
      "a series twice",
      withTable('{"set": ["signals/INFL/2/c=US", "signals/INFL/2/c=US/FIT/latest"]}'),
      ["3:39 repeated"],
    ],
    [
      "vintages without as-ofs",
      withTable('{"vintages": ["signals/INFL/2/c=US"]}'),
      ["3:7 missing"],
    ],
    [
      "vintages of a dated series",
      withTable('{"vintages": ["signals/I/2/c=US/FIT/20240628T235959Z"], "asOfs": "productions"}'),
      ["3:21 vintages"],
    ],
    [
      "vintages of a forecast",
      withTable('{"vintages": ["forecasts/SPX/USD/12 Months"], "asOfs": "productions"}'),
      ["3:21 vintages"],
    ],
    [
      "a step that is no period, and no end",
      withTable('{"vintages": ["signals/I/2/c=US"], "asOfs": {"every": "day", "from": "2024"}}'),
      ["3:51 missing", "3:61 every", "3:76 boundary"],
    ],
    [
      "days in the wrong order",
      withTable(
        '{"vintages": ["signals/I/2/c=US"], "asOfs": {"every": "week", "from": "2024-01-02", "to": "2024-01-01"}}',
      ),
      ["3:97 as-ofs"],
    ],
    [
      "as-ofs of a series",
      withTable('{"series": "signals/I/2/c=US", "asOfs": "productions"}'),
      ["3:38 unknown"],
    ],
    [
      "partitions of a panel",
      withTable('{"panel": "signals/I/2/c=*", "layout": "partitioned"}'),
      ["3:46 layout"],
    ],
    [
      "a table named like a path",
      withField("tables", '{"../x": {"series": "signals/I/2/c=US"}}'),
      ["2:12 table-name"],
    ],
    [
      "a table named like a device",
      withField("tables", '{"con.x": {"series": "signals/I/2/c=US"}}'),
      ["2:12 table-name"],
    ],
    [
      "a table whose file would be a lock",
      withField("tables", '{"a.macrodata.lock": {"series": "signals/I/2/c=US"}}'),
      ["2:12 table-name"],
    ],
    [
      "names that differ in case",
      withField(
        "tables",
        '{"us": {"series": "signals/I/2/c=US"},\n"US": {"series": "signals/I/2/c=US"}}',
      ),
      ["3:1 repeated"],
    ],
    [
      "a table named like a prototype",
      withField("tables", '{"__proto__": {"series": "signals/I/2/c=US"}}'),
      ["2:12 table-name"],
    ],
    ["too much", `${" ".repeat(1_000_001)}{}`, ["1:1 too-large"]],
  ];
  for (const [what, text, faults] of cases) {
    it(`refuses ${what}`, () => assert.deepEqual(faultsOf(text), faults));
  }

  it("reports all faults in the order of the text", () => {
    const text = withField("tables", '{"us": {"series": 1},\n"de": {"panle": "x"}}').replace(
      '"FIT"',
      '"fit"',
    );
    assert.deepEqual(faultsOf(text), ["2:29 text", "3:7 table", "3:8 unknown", "6:9 kind"]);
  });

  it("reports the first hundred faults of a text that has a fault on each of 80,000 lines", () => {
    const fields = Array.from({ length: 80_000 }, (_, at) => `"${at}":1`);
    const faults = faultsOf(`{\n${fields.join(",\n")}}`);
    assert.equal(faults.length, 100);
    // That of the missing fields is at the brace.
    assert.equal(faults.at(-1), "97:1 unknown");
  });

  it("never repeats what may be a key", () => {
    const key = "sk9f8a7b6c5d4e3f2a1b0c9d8e";
    for (const field of ["service", "kind", "asOf", "output", "token", "x", key]) {
      const parsed = parseDatasetSpec(withField(field, `"${key}"`));
      assert.ok("faults" in parsed, field);
      const shown =
        JSON.stringify(parsed) + parsed.faults.map((each) => specFaultText(each)).join();
      assert.ok(!shown.includes(key), field);
    }
  });
});

describe("specFaultText", () => {
  it("names the field or the value, on one line", () => {
    const parsed = parseDatasetSpec(withField("foo\\nbar", "1"));
    assert.ok("faults" in parsed);
    assert.equal(specFaultText(parsed.faults[0]), "The field “foo bar” does not belong here.");
    const kind = parseDatasetSpec(withField("kind", '"fit"'));
    assert.ok("faults" in kind);
    assert.equal(specFaultText(kind.faults[0]), '"fit": The kind must be FIT or SNAP.');
  });

  it("is translated by its parameter", () => {
    const parsed = parseDatasetSpec(withField("x", "1"));
    assert.ok("faults" in parsed);
    const translated = specFaultText(parsed.faults[0], (message, ...values) =>
      [message, ...values].join("|"),
    );
    assert.equal(translated, "The field “{0}” does not belong here.|x");
  });
});
