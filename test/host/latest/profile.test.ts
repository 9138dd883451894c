import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type SampleService, startSampleService } from "../../../src/sample/sampleService";
import { type AsOf, type Instant } from "../../../src/shared/instant";
import { type SeriesTarget } from "../../../src/shared/place";
import { chartPlaceOfUri } from "../../../src/shared/chartPlace";
import { FrameWorker } from "../../../src/store/frameWorker";
import { observe } from "../../../src/shared/series/nativeStep";
import { type HandedView } from "../../../src/features/chart/host/pendingViewStates";
import { chosenOfProfile } from "../../../src/features/latest/profile/chosenOfProfile";
import { openProfile } from "../../../src/features/latest/profile/openProfile";
import { forwardTo } from "../../support/forwarder";
import { type WireSignal } from "../../support/sampleChanges";
import { startServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { chartsWith } from "../../support/chartsWith";

const apiKey = "key-of-the-tests";
/** When series are short: the newest value of each is compared with all others of it. */
const now = Date.parse("1996-06-28T20:00Z");
const vintage = { dataKind: "FIT", asOf: "latest" } as const;

/** The region follows a country. */
const notTags = new Set(["point_in_time", "region_name"]);

/** The fields of records that are longer than their tag kinds. */
const isLonger = /^(?:commodity|sector)_name$/;

describe("the profile of a tag value", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let sample: SampleService;
  let services: TestServices;
  let records: readonly WireSignal[];
  const views: HandedView[] = [];

  before(async () => {
    sample = await startSampleService({ apiKey, now: () => now });
    services = newServices();
    const address = `${sample.url}/api/v3/signal/latest/`;
    const response = await fetch(address, { headers: { "X-API-KEY": apiKey } });
    records = (await response.json()) as readonly WireSignal[];
    const { value } = await services.catalog.availableSignals();
    await services.catalog.loadDefinitions(value.items, () => undefined);
  });
  afterEach(() => vscode.commands.executeCommand("workbench.action.closeAllEditors"));
  after(async () => {
    services.dispose();
    worker.dispose();
    await sample.close();
  });

  function newServices(url = sample.url): TestServices {
    return new TestServices(url, worker, { key: apiKey });
  }

  async function open(
    tagKind: string,
    value: string,
    of = services,
    asOf: AsOf = vintage.asOf,
  ): Promise<void> {
    const chosen = Object.fromEntries([[tagKind, value]]);
    const charts = chartsWith({ giveView: (_, view) => void views.push(view) });
    const subject = { connectionId: "acme", chosen, dataKind: vintage.dataKind, asOf };
    await openProfile({ services: of, charts }, subject);
  }

  /** The series of the chart that opens, as code, version and tag values: `INFL 2 ES`, `TERMS 1 ES Gold`. */
  async function profileOf(tagKind: string, value: string): Promise<readonly string[]> {
    await open(tagKind, value);
    const place = await until("the chart", () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputCustom
        ? chartPlaceOfUri(input.uri.toString())
        : undefined;
    });
    return place.parts.map(nameOf);
  }

  function nameOf({ reference }: SeriesTarget): string {
    assert.ok(reference.family === "signal" && reference.dataKind === "FIT");
    const { code, version, tags } = reference;
    return textOf(code, version, Object.values(tags));
  }

  function textOf(code: string, version: number, tags: readonly string[]): string {
    return [code, version, ...tags.toSorted()].join(" ");
  }

  /** The service's own records that have a value, by the same names: of each code those of its newest version. */
  function recordsOf(value: string): ReadonlyMap<string, WireSignal> {
    const found = records.flatMap((record) => {
      const { signal_code: code, version = 0, ...fields } = record;
      const tags = Object.entries(fields).flatMap(([field, text]) =>
        typeof text === "string" && !notTags.has(field) ? [text] : [],
      );
      return tags.includes(value) ? [{ record, code, version, tags }] : [];
    });
    const isNewest = ({ code, version }: { code: string; version: number }): boolean =>
      found.every((other) => other.code !== code || other.version <= version);
    return new Map(
      found
        .filter(isNewest)
        .map(({ record, code, version, tags }) => [textOf(code, version, tags), record]),
    );
  }

  /** How far the newest value of a signal is from its mean, by the CSV that the service sends. */
  async function distanceOf(record: WireSignal): Promise<number> {
    const { signal_code: code, version = 0, ...fields } = record;
    const query = new URLSearchParams({ kind: "FIT", fmt: "csv" });
    for (const [field, text] of Object.entries(fields)) {
      if (typeof text !== "string" || notTags.has(field)) continue;
      query.set(isLonger.test(field) ? field.replace(/_name$/, "") : field, text);
    }
    const address = `${sample.url}/api/v3/signal/${code}/${version}/data/?${query.toString()}`;
    const response = await fetch(address, { headers: { "X-API-KEY": apiKey } });
    assert.equal(response.status, 200, address);
    const [heading = "", ...rows] = (await response.text()).trim().split(/\r?\n/);
    const column = heading.split(",").indexOf("Aggregate");
    const cells = rows.map((row) => row.split(","));
    const days = Int32Array.from(cells, ([day = ""]) => Date.parse(day) / 86_400_000);
    const values = Float64Array.from(cells, (cell) => Number.parseFloat(cell[column] ?? ""));
    const observed = [...observe({ days, values }).values];
    const mean = observed.reduce((sum, each) => sum + each, 0) / observed.length;
    const squares = observed.reduce((sum, each) => sum + (each - mean) ** 2, 0);
    const newest = values.findLast((each) => !Number.isNaN(each)) ?? Number.NaN;
    return Math.abs(newest - mean) / Math.sqrt(squares / (observed.length - 1));
  }

  it("is one chart of the newest version of every signal's series for it", async () => {
    const expected = [...recordsOf("Gold").keys()];
    assert.ok(expected.length > 20 && expected.length <= 40);
    const shown = await profileOf("commodity", "Gold");
    assert.deepEqual(shown.toSorted(), expected.toSorted());
    const { arrangement, seriesSort, profile } = views.at(-1)?.state ?? {};
    assert.deepEqual([arrangement, seriesSort?.by], ["panes", "distance"]);
    assert.equal(profile?.count, expected.length);
  });

  it("shows the 40 whose newest value is furthest from its mean, having looked at all", async () => {
    const own = recordsOf("ES");
    assert.ok(own.size > 40 && own.size <= 64);
    const distances = await Promise.all(
      [...own].map(async ([name, record]) => ({ name, distance: await distanceOf(record) })),
    );
    const furthest = distances.toSorted((one, other) => other.distance - one.distance);
    const shown = await profileOf("country_iso", "ES");
    assert.deepEqual(
      shown,
      furthest.slice(0, 40).map(({ name }) => name),
    );
    const { state, latestAsOf } = views.at(-1) ?? {};
    const profile = { tagKind: "country_iso", value: "ES", count: own.size, failed: 0 };
    assert.deepEqual(state?.profile, { ...profile, order: "distance" });
    assert.ok(latestAsOf !== undefined);
  });

  it("shows the 40 largest newest scores of more than 64, without fetching them", async () => {
    const own = recordsOf("US");
    assert.ok(own.size > 64);
    const sizeOf = ([, { latest }]: [string, WireSignal]): number =>
      Math.abs(latest.Aggregate ?? Number.NaN);
    const largest = [...own].toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 40);
    const shown = await profileOf("country_iso", "US");
    assert.deepEqual(
      shown,
      largest.map(([name]) => name),
    );
    const { state, latestAsOf } = views.at(-1) ?? {};
    assert.deepEqual([state?.profile?.count, state?.profile?.order], [own.size, "newest"]);
    assert.equal(latestAsOf, undefined);
  });

  it("asks before it fetches all of more than 64 as of an earlier time, when newest scores do not apply", async () => {
    const { showWarningMessage } = vscode.window;
    const asked: unknown[] = [];
    Object.assign(vscode.window, {
      showWarningMessage: (words: unknown) => Promise.resolve(void asked.push(words)),
    });
    try {
      await open("country_iso", "US", services, "19960430T235959Z" as Instant);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    const { size } = recordsOf("US");
    assert.deepEqual(asked, [`Profile of United States takes up to ${size} requests.`]);
  });

  it("counts every series whose definition cannot be fetched", async () => {
    const own = recordsOf("ES");
    const codes = [...own.values()].map((each) => each.signal_code);
    const lost = codes.find((code, at) => codes.indexOf(code) < at) ?? assert.fail();
    const forward = forwardTo(() => sample.url);
    const server = await startServer((request, response) => {
      if (!new RegExp(`/signal/${lost}/\\d+/$`).test(request.url ?? "")) {
        forward(request, response);
        return;
      }
      response.statusCode = 404;
      response.end("{}");
    });
    const fresh = newServices(server.origin);
    const { showWarningMessage } = vscode.window;
    Object.assign(vscode.window, {
      showWarningMessage: (...[, , send]: unknown[]) => Promise.resolve(send),
    });
    try {
      await open("country_iso", "ES", fresh);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
      fresh.dispose();
      await server.close();
    }
    const failed = codes.filter((code) => code === lost).length;
    assert.ok(failed > 1);
    const { profile } = views.at(-1)?.state ?? {};
    assert.deepEqual([profile?.failed, profile?.count], [failed, own.size - failed]);
  });

  it("asks before it sends more than 64 requests, and opens nothing without consent", async () => {
    const fresh = newServices();
    const { showWarningMessage } = vscode.window;
    const asked: unknown[] = [];
    Object.assign(vscode.window, {
      showWarningMessage: (...words: unknown[]) => {
        asked.push(words);
        return Promise.resolve(undefined);
      },
    });
    try {
      await open("country_iso", "ES", fresh);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
      fresh.dispose();
    }
    const codes = new Set([...recordsOf("ES").values()].map((each) => each.signal_code));
    const count = codes.size + recordsOf("ES").size;
    assert.deepEqual(asked, [
      [
        `Profile of Spain takes up to ${count} requests.`,
        { modal: true },
        `Send ${count} Requests`,
      ],
    ]);
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, 0);
  });

  it("lets the user choose others, those furthest from their mean first, and no more than 40", async () => {
    const { showQuickPick, showWarningMessage } = vscode.window;
    const offered: (readonly vscode.QuickPickItem[])[] = [];
    const told: string[] = [];
    Object.assign(vscode.window, {
      showWarningMessage: (words: string) => void told.push(words),
      showQuickPick: (rows: readonly vscode.QuickPickItem[]) => {
        offered.push(rows);
        return Promise.resolve(offered.length === 1 ? rows : rows.slice(-2));
      },
    });
    const subject = { connectionId: "acme", tagKind: "country_iso", value: "ES", ...vintage };
    try {
      const chosen = await chosenOfProfile(services, subject, []);
      const [all = [], again = []] = offered;
      assert.equal(all.length, recordsOf("ES").size);
      assert.ok(again.every(({ picked }) => picked === true));
      assert.match(all[0]?.description ?? "", /^[+−]\d\.\d\d · /);
      assert.match(all[0]?.label ?? "", / · Spain/);
      assert.deepEqual(told, [`A chart can show at most 40 series, not ${all.length}.`]);
      assert.equal(chosen?.length, 2);
    } finally {
      Object.assign(vscode.window, { showQuickPick, showWarningMessage });
    }
  });
});
