import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { type RequestListener } from "node:http";
import path from "node:path";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { NetworkError, NotFoundError, UnauthorizedError } from "../../../src/service/errors";
import { asOfParameter, type Instant, instantOfText } from "../../../src/shared/instant";
import { type SignalRef, signalRef } from "../../../src/shared/reference";
import { type WireFormat } from "../../../src/shared/wireFormat";
import { AsOfGate } from "../../../src/store/asOfGate";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { FrameWorker } from "../../../src/store/frameWorker";
import { SeriesStore } from "../../../src/store/seriesStore";
import {
  type SettledVintage,
  type VintageWatch,
  vintageFiles,
} from "../../../src/store/vintageFiles";
import { frameWorkerFile } from "../../support/builtFiles";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { itWith, pythonWith, runInterpreter } from "../../support/interpreters";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";

const fixtures = "test/fixtures/vintages";
const read = (name: string): string => readFileSync(path.join(fixtures, name), "utf8");

/** By country and as-of, what the service sends; null is a 404. */
const answers = JSON.parse(read("answers.json")) as Record<string, Record<string, string | null>>;
const asOfs = Object.keys(answers["US"] ?? {}).map((text) => instantOfText(text) ?? assert.fail());
const [january, february, march, endOfMarch] = asOfs as [Instant, Instant, Instant, Instant];
/** Not in the order of the table. */
const members = ["US", "DE"].map((country) =>
  signalRef({
    ...{ code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" },
    tags: { country_iso: country },
  }),
);

/** The table that pandas wrote. */
const longCsv = read("long.csv");
const longRows = JSON.parse(read("long.json")) as readonly unknown[];
const partitions = JSON.parse(read("partitions.json")) as Record<string, string>;

describe("vintageFiles", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let folder: TemporaryFolder;
  let server: TestServer;
  let listener: RequestListener;

  before(async () => {
    server = await startServer((request, response) => listener(request, response));
  });
  beforeEach(() => {
    folder = temporaryFolder("vintages");
    listener = answering(() => undefined);
  });
  afterEach(() => folder.remove());
  after(async () => {
    transport.dispose();
    worker.dispose();
    await server.close();
  });

  /** @param instead - The status that replaces the answer for a country and an as-of. */
  function answering(instead: (country: string, asOf: Instant) => number | undefined) {
    const listen: RequestListener = (request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://service");
      const country = searchParams.get("country_iso") ?? "";
      const asOf = asOfs.find((each) => asOfParameter(each) === searchParams.get("as_of_utc"));
      assert.ok(asOf !== undefined);
      const text = answers[country]?.[asOf] ?? null;
      const status = instead(country, asOf);
      response.statusCode = status ?? (text === null ? 404 : 200);
      response.setHeader("content-type", "text/csv");
      response.end(text ?? "");
    };
    return listen;
  }

  /** The store of a window: nothing is in its memory yet. */
  function window(gate?: AsOfGate): SeriesStore {
    const { client } = testClient(server.origin, { transport });
    const files = new CacheFolder(folder.path, () => 1 << 24).filesOf("acme").series;
    return new SeriesStore({
      ...{ client, worker, files, writeDelayMs: 0 },
      transferFormat: () => "csv",
      ...(gate && { gate }),
    });
  }

  interface Asked extends VintageWatch {
    readonly format?: WireFormat;
    readonly isPartitioned?: boolean;
    readonly store?: SeriesStore;
    readonly members?: readonly SignalRef[];
    readonly all?: readonly SignalRef[];
    readonly part?: number;
  }

  async function files({
    format = "csv",
    isPartitioned = false,
    store = window(),
    part = 0,
    ...asked
  }: Asked = {}): Promise<Map<string, Buffer>> {
    const source = { series: store, service: "https://api.acme.com/", isSample: false };
    const request = { source, members: asked.members ?? members, all: asked.all, asOfs };
    const form = { name: "inflation", format, isPartitioned, part };
    const written = new Map<string, Buffer>();
    for await (const file of vintageFiles(worker, request, form, asked)) {
      const blocks: Uint8Array[] = [];
      for await (const block of file.blocks) blocks.push(block);
      written.set(file.path, Buffer.concat(blocks));
    }
    return written;
  }

  async function only(asked: Asked): Promise<Buffer> {
    const [bytes, ...others] = (await files(asked)).values();
    assert.ok(bytes !== undefined && others.length === 0);
    return bytes;
  }

  /** The table in a folder below that of the test. */
  const inFolder = async (format: WireFormat): Promise<string> => {
    for (const [name, bytes] of await files({ format, isPartitioned: true })) {
      const file = path.join(folder.path, name);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    return path.join(folder.path, "inflation");
  };

  it("writes the CSV that pandas writes of the same vintages", async () => {
    assert.equal((await only({})).toString(), longCsv);
  });

  it("writes the rows of pandas as JSON", async () => {
    assert.deepEqual(JSON.parse((await only({ format: "json" })).toString()), longRows);
  });

  it("writes one file for each as-of that has rows, in folders as Hive names them", async () => {
    const written = await files({ isPartitioned: true, part: 3 });
    const expected = Object.entries(partitions).map(([asOf, text]) => {
      return [`inflation/as_of=${asOf}/part-3.csv`, text];
    });
    assert.deepEqual(
      [...written].map(([name, bytes]) => [name, bytes.toString()]),
      expected,
    );
    assert.equal(written.has(`inflation/as_of=${january}/part-3.csv`), false);
  });

  it("writes a table without any rows as its head", async () => {
    listener = answering(() => 404);
    const head = `${longCsv.slice(0, longCsv.indexOf("\n"))}\n`;
    assert.equal((await only({})).toString(), head);
    assert.equal((await files({ isPartitioned: true })).size, 0);
  });

  it("reports each vintage in the table's order: rows, no days, 404, and what is left out", async () => {
    const shown: unknown[] = [];
    const seen: SettledVintage[] = [];
    const counts: string[] = [];
    await files({
      onSettled: (vintage) => {
        seen.push(vintage);
        const { asOf, tags } = vintage.reference;
        const found = "error" in vintage ? vintage.error : vintage.frame.days.length;
        shown.push([asOf, tags["country_iso"], found instanceof NotFoundError ? 404 : found]);
      },
      onProgress: (done, of) => counts.push(`${done} of ${of}`),
    });
    assert.deepEqual(shown, [
      ...[
        [january, "DE", 404],
        [january, "US", 0],
        [february, "DE", 33],
        [february, "US", 33],
      ],
      ...[
        [march, "DE", 43],
        [march, "US", 43],
        [endOfMarch, "DE", 54],
        [endOfMarch, "US", 54],
      ],
    ]);
    const leftOut = seen.flatMap((vintage) => ("frame" in vintage ? vintage.leftOut : []));
    assert.deepEqual(leftOut, ["Note"]);
    assert.ok(seen.every((vintage) => "error" in vintage || vintage.isSettled));
    assert.deepEqual(
      counts,
      Array.from({ length: 9 }, (_, done) => `${done} of 8`),
    );
  });

  it("resumes from the disk: what the service did not have is not requested again either", async () => {
    const first = window();
    await files({ store: first });
    for (const country of ["US", "DE"]) {
      for (const asOf of asOfs) {
        const [member] = members.filter(({ tags }) => tags["country_iso"] === country);
        // Its pending write ends.
        if (member !== undefined) await first.cachedBody({ ...member, asOf });
      }
    }
    const before = server.requests.length;
    assert.equal((await only({})).toString(), longCsv);
    assert.equal(server.requests.length, before);
  });

  it("leaves nothing in memory, but what was there before", async () => {
    const store = window();
    const shown = { ...(members[0] ?? assert.fail()), asOf: february };
    await store.series(shown);
    await files({ store });
    assert.deepEqual(
      store.allCachedSeries().map(({ reference }) => reference),
      [shown],
    );
  });

  it("goes on after a vintage that the service fails to make, and one with a broken body", async () => {
    const seen = new Map<string, unknown>();
    listener = (request, response) => {
      const isBroken = (request.url ?? "").includes("country_iso=US");
      if (isBroken && (request.url ?? "").includes("2024-02-29")) response.end("no,table\n1\n");
      else
        answering((country, asOf) => (country === "US" && asOf === march ? 500 : undefined))(
          request,
          response,
        );
    };
    const bytes = await only({
      onSettled: (vintage) => {
        const { asOf, tags } = vintage.reference;
        if ("error" in vintage) seen.set(`${tags["country_iso"]} ${asOf}`, vintage.error);
      },
    });
    assert.deepEqual([...seen.keys()], [`DE ${january}`, `US ${february}`, `US ${march}`]);
    assert.match(bytes.toString(), /2024-03-31T23:59:59Z,\S+,US/);
    assert.doesNotMatch(bytes.toString(), /2024-03-15T18:00:00Z,\S+,US/);
  });

  it("fails when the key is rejected, and when the service is gone", async () => {
    listener = answering(() => 401);
    await assert.rejects(files(), UnauthorizedError);
    listener = (request) => request.socket.destroy();
    await assert.rejects(files(), NetworkError);
  });

  it("refuses what is later than the window's as-of, even if it is cached", async () => {
    await files();
    const gate = new AsOfGate();
    gate.set(march);
    const before = server.requests.length;
    await assert.rejects(files({ store: window(gate) }), { name: "LaterThanAsOfError" });
    const asked = server.requests.slice(before).map(({ target }) => decodeURIComponent(target));
    assert.ok(asked.every((target) => !target.includes(asOfParameter(endOfMarch))));
  });

  it("ends when it is cancelled, and requests nothing more", async () => {
    const cancelled = new AbortController();
    const { signal } = cancelled;
    const onSettled = (): void => cancelled.abort();
    await assert.rejects(files({ signal, onSettled }), { name: "AbortError" });
    const before = server.requests.length;
    await files({ signal }).catch(() => undefined);
    assert.equal(server.requests.length, before);
  });

  it("writes code, version and kind only where they differ, and a tag kind beside the as-of", async () => {
    const [us = assert.fail()] = members;
    const odd = signalRef({ ...us, code: "GDP", tags: { as_of: "x", country_iso: "US" } });
    const [head] = (await only({ members: [us, odd] })).toString().split("\n");
    assert.equal(head, "as_of,Date,code,as_of_2,country_iso,Level,Momentum,Aggregate");
  });

  it("gives the parts of a table the columns of the whole, and the rows of their members", async () => {
    const [us = assert.fail(), de = assert.fail()] = members;
    const all = [us, signalRef({ ...de, code: "GDP" })];
    const table = (await only({ members: all })).toString().trimEnd().split("\n");
    const part = (await only({ members: [us], all })).toString().trimEnd().split("\n");
    assert.deepEqual(
      part,
      table.filter((line, at) => at === 0 || line.includes(",INFL,")),
    );
    assert.ok(part.length > 1);
  });

  describe("as a folder", () => {
    /** Ends with `table`, a frame of pandas with the as-of as a text of its path. */
    const readers = {
      pandas: `
import glob, re, pandas as pd
paths = glob.glob(folder + "/as_of=*/part-*.csv")
table = pd.concat([pd.read_csv(p).assign(as_of=re.search(r"as_of=(\\w+)", p)[1]) for p in paths])`,
      dask: `
import dask.dataframe as dd
table = dd.read_csv(folder + "/as_of=*/part-*.csv", include_path_column="path").compute()
table["as_of"] = table.pop("path").astype(str).str.extract(r"as_of=(\\w+)", expand=False)`,
      pyarrow: `
import pandas as pd
table = pd.read_parquet(folder)
table["Date"] = pd.to_datetime(table["Date"]).dt.strftime("%Y-%m-%d")
table["as_of"] = table["as_of"].astype(str)`,
    };
    const compared = `
import pandas as pd
columns = list(expected.columns)
table["as_of"] = pd.to_datetime(table["as_of"], format="%Y%m%dT%H%M%SZ").dt.strftime("%Y-%m-%dT%H:%M:%SZ")
table = table[columns].sort_values(columns[:3]).reset_index(drop=True)
pd.testing.assert_frame_equal(table, expected.sort_values(columns[:3]).reset_index(drop=True))
print(len(table))`;

    const formats = { pandas: "csv", dask: "csv", pyarrow: "parquet" } as const;
    for (const reader of ["pandas", "dask", "pyarrow"] as const) {
      const python = pythonWith("pandas", reader);
      itWith(python, reader)(`is one table in ${reader}, as ${formats[reader]}`, async () => {
        const place = JSON.stringify(await inFolder(formats[reader]));
        const long = JSON.stringify(path.resolve(fixtures, "long.csv"));
        const head = `import pandas as pd\nfolder, expected = ${place}, pd.read_csv(${long})`;
        const code = [head, readers[reader], compared].join("\n");
        const { stdout, stderr } = await runInterpreter(python ?? "", ["-c", code]);
        assert.equal(stdout.trim(), String(longRows.length), stderr);
      });
    }
  });

  describe("as Parquet", () => {
    let duck: DuckFiles;
    before(async () => {
      duck = await DuckFiles.open();
    });
    after(() => duck.close());

    itWith(duckDb, "DuckDB")("is what pandas wrote, with a timestamp in UTC", async () => {
      await duck.write(await only({ format: "parquet" }));
      const [, asOf] = (await duck.columns())[0] ?? [];
      assert.equal(asOf, "TIMESTAMP WITH TIME ZONE");
      const csv = path.join(path.resolve(fixtures), "long.csv");
      const compared = await duck.rows(
        `SELECT count(*), (SELECT count(*) FROM (SELECT epoch_ms(as_of), * EXCLUDE as_of FROM FILE
           EXCEPT ALL SELECT epoch_ms(as_of::TIMESTAMPTZ), * EXCLUDE as_of FROM read_csv('${csv}')))
         FROM FILE`,
      );
      assert.deepEqual(
        compared.map((row) => row.map(Number)),
        [[longRows.length, 0]],
      );
      const types = await duck.rows(
        "SELECT name, type, logical_type FROM parquet_schema(FILE) WHERE name = 'as_of'",
      );
      const [[, type, logical] = []] = types;
      assert.equal(type, "INT64");
      assert.match(JSON.stringify(logical), /isAdjustedToUTC=1.*MILLIS|TimestampType.*UTC=1/);
    });

    itWith(duckDb, "DuckDB")("has its columns without any rows, too", async () => {
      const columns = async (): Promise<unknown> => {
        await duck.write(await only({ format: "parquet" }));
        return duck.columns();
      };
      const full = await columns();
      listener = answering(() => 404);
      folder.remove();
      assert.deepEqual(await columns(), full);
      assert.deepEqual(await duck.rows("SELECT count(*)::INTEGER FROM FILE"), [[0]]);
    });

    itWith(duckDb, "DuckDB")(
      "says in its footer what can be requested again, in the order of the table",
      async () => {
        await duck.write(await only({ format: "parquet" }));
        const metadata = await duck.metadata();
        assert.equal(
          metadata["macro-signals.references"],
          '["signals/INFL/2/country_iso=DE/SNAP","signals/INFL/2/country_iso=US/SNAP"]',
        );
        assert.equal(metadata["macro-signals.as_ofs"], JSON.stringify(asOfs));
        const digests = JSON.parse(metadata["macro-signals.values_digests"] ?? "[]") as unknown[];
        assert.equal(digests.length, 6);
      },
    );

    itWith(duckDb, "DuckDB")(
      "is one table in DuckDB as a folder, the as-of from its paths",
      async () => {
        for (const [name, bytes] of await files({ format: "parquet", isPartitioned: true })) {
          const file = path.join(folder.path, name);
          await mkdir(path.dirname(file), { recursive: true });
          await writeFile(file, bytes);
        }
        const table = `read_parquet('${folder.path}/inflation/*/*.parquet',
        hive_partitioning = true, hive_types = {'as_of': VARCHAR})`;
        const moment = "strptime(as_of, '%Y%m%dT%H%M%SZ')";
        const rows = await duck.rows(
          `SELECT strftime(${moment}, '%Y-%m-%dT%H:%M:%SZ'), strftime(Date, '%Y-%m-%d'), country_iso,
           Level, Momentum, Aggregate FROM ${table} ORDER BY 1, 3, 2`,
        );
        const expected = (longRows as readonly Record<string, unknown>[]).map(Object.values);
        assert.deepEqual(rows, expected);
      },
    );
  });
});
