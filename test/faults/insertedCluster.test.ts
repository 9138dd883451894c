import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import { clusterPanelCode } from "../../src/features/notebook/code/codePieces";
import { type ClusterLibrary } from "../../src/features/notebook/code/language";
import { variableName } from "../../src/features/notebook/code/variableName";
import { longLayout } from "../../src/data/table/long";
import { dayOfIso } from "../../src/shared/day";
import { type Instant, asOfParameter, endOfDay } from "../../src/shared/instant";
import { type PanelRef, type SignalRef, panelRef, signalRef } from "../../src/shared/reference";
import { itWith, pythonWith } from "../support/interpreters";
import { type ComputedTable, type TableRow, ranCluster } from "../support/ranCluster";
import { type RunCode, tableOfCsv } from "../support/ranCode";
import { requestTarget } from "../support/requestTargets";
import { type SampleProgram, startSampleProgram } from "../support/sampleProgram";
import { fetchedCsv } from "../support/sampleSeries";
import { temporaryFolder } from "../support/temporaryFolder";
import { startServer, type TestServer } from "../support/testServer";

const asOf = endOfDay(dayOfIso("1995-12-29") ?? Number.NaN);
/** The sample knows nothing of the first, and has no such series as the last. */
const asOfs = ["1985-12-31", "1994-12-30", "1995-12-29"].map((day) =>
  endOfDay(dayOfIso(day) ?? Number.NaN),
);
const countries = ["DE", "US", "XK"];
const scores = ["Level", "Momentum", "Aggregate"];
const panel = panelRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "*" },
  dataKind: "FIT",
  asOf,
}) as PanelRef;
const layout = longLayout(
  [{ name: "country_iso", type: "text" }],
  [scores.map((name) => ({ name, type: "number" }) as const)],
);

function variant(country: string, instant: Instant = asOf): SignalRef {
  const tags = { country_iso: country };
  return signalRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf: instant });
}

/** Answers each series once with a failure that may pass, and then, eight at a time, with one row. */
function busyService(): { readonly listener: RequestListener; readonly seen: BusySeen } {
  const seen: BusySeen = { most: 0, pausesMs: [] };
  const failedAt = new Map<string, number>();
  const held: (() => void)[] = [];
  const release = (): void => {
    for (const answer of held.splice(0)) answer();
  };
  const listener: RequestListener = (request, response) => {
    const { parameters } = requestTarget(request.url ?? "");
    const country = new Map(parameters).get("country_iso") ?? "";
    const failed = failedAt.get(country);
    if (failed === undefined) {
      failedAt.set(country, performance.now());
      response.writeHead(failedAt.size % 2 === 0 ? 503 : 429, { "retry-after": "1" }).end();
      return;
    }
    seen.pausesMs.push(performance.now() - failed);
    held.push(() => response.end(`Date,Level\n2024-01-01,${country.charCodeAt(1)}\n`));
    seen.most = Math.max(seen.most, held.length);
    if (held.length === 8) setTimeout(release, 100);
  };
  return { listener, seen };
}

interface BusySeen {
  most: number;
  readonly pausesMs: number[];
}

const failing: RequestListener = (request, response) => {
  response.writeHead(403).end(`not for ${String(request.headers["x-api-key"])}`);
};

describe("inserted code for a cluster", function () {
  this.timeout(120_000);
  const folder = temporaryFolder("inserted-cluster");
  let service: SampleProgram;
  const servers: TestServer[] = [];

  before(async () => {
    service = await startSampleProgram();
  });

  after(async () => {
    await Promise.all([service.stop(), ...servers.map((each) => each.close())]);
    folder.remove();
  });

  function codeOf(
    cluster: ClusterLibrary,
    baseUrl: string,
    parts: Partial<Parameters<typeof clusterPanelCode>[0]> = {},
  ): RunCode {
    const line = { reference: panel, service: baseUrl };
    const code = clusterPanelCode({
      ...{ line, language: "python", library: "pandas", cluster, baseUrl, layout },
      variants: countries.map((country) => variant(country)),
      ...parts,
    }).text;
    return { code, variable: variableName(panel) };
  }

  /** The rows that one machine gets, without any code of the product. */
  async function rowsOf(country: string, instant: Instant): Promise<TableRow[]> {
    const { days, columns } = tableOfCsv(await fetchedCsv(service, variant(country, instant)));
    return days.map((day, row) => [
      `${day}T00:00:00`,
      country,
      ...columns.map(([, values]) => values[row] ?? null),
    ]);
  }

  async function expectedPanel(): Promise<TableRow[]> {
    return [...(await rowsOf("DE", asOf)), ...(await rowsOf("US", asOf))];
  }

  async function expectedVintages(): Promise<TableRow[]> {
    const rows: TableRow[] = [];
    for (const each of asOfs.slice(1)) {
      const time = `${asOfParameter(each)}+00:00`;
      for (const country of ["DE", "US"]) {
        rows.push(...(await rowsOf(country, each)).map((row) => [time, ...row]));
      }
    }
    return rows;
  }

  const dask = pythonWith("pandas", "dask", "distributed");
  const itRuns = itWith(dask, "Dask with distributed");
  const ran = async (
    python: string | undefined,
    cluster: ClusterLibrary,
    ...pieces: RunCode[]
  ): ReturnType<typeof ranCluster> =>
    ranCluster(python ?? "", cluster, pieces, { cwd: folder.path, key: service.key });

  describe("with Dask, whose cluster is started once,", () => {
    const { listener, seen } = busyService();
    const many = Array.from({ length: 24 }, (_, at) => variant(`A${String.fromCharCode(65 + at)}`));
    let tables: Awaited<ReturnType<typeof ranCluster>>;

    before(async () => {
      if (dask === undefined) return;
      const [busy, closed] = await Promise.all([startServer(listener), startServer(failing)]);
      servers.push(busy, closed);
      const slice = { from: dayOfIso("1995-01-02") ?? 0, to: dayOfIso("1995-06-30") ?? 0 };
      tables = await ran(
        dask,
        "dask",
        codeOf("dask", service.url),
        codeOf("dask", service.url, { asOfs }),
        codeOf("dask", service.url, { line: { reference: panel, service: service.url, slice } }),
        codeOf("dask", busy.origin, { variants: many }),
        codeOf("dask", closed.origin),
      );
    });

    itRuns("has the rows of one machine, one series or vintage a partition", async () => {
      const [whole, vintages, part] = tables;
      const panelRows = await expectedPanel();
      assert.deepEqual(tableIn(whole).rows, panelRows);
      assert.deepEqual(tableIn(whole).columns, ["Date", "country_iso", ...scores]);
      assert.match(
        tableIn(whole).types.join(" "),
        /^datetime64\[ns\] string float64 float64 float64$/,
      );
      assert.equal(tableIn(whole).parts, 3);
      assert.deepEqual(tableIn(vintages).rows, await expectedVintages());
      assert.deepEqual(tableIn(vintages).columns, ["as_of", "Date", "country_iso", ...scores]);
      assert.equal(tableIn(vintages).parts, 9);
      assert.deepEqual(
        tableIn(part).rows,
        panelRows.filter(([day]) => String(day) > "1995-01-01" && String(day) < "1995-07"),
      );
    });

    itRuns("sends eight requests at once from all workers, and repeats them when asked", () => {
      const [, , , table, refused] = tables;
      assert.deepEqual(
        tableIn(table).rows,
        many.map(({ tags }, at) => [
          "2024-01-01T00:00:00",
          tags["country_iso"],
          65 + at,
          null,
          null,
        ]),
      );
      assert.equal(seen.most, 8);
      assert.equal(seen.pausesMs.length, 24);
      assert.ok(Math.min(...seen.pausesMs) >= 1_000);
      assert.deepEqual(refused, { error: "RuntimeError: 403 Forbidden: not for [REDACTED]" });
    });
  });

  const pandas = pythonWith("pandas");
  const itChecks = itWith(pandas, "Python with pandas");
  const spark = pythonWith("pyspark") === undefined ? " (not run: no Spark here)" : "";
  itChecks(`has the rows of one machine in the tasks of Spark${spark}`, async () => {
    const dates = (rows: readonly TableRow[]): TableRow[] =>
      rows.map((row) =>
        row.map((cell) => (typeof cell === "string" ? cell.replace(/T00:00:00$/, "") : cell)),
      );
    const [whole, vintages] = await ran(
      pandas,
      "spark",
      codeOf("spark", service.url),
      codeOf("spark", service.url, { asOfs }),
    );
    assert.deepEqual(tableIn(whole).rows, dates(await expectedPanel()));
    assert.deepEqual(tableIn(vintages).rows, dates(await expectedVintages()));
    assert.match(
      codeOf("spark", service.url).code,
      /"`Date` date",\n +"`country_iso` string",\n +"`Level` double"/,
    );
  });
});

function tableIn(ran: ComputedTable | { readonly error: string } | undefined): ComputedTable {
  if (ran === undefined || "error" in ran) throw new Error(ran?.error ?? "the code was not run");
  return ran;
}
