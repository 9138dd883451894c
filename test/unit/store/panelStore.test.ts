import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { UnknownAddressError } from "../../../src/catalog/panelErrors";
import { panelVariants } from "../../../src/catalog/panelVariants";
import {
  HttpError,
  NetworkError,
  NotFoundError,
  UnauthorizedError,
} from "../../../src/service/errors";
import { type ServiceClient } from "../../../src/service/serviceClient";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { endOfDay } from "../../../src/shared/instant";
import { type PanelRef, type TagSet, signalRef } from "../../../src/shared/reference";
import { CatalogStore } from "../../../src/store/catalogStore";
import { FrameWorker } from "../../../src/store/frameWorker";
import { PanelStore } from "../../../src/store/panelStore";
import { SeriesFiles } from "../../../src/store/seriesFiles";
import { SeriesFolder } from "../../../src/store/seriesFolder";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { deferred } from "../../support/deferred";
import { rejection } from "../../support/rejection";
import { temporaryFolder } from "../../support/temporaryFolder";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { until } from "../../support/until";

const panelOf = (set: TagSet = "*", asOf: PanelRef["asOf"] = "latest"): PanelRef => ({
  family: "panel",
  code: "INFL",
  version: 2,
  tags: { country_iso: set },
  dataKind: "FIT",
  asOf,
});
const namesOf = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `C${String(at).padStart(3, "0")}`);
const asOf = "2026-11-20T14%3A05%3A01";
const instant = "20261120T140501Z";

/** The country and the as-of that a series was asked for with. */
function askedOf(target: string): { country: string; asOf: string | undefined } | undefined {
  const country = /[?&]country_iso=([^&]*)/.exec(target)?.[1];
  return country === undefined
    ? undefined
    : { country, asOf: /as_of_utc=([^&]*)/.exec(target)?.[1] };
}

/** The value that the service gives a country, so that no two are mixed up. */
const valueOf = (country: string): number => Number(country.slice(1)) + 0.5;

describe("PanelStore", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  const folder = temporaryFolder("panels");
  let server: TestServer;
  let client: ServiceClient;
  let series: SeriesStore;
  let panels: PanelStore;
  let countries: readonly string[];
  let nowMs: number;
  let answer: (country: string, request: IncomingMessage, response: ServerResponse) => void;

  const asked = (): { country: string; asOf: string | undefined }[] =>
    server.requests.flatMap(({ target }) => askedOf(target) ?? []);

  function usual(country: string, _request: IncomingMessage, response: ServerResponse): void {
    response.end(`Date,Level\n2024-01-01,${valueOf(country)}\n2024-01-02,\n`);
  }

  function reopen(files?: SeriesFiles): void {
    const now = (): number => nowMs;
    series = new SeriesStore({
      client,
      worker,
      transferFormat: () => "csv",
      now,
      ...(files === undefined ? {} : { files }),
    });
    const catalog = new CatalogStore({ client, now });
    panels = new PanelStore({ client, series, catalog, panelVariants, now });
  }

  beforeEach(async () => {
    let second = 0;
    nowMs = Date.parse("2026-11-20T14:05:01Z");
    countries = namesOf(40);
    answer = usual;
    server = await startServer((request, response) => {
      // The clock of the service goes on between two answers.
      const time = new Date(nowMs + 1_000 * second++);
      response.setHeader("date", time.toUTCString());
      const country = askedOf(request.url ?? "")?.country;
      if (country !== undefined) answer(country, request, response);
      else {
        const tags = [{ kind: "country_iso", values: countries }];
        response.setHeader("date", new Date(nowMs).toUTCString());
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify({ code: "INFL", version: 2, name: "Inflation", tags }));
        second = 0;
      }
    });
    ({ client } = testClient(server.origin, { transport }));
    reopen();
  });
  afterEach(async () => {
    panels.dispose();
    series.dispose();
    await server.close().catch(() => undefined);
  });
  after(() => {
    transport.dispose();
    worker.dispose();
    folder.remove();
  });

  it("asks for all of forty as of one instant, and reads them again without a request", async () => {
    const counts: [number, number][] = [];
    const panel = await panels.panel(panelOf(), {
      onProgress: (...count) => counts.push(count),
    });
    // The first is asked for as the latest, whose time becomes the as-of of all, its own among them.
    const first = { country: "C000", asOf: undefined };
    const others = countries.map((country) => ({ country, asOf }));
    const byText = (one: object, other: object): number =>
      JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
    assert.deepEqual(asked().toSorted(byText), [first, ...others].toSorted(byText));
    assert.deepEqual(panel.reference, { ...panelOf(), asOf: instant });
    assert.deepEqual(
      panel.variants.map(({ reference }) => reference),
      countries.map((country) =>
        signalRef({ ...panelOf(), tags: { country_iso: country }, asOf: panel.reference.asOf }),
      ),
    );
    assert.deepEqual([panel.missing, panel.failed], [[], []]);
    assert.deepEqual(counts.at(-1), [40, 40]);
    assert.equal(counts.length, 41);

    const { length } = server.requests;
    nowMs += 14 * 60_000;
    assert.deepEqual(await panels.panel(panelOf()), panel);
    assert.deepEqual((await panels.panel(panel.reference)).variants, panel.variants);
    for await (const { variant, frame } of panels.frames(panel)) {
      assert.equal(
        frame.columns[0]?.values[0],
        valueOf(variant.reference.tags["country_iso"] ?? ""),
      );
    }
    assert.equal(server.requests.length, length);
  });

  it("knows the columns, the rows, and the days with a value of each", async () => {
    const [variant] = (await panels.panel(panelOf())).variants;
    assert.deepEqual(variant, {
      reference: variant?.reference,
      columns: [{ name: "Level", type: "number" }],
      // 2024-01-01: `date -ud 2024-01-01 +%s` / 86400
      observed: Int32Array.of(19_723),
      rows: 2,
    });
  });

  it("lets latest become another instant when it is old, and when it is refreshed", async () => {
    const first = await panels.panel(panelOf());
    nowMs += 1_000;
    const refreshed = await panels.panel(panelOf(), { isRefresh: true });
    nowMs += 15 * 60_000;
    const later = await panels.panel(panelOf());
    const [one, two, three] = [first, refreshed, later].map((each) => each.reference.asOf);
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    assert.ok(one < two && two < three, [one, two, three].join(" "));
    assert.equal(asked().length, 3 * 41);
  });

  it("finds the variants that are new and gone when it is refreshed", async () => {
    await panels.panel(panelOf());
    countries = ["C001", "C777"];
    const { variants } = await panels.panel(panelOf(), { isRefresh: true });
    assert.deepEqual(
      variants.map(({ reference }) => reference.tags["country_iso"]),
      ["C001", "C777"],
    );
  });

  it("takes what the service does not have for coverage, and asks for it once", async () => {
    const isMissing = (country: string): boolean => /[05]$|^XX$/.test(country);
    answer = (country, request, response) => {
      if (isMissing(country)) response.writeHead(404).end("no such variant");
      else usual(country, request, response);
    };
    const wanted = panelOf(["XX", ...countries]);
    const panel = await panels.panel(wanted);
    assert.deepEqual(
      panel.missing.map(({ tags }) => tags["country_iso"]),
      [...countries.filter(isMissing), "XX"],
    );
    assert.equal(panel.variants.length, 32);
    assert.deepEqual(panel.failed, []);
    const { length } = server.requests;
    assert.equal(length, 1 + 41);
    assert.deepEqual(await panels.panel(wanted), panel);
    assert.equal(server.requests.length, length);
  });

  it("tells what is kept of a panel by what was asked for and by its instant, without a request", async () => {
    assert.equal(await panels.keptCoverage(panelOf()), undefined);
    answer = (country, request, response) => {
      if (country === "C004") response.writeHead(404).end();
      else usual(country, request, response);
    };
    const panel = await panels.panel(panelOf());
    const { length } = server.requests;
    for (const reference of [panelOf(), panel.reference]) {
      const kept = await panels.keptCoverage(reference);
      assert.deepEqual([kept?.panel.variants.length, kept?.panel.missing.length], [39, 1]);
      assert.equal(kept?.unknown, 0);
    }
    assert.equal(await panels.keptCoverage(panelOf("*", endOfDay(20_000))), undefined);
    assert.equal(server.requests.length, length);
  });

  it("ends with three hundred right or named when a tenth fails, and gets the rest anew", async () => {
    countries = namesOf(300);
    let isHealed = false;
    let count = 0;
    answer = (country, request, response) => {
      count += 1;
      if (country.endsWith("7") && !isHealed) response.writeHead(500).end("broken");
      else if (count % 10 === 0) response.socket?.destroy();
      else usual(country, request, response);
    };
    const panel = await panels.panel(panelOf());
    const named = [...panel.variants, ...panel.failed].map(({ reference }) => reference);
    assert.deepEqual(named.map(({ tags }) => tags["country_iso"]).sort(), countries.toSorted());
    assert.ok(panel.failed.length >= 30);
    assert.ok(
      panel.failed.every(
        ({ error }) => error instanceof HttpError || error instanceof NetworkError,
      ),
    );

    isHealed = true;
    const before = asked().length;
    let whole = panel;
    while (whole.failed.length > 0) whole = await panels.retry(whole);
    const again = asked().slice(before);
    assert.deepEqual(
      new Set(again.map(({ country }) => country)),
      new Set(panel.failed.map(({ reference }) => reference.tags["country_iso"])),
    );
    assert.ok(again.every((each) => each.asOf === asked()[1]?.asOf));
    assert.equal(whole.reference.asOf, panel.reference.asOf);
    const values: unknown[] = [];
    for await (const { variant, frame } of panels.frames(whole)) {
      assert.equal(variant.reference.tags["country_iso"], countries[values.length]);
      values.push(frame.columns[0]?.values[0]);
    }
    assert.deepEqual(values, countries.map(valueOf));
    // What was completed is the panel from now on.
    assert.deepEqual(await panels.panel(panelOf()), whole);
  });

  it("asks again for what has failed, and for nothing else, when it is read again", async () => {
    answer = (country, request, response) => {
      if (country === "C003") response.writeHead(500).end("broken");
      else usual(country, request, response);
    };
    const { failed } = await panels.panel(panelOf());
    assert.equal(failed.length, 1);
    answer = usual;
    const before = asked().length;
    assert.deepEqual((await panels.panel(panelOf())).failed, []);
    assert.deepEqual(asked().slice(before), [{ country: "C003", asOf }]);
  });

  it("stands as a new one for who had what failed asked for, and is as old as it was for others", async () => {
    answer = (country, request, response) => {
      if (country === "C003") response.writeHead(500).end("broken");
      else usual(country, request, response);
    };
    const old = await panels.panel(panelOf());
    nowMs += 16 * 60_000;
    answer = usual;
    const shown = await panels.retry(old);
    assert.deepEqual(shown.reference, old.reference);
    nowMs += 14 * 60_000;
    assert.equal(await panels.panel(panelOf(), { shown }), shown);
    const newer = await panels.panel(panelOf());
    assert.ok(newer.reference.asOf > old.reference.asOf);
    assert.deepEqual((await panels.panel(panelOf(), { shown })).reference, newer.reference);
    await panels.retry(old);
    assert.deepEqual((await panels.panel(panelOf())).reference, newer.reference);
  });

  it("is asked for anew by who shows it a quarter of an hour after it was completed", async () => {
    answer = (country, request, response) => {
      if (country === "C003") response.writeHead(500).end("broken");
      else usual(country, request, response);
    };
    const old = await panels.panel(panelOf());
    answer = usual;
    const shown = await panels.retry(old);
    nowMs += 15 * 60_000;
    const newer = await panels.panel(panelOf(), { shown });
    assert.ok(newer.reference.asOf > shown.reference.asOf);
  });

  it("ends its requests when it is cancelled, and keeps nothing half", async () => {
    const held: ServerResponse[] = [];
    answer = (country, request, response) => {
      if (asked().length > 10) held.push(response);
      else usual(country, request, response);
    };
    const cancelled = new AbortController();
    const panel = panels.panel(panelOf(), { signal: cancelled.signal });
    await until("requests that wait", () => (held.length > 0 ? true : undefined));
    cancelled.abort();
    await assert.rejects(panel, { name: "AbortError" });
    await until("closed requests", () =>
      held.every(({ destroyed }) => destroyed) ? true : undefined,
    );
    const count = asked().length;
    assert.ok(count < 41);
    answer = usual;
    assert.equal((await panels.panel(panelOf())).variants.length, 40);
  });

  it("is fetched once for two who ask, of whom one may leave", async () => {
    const gate = deferred<undefined>();
    answer = (country, request, response) => {
      if (country !== "C039") usual(country, request, response);
      else void gate.promise.then(() => usual(country, request, response));
    };
    const cancelled = new AbortController();
    const one = panels.panel(panelOf(), { signal: cancelled.signal });
    const progress = deferred<[number, number]>();
    const onProgress = (...count: [number, number]): void => {
      if (count[0] === 39) progress.resolve(count);
    };
    const other = panels.panel(panelOf(), { onProgress });
    assert.deepEqual(await progress.promise, [39, 40]);
    cancelled.abort();
    await assert.rejects(one, { name: "AbortError" });
    const late = deferred<[number, number]>();
    const third = panels.panel(panelOf(), { onProgress: (...count) => late.resolve(count) });
    assert.deepEqual(await late.promise, [39, 40]);
    gate.resolve(undefined);
    assert.deepEqual(await third, await other);
    assert.equal(asked().length, 41);
  });

  it("lets the series that a person clicks overtake", async () => {
    const held: (() => void)[] = [];
    const { client: slow } = testClient(server.origin, {
      transport,
      maxConcurrentRequests: () => 4,
    });
    client = slow;
    reopen();
    answer = (country, request, response) => {
      if (asked().length < 3) usual(country, request, response);
      else held.push(() => usual(country, request, response));
    };
    const cancelled = new AbortController();
    const panel = panels.panel(panelOf(), { signal: cancelled.signal });
    await until("a panel that waits", () => (held.length === 3 ? true : undefined));
    const clicked = series.series(
      signalRef({ ...panelOf(), tags: { country_iso: "C900" }, asOf: "latest" }),
    );
    await until("the click", () => (held.length === 4 ? true : undefined));
    assert.equal(asked().at(-1)?.country, "C900");
    for (const give of held) give();
    assert.equal((await clicked).frame.days.length, 2);
    cancelled.abort();
    await assert.rejects(panel, { name: "AbortError" });
  });

  it("holds on to no frame", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collectGarbage = vm.runInNewContext("gc") as () => void;
    const panel = await panels.panel(panelOf());
    const frames: WeakRef<object>[] = [];
    for await (const { frame } of panels.frames(panel)) frames.push(new WeakRef(frame.days));
    assert.equal(frames.length, 40);
    series.forgetKept();
    await turn();
    collectGarbage();
    const left = frames.filter((frame) => frame.deref() !== undefined);
    // The last one may still stand in a register.
    assert.ok(left.length <= 1, `${left.length} frames are still there`);
    assert.equal(panel.variants.length, 40);
  });

  it("reads its frames from disk, and without that from the service as of the same instant", async () => {
    const files = new SeriesFiles(new SeriesFolder(folder.path, () => 1e8), "owner");
    reopen(files);
    const panel = await panels.panel(panelOf());
    const { length } = server.requests;
    const values = async (): Promise<unknown[]> => {
      const all: unknown[] = [];
      for await (const { frame } of panels.frames(panel)) all.push(frame.columns[0]?.values[0]);
      return all;
    };
    series.forgetKept();
    assert.deepEqual(await values(), countries.map(valueOf));
    assert.equal(server.requests.length, length);
    reopen();
    assert.deepEqual(await values(), countries.map(valueOf));
    assert.deepEqual(
      new Set(
        asked()
          .slice(-40)
          .map((each) => each.asOf),
      ),
      new Set([asOf]),
    );
    assert.equal(server.requests.length, length + 40);
  });

  it("stops reading frames when it is cancelled", async () => {
    const panel = await panels.panel(panelOf());
    const cancelled = new AbortController();
    const read: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { variant } of panels.frames(panel, cancelled.signal)) {
        read.push(variant.reference.tags["country_iso"] ?? "");
        cancelled.abort();
      }
    };
    await assert.rejects(reading(), { name: "AbortError" });
    assert.deepEqual(read, ["C000"]);
  });

  it("fails as a whole when the service cannot be reached", async () => {
    await panels.panel(panelOf(["C001", "C002"]));
    await server.close();
    nowMs += 60 * 60_000;
    await rejection(panels.panel(panelOf(["C001", "C002"])), NetworkError);
  });

  it("fails as a whole when the key is refused", async () => {
    answer = (_country, _request, response) => response.writeHead(401).end();
    await rejection(panels.panel(panelOf()), UnauthorizedError);
    assert.equal(asked().length, 3);
  });

  it("refuses a signal that the service does not have, and kinds that address nothing", async () => {
    const { tags } = panelOf();
    await rejection(
      panels.panel({ ...panelOf(), tags: { ...tags, sector: "*" } }),
      UnknownAddressError,
    );
    await server.close();
    server = await startServer((_request, response) => response.writeHead(404).end());
    ({ client } = testClient(server.origin, { transport }));
    reopen();
    await rejection(panels.panel(panelOf()), NotFoundError);
    assert.equal(asked().length, 0);
  });

  it("keeps an as-of that was asked for, and asks for it anew only when it is refreshed", async () => {
    const vintage = panelOf(["C001", "C002"], endOfDay(19_902));
    const panel = await panels.panel(vintage);
    assert.deepEqual(panel.reference, vintage);
    nowMs += 60 * 60_000;
    assert.equal((await panels.panel(vintage)).variants.length, 2);
    assert.equal(asked().length, 2);
    await panels.panel(vintage, { isRefresh: true });
    assert.equal(asked().length, 4);
  });

  it("ends what is under way when it is disposed", async () => {
    const gate = deferred<undefined>();
    answer = () => gate.resolve(undefined);
    const panel = panels.panel(panelOf());
    await gate.promise;
    panels.dispose();
    await assert.rejects(panel, { name: "AbortError" });
    await assert.rejects(panels.panel(panelOf()), { name: "AbortError" });
  });
});
