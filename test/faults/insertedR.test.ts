import assert from "node:assert/strict";
import { fileCode } from "../../src/insert/fileCode";
import { requestCode } from "../../src/insert/requestCode";
import { variableName } from "../../src/insert/variableName";
import { type SeriesRef, forecastRef, signalRef } from "../../src/shared/reference";
import { type Slice } from "../../src/shared/slice";
import { oddFolder, oddTable, writeFrame } from "../support/insertedFiles";
import { inflation, lineOf } from "../support/insertSubjects";
import { itWith, rscriptWith } from "../support/interpreters";
import {
  type RanCode,
  type RanTable,
  type RunCode,
  errorOf,
  frameOfTable,
  tableOf,
  tableOfCsv,
  typesOf,
} from "../support/ranCode";
import { ranR } from "../support/ranR";
import { answeringByPath, requestTarget } from "../support/requestTargets";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { fetchedCsv, fetchedForecastCsv, sampleSignal } from "../support/sampleSeries";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";

const signal = sampleSignal();
const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
const odd = signalRef({
  ...inflation,
  code: "..",
  tags: { "a&b": "c=d+e", recursive: "no", ä: "% é/?#" },
});
const oddKey = "holds characters that no key has";
const redirects = [301, 302, 303, 307, 308];

/**
 * R reads a decimal number with extended precision and rounds twice (`R_strtod`): of 400,000 random doubles R 4.2 read 25
 * as their neighbour, none as another number.
 */
const oneBit = Number.EPSILON;

/** The table with each number that is another one only in its last bit replaced by the expected one. */
function rounded(table: RanTable, expected: RanTable): RanTable {
  return {
    ...table,
    columns: table.columns.map(([name, values], column) => [
      name,
      values.map((value, row) => nearest(value, expected.columns[column]?.[1][row])),
    ]),
  };
}

function nearest(
  value: number | string | null,
  wanted: number | string | null = null,
): number | string | null {
  if (typeof value !== "number" || typeof wanted !== "number") return value;
  return Math.abs(value - wanted) <= Math.abs(wanted) * oneBit ? wanted : value;
}

describe("inserted R", function () {
  this.timeout(60_000);
  const rscript = rscriptWith("curl");
  const itRuns = itWith(rscript, "Rscript with the package curl");
  const folder = temporaryFolder("inserted-r");
  const tables = new Map<string, RanTable>([["odd", oddTable]]);
  let service: SampleProgram;
  /** Whom the key is not meant for. */
  let other: TestServer;
  let server: TestServer;
  let proxy: TestServer;
  let ran: ReadonlyMap<string, RanCode>;

  const table = (name: string): RanTable => tables.get(name) ?? oddTable;
  const ranOf = (name: string): RanTable => rounded(tableOf(ran.get(name)), table(name));

  /** Every piece by what it is. */
  function pieces(): ReadonlyMap<string, RunCode> {
    const common = { library: "pandas", language: "r" } as const;
    const file = (name: string): RunCode => {
      const relativePath = `${oddFolder}/${name}.csv`;
      const { columns } = frameOfTable(table(name));
      const subject = { ...common, relativePath, format: "csv", columns } as const;
      return { code: fileCode({ ...subject, line: lineOf() }), variable: variableName(inflation) };
    };
    const request = (
      reference: SeriesRef,
      baseUrl: string,
      slice?: Slice,
      service = baseUrl,
    ): RunCode => {
      const line = { ...lineOf(reference, service), ...(slice === undefined ? {} : { slice }) };
      const code = requestCode({ ...common, line, baseUrl });
      return { code, variable: variableName(reference) };
    };
    const part = { from: 19_000, to: 19_100, columns: ["Momentum"] };
    return new Map([
      ...["signal", "forecast", "odd"].map((name) => [`csv ${name}`, file(name)] as const),
      ["request signal", request(signal, service.url)],
      ["request forecast", request(forecast, service.url)],
      ["request part", request(signal, service.url, part)],
      ["request odd", request(odd, `${server.origin}/prefix`)],
      ["request proxied", request(signal, "http://data.example/prefix")],
      ["request sample", request(signal, `${server.origin}/sample`, {}, "sample")],
      ["request 404", request(signal, `${server.origin}/404`)],
      ...redirects.map(
        (status) => [`request ${status}`, request(signal, `${server.origin}/${status}`)] as const,
      ),
    ]);
  }

  before(async () => {
    if (rscript === undefined) return;
    service = await startSampleProgram();
    other = await startServer(answeringByPath(() => ""));
    server = await startServer(answeringByPath(() => `${other.origin}/stolen`));
    proxy = await startServer(answeringByPath(() => ""));
    tables.set("signal", tableOfCsv(await fetchedCsv(service, signal)));
    tables.set("forecast", tableOfCsv(await fetchedForecastCsv(service, forecast)));
    for (const [name, each] of tables) {
      writeFrame(`${folder.path}/${oddFolder}`, name, frameOfTable(each));
    }
    // In the locale without any letters but those of ASCII.
    const env = {
      LC_ALL: "C",
      MACRO_SIGNALS_API_KEY: ` ${service.key}\n`,
      http_proxy: proxy.origin,
    };
    const all = pieces();
    const options = { cwd: folder.path, env: { ...env, no_proxy: "" } };
    const results = await ranR(rscript, [...all.values()], options);
    ran = new Map([...all.keys()].map((key, index) => [key, results[index] ?? { error: "" }]));
  });

  after(async () => {
    if (rscript === undefined) return;
    await Promise.all([service.stop(), other.close(), server.close(), proxy.close()]);
    folder.remove();
  });

  for (const way of ["csv", "request"]) {
    for (const subject of ["signal", "forecast"]) {
      itRuns(`has every value of the ${subject} by ${way}`, () => {
        assert.deepEqual(ranOf(`${way} ${subject}`), table(subject));
      });
    }
  }

  itRuns("has every odd name and text by csv", () => {
    assert.deepEqual(ranOf("csv odd"), oddTable);
  });

  itRuns("has dates, doubles and texts", () => {
    const numbers = ["numeric", "numeric", "numeric", "numeric"];
    assert.deepEqual(typesOf(ran.get("csv odd")), ["Date", ...numbers, "character", "character"]);
    assert.deepEqual(typesOf(ran.get("request signal")), ["Date", ...numbers.slice(1)]);
  });

  itRuns("has the part that the line names from the service itself", () => {
    const { days, columns } = tableOf(ran.get("request part"));
    const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
    const expected = table("signal").days.filter(
      (day) => day >= "2022-01-08" && day <= "2022-04-18",
    );
    assert.deepEqual([first, last, days.length], [expected[0], expected.at(-1), expected.length]);
    assert.deepEqual(
      columns.map(([name]) => name),
      ["Momentum"],
    );
  });

  itRuns("asks for exactly the texts of a reference (SEC-18)", () => {
    assert.equal(errorOf(ran.get("request odd")), "");
    const asked = server.requests.find(({ target }) => target.startsWith("/prefix/"));
    assert.deepEqual(requestTarget(asked?.target ?? ""), {
      segments: ["signal", "..", "2", "data"],
      parameters: [
        ["a&b", "c=d+e"],
        ["recursive", "no"],
        ["ä", "% é/?#"],
        ["kind", "FIT"],
        ["as_of_utc", "2026-11-19T23:59:59"],
        ["fmt", "csv"],
      ],
    });
    assert.match(asked?.target ?? "", /\/%2E%2E\//);
  });

  itRuns("asks by the proxy of the environment, but not this computer", () => {
    assert.deepEqual(tableOf(ran.get("request proxied")).days, ["2024-01-01"]);
    const hosts = proxy.requests.map(({ target }) => new URL(target).host);
    assert.deepEqual(hosts, ["data.example"]);
  });

  itRuns("gives the sample's word and no key to whoever listens at its port (SEC-01)", () => {
    assert.deepEqual(tableOf(ran.get("request sample")).days, ["2024-01-01"]);
    const asked = server.requests.filter(({ target }) => target.startsWith("/sample/"));
    assert.deepEqual(
      new Set(asked.map(({ headers }) => headers["x-api-key"])),
      new Set(["sample"]),
    );
  });

  itRuns("says what the service said, without the key that it repeats (SEC-11)", () => {
    assert.equal(errorOf(ran.get("request 404")), `404: {"detail": "not for [REDACTED]"}`);
  });

  for (const status of redirects) {
    itRuns(`gives the key to nobody by a redirect with ${status} (SEC-01)`, () => {
      assert.match(errorOf(ran.get(`request ${status}`)), new RegExp(`^${status}: `));
      assert.deepEqual(other.requests, []);
    });
  }

  const unsendable: [when: string, key: string, problem: string][] = [
    ["is missing", "", "is not set"],
    ["has a line break inside (SEC-10)", "canary\r\nX-Other: canary", oddKey],
    ["has letters that no header can hold (SEC-10)", "canary\u00e9\u2028", oddKey],
  ];
  for (const [when, key, problem] of unsendable) {
    itRuns(`says that the key ${when}, before it asks and without the key`, async () => {
      const code = pieces().get("request 404");
      const asked = server.requests.length;
      const options = { cwd: folder.path, env: { MACRO_SIGNALS_API_KEY: key } };
      const [keyless] = await ranR(rscript ?? "", code === undefined ? [] : [code], options);
      assert.equal(errorOf(keyless), `MACRO_SIGNALS_API_KEY ${problem}`);
      assert.equal(server.requests.length, asked);
    });
  }

  itRuns("holds no key in any text (SEC-10)", () => {
    assert.ok([...pieces().values()].every(({ code }) => !code.includes(service.key)));
    assert.ok(server.requests.every(({ target }) => !target.includes(service.key)));
  });
});
