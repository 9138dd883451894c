import { toParquet } from "../../src/data/parquetWriter";
import { type TestServer, startServer } from "../support/testServer";
import { randomWalk } from "./randomWalk";
import { sized } from "./sized";

/** Rows of the series of each signal. */
export const rowsOfSignal = {
  WALK: sized(18_000, 1_000),
  LONG: sized(1_000_000, 20_000),
  WIDE: sized(9_000, 300),
} as const;

export const countries = Array.from({ length: 40 }, (_, at) => `C${at}`);

/** A service of three signals of any version; each of a signal's series is the same. */
export async function startClickServer(): Promise<TestServer> {
  const bodies = new Map(
    Object.entries(rowsOfSignal).map(([code, rows]) => [code, toParquet(randomWalk(rows))]),
  );
  const tags = [{ kind: "country_iso", values: countries }];
  const definitionOf = (code: string, version: number): unknown => ({
    ...{ code, version, name: code, tags },
  });
  const listing = [...bodies.keys()].map((code) => definitionOf(code, 1));
  return startServer((request, response) => {
    const [, code = "", version = ""] = /signal\/(\w+)\/(\d+)\//.exec(request.url ?? "") ?? [];
    const body = request.url?.includes("/data/") === true ? bodies.get(code) : undefined;
    if (body !== undefined) {
      response.setHeader("content-type", "application/vnd.apache.parquet");
      response.end(body);
      return;
    }
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(code === "" ? listing : definitionOf(code, Number(version))));
  });
}
