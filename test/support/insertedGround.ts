import { forecastRef } from "../../src/shared/reference";
import { oddFolder, oddTable, writeFrame } from "./insertedFiles";
import { type RanCode, type RanTable, type RunCode, frameOfTable, tableOfCsv } from "./ranCode";
import { answeringByPath } from "./requestTargets";
import { type SampleProgram, startSampleProgram } from "./sampleProgram";
import { fetchedCsv, fetchedForecastCsv, sampleSignal } from "./sampleSeries";
import { temporaryFolder } from "./temporaryFolder";
import { type TestServer, startServer } from "./testServer";

export const sampledSignal = sampleSignal();
export const sampledForecast = forecastRef({
  market: "SPX",
  currency: "USD",
  horizon: "12 Months",
});

/** The statuses by which a server leads elsewhere. */
export const redirects = [301, 302, 303, 307, 308];

/** Where inserted code runs: in a folder that holds series as files, beside services that it may ask. */
export interface InsertedGround {
  readonly folder: string;
  /** What the files `signal`, `forecast` and `odd` hold. */
  table(name: string): RanTable;
  readonly service: SampleProgram;
  /** Answers with redirects to {@link other}, or with the signal in another layout, where the path says so. */
  readonly server: TestServer;
  /** Whom the key is not meant for. */
  readonly other: TestServer;
  readonly proxy: TestServer;
  stop(): Promise<void>;
}

export async function startInsertedGround(purpose: string): Promise<InsertedGround> {
  const folder = temporaryFolder(purpose);
  // A few years have every kind of value.
  const service = await startSampleProgram({ until: "1996-06-28" });
  const other = await startServer(answeringByPath(() => ""));
  const signal = await fetchedCsv(service, sampledSignal);
  const location = (): string => `${other.origin}/stolen`;
  const server = await startServer(answeringByPath(location, withSemicolons(signal)));
  const proxy = await startServer(answeringByPath(() => ""));
  const tables = new Map<string, RanTable>([
    ["odd", oddTable],
    ["signal", tableOfCsv(signal)],
    ["forecast", tableOfCsv(await fetchedForecastCsv(service, sampledForecast))],
  ]);
  for (const [name, table] of tables) {
    writeFrame(`${folder.path}/${oddFolder}`, name, frameOfTable(table));
  }
  return {
    folder: folder.path,
    table: (name) => tables.get(name) ?? oddTable,
    service,
    server,
    other,
    proxy,
    stop: async () => {
      await Promise.all([service.stop(), other.close(), server.close(), proxy.close()]);
      folder.remove();
    },
  };
}

/** The same in the other layout that services write: `;`, decimal commas, CRLF, a BOM, and no name above the days. */
function withSemicolons(csv: string): string {
  const lines = csv.trimEnd().split("\n");
  const cells = lines.map((line) => line.replaceAll(",", ";").replaceAll(".", ","));
  return `\uFEFF${cells.join("\r\n").replace("Date", "")}\r\n`;
}

/** What became of each piece, by its name. */
export async function ranByName(
  pieces: ReadonlyMap<string, RunCode>,
  run: (codes: readonly RunCode[]) => Promise<readonly RanCode[]>,
): Promise<ReadonlyMap<string, RanCode>> {
  const results = await run([...pieces.values()]);
  return new Map([...pieces.keys()].map((name, index) => [name, results[index] ?? { error: "" }]));
}
