import assert from "node:assert/strict";
import { panelVariants } from "../../../src/catalog/panelVariants";
import { DecodeError } from "../../../src/data/errors";
import { type ServiceClient } from "../../../src/service/serviceClient";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { dayOfIso, isoOfDay } from "../../../src/shared/day";
import { type DocumentPlace, type PanelPlace } from "../../../src/shared/documentPlace";
import { type Slice } from "../../../src/shared/slice";
import { CatalogStore } from "../../../src/store/catalogStore";
import { DocumentStore, type DocumentStoreOptions } from "../../../src/store/documentStore";
import { DocumentTooLargeError } from "../../../src/store/documentTooLargeError";
import { FrameWorker } from "../../../src/store/frameWorker";
import { PanelStore } from "../../../src/store/panelStore";
import { SeriesStore } from "../../../src/store/seriesStore";
import { frameWorkerFile } from "../../support/builtFiles";
import { rejection } from "../../support/rejection";
import { testClient } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { withMembers } from "../../support/withMembers";

const place: PanelPlace = {
  connectionId: "acme",
  reference: {
    family: "panel",
    code: "INFL",
    version: 2,
    tags: { country_iso: "*" },
    dataKind: "FIT",
    asOf: "latest",
  },
  form: "csv",
};
const day = (iso: string): number => dayOfIso(iso) ?? Number.NaN;
const sliced = (slice: Slice): PanelPlace => ({ ...place, slice });

/** What the service has: of the countries it lists Italy is missing. */
const bodies: Readonly<Record<string, string>> = {
  US: "Date,Level,Momentum\n2024-01-01,1.5,2\n2024-01-02,-0.25,\n",
  DE: "Date,Level,Momentum\n2024-01-02,7,8\n2024-01-03,9,10\n",
};

describe("the documents of a panel", () => {
  const transport = new UndiciTransport();
  const worker = new FrameWorker(frameWorkerFile);
  let server: TestServer;
  let client: ServiceClient;
  let panels: PanelStore;
  let series: SeriesStore;
  let changed: DocumentPlace[];
  /** The forms that have a text, and the as-of of what each is made of. */
  let made: [form: string, asOf: string][];
  let progress: string[];
  let broken: Set<string>;
  let extra: string;
  let nowMs: number;

  beforeEach(async () => {
    [changed, made, progress, broken, extra] = [[], [], [], new Set(), ""];
    nowMs = Date.now();
    let second = 0;
    server = await startServer((request, response) => {
      // The clock of the service goes on between two answers.
      const time = new Date(Date.parse("2024-02-01T12:00:00Z") + 1_000 * second++);
      response.setHeader("date", time.toUTCString());
      const country = /[?&]country_iso=([^&]*)/.exec(request.url ?? "")?.[1];
      if (country === undefined) {
        const tags = [{ kind: "country_iso", values: ["US", "IT", "DE"] }];
        response.end(JSON.stringify({ code: "INFL", version: 2, name: "Inflation", tags }));
        return;
      }
      const body = bodies[country];
      response.statusCode = body === undefined ? 404 : broken.has(country) ? 400 : 200;
      response.end(response.statusCode === 200 ? `${body}${extra}` : "{}");
    });
    ({ client } = testClient(server.origin, { transport }));
    series = new SeriesStore({ client, worker, transferFormat: () => "csv" });
    const catalog = new CatalogStore({ client });
    const now = (): number => nowMs;
    panels = new PanelStore({ client, series, catalog, panelVariants, now });
  });
  afterEach(async () => {
    panels.dispose();
    series.dispose();
    await server.close();
  });
  after(() => {
    transport.dispose();
    worker.dispose();
  });

  function documents(options: Partial<DocumentStoreOptions> = {}): DocumentStore {
    return new DocumentStore({
      seriesOf: () => Promise.resolve(series),
      panelsOf: () => Promise.resolve(panels),
      worker,
      limitBytes: () => 1_000_000,
      didChange: (which) => changed.push(which),
      didMake: ({ form }, { reference }) => made.push([form, reference.asOf]),
      didProgress: (_, done, of) => progress.push(`${done}/${of}`),
      ...options,
    });
  }

  async function textOf(which: DocumentPlace, store = documents()): Promise<string> {
    return Buffer.from(await store.read(which)).toString("utf8");
  }

  /** Which countries were asked for since. */
  function askedSince(count: number): string[] {
    return server.requests
      .slice(count)
      .flatMap(({ target }) => /country_iso=([^&]*)/.exec(target)?.[1] ?? []);
  }

  it("hold its variants one below the other, sorted by variant, then day", async () => {
    const csv = await textOf(place);
    assert.equal(
      csv,
      "Date,country_iso,Level,Momentum\n" +
        "2024-01-02,DE,7,8\n2024-01-03,DE,9,10\n2024-01-01,US,1.5,2\n2024-01-02,US,-0.25,\n",
    );
    const json = JSON.parse(await textOf({ ...place, form: "json" })) as unknown[];
    assert.deepEqual(json[2], { Date: "2024-01-01", country_iso: "US", Level: 1.5, Momentum: 2 });
    assert.equal(json.length, 4);
    assert.equal(progress.at(-1), "3/3");
  });

  it("hold one column side by side where the slice names it", async () => {
    assert.equal(
      await textOf(sliced({ columns: ["Level"] })),
      "Date,DE,US\n2024-01-01,,1.5\n2024-01-02,7,-0.25\n2024-01-03,9,\n",
    );
  });

  it("hold the days of the slice, and its columns in its order", async () => {
    const from = day("2024-01-02");
    assert.equal(
      await textOf(sliced({ from, to: from, columns: ["Momentum", "Level"] })),
      "Date,country_iso,Momentum,Level\n2024-01-02,DE,8,7\n2024-01-02,US,,-0.25\n",
    );
    assert.equal(
      await textOf(sliced({ from, columns: ["Momentum"] })),
      "Date,DE,US\n2024-01-02,8,\n2024-01-03,10,\n",
    );
  });

  it("do not exist of columns that no variant has", async () => {
    for (const columns of [["Carry"], ["Level", "Carry"]]) {
      const error = await rejection(documents().read(sliced({ columns })), DecodeError);
      assert.equal(error.kind, "unknown-column");
    }
  });

  it("come in all forms from one fetch", async () => {
    const store = documents();
    await textOf(place, store);
    const count = server.requests.length;
    await textOf({ ...place, form: "json" }, store);
    await textOf(sliced({ columns: ["Level"] }), store);
    assert.equal(await store.read(place), await store.read(place));
    assert.equal(server.requests.length, count);
  });

  it("leave out what failed, and have it when that alone is asked for once more", async () => {
    broken.add("DE");
    const store = documents();
    await textOf(sliced({ columns: ["Level"] }), store);
    assert.equal(
      await textOf(place, store),
      "Date,country_iso,Level,Momentum\n2024-01-01,US,1.5,2\n2024-01-02,US,-0.25,\n",
    );
    broken.clear();
    const count = server.requests.length;
    await store.complete(place);
    assert.deepEqual(askedSince(count), ["DE"]);
    const asOfs = server.requests.flatMap(({ target }) => /as_of_utc=[^&]*/.exec(target) ?? []);
    assert.equal(new Set(asOfs).size, 1);
    assert.equal(changed.length, 2);
    assert.match(await textOf(place, store), /^2024-01-02,DE,7,8$/m);
  });

  it("are completed as of the same instant when they were read long ago, too", async () => {
    broken.add("DE");
    const store = documents();
    const wide = sliced({ columns: ["Level"] });
    await textOf(wide, store);
    await textOf(place, store);
    broken.clear();
    // Latest is asked for anew after a quarter of an hour.
    nowMs += 16 * 60_000;
    const count = server.requests.length;
    await store.complete(place);
    // The editor reads again what has changed.
    assert.deepEqual(changed, [place, wide]);
    assert.match(await textOf(place, store), /^2024-01-02,DE,7,8$/m);
    assert.match(await textOf(wide, store), /^Date,DE,US$/m);
    assert.deepEqual(askedSince(count), ["DE"]);
    const asOfs = server.requests.flatMap(({ target }) => /as_of_utc=[^&]*/.exec(target) ?? []);
    assert.equal(new Set(asOfs).size, 1);
    // Other callers get the age that it had.
    const newer = await panels.panel(place.reference);
    assert.ok(newer.fetchedAtMs === nowMs);
  });

  it("show newer data after a refresh, in each form that was read", async () => {
    const store = documents();
    const wide = sliced({ columns: ["Level"] });
    await textOf(place, store);
    await textOf(wide, store);
    extra = "2024-01-09,4,5\n";
    await store.refresh(wide);
    assert.deepEqual(new Set(changed), new Set([wide, place]));
    assert.match(await textOf(place, store), /^2024-01-09,US,4,5$/m);
  });

  it("tell what each is made of, and nothing of what was fetched in vain", async () => {
    let limit = 1_000_000;
    const store = documents({ limitBytes: () => limit });
    await textOf(place, store);
    nowMs += 16 * 60_000;
    await textOf({ ...place, form: "json" }, store);
    const [first = "", second = ""] = made.map(([, asOf]) => asOf);
    assert.ok(second > first);
    assert.deepEqual(made, [
      ["csv", first],
      ["json", second],
    ]);
    limit = 10;
    nowMs += 16 * 60_000;
    await rejection(store.read(place), DocumentTooLargeError);
    assert.equal(made.length, 2);
    limit = 1_000_000;
    await store.refresh(place);
    assert.deepEqual(
      made.slice(2).map(([form]) => form),
      ["csv", "json"],
    );
    assert.equal(new Set(made.slice(2).map(([, asOf]) => asOf)).size, 1);
  });

  it("are refused with the newest days that fit before anything is written (UI-01)", async () => {
    const forks: unknown[] = [];
    const counting = withMembers(worker, {
      fork: () => {
        forks.push(1);
        return worker.fork();
      },
    });
    const whole = documents({ worker: counting, limitBytes: () => 250 });
    const error = await rejection(whole.read(place), DocumentTooLargeError);
    assert.deepEqual(error.newest, { from: day("2024-01-03"), to: day("2024-01-03") });
    assert.equal(forks.length, 0);
    const part = await textOf(sliced(error.newest), whole);
    assert.equal(part, "Date,country_iso,Level,Momentum\n2024-01-03,DE,9,10\n");
    assert.ok(part.length <= 250);
  });

  it("have a preview that an editor shows at once, however large a document may be (UI-01)", async () => {
    const first = day("1700-01-01");
    const days = Array.from({ length: 60_000 }, (_, at) => isoOfDay(first + at));
    extra = days.map((each) => `${each},1.25,2.5\n`).join("");
    const json = { ...place, form: "json" } as const;
    const store = documents({ limitBytes: () => 10_000_000 });
    const { newest } = await rejection(store.read(json), DocumentTooLargeError);
    assert.ok(newest !== undefined);
    const { length } = await textOf({ ...json, slice: newest }, store);
    assert.ok(length > 1_000_000 && length <= 5_000_000, `${length} bytes`);
  });

  it("have their header alone when the service has none of the variants", async () => {
    const reference = { ...place.reference, tags: { country_iso: ["IT", "ES"] } };
    assert.equal(await textOf({ ...place, reference }), "Date,country_iso\n");
  });
});
