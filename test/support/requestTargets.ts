import { type RequestListener } from "node:http";
import { toCsv } from "../../src/data/csvWriter";
import { toParquet } from "../../src/data/parquetWriter";
import { frameOf } from "./frames";

const row = frameOf(["2024-01-01"], { Level: [1.5] });

/** What a request asks for, percent-decoded: the segments of its path below `/api/v3/` and its parameters in their order. */
export interface RequestTarget {
  readonly segments: readonly string[];
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** Reads a request target without any URL parser, which would take dots for steps. */
export function requestTarget(target: string): RequestTarget {
  const [path = "", query = ""] = target.split("?");
  const below = path.slice(path.indexOf("/api/v3/") + "/api/v3/".length);
  const pairs = query.split("&").map((pair) => pair.split("=").map(decodeURIComponent));
  return {
    segments: below.replace(/\/$/, "").split("/").map(decodeURIComponent),
    parameters: pairs.map(([name = "", value = ""]) => [name, value]),
  };
}

/**
 * Answers by the first segment of the path: a number is a status, whose body repeats the key and whose header leads to
 * `location`; `semicolons` is a text, `mixed` one of both decimal marks; else a row in the format that is asked for.
 */
export function answeringByPath(location: () => string, semicolons = ""): RequestListener {
  return (request, response) => {
    const status = Number(/^\/(\d{3})\//.exec(request.url ?? "")?.[1] ?? 200);
    if (request.url?.startsWith("/semicolons/") === true) response.end(semicolons);
    else if (request.url?.startsWith("/mixed/") === true)
      response.end("Date;A;B\n2024-01-01;1.234;0,5\n");
    else if (status === 200) {
      const isParquet = request.url?.endsWith("fmt=parquet") === true;
      response.end(isParquet ? toParquet(row) : toCsv(row));
    } else {
      const key = String(request.headers["x-api-key"]);
      response.writeHead(status, { location: location() }).end(`{"detail": "not for ${key}"}`);
    }
  };
}
