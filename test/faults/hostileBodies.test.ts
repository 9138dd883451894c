import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { build } from "esbuild";
import { decodeFrame } from "../../src/data/decodeFrame";
import { DecodeError, type DecodeErrorKind } from "../../src/data/errors";
import { TooLargeError } from "../../src/service/errors";
import { FrameWorker } from "../../src/store/frameWorker";
import { type WireFormat } from "../../src/shared/wireFormat";
import { bodyOf, goodBody, rowsOfGood } from "../support/bodies";
import { frameWorkerFile } from "../support/builtFiles";
import { assertRefused } from "../support/decodeErrors";
import { duckDb } from "../support/duckDb";
import { DuckFiles } from "../support/duckFiles";
import { itWith } from "../support/interpreters";
import { testClient } from "../support/testClient";
import { startServer } from "../support/testServer";

const mebibyte = 1 << 20;

/** A body of a head, many units, and a tail. */
function repeated(head: string, unit: string, tail: string, count: number): Uint8Array {
  return new TextEncoder().encode(head + unit.repeat(count) + tail);
}

/** What a program in TypeScript prints that runs in a process of its own. */
async function printedBy(
  contents: string,
  options: readonly string[],
  args: readonly string[] = [],
): Promise<string> {
  const program = await build({
    stdin: { contents, resolveDir: process.cwd(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    write: false,
    logLevel: "silent",
  });
  const [code = ""] = program.outputFiles.map(({ text }) => text);
  const child = await promisify(execFile)(
    process.execPath,
    [...options, "-e", code, "--", ...args],
    {
      maxBuffer: mebibyte,
    },
  );
  return child.stdout.trim();
}

/** Reads bodies that are full of a unit, as a listing and as a definition, and prints what they are refused for. */
const hostileListings = `
  import { readBody } from "./src/service/readBody";
  const facts = { request: "GET /", attempts: 1 };
  for (const unit of ["[", '{"a":', "[],", "{},", "NaN,", "1,", '\\\\"']) {
    const bytes = Buffer.alloc(12 * 1024 * 1024, unit);
    bytes[0] = unit === '{"a":' ? 0x7b : 0x5b;
    const problems = ["signals", "definition"].map((form) => {
      try {
        readBody({ form, bytes, facts });
        return "read";
      } catch (error) {
        return error.problem;
      }
    });
    console.log([unit, ...new Set(problems)].join(": "));
  }
`;

/** Decodes Parquet bodies of at most 44 kB, and prints what became of each and the MiB that were needed for all of them. */
const smallBombs = `
  import { readFileSync } from "node:fs";
  import { FrameWorker } from "./src/store/frameWorker";
  import { bodyOf } from "./test/support/bodies";
  import { Redaction } from "./src/service/redaction";
  import { frameWorkerFile } from "./test/support/builtFiles";
  import { pagesOfText, parquetFileOf } from "./test/support/parquetParts";
  const bomb = (rows, lengths) => {
    const [, run] = pagesOfText([""], rows);
    const days = [{ body: Buffer.alloc(4), values: 1, isDictionary: true }, run];
    const notes = lengths.map((length, at) => {
      const pages = pagesOfText(["a".repeat(length)], rows);
      return { name: "Note " + at, type: "text", pages };
    });
    return parquetFileOf({ rows, columns: [{ name: "Date", type: "day", pages: days }, ...notes] });
  };
  const mebibyte = 1 << 20;
  const largest = { file: 0, module: 0 };
  const decode = async (bytes) => {
    const worker = new FrameWorker(frameWorkerFile);
    const body = { ...bodyOf(bytes), redaction: new Redaction("canary-3f9c") };
    const read = worker.decode(body).then(({ repairs }) => repairs.duplicateRows + 1);
    const outcome = await read.catch(({ kind }) => kind);
    largest.file = Math.max(largest.file, bytes.length);
    largest.module = Math.max(largest.module, worker.moduleBytes / mebibyte);
    worker.dispose();
    return outcome;
  };
  (async () => {
    const outcomes = [];
    const files = process.argv.slice(1);
    for (const file of files) outcomes.push(await decode(new Uint8Array(readFileSync(file))));
    for (const [rows, lengths] of files.length > 0 ? [] : [
      [3_000_000, [4]],
      [3_200, [40_000]],
      [100_000, [40_000]],
      [2_000_000_000, []],
    ]) {
      outcomes.push(await decode(bomb(rows, lengths)));
    }
    // On Linux, maxRSS includes the parent's memory at the fork.
    const status = process.platform === "linux" ? readFileSync("/proc/self/status", "utf8") : "";
    const kibibytes = /VmHWM:\\s*(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
    const resident = kibibytes / 1024;
    console.log(JSON.stringify({ outcomes, ...largest, resident }));
  })();
`;

/** Files with lists of long texts, which tables leave out: many rows with one text, or one row with many. */
async function listBombs(duck: DuckFiles): Promise<string[]> {
  const files: string[] = [];
  for (const [rows, values] of [
    [1_000, 1],
    [1, 1_000],
    [2_000, 1],
    [1, 2_000],
    [16_000, 1],
  ]) {
    const bytes = await duck.parquetOf(
      `SELECT DATE '2024-01-01' AS "Date", 1.5 AS "Level",
        [repeat('a', 40_000) FOR _ IN range(${values})] AS "Note" FROM range(${rows})`,
    );
    const file = path.join(duck.folder, `list-${files.length}.parquet`);
    await writeFile(file, bytes);
    files.push(file);
  }
  return files;
}

describe("hostile bodies", () => {
  let worker: FrameWorker;
  before(() => (worker = new FrameWorker(frameWorkerFile)));
  after(() => worker.dispose());

  // Each of them made an engine's array, string or heap larger than it may be; the editor's process would have ended.
  const many = 3_100_000;
  const cases: [
    what: string,
    format: WireFormat,
    bytes: () => Uint8Array,
    kind: DecodeErrorKind,
    message: RegExp,
  ][] = [
    [
      "a header of commas",
      "csv",
      () => repeated("Date", ",", "\n", many),
      "too-large",
      /2001 columns/,
    ],
    [
      "a row of commas",
      "csv",
      () => repeated("Date,A\n2024-01-01", ",", "\n", many),
      "too-large",
      /2001 columns/,
    ],
    [
      "empty objects",
      "json",
      () => repeated("[", "{},", "{}]", many),
      "too-large",
      /elements|objects/,
    ],
    [
      "empty objects on lines",
      "json",
      () => repeated("", "{}\n", "", many),
      "too-large",
      /objects/,
    ],
    ["numbers alone", "json", () => repeated("[", "1,", "1]", many), "too-large", /elements/],
    [
      "no numbers at all",
      "json",
      () => repeated("[", "NaN,", "NaN]", many),
      "too-large",
      /elements/,
    ],
    [
      "keys for ever",
      "json",
      () => repeated("{", '"a":1,', '"a":1}', many),
      "too-large",
      /elements/,
    ],
    [
      "nothing but quotes",
      "csv",
      () => repeated('Date,A\n"', '""', '"\n', 5 * many),
      "corrupt",
      /1 cell,/,
    ],
    [
      "line breaks in quotes",
      "csv",
      () => repeated('Date,A\n"', "\n", '"\n', many),
      "corrupt",
      /1 cell,/,
    ],
    [
      "brackets that close nothing",
      "json",
      () => repeated("", "]", "", many),
      "corrupt",
      /without an opening one/,
    ],
    [
      "nesting a million deep",
      "json",
      () => repeated("", "[", "", many),
      "unsupported",
      /nested deeper/,
    ],
    [
      "objects a million deep",
      "json",
      () => repeated("", '{"a":', "", many),
      "unsupported",
      /nested/,
    ],
    [
      "one integer of a million zeros",
      "json",
      () => repeated("[1", "0", "1]", 1_000_000),
      "unsupported",
      /layout/,
    ],
  ];
  for (const [what, format, bytes, kind, message] of cases) {
    it(`${format.toUpperCase()} of ${what} is refused, and the next body decodes (HOST-05)`, async () => {
      await assertRefused(worker.decode(bodyOf(bytes(), format)), kind, message);
      assert.equal((await worker.decode(goodBody())).frame.days.length, rowsOfGood);
      assert.equal(worker.threadCount, 1);
    }).timeout(60_000);
  }

  // Each takes minutes where time grows with the square of the length; the limit of time guards against nothing else.
  const runLength = mebibyte / 4;
  const units = [
    "0",
    "1.",
    "1,",
    "e1",
    "a",
    " ",
    "\t",
    ".",
    ",",
    "-",
    "_",
    "+",
    "\\",
    "\u0301",
    "\uFFFD",
    "É",
  ];
  const texts: Readonly<Record<"csv" | "json", (run: string) => string[]>> = {
    csv: (run) => [
      `Date;A;B\n2024-01-01;${run};1,5\n2024-01-02;${run}x;\n`,
      `Date\t${run}x\n2024-01-01\t1\n`,
      `Date;A\n${run}x;1\n`,
    ],
    json: (run) => [
      `[{"Date":"2024-01-01","A":${JSON.stringify(`${run}x`)}}]`,
      `[{"Date":"2024-01-01","A":${run}}]`,
      `[{"Date":${JSON.stringify(run)},"A":1}]`,
      `{"A":{${JSON.stringify(`${run}x`)}:1}}`,
      `[] ${run}x`,
    ],
  };
  for (const format of ["csv", "json"] as const) {
    it(`${format.toUpperCase()} with 256 KiB of any one character anywhere is read or refused (HOST-09)`, async () => {
      const runs = units.map((unit) => unit.repeat(runLength / unit.length));
      const bodies = runs.flatMap(texts[format]).map((text) => new TextEncoder().encode(text));
      const outcomes = await Promise.allSettled(
        bodies.map((bytes) => worker.decode(bodyOf(bytes, format))),
      );
      const reasons = outcomes.flatMap((outcome) =>
        "reason" in outcome ? [outcome.reason as unknown] : [],
      );
      assert.deepEqual(
        reasons.filter((reason) => !(reason instanceof DecodeError)),
        [],
      );
      assert.equal((await worker.decode(goodBody())).frame.days.length, rowsOfGood);
      assert.equal(worker.threadCount, 1);
    }).timeout(120_000);
  }

  it("keys named __proto__ and constructor change no prototype, in any layout (HOST-05)", async () => {
    const evil = ["__proto__", "constructor", "prototype", "toString"];
    const ownBefore = Object.getOwnPropertyNames(Object.prototype).sort();
    const layouts = evil.flatMap((name) => [
      `[{"Date":"2024-01-01","${name}":{"polluted":1}}]`,
      `{"${name}":{"2024-01-01":{"polluted":1}},"Level":{"2024-01-01":1}}`,
      `{"columns":["Date","${name}"],"data":[["2024-01-01",1]],"${name}":{"polluted":1}}`,
      `{"2024-01-01":{"${name}":{"polluted":1}}}`,
    ]);
    const decoding = layouts.map((text) => decodeFrame(new TextEncoder().encode(text), "json"));
    const outcomes = await Promise.allSettled(decoding);
    const reasons = outcomes.flatMap((outcome) =>
      "reason" in outcome ? [outcome.reason as unknown] : [],
    );
    assert.deepEqual(
      reasons.filter((reason) => !(reason instanceof DecodeError)),
      [],
    );
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).sort(), ownBefore);
    assert.ok(!("polluted" in {}));
  });

  it("listings and definitions of every hostile kind need no more than a bounded heap (HOST-07)", async () => {
    // The bodies themselves, 12 MiB each, are not on the heap; of what parsed them before, 64 MiB held nothing.
    const printed = await printedBy(hostileListings, ["--max-old-space-size=64"]);
    const problems = printed.split("\n");
    assert.deepEqual(problems, [
      "[: $ is nested deeper than 64 levels",
      '{"a":: $ is nested deeper than 64 levels',
      "[],: $ holds more than 2000000 values",
      "{},: $ holds more than 2000000 values",
      "NaN,: $ holds more than 2000000 values",
      "1,: $ holds more than 2000000 values",
      '\\": $ is not valid JSON',
    ]);
  }).timeout(60_000);

  describe("Parquet of 44 kB", function () {
    this.timeout(120_000);
    let duck: DuckFiles;
    before(async () => (duck = await DuckFiles.open()));
    after(() => duck.close());

    async function assertBounded(outcomes: readonly unknown[], ...files: string[]): Promise<void> {
      const printed = await printedBy(smallBombs, [], files);
      const { file, module, resident, ...found } = JSON.parse(printed) as {
        readonly outcomes: readonly unknown[];
        readonly file: number;
        readonly module: number;
        readonly resident: number;
      };
      assert.deepEqual(found.outcomes, outcomes);
      assert.ok(file <= 44_000, `${file} bytes`);
      assert.ok(module <= 576 && resident <= 600, `${module} and ${resident} MiB`);
    }

    it("never takes more than 600 MiB, whatever it expands to (HOST-08)", async () => {
      const tooLarge = Array.from({ length: 3 }, () => "too-large");
      await assertBounded([3_000_000, ...tooLarge]);
    });

    itWith(duckDb, "DuckDB")(
      "never takes more than 600 MiB while it is searched for the key (HOST-08, SEC-32)",
      async () => {
        const outcomes = [1_000, 1, "too-large", "too-large", "too-large"];
        await assertBounded(outcomes, ...(await listBombs(duck)));
      },
    );
  });

  it("a gibibyte of JSON is given up at the cap, and little of it is ever held (HOST-05)", async () => {
    const block = Buffer.from('{"Date":"2024-01-01","Level":1},'.repeat(2_048));
    let sent = 0;
    const server = await startServer((_request, response) => {
      const blocks = function* (): Generator<Buffer> {
        for (; sent < 1 << 30; sent += block.length) yield block;
      };
      response.writeHead(200, { "content-type": "application/json" });
      Readable.from(blocks()).pipe(response);
    });
    const { client, dispose } = testClient(server.origin, {
      maxBodyBytes: 16 * mebibyte,
    });
    await assert.rejects(client.listSignals(), TooLargeError);
    dispose();
    await server.close();
    assert.ok(sent < 64 * mebibyte, `${sent} bytes were taken`);
  });
});
