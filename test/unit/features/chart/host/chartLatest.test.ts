import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { UndiciTransport } from "../../../../../src/service/undiciTransport";
import { type ToChart } from "../../../../../src/features/chart/protocol";
import { type ChartPlace, chartPlaceOf } from "../../../../../src/shared/chartPlace";
import { type Instant, msOfInstant } from "../../../../../src/shared/instant";
import { FrameWorker } from "../../../../../src/store/frameWorker";
import { SeriesStore } from "../../../../../src/store/seriesStore";
import { ChartSession } from "../../../../../src/features/chart/host/chartSession";
import { latestSignal } from "../../../../support/sampleSeries";
import { frameWorkerFile } from "../../../../support/builtFiles";
import { testClient } from "../../../../support/testClient";
import { type TestServer, startServer } from "../../../../support/testServer";
import { chartNames } from "../../../../support/chartNames";
import { noNames } from "../../../../support/noNames";
import { targetPath } from "../../../../../src/shared/place";
import { failureOf } from "../../../../support/chartFrames";
import { reportsIn } from "../../../../support/receivedReports";
import { servicesWith } from "../../../../support/servicesWith";
import { connectedService } from "../../../../support/connectedService";
import { type ConnectedService } from "../../../../../src/connect/connectedServices";

const opened = Date.parse("2026-11-22T09:45:00Z");
const minuteMs = 60_000;

/** A service whose clock goes on by a second with each answer, and which a test moves. */
class Service {
  nowMs = opened;
  answer: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  private constructor(
    readonly server: TestServer,
    private readonly parts: { readonly transport: UndiciTransport; readonly worker: FrameWorker },
  ) {}

  static async start(parts: Service["parts"]): Promise<Service> {
    const own: { service?: Service } = {};
    const server = await startServer((request, response) => {
      const { service } = own;
      response.setHeader("date", new Date(service?.nowMs ?? 0).toUTCString());
      if (service !== undefined) service.nowMs += 1_000;
      if (service?.answer?.(request, response) !== true) {
        response.end("Date,Level\n2024-01-01,1.5\n");
      }
    });
    return (own.service = new Service(server, parts));
  }

  /** What a window has of it. */
  readonly window = (): ConnectedService => {
    const { transport, worker } = this.parts;
    const { client } = testClient(this.server.origin, { transport });
    const now = (): number => this.nowMs;
    const series = new SeriesStore({ client, worker, transferFormat: () => "csv", now });
    return { ...connectedService({ catalog: noNames }), client, series };
  };

  /** The country and the as-of of each request since the one given. */
  asked(since = 0): string[] {
    return this.server.requests.slice(since).map(({ target }) => {
      const { searchParams } = new URL(target, "http://a.example");
      const asOf = searchParams.get("as_of_utc") ?? "latest";
      return [searchParams.get("country_iso"), searchParams.get("kind"), asOf].join(" ");
    });
  }
}

interface Opened {
  readonly session: ChartSession;
  /** `Germany SNAP 20261122T094500Z`, of each series that the page has, sorted. */
  readonly shown: () => string[];
}

function open(
  place: ChartPlace,
  windows: Record<string, ConnectedService>,
  asOf?: Instant,
): Opened {
  const sent: ToChart[] = [];
  const session = new ChartSession({
    place,
    latestAsOf: asOf,
    services: servicesWith((id) => {
      const service = windows[id];
      return service ? Promise.resolve(service) : Promise.reject(new Error("unknown"));
    }),
    names: chartNames,
    outcomes: {
      failureOf: (error) => failureOf(String(error), ["retry"]),
      panelFailureOf: () => assert.fail("no panel"),
      cancelled: () => assert.fail("nothing is cancelled"),
      reasonOf: () => "away",
      repairText: () => [],
      noteRead: () => undefined,
      notePanelRead: () => assert.fail("no panel"),
      noteFailure: () => undefined,
    },
    viewState: () => null,
    canUndo: false,
    post: (message) => void sent.push(message),
  });
  return { session, shown: () => inShort(sent) };
}

function inShort(sent: readonly ToChart[]): string[] {
  const parts = new Map<string, string>();
  for (const { id, identity, data } of sent.flatMap(reportsIn)) {
    if (data === null || data === "unchanged") continue;
    const reason = data.staleBecause === null ? [] : [data.staleBecause];
    parts.set(id, [identity.variant, identity.dataKind, data.latestAsOf, ...reason].join(" "));
  }
  return [...parts.values()].toSorted();
}

describe("latest in a chart", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let acme: Service;
  let window: ConnectedService;
  const sessions: ChartSession[] = [];

  const placeOf = (...countries: readonly string[]): ChartPlace => {
    const place = chartPlaceOf(
      countries.map((country) => ({ connectionId: "acme", reference: latestSignal(country) })),
    );
    assert.ok(place !== undefined);
    return place;
  };
  /** A chart whose page shows all there is. */
  const show = async (place: ChartPlace, asOf?: Instant): Promise<Opened> => {
    const chart = open(place, { acme: window }, asOf);
    sessions.push(chart.session);
    await chart.session.ready();
    return chart;
  };

  beforeEach(async () => {
    acme = await Service.start({ transport, worker });
    window = acme.window();
  });
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.dispose();
    await acme.server.close().catch(() => undefined);
  });
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  it("is the instant of the first answer for everything that is not cached (DATA-13)", async () => {
    const { shown } = await show(placeOf("US", "DE", "JP"));
    const [first, ...others] = acme.asked();
    assert.equal(first, "US SNAP latest");
    // Sent at once, over connections of their own.
    assert.deepEqual(others.toSorted(), [
      "DE SNAP 2026-11-22T09:45:00",
      "JP SNAP 2026-11-22T09:45:00",
    ]);
    assert.deepEqual(shown(), [
      "Germany SNAP 20261122T094500Z",
      "Japan SNAP 20261122T094500Z",
      "United States SNAP 20261122T094500Z",
    ]);
  });

  it("mixes no fetches of different times: all are as of the newest (DATA-13)", async () => {
    await show(placeOf("US"));
    acme.nowMs = opened + 12 * minuteMs;
    await show(placeOf("DE"));
    const before = acme.server.requests.length;
    const { shown } = await show(placeOf("US", "DE"));
    assert.deepEqual(acme.asked(before), ["US SNAP 2026-11-22T09:57:00"]);
    assert.deepEqual(shown(), [
      "Germany SNAP 20261122T095700Z",
      "United States SNAP 20261122T095700Z",
    ]);
    const alone = await show(placeOf("US"));
    assert.deepEqual(alone.shown(), ["United States SNAP 20261122T095700Z"]);
    assert.equal(acme.server.requests.length, before + 1);
  });

  it("costs no request when everything was fetched as of one instant (DATA-13)", async () => {
    await show(placeOf("US", "DE"));
    const before = acme.server.requests.length;
    acme.nowMs = opened + 14 * minuteMs;
    const { shown } = await show(placeOf("DE", "US"));
    await show(placeOf("DE"));
    assert.equal(acme.server.requests.length, before);
    assert.deepEqual(shown(), [
      "Germany SNAP 20261122T094500Z",
      "United States SNAP 20261122T094500Z",
    ]);
  });

  it("is another instant when cached answers are old, however they were requested (DATA-13)", async () => {
    await show(placeOf("US"));
    acme.nowMs = opened + 10 * minuteMs;
    await show(placeOf("US", "DE"));
    const before = acme.server.requests.length;
    acme.nowMs = opened + 16 * minuteMs;
    // Fetched six minutes ago, and as of sixteen minutes ago.
    await show(placeOf("DE"));
    assert.deepEqual(acme.asked(before), ["DE SNAP latest"]);
  });

  it("stays the same for added series, until a refresh (DATA-13)", async () => {
    const chart = await show(placeOf("US", "DE"));
    const { latestAsOf } = chart.session;
    acme.nowMs = opened + 40 * minuteMs;
    await show(placeOf("JP"));
    const before = acme.server.requests.length;
    const added = await show(placeOf("US", "DE", "JP"), latestAsOf);
    assert.deepEqual(acme.asked(before), ["JP SNAP 2026-11-22T09:45:00"]);
    assert.equal(new Set(added.shown().map((text) => text.split(" ").at(-1))).size, 1);
    await added.session.refresh();
    assert.deepEqual(
      new Set(added.shown().map((text) => text.split(" ").at(-1))),
      new Set(["20261122T102502Z"]),
    );
  });

  it("is the same for what the first signal is compared with (DATA-13)", async () => {
    const { session, shown } = await show(placeOf("US"));
    acme.nowMs = opened + 3 * minuteMs;
    const { generation } = session;
    await session.compare({ generation, isKindCompared: true, vintage: null });
    assert.deepEqual(acme.asked(1), ["US FIT 2026-11-22T09:45:00"]);
    assert.deepEqual(shown(), [
      "United States FIT 20261122T094500Z",
      "United States SNAP 20261122T094500Z",
    ]);
  });

  it("is resolved anew by a refresh within the same second (DATA-13)", async () => {
    const { session, shown } = await show(placeOf("US", "DE"));
    const before = acme.server.requests.length;
    acme.nowMs = opened;
    await session.refresh();
    assert.deepEqual(acme.asked(before), ["US SNAP latest", "DE SNAP 2026-11-22T09:45:00"]);
    assert.ok(shown().every((text) => text.endsWith("20261122T094500Z")));
  });

  it("is resolved by the next series when the first one fails, and applies to retries (DATA-13)", async () => {
    acme.answer = (request, response) => {
      if (request.url?.includes("=US&") === true) response.writeHead(500).end();
      return response.writableEnded;
    };
    const { session, shown } = await show(placeOf("US", "DE", "JP"));
    const before = acme.server.requests.length;
    const reported = shown().map((text) => text.split(" ").at(-1));
    assert.equal(new Set(reported).size, 1);
    assert.equal(reported.length, 2);
    acme.answer = undefined;
    await session.retry(targetPath({ connectionId: "acme", reference: latestSignal("US") }));
    const [again = ""] = acme.asked(before);
    assert.equal(again.replaceAll(/[-:]/g, ""), `US SNAP ${reported[0]?.slice(0, -1) ?? ""}`);
  });

  it("is each series' own, shown with the reason, while the service is unreachable (DATA-13)", async () => {
    await show(placeOf("US"));
    acme.nowMs = opened + minuteMs;
    await show(placeOf("DE"));
    await acme.server.close();
    const { shown } = await show(placeOf("US", "DE"));
    assert.deepEqual(shown(), [
      "Germany SNAP 20261122T094600Z",
      "United States SNAP 20261122T094500Z away",
    ]);
    acme.nowMs = opened + 60 * minuteMs;
    const later = await show(placeOf("US", "DE"));
    assert.deepEqual(later.shown(), [
      "Germany SNAP 20261122T094600Z away",
      "United States SNAP 20261122T094500Z away",
    ]);
  });

  it("is in no service's future: one whose clock is behind has its own (DATA-13)", async () => {
    const late = await Service.start({ transport, worker });
    try {
      late.nowMs = opened - 30 * minuteMs;
      const windows = { acme: window, late: late.window() };
      const both = chartPlaceOf([
        { connectionId: "late", reference: latestSignal("FR") },
        { connectionId: "acme", reference: latestSignal("US") },
        { connectionId: "late", reference: latestSignal("IT") },
      ]);
      assert.ok(both !== undefined);
      await windows.late.series.series(latestSignal("FR"));
      await windows.acme.series.series(latestSignal("US"));
      const { session, shown } = open(both, windows);
      sessions.push(session);
      await session.ready();
      assert.deepEqual(shown(), [
        "France SNAP 20261122T091500Z",
        "Italy SNAP 20261122T091500Z",
        "United States SNAP 20261122T094500Z",
      ]);
      assert.ok(msOfInstant("20261122T091500Z" as Instant) < late.nowMs);
    } finally {
      await late.server.close();
    }
  });
});
