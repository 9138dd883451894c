import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ReadableNames } from "../../../../src/catalog/readableNames";
import { NetworkError } from "../../../../src/service/errors";
import { type ToChart } from "../../../../src/shared/chart/chartProtocol";
import { defaultViewState } from "../../../../src/shared/chart/viewState";
import { dayOfIso } from "../../../../src/shared/day";
import { type PanelChartPlace } from "../../../../src/shared/chartPlace";
import { type Instant } from "../../../../src/shared/instant";
import { panelRef, type SignalRef, signalRef } from "../../../../src/shared/reference";
import { type FetchPanelOptions, type Panel } from "../../../../src/store/panel";
import { type PanelVariantFrame, type Panels } from "../../../../src/store/panels";
import { PanelSession } from "../../../../src/vscode/chart/panelSession";
import { type Deferred, deferred } from "../../../support/deferred";
import { frameOf } from "../../../support/frames";

const asOf = "20261120T093000Z" as Instant;
/** By the service's clock, as the as-of is; this computer's may be behind. */
const retrievedAt = "20261120T103000Z" as Instant;
const days = ["2026-11-18", "2026-11-19"];

function place(changes: Partial<PanelChartPlace> = {}): PanelChartPlace {
  const tags = { country_iso: "*", sector: ["Energy"] } as const;
  const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" });
  assert.ok(panel.family === "panel");
  return { connection: "acme", panel, ...changes };
}

function variant(country: string): SignalRef {
  const tags = { country_iso: country, sector: "Energy" };
  return signalRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf });
}

/** A panel of these countries; those of the second list have failed. */
function panelOf(countries: readonly string[], failed: readonly string[] = []): Panel {
  const asked = place().panel;
  return {
    asked,
    reference: { ...asked, asOf },
    variants: countries.map((country) => ({
      reference: variant(country),
      columns: [],
      observed: Int32Array.of(1, 2),
      rows: 2,
    })),
    missing: [variant("GL")],
    failed: failed.map((country) => ({ reference: variant(country), error: new Error("503") })),
    retrievedAt,
    fetchedAtMs: 1_000,
  };
}

/** What a session asked for, to be answered by the test. */
interface Asked extends Deferred<Panel> {
  readonly what: string;
  readonly options: FetchPanelOptions;
}

/** A session whose panels a test gives. */
class Chart {
  readonly asked: Asked[] = [];
  readonly sent: ToChart[] = [];
  readonly session: PanelSession;
  /** How old the panel was said to be. */
  readonly noted: [code: string, fetchedAtMs: number, because: unknown][] = [];
  /** Countries whose numbers cannot be read. */
  readonly unreadable = new Set<string>();
  /** Countries whose numbers were asked for. */
  readonly read: string[] = [];
  /** Whether nothing can be said of a variant that has failed. */
  breakWords = false;
  /** Of each reading of numbers that was begun. */
  readonly readings: (AbortSignal | undefined)[] = [];
  private readonly listeners = new Set<(connectionId: string) => void>();

  constructor(own = place()) {
    const ask = (what: string, options: FetchPanelOptions = {}): Promise<Panel> => {
      const asked = { ...deferred<Panel>(), what, options };
      this.asked.push(asked);
      return asked.promise;
    };
    const panels: Panels = {
      panel: (_, options) => ask(options?.isRefresh === true ? "refresh" : "panel", options),
      retry: (_, options) => ask("retry", options),
      frames: (panel, signal) => this.frames(panel, signal),
    };
    const connection = { kind: "sample", id: "sample", name: "sample" } as const;
    this.session = new PanelSession({
      place: own,
      services: {
        get: () => Promise.resolve({ connection, panels, hasKeyWorked: true }),
        onDidReset: (listener) => {
          this.listeners.add(listener);
          return { dispose: () => this.listeners.delete(listener) };
        },
      },
      outcomes: {
        failureOf: (error) => {
          if (this.breakWords) throw new Error("no words");
          return { message: String(error), actions: ["retry"] };
        },
        panelFailureOf: (error) => ({ message: `panel: ${String(error)}`, actions: ["retry"] }),
        cancelled: () => ({ message: "cancelled", actions: ["retry"] }),
        reasonOf: (error) => `because ${String(error)}`,
        noteRead: () => assert.fail("no series was read"),
        notePanelRead: ({ panel }, age) =>
          void this.noted.push([panel.code, age.fetchedAtMs, age.staleBecause]),
        noteFailure: () => assert.fail("no series was read"),
      },
      names: {
        readable: new ReadableNames("en"),
        sampleData: "Sample data",
        valuesOf: (kind) => kind,
      },
      coverage: ({ variants, missing }) => `${variants.length} and ${missing.length}`,
      viewState: () => ({ ...defaultViewState, sort: "newest" }),
      post: (message) => void this.sent.push(message),
    });
  }

  private async *frames(
    { variants }: Panel,
    signal?: AbortSignal,
  ): AsyncGenerator<PanelVariantFrame, void, void> {
    this.readings.push(signal);
    for (const each of variants) {
      await nextTurn();
      signal?.throwIfAborted();
      const country = each.reference.tags["country_iso"] ?? "";
      this.read.push(country);
      if (this.unreadable.has(country)) throw new Error(`no numbers of ${country}`);
      const level = country === "FR" ? {} : { Level: [1, 2] };
      yield { variant: each, frame: frameOf(days, { ...level, Aggregate: [3, 4] }) };
    }
  }

  get last(): Asked {
    const asked = this.asked.at(-1);
    assert.ok(asked !== undefined);
    return asked;
  }

  get listening(): number {
    return this.listeners.size;
  }

  reset(connectionId: string): void {
    for (const listener of this.listeners) listener(connectionId);
  }

  /** Waits until the page has been told of a panel as a whole. */
  async shown(): Promise<Extract<ToChart, { type: "show" }>> {
    for (let turn = 0; turn < 1_000; turn++) {
      await nextTurn();
      const message = this.sent.at(-1);
      if (message?.type === "show" && message.panel?.progress === null) return message;
    }
    throw new Error("Nothing was shown");
  }
}

describe("PanelSession", () => {
  let chart: Chart;
  const open = (own?: PanelChartPlace): void => {
    chart = new Chart(own);
  };
  /** A page that shows a panel. */
  const openShown = async (panel = panelOf(["DE", "US"])): Promise<void> => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(panel);
    await chart.shown();
  };
  afterEach(() => chart.session.dispose());

  it("tells how far it is, then all variants at once", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.options.onProgress?.(27, 40);
    assert.deepEqual(
      chart.sent.map((message) =>
        message.type === "show" || message.type === "panel" ? message.panel?.progress : message,
      ),
      [
        { done: 0, of: 0 },
        { done: 27, of: 40 },
      ],
    );
    chart.last.resolve(panelOf(["DE", "US"]));
    const { parts, panel, title, state } = await chart.shown();
    assert.deepEqual(
      parts.map((part) => [part.id, part.title, part.identity.asOf]),
      [
        ["acme/signals/INFL/2/country_iso=DE,sector=Energy/SNAP/latest", "Germany", asOf],
        ["acme/signals/INFL/2/country_iso=US,sector=Energy/SNAP/latest", "United States", asOf],
      ],
    );
    const values = parts[0]?.data?.columns.map((column) => [column.name, ...column.values]);
    assert.deepEqual(values, [
      ["Level", 1, 2],
      ["Aggregate", 3, 4],
    ]);
    assert.deepEqual(
      [panel?.asOf, panel?.identity.asOf, panel?.coverage, panel?.fetchedAtMs],
      [asOf, "latest", "2 and 1", Date.UTC(2026, 10, 20, 10, 30)],
    );
    assert.equal(title, "INFL all country_iso Energy");
    assert.deepEqual(state, { ...defaultViewState, sort: "newest" });
  });

  it("says nothing before there is a page, and asks once for what it begins with", async () => {
    open();
    void chart.session.begin();
    await nextTurn();
    chart.last.options.onProgress?.(1, 2);
    chart.last.resolve(panelOf(["US"]));
    await nextTurn();
    assert.deepEqual(chart.sent, []);
    void chart.session.ready();
    assert.equal((await chart.shown()).parts.length, 1);
    assert.equal(chart.asked.length, 1);
  });

  it("shows the part of each variant that its place names, measured against the whole", async () => {
    open(place({ slice: { from: dayOfIso("2026-11-19") ?? 0, columns: ["Level"] } }));
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(panelOf(["US"]));
    const [part] = (await chart.shown()).parts;
    assert.deepEqual(
      part?.data?.columns.map((column) => [column.name, ...column.values]),
      [["Level", 2]],
    );
    assert.equal(part.data.slice?.words, "2026-11-19..; Level");
  });

  it("shows what failed beside the rest, and asks again for that alone", async () => {
    await openShown(panelOf(["DE"], ["US"]));
    const [, failed] = (await chart.shown()).parts;
    assert.deepEqual([failed?.title, failed?.failure?.message], ["United States", "Error: 503"]);
    const before = chart.session.generation;
    void chart.session.retry();
    void chart.session.retry();
    await nextTurn();
    assert.deepEqual(
      chart.asked.map(({ what }) => what),
      ["panel", "retry"],
    );
    chart.last.resolve(panelOf(["DE", "US"]));
    const { parts, generation } = await chart.shown();
    assert.ok(generation > before);
    assert.deepEqual(
      parts.map(({ failure }) => failure),
      [null, null],
    );
  });

  it("shows of a variant the columns of its part that it has", async () => {
    open(place({ slice: { columns: ["Level", "Aggregate"] } }));
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(panelOf(["DE", "FR", "US"]));
    const { parts } = await chart.shown();
    assert.deepEqual(
      parts.map(({ data }) => data?.columns.map(({ name }) => name)),
      [["Level", "Aggregate"], ["Aggregate"], ["Level", "Aggregate"]],
    );
  });

  it("says of a variant that its numbers cannot be read, shows the rest, and tries again", async () => {
    open();
    chart.unreadable.add("DE").add("FR");
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(panelOf(["AT", "DE", "FR", "US"], ["JP"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual(
      parts.map(({ data, failure }) => failure?.message ?? data?.days.length),
      [2, "Error: no numbers of DE", "Error: no numbers of FR", 2, "Error: 503"],
    );
    assert.equal(panel?.failure, null);
    chart.unreadable.clear();
    void chart.session.retry();
    await nextTurn();
    chart.last.resolve(panelOf(["AT", "DE", "FR", "JP", "US"]));
    const again = await chart.shown();
    assert.ok(again.parts.every(({ failure }) => failure === null));
  });

  it("leaves what it shows when nothing can be told of it, and says why", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(panelOf(["DE", "US"], ["unknown"]));
    const { generation } = await chart.shown();
    chart.breakWords = true;
    void chart.session.refresh();
    await nextTurn();
    chart.last.resolve(panelOf(["DE", "US"], ["unknown"]));
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "panel");
    assert.equal(message.generation, generation);
    assert.equal(message.panel.failure?.message, "panel: Error: no words");
  });

  it("keeps what it shows when a refresh fails, and says why; Retry then asks for all", async () => {
    await openShown();
    void chart.session.refresh();
    await nextTurn();
    assert.equal(chart.last.what, "refresh");
    chart.last.reject(new Error("gone"));
    await nextTurn();
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.failure?.message], [2, "panel: Error: gone"]);
    void chart.session.retry();
    await nextTurn();
    assert.equal(chart.last.what, "panel");
    chart.last.resolve(panelOf(["US"]));
    assert.equal((await chart.shown()).panel?.failure, null);
  });

  it("says why nothing of it could be fetched", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.reject(new Error("no key"));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts, panel?.failure?.message], [[], "panel: Error: no key"]);
    assert.equal(chart.session.fileTimeMs, undefined);
  });

  it("ends a fetch with the tab, and with one that is newer", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    void chart.session.refresh();
    await nextTurn();
    const [first, second] = chart.asked;
    assert.deepEqual(
      [first?.options.signal?.aborted, second?.options.signal?.aborted],
      [true, false],
    );
    const told = chart.sent.length;
    chart.session.dispose();
    assert.equal(second?.options.signal?.aborted, true);
    second.resolve(panelOf(["US"]));
    await nextTurn();
    assert.deepEqual([chart.sent.length, chart.listening], [told, 0]);
  });

  it("says that its first fetch was cancelled, keeps nothing of it, and begins anew when asked", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.last.options.onProgress?.(27, 40);
    chart.session.cancel();
    const [first] = chart.asked;
    assert.equal(first?.options.signal?.aborted, true);
    // Also where the last answer was under way already.
    first.resolve(panelOf(["DE", "US"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts, panel?.coverage, panel?.failure?.message], [[], "", "cancelled"]);
    chart.session.hide();
    await chart.session.ready();
    assert.equal(chart.asked.length, 1);
    void chart.session.retry();
    await nextTurn();
    assert.equal(chart.asked.length, 2);
    chart.last.resolve(panelOf(["DE", "US"]));
    const again = await chart.shown();
    assert.deepEqual([again.parts.length, again.panel?.failure], [2, null]);
  });

  it("shows what it showed before when a refresh is cancelled", async () => {
    await openShown();
    void chart.session.refresh();
    await nextTurn();
    chart.last.options.onProgress?.(1, 2);
    chart.session.cancel();
    chart.last.resolve(panelOf(["FR"]));
    const { parts, panel } = await chart.shown();
    assert.deepEqual(
      parts.map(({ title }) => title),
      ["Germany", "United States"],
    );
    assert.equal(panel?.failure, null);
  });

  it("tells the tabs of its panel how old it is", async () => {
    await openShown();
    assert.deepEqual(chart.noted, [["INFL", 1_000, undefined]]);
    void chart.session.refresh();
    await nextTurn();
    chart.last.reject(new Error("gone"));
    await nextTurn();
    assert.equal(chart.noted.length, 1);
    void chart.session.refresh();
    await nextTurn();
    const unreachable = new NetworkError({ request: "GET /", attempts: 1 }, "gone", "ECONNREFUSED");
    chart.last.reject(unreachable);
    await nextTurn();
    assert.deepEqual(chart.noted.slice(1), [["INFL", 1_000, unreachable]]);
  });

  it("reads no more than 300 variants, the first ones, and names as many that failed", async () => {
    const names = (letter: string): readonly string[] =>
      Array.from({ length: 310 }, (_, place) => `${letter}${String(place).padStart(3, "0")}`);
    await openShown(panelOf(names("A"), names("B")));
    const { parts, panel } = await chart.shown();
    assert.deepEqual([parts.length, panel?.beyond], [600, 20]);
    const ids = parts.map(({ id }) => /country_iso=(\w+)/.exec(id)?.[1]);
    assert.deepEqual([ids[0], ids[299], ids[300], ids[599]], ["A000", "A299", "B000", "B299"]);
    assert.deepEqual(chart.read.slice(-1), ["A299"]);
  });

  it("goes on while nobody sees it, and tells the next page", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.session.hide();
    const told = chart.sent.length;
    chart.last.resolve(panelOf(["US"]));
    await nextTurn();
    assert.equal(chart.sent.length, told);
    void chart.session.ready();
    await nextTurn();
    chart.last.resolve(panelOf(["US"]));
    assert.equal((await chart.shown()).parts.length, 1);
  });

  it("starts nothing anew when it comes back into sight while a first load is under way", async () => {
    open();
    void chart.session.ready();
    await nextTurn();
    chart.session.hide();
    void chart.session.ready();
    await nextTurn();
    const [only, ...others] = chart.asked;
    assert.deepEqual([others, only?.options.signal?.aborted], [[], false]);
    chart.last.resolve(panelOf(["US"]));
    assert.equal((await chart.shown()).parts.length, 1);
  });

  it("loses no refresh by going out of sight", async () => {
    await openShown(panelOf(["US"]));
    void chart.session.refresh();
    await nextTurn();
    chart.last.options.onProgress?.(1, 2);
    chart.session.hide();
    void chart.session.ready();
    await nextTurn();
    const message = chart.sent.at(-1);
    assert.ok(message?.type === "show");
    assert.deepEqual(message.panel?.progress, { done: 1, of: 2 });
    assert.deepEqual(
      chart.asked.map(({ what, options }) => [what, options.signal?.aborted]),
      [
        ["panel", false],
        ["refresh", false],
      ],
    );
    chart.last.resolve(panelOf(["DE", "US"]));
    assert.equal((await chart.shown()).parts.length, 2);
  });

  for (const way of ["hide", "dispose"] as const) {
    it(`reads no more numbers after ${way}`, async () => {
      open();
      void chart.session.ready();
      await nextTurn();
      chart.last.resolve(panelOf(["DE", "US"]));
      while (chart.readings.length === 0) await nextTurn();
      const told = chart.sent.length;
      chart.session[way]();
      for (let turn = 0; turn < 10; turn++) await nextTurn();
      assert.deepEqual(
        chart.readings.map((signal) => signal?.aborted),
        [true],
      );
      assert.equal(chart.sent.length, told);
    });
  }

  it("asks the new service when the address or the key changes, and no other", async () => {
    await openShown();
    chart.reset("other");
    await nextTurn();
    assert.equal(chart.asked.length, 1);
    chart.reset("acme");
    await nextTurn();
    assert.equal(chart.asked.length, 2);
    chart.last.resolve(panelOf(["US"]));
    assert.equal((await chart.shown()).parts.length, 1);
  });
});
