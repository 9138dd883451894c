import assert from "node:assert/strict";
import { fileCode, requestCode } from "../../src/features/notebook/code/codePieces";
import { variableName } from "../../src/features/notebook/code/variableName";
import { type SeriesRef, signalRef } from "../../src/shared/reference";
import { type Slice } from "../../src/shared/slice";
import { oddFolder, oddTable } from "../support/insertedFiles";
import {
  type InsertedGround,
  ranByName,
  redirects,
  sampledForecast,
  sampledSignal,
  startInsertedGround,
} from "../support/insertedGround";
import { inflation, lineOf } from "../support/insertSubjects";
import { itWith, rscriptWith } from "../support/interpreters";
import {
  type RanCode,
  type RanTable,
  type RunCode,
  errorOf,
  frameOfTable,
  tableOf,
  typesOf,
} from "../support/ranCode";
import { asRounded, ranR } from "../support/ranR";
import { requestTarget } from "../support/requestTargets";

const odd = signalRef({
  ...inflation,
  code: "..",
  tags: { "a&b": "c=d+e", recursive: "no", ä: "% é/?#" },
});
const oddKey = "contains characters that API keys cannot have";

describe("inserted R", function () {
  this.timeout(60_000);
  const rscript = rscriptWith("curl");
  const itRuns = itWith(rscript, "Rscript with the package curl");
  let ground: InsertedGround;
  let ran: ReadonlyMap<string, RanCode>;

  const ranOf = (name: string): RanTable => asRounded(tableOf(ran.get(name)), ground.table(name));

  /** Every piece by what it is. */
  function pieces(): ReadonlyMap<string, RunCode> {
    const common = { library: "pandas", language: "r" } as const;
    const file = (name: string): RunCode => {
      const relativePath = `${oddFolder}/${name}.csv`;
      const { columns } = frameOfTable(ground.table(name));
      const subject = { ...common, relativePath, format: "csv", columns } as const;
      return {
        code: fileCode({ ...subject, line: lineOf() }).text,
        variable: variableName(inflation),
      };
    };
    const request = (
      reference: SeriesRef,
      baseUrl: string,
      slice?: Slice,
      service = baseUrl,
    ): RunCode => {
      const line = { ...lineOf(reference, service), ...(slice === undefined ? {} : { slice }) };
      const code = requestCode({ ...common, line, baseUrl }).text;
      return { code, variable: variableName(reference) };
    };
    const part = { from: 8_000, to: 8_100, columns: ["Momentum"] };
    return new Map([
      ...["signal", "forecast", "odd"].map((name) => [`csv ${name}`, file(name)] as const),
      ["request signal", request(sampledSignal, ground.service.url)],
      ["request forecast", request(sampledForecast, ground.service.url)],
      ["request part", request(sampledSignal, ground.service.url, part)],
      ["request odd", request(odd, `${ground.server.origin}/prefix`)],
      ["request semicolons", request(sampledSignal, `${ground.server.origin}/semicolons`)],
      ["request mixed", request(sampledSignal, `${ground.server.origin}/mixed`)],
      ["request proxied", request(sampledSignal, "http://data.example/prefix")],
      ["request sample", request(sampledSignal, `${ground.server.origin}/sample`, {}, "sample")],
      ["request 404", request(sampledSignal, `${ground.server.origin}/404`)],
      ...redirects.map(
        (status) =>
          [
            `request ${status}`,
            request(sampledSignal, `${ground.server.origin}/${status}`),
          ] as const,
      ),
    ]);
  }

  before(async () => {
    if (rscript === undefined) return;
    ground = await startInsertedGround("inserted-r");
    // In the locale without any letters but those of ASCII.
    const env = {
      LC_ALL: "C",
      // What files, shells and web pages add to a key.
      MACRO_SIGNALS_API_KEY: `\ufeff\u00a0 ${ground.service.key}\u00a0\r\n`,
      http_proxy: ground.proxy.origin,
    };
    const options = { cwd: ground.folder, env: { ...env, no_proxy: "" } };
    ran = await ranByName(pieces(), (codes) => ranR(rscript, codes, options));
  });

  after(async () => {
    if (rscript !== undefined) await ground.stop();
  });

  for (const way of ["csv", "request"]) {
    for (const subject of ["signal", "forecast"]) {
      itRuns(`has every value of the ${subject} by ${way}`, () => {
        assert.deepEqual(ranOf(`${way} ${subject}`), ground.table(subject));
      });
    }
  }

  itRuns("has every value of a service that writes ; and decimal commas", () => {
    const expected = ground.table("signal");
    const table = asRounded(tableOf(ran.get("request semicolons")), expected);
    assert.deepEqual(table, expected);
    assert.equal(typesOf(ran.get("request semicolons"))[0], "Date");
  });

  itRuns("refuses numbers that may be a thousand times what they seem", () => {
    assert.equal(errorOf(ran.get("request mixed")), "decimal commas and points are mixed");
  });

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
    const expected = ground
      .table("signal")
      .days.filter((day) => day >= "1991-11-27" && day <= "1992-03-06");
    assert.deepEqual([first, last, days.length], [expected[0], expected.at(-1), expected.length]);
    assert.deepEqual(
      columns.map(([name]) => name),
      ["Momentum"],
    );
  });

  itRuns("asks for exactly the texts of a reference (SEC-18)", () => {
    assert.equal(errorOf(ran.get("request odd")), "");
    const asked = ground.server.requests.find(({ target }) => target.startsWith("/prefix/"));
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
    const hosts = ground.proxy.requests.map(({ target }) => new URL(target).host);
    assert.deepEqual(hosts, ["data.example"]);
  });

  itRuns("gives the sample's word and no key to another program at its port (SEC-01)", () => {
    assert.deepEqual(tableOf(ran.get("request sample")).days, ["2024-01-01"]);
    const asked = ground.server.requests.filter(({ target }) => target.startsWith("/sample/"));
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
      assert.deepEqual(ground.other.requests, []);
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
      const asked = ground.server.requests.length;
      const options = { cwd: ground.folder, env: { MACRO_SIGNALS_API_KEY: key } };
      const [keyless] = await ranR(rscript ?? "", code === undefined ? [] : [code], options);
      assert.equal(errorOf(keyless), `MACRO_SIGNALS_API_KEY ${problem}`);
      assert.equal(ground.server.requests.length, asked);
    });
  }

  itRuns("holds no key in any text (SEC-10)", () => {
    assert.ok([...pieces().values()].every(({ code }) => !code.includes(ground.service.key)));
    assert.ok(ground.server.requests.every(({ target }) => !target.includes(ground.service.key)));
  });
});
