import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { fileCode, requestCode, valuesCode } from "../../src/features/notebook/code/codePieces";
import { type DataFrameLibrary } from "../../src/features/notebook/code/language";
import { pieceBlocks } from "../../src/features/notebook/code/pieceBlocks";
import { variableName } from "../../src/features/notebook/code/variableName";
import { type SeriesRef, signalRef } from "../../src/shared/reference";
import { type Slice } from "../../src/shared/slice";
import { type WireFormat, wireFormats } from "../../src/shared/wireFormat";
import { frameOf } from "../support/frames";
import { oddFolder } from "../support/insertedFiles";
import {
  type InsertedGround,
  ranByName,
  redirects,
  sampledForecast,
  sampledSignal,
  startInsertedGround,
} from "../support/insertedGround";
import { inflation, lineOf } from "../support/insertSubjects";
import { itWith, pythonWith } from "../support/interpreters";
import {
  type RanCode,
  type RanTable,
  type RunCode,
  errorOf,
  frameOfTable,
  newest,
  tableOf,
  typesOf,
} from "../support/ranCode";
import { ranPython } from "../support/ranPython";
import { requestTarget } from "../support/requestTargets";

const odd = signalRef({ ...inflation, code: "..", tags: { "a&b": "c=d+e", region: "% é/?#" } });
const noLevel = [{ name: "Level", type: "number" }] as const;
const oddKey = "contains characters that API keys cannot have";

/** What a joined table has of one of its series. */
function signalOf(library: DataFrameLibrary, name: string): string {
  if (library === "pandas") return `first = joined["${name}"].loc[${name}.index]`;
  const columns = `[pl.col("${name}_" + each).alias(each) for each in ${name}.columns[1:]]`;
  const rows = `${name}.select("Date").join(joined, on="Date", how="left", maintain_order="left")`;
  return `first = ${rows}.select("Date", *${columns})`;
}

describe("inserted Python", function () {
  this.timeout(60_000);
  let ground: InsertedGround;

  before(async () => {
    ground = await startInsertedGround("inserted-python");
  });

  after(() => ground.stop());

  /** Every piece by what it is. */
  function piecesOf(library: DataFrameLibrary): ReadonlyMap<string, RunCode> {
    const named = (reference: SeriesRef, code: string): RunCode => ({
      code,
      variable: variableName(reference),
    });
    const request = (
      reference: SeriesRef,
      baseUrl: string,
      slice?: Slice,
      service = baseUrl,
    ): RunCode => {
      const line = { ...lineOf(reference, service), ...(slice === undefined ? {} : { slice }) };
      return named(reference, requestCode({ line, library, language: "python", baseUrl }).text);
    };
    const common = { line: lineOf(), library, language: "python" } as const;
    const file = (name: string, format: WireFormat): RunCode => {
      const relativePath = `${oddFolder}/${name}.${format}`;
      const { columns } = frameOfTable(ground.table(name));
      return named(inflation, fileCode({ ...common, relativePath, format, columns }).text);
    };
    const values = (frame: RanTable): RunCode =>
      named(inflation, valuesCode({ ...common, frame: frameOfTable(frame) }).text);
    // An empty table has no names of columns in JSON.
    writeFileSync(path.join(ground.folder, "none.json"), "[]\n");
    const noRows = { relativePath: "none.json", format: "json", columns: noLevel } as const;
    const none = named(inflation, fileCode({ ...common, ...noRows }).text);
    const joined = (): RunCode => {
      const baseUrl = ground.service.url;
      const pieces = [sampledSignal, sampledForecast].map((reference) =>
        requestCode({ line: lineOf(reference, baseUrl), library, language: "python", baseUrl }),
      );
      const [code = ""] = pieceBlocks(pieces, { form: "joined", isNotebook: true });
      return { code: `${code}\n${signalOf(library, pieces[0]?.name ?? "")}`, variable: "first" };
    };
    const names = ["signal", "forecast", "odd"];
    return new Map([
      ...wireFormats.flatMap((format) =>
        names.map((name) => [`${format} ${name}`, file(name, format)] as const),
      ),
      ["json none", none],
      ...names.map((name) => [`values ${name}`, values(newest(ground.table(name), 200))] as const),
      [
        "values none",
        named(inflation, valuesCode({ ...common, frame: frameOf([], { Level: [] }) }).text),
      ],
      ["request joined", joined()],
      ["request signal", request(sampledSignal, ground.service.url)],
      ["request forecast", request(sampledForecast, ground.service.url)],
      [
        "request slice",
        request(sampledSignal, ground.service.url, {
          from: 8_000,
          to: 8_100,
          columns: ["Momentum"],
        }),
      ],
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

  const suites: [library: DataFrameLibrary, modules: string[], hasParquet: boolean][] = [
    ["pandas", ["pandas"], false],
    ["pandas", ["pandas", "pyarrow"], true],
    ["polars", ["polars"], true],
  ];
  for (const [library, modules, hasParquet] of suites) {
    const name = modules.join(" and ");
    const python = pythonWith(...modules);
    const itRuns = itWith(python, `Python with ${name}`);
    // The first one with pandas may be one with pyarrow.
    const asksParquet = hasParquet || python === pythonWith("pandas", "pyarrow");

    describe(`with ${name}`, () => {
      let ran: ReadonlyMap<string, RanCode>;

      before(async () => {
        if (python === undefined) return;
        const pieces = piecesOf(library);
        const env = {
          // What files, shells and web pages add to a key.
          MACRO_SIGNALS_API_KEY: `\ufeff\u00a0 ${ground.service.key}\u00a0\r\n`,
          http_proxy: ground.proxy.origin,
          no_proxy: "",
        };
        ran = await ranByName(pieces, (codes) =>
          ranPython(python, codes, { cwd: ground.folder, env }),
        );
      });

      const formats = hasParquet ? wireFormats : (["csv", "json"] as const);
      for (const subject of ["signal", "forecast", "odd"]) {
        for (const way of [...formats, "values"]) {
          itRuns(`has every value of the ${subject} by its ${way}`, () => {
            const expected =
              way === "values" ? newest(ground.table(subject), 200) : ground.table(subject);
            assert.deepEqual(tableOf(ran.get(`${way} ${subject}`)), expected);
          });
        }
      }

      for (const way of [...formats, "values"]) {
        itRuns(`has dates, doubles and texts by ${way}`, () => {
          const number = library === "pandas" ? "float64" : "Float64";
          const text = library === "pandas" ? "string" : "String";
          const [date = "", ...others] = typesOf(ran.get(`${way} odd`));
          assert.match(date, library === "pandas" ? /^Date datetime64\[\w+\]$/ : /^Date$/);
          assert.deepEqual(others, [number, number, number, number, text, text]);
        });
      }

      for (const way of ["values", "json"]) {
        itRuns(`has types by ${way} without a row`, () => {
          const none = ran.get(`${way} none`);
          assert.deepEqual(tableOf(none), { days: [], columns: [["Level", []]] });
          assert.match(typesOf(none).join(" "), /^Date.* [fF]loat64$/);
        });
      }

      for (const subject of ["signal", "forecast"]) {
        itRuns(`has every value of the ${subject} from the service itself`, () => {
          assert.deepEqual(tableOf(ran.get(`request ${subject}`)), ground.table(subject));
        });
      }

      if (library === "pandas") {
        itRuns("has every value of a service that writes ; and decimal commas", () => {
          assert.deepEqual(tableOf(ran.get("request semicolons")), ground.table("signal"));
        });

        itRuns("refuses numbers that may be a thousand times what they seem", () => {
          const words = "RuntimeError: decimal commas and points are mixed";
          assert.equal(errorOf(ran.get("request mixed")), words);
        });
      }

      itRuns("has days as its index or its first column from the service itself", () => {
        const [date = ""] = typesOf(ran.get("request signal"));
        assert.match(date, library === "pandas" ? /^Date datetime64\[\w+\]$/ : /^Date$/);
      });

      itRuns("has every value of a series in a joined table (15.1.11)", () => {
        assert.deepEqual(tableOf(ran.get("request joined")), ground.table("signal"));
      });

      itRuns("has the part that the line names from the service itself", () => {
        const { days, columns } = ground.table("signal");
        const isInside = days.map((day) => day >= "1991-11-27" && day <= "1992-03-06");
        const momentum = columns.filter(([column]) => column === "Momentum");
        assert.deepEqual(tableOf(ran.get("request slice")), {
          days: days.filter((_, row) => isInside[row] === true),
          columns: momentum.map(([column, each]) => [
            column,
            each.filter((_, row) => isInside[row] === true),
          ]),
        });
      });

      itRuns("asks for exactly the texts of a reference (SEC-18)", () => {
        const asked = ground.server.requests
          .filter(({ target }) => target.startsWith("/prefix/"))
          .at(-1);
        assert.deepEqual(requestTarget(asked?.target ?? ""), {
          segments: ["signal", "..", "2", "data"],
          parameters: [
            ["a&b", "c=d+e"],
            ["region", "% é/?#"],
            ["kind", "FIT"],
            ["as_of_utc", "2026-11-19T23:59:59"],
            ["fmt", asksParquet ? "parquet" : "csv"],
          ],
        });
        assert.match(asked?.target ?? "", /\/%2E%2E\//);
      });

      itRuns("asks by the proxy of the environment, but not this computer", () => {
        assert.deepEqual(tableOf(ran.get("request proxied")).days, ["2024-01-01"]);
        const targets = ground.proxy.requests.map(({ target }) => target);
        assert.deepEqual(
          new Set(targets.map((target) => new URL(target).host)),
          new Set(["data.example"]),
        );
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
        assert.equal(
          errorOf(ran.get("request 404")),
          `RuntimeError: 404 Not Found: {"detail": "not for [REDACTED]"}`,
        );
      });

      for (const status of redirects) {
        itRuns(`gives the key to nobody by a redirect with ${status} (SEC-01)`, () => {
          assert.match(
            errorOf(ran.get(`request ${status}`)),
            new RegExp(`^RuntimeError: ${status} `),
          );
          assert.deepEqual(ground.other.requests, []);
        });
      }

      itRuns("holds no key in any text (SEC-10)", () => {
        const texts = [...piecesOf(library).values()].map(({ code }) => code);
        assert.ok(texts.every((text) => !text.includes(ground.service.key)));
        assert.ok(
          ground.server.requests.every(({ target }) => !target.includes(ground.service.key)),
        );
      });
    });
  }

  describe("with something in the place of the library", () => {
    const python = pythonWith("json");
    const itRuns = itWith(python, "Python");
    /** What makes the table is not asked for by what is proven here. */
    const before = [
      "import sys, types",
      "library = types.SimpleNamespace(read_csv=lambda source, **options: source, Date=None)",
      "sys.modules.update(pandas=library, polars=library)",
    ].join("\n");

    async function ranAlone(codes: readonly RunCode[], key: string): Promise<string[]> {
      assert.ok(python !== undefined && codes.length > 0);
      const env = { MACRO_SIGNALS_API_KEY: key };
      const ran = await ranPython(python, codes, { cwd: ground.folder, env, before });
      return ran.map(errorOf);
    }

    for (const library of ["pandas", "polars"] as const) {
      const piece = (name: string): RunCode => piecesOf(library).get(name) ?? assert.fail(name);

      itRuns(`gives the key to nobody by a redirect: ${library} (SEC-01)`, async () => {
        const codes = redirects.map((status) => piece(`request ${status}`));
        const asked = ground.server.requests.length;
        const messages = await ranAlone(codes, ground.service.key);
        assert.deepEqual(
          messages.map((message) => Number(/^RuntimeError: (\d+) /.exec(message)?.[1])),
          redirects,
        );
        const keys = ground.server.requests.slice(asked).map(({ headers }) => headers["x-api-key"]);
        assert.deepEqual(
          keys,
          redirects.map(() => ground.service.key),
        );
        assert.deepEqual(ground.other.requests, []);
      });

      itRuns(`repeats no key that the service repeats: ${library} (SEC-11)`, async () => {
        assert.deepEqual(await ranAlone([piece("request 404")], ground.service.key), [
          `RuntimeError: 404 Not Found: {"detail": "not for [REDACTED]"}`,
        ]);
      });
    }

    const unsendable: [when: string, key: string, problem: string][] = [
      ["is missing", " ", "is not set"],
      ["has a line break inside (SEC-10)", "canary\r\nX-Other: canary", oddKey],
      ["has letters that no header can hold (SEC-10)", "canary\u00e9\u2028", oddKey],
    ];
    for (const [when, key, problem] of unsendable) {
      itRuns(`says that the key ${when}, before it asks and without the key`, async () => {
        const code = piecesOf("pandas").get("request 404") ?? assert.fail();
        const asked = ground.server.requests.length;
        const messages = await ranAlone([code], key);
        assert.deepEqual(messages, [`RuntimeError: MACRO_SIGNALS_API_KEY ${problem}`]);
        assert.equal(ground.server.requests.length, asked);
      });
    }
  });

  const pandas = pythonWith("pandas");
  itWith(pandas, "Python with pandas")(
    "says what to install where pandas reads no Parquet",
    async () => {
      const hidden = `import sys\nsys.modules["pyarrow"] = sys.modules["fastparquet"] = None`;
      const code = piecesOf("pandas").get("parquet signal");
      const [ran] = await ranPython(pandas ?? "", code === undefined ? [] : [code], {
        cwd: ground.folder,
        before: hidden,
      });
      assert.match(errorOf(ran), /^ImportError: [^]*pyarrow[^]*fastparquet/);
    },
  );
});
