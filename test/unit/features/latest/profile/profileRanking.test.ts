import assert from "node:assert/strict";
import { type ServerResponse } from "node:http";
import { UndiciTransport } from "../../../../../src/service/undiciTransport";
import { signalRef } from "../../../../../src/shared/reference";
import { FrameWorker } from "../../../../../src/store/frameWorker";
import { SeriesStore } from "../../../../../src/store/seriesStore";
import {
  byDistance,
  byNewestScore,
  type Ranking,
} from "../../../../../src/features/latest/profile/profileRanking";
import { type ProfileMember } from "../../../../../src/features/latest/profile/profileSeries";
import { frameWorkerFile } from "../../../../support/builtFiles";
import { latestRecord } from "../../../../support/latestRecords";
import { testClient } from "../../../../support/testClient";
import { startServer, type TestServer } from "../../../../support/testServer";

const member = (code: string, aggregate = 0): ProfileMember => ({
  target: {
    connectionId: "acme",
    reference: signalRef({
      code,
      version: 1,
      tags: { country_iso: "ES" },
      dataKind: "SNAP",
      asOf: "latest",
    }),
  },
  record: latestRecord({ code, aggregate }),
});

const codesOf = ({ members }: Ranking): string =>
  members.map(({ record }) => record.code).join(" ");

/** By code, the Aggregate of six days; the newest value of E is missing. */
const served: Readonly<Record<string, readonly string[]>> = {
  A: ["1", "2", "3", "4", "2.5", "2"],
  B: ["0.1", "0.2", "0.1", "0.3", "0.2", "1"],
  C: ["5", "-5", "5", "-5", "5", "-6"],
  D: ["0.5", "0.5", "0.5", "0.5", "0.5", "0.5"],
  E: ["1", "2", "1", "2", "1", ""],
  F: ["3", "3", "3", "3", "3", "-2"],
};

// pandas 1.5.3: abs((x.dropna().iloc[-1] - x.mean()) / x.std(ddof=1)) gives A 0.408, B 1.992, C 1.029, E 0.730, F 2.041.
const byPandas = "F B C E A";

describe("the ranking of a profile", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let server: TestServer;
  let series: SeriesStore;
  let status: (code: string) => number;

  beforeEach(async () => {
    status = () => 200;
    server = await startServer((request, response) => {
      const code = /\/signal\/([A-Z]+)\//.exec(request.url ?? "")?.[1] ?? "";
      answer(code, response);
    });
  });
  afterEach(async () => {
    series.dispose();
    await server.close();
  });
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  function answer(code: string, response: ServerResponse): void {
    const rows = (served[code] ?? []).map((value, at) => `2026-11-1${at},9,${value}`);
    const body = ["Date,Level,Aggregate", ...rows, ""].join("\n");
    response.writeHead(status(code), { date: "Fri, 20 Nov 2026 14:05:01 GMT" });
    response.end(status(code) === 200 ? body : "no");
  }

  async function rank(codes: string, signal?: AbortSignal): Promise<Ranking> {
    const { client } = testClient(server.origin, { transport });
    series = new SeriesStore({ client, worker, transferFormat: () => "csv" });
    const members = codes.split(" ").map((code) => member(code));
    return byDistance(members, { client, series }, signal === undefined ? {} : { signal });
  }

  it("puts the newest value furthest from its mean first, as pandas has it, and what does not vary last (DATA-14)", async () => {
    const ranking = await rank("D A B C E F");
    assert.equal(codesOf(ranking), `${byPandas} D`);
    const { order, failed, asOf } = ranking;
    assert.deepEqual([order, failed, asOf], ["distance", 0, "20261120T140501Z"]);
  });

  it("puts what cannot be fetched last and counts it, without what the service does not have", async () => {
    status = (code) => ({ F: 403, C: 404 })[code] ?? 200;
    const ranking = await rank("A B C D E F");
    assert.equal(codesOf(ranking), "B E A D F");
    assert.deepEqual([ranking.order, ranking.failed], ["distance", 1]);
  });

  it("uses the newest scores of the records when nothing can be fetched", async () => {
    status = () => 403;
    const ranking = await rank("A B C");
    assert.deepEqual([codesOf(ranking), ranking.order], ["A B C", "newest"]);
  });

  it("ends when it is cancelled", async () => {
    await assert.rejects(rank("A B C", AbortSignal.abort()), { name: "AbortError" });
  });
});

describe("the ranking of a profile by its records", () => {
  it("puts the largest newest score of either sign first, and a missing one last", () => {
    const members = [member("A", 0.5), member("B", -3), member("C", Number.NaN), member("D", 2)];
    const { order, failed } = byNewestScore(members);
    assert.equal(codesOf(byNewestScore(members)), "B D A C");
    assert.deepEqual([order, failed], ["newest", 0]);
  });
});
