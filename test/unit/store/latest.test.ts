import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { NetworkError } from "../../../src/service/errors";
import { FrameWorker } from "../../../src/store/frameWorker";
import { latestInstant } from "../../../src/store/freshness";
import { Latest, type LatestItem } from "../../../src/store/latest";
import { SeriesStore } from "../../../src/store/seriesStore";
import { latestSignal } from "../../support/sampleSeries";
import { frameWorkerFile } from "../../support/builtFiles";
import { type Deferred, deferred } from "../../support/deferred";
import { rejection } from "../../support/rejection";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";

describe("latest in one page", () => {
  const worker = new FrameWorker(frameWorkerFile);
  let server: TestServer;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let source: LatestItem["source"];
  let dispose: () => void;

  const item = (country: string): LatestItem => ({ source, reference: latestSignal(country) });
  /** The country and the as-of of a request. */
  const askedBy = (target = ""): string => {
    const { searchParams } = new URL(target, "http://a.example");
    return [searchParams.get("country_iso"), searchParams.get("as_of_utc") ?? "latest"].join(" ");
  };
  const answerAt = (response: ServerResponse, second: number): void => {
    response.setHeader("date", new Date(Date.UTC(2026, 10, 20, 14, 5, second)).toUTCString());
    response.end("Date,Level\n2024-01-01,1.5\n");
  };

  beforeEach(async () => {
    server = await startServer((request, response) => answer(request, response));
    const test = testClient(server.origin);
    const series = new SeriesStore({ ...test, worker, transferFormat: () => "csv" });
    source = { client: test.client, series };
    dispose = () => {
      series.dispose();
      test.dispose();
    };
  });
  afterEach(async () => {
    dispose();
    await server.close();
  });
  after(() => worker.dispose());

  it("is asked for again where an answer without an instant comes after one of another (DATA-13)", async () => {
    const held = new Map<string, Deferred<ServerResponse>>(
      ["US", "DE"].map((country) => [`${country} latest`, deferred()]),
    );
    answer = ({ socket }) => void socket.destroy();
    const latest = new Latest();
    // From here on none waits for another.
    await rejection(latest.series(item("FR")), NetworkError);
    const before = server.requests.length;
    answer = ({ url }, response) => {
      const own = held.get(askedBy(url));
      if (own === undefined) answerAt(response, 9);
      else own.resolve(response);
    };
    const [first, second] = [latest.series(item("US")), latest.series(item("DE"))];
    const [us, de] = await Promise.all([...held.values()].map(({ promise }) => promise));
    assert.ok(us !== undefined && de !== undefined);
    answerAt(us, 1);
    const shown = [await first];
    answerAt(de, 2);
    shown.push(await second);

    assert.deepEqual(shown.map(latestInstant), ["20261120T140501Z", "20261120T140501Z"]);
    assert.equal(latest.asOf, "20261120T140501Z");
    const asked = server.requests.slice(before).map(({ target }) => askedBy(target));
    assert.deepEqual(asked.toSorted(), ["DE 2026-11-20T14:05:01", "DE latest", "US latest"]);
  });

  it("is left at once by who waits for the answer of another (DATA-13)", async () => {
    let isAsked = (): void => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    answer = () => isAsked();
    const latest = new Latest();
    const leading = latest.series(item("US"));
    const leaving = new AbortController();
    const waiting = latest.series(item("DE"), { signal: leaving.signal });
    await asked;
    leaving.abort(new Error("the tab was closed"));
    await assert.rejects(waiting, { message: "the tab was closed" });
    assert.equal(server.requests.length, 1);
    dispose();
    await assert.rejects(leading);
  });
});
