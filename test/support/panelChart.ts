import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { type Frame } from "../../src/data/frame";
import { type ChartPart, type ToChart } from "../../src/features/chart/protocol";
import { defaultViewState } from "../../src/features/chart/model/viewState";
import { type PanelChartPlace } from "../../src/shared/chartPlace";
import { type Instant } from "../../src/shared/instant";
import {
  type DataKind,
  type PanelRef,
  panelRef,
  type SignalRef,
  signalRef,
} from "../../src/shared/reference";
import { type FetchPanelOptions, type Panel, type PanelVariantFrame } from "../../src/store/panel";
import { type Panels } from "../../src/store/panels";
import { PanelSession } from "../../src/features/chart/host/panelSession";
import { type Deferred, deferred } from "./deferred";
import { frameOf, noRepairs } from "./frames";
import { failureOf } from "./chartFrames";
import { chartNames } from "./chartNames";
import { noNames, type Names } from "./noNames";
import { receivedParts } from "../../src/features/chart/page/model/receivedParts";
import { AnsweredSession } from "./answeredSession";
import { connectedService } from "./connectedService";

/** Of every panel below. */
export const panelAsOf = "20261120T093000Z" as Instant;
/** By the service's clock, as the as-of is; this computer's may be behind. */
const retrievedAt = "20261120T103000Z" as Instant;
const days = ["2026-11-18", "2026-11-19"];

/** All countries of one sector. */
export function panelPlace(changes: Partial<PanelChartPlace> = {}): PanelChartPlace {
  const tags = { country_iso: "*", sector: ["Energy"] } as const;
  const panel = panelRef({ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" });
  assert.ok(panel.family === "panel");
  return { connectionId: "acme", reference: panel, ...changes };
}

function variant(country: string, dataKind: DataKind): SignalRef {
  const tags = { country_iso: country, sector: "Energy" };
  return signalRef({ code: "INFL", version: 2, tags, dataKind, asOf: panelAsOf });
}

/** A panel of these countries; those of the second list have failed. */
export function fetchedPanel(
  countries: readonly string[],
  failed: readonly string[] = [],
  dataKind: DataKind = "SNAP",
): Panel {
  const asked = { ...panelPlace().reference, dataKind };
  return {
    asked,
    reference: { ...asked, asOf: panelAsOf },
    variants: countries.map((country) => ({
      reference: variant(country, dataKind),
      columns: [],
      observed: Int32Array.of(1, 2),
      rows: 2,
      repairs: noRepairs,
    })),
    missing: [variant("GL", dataKind)],
    failed: failed.map((country) => ({
      reference: variant(country, dataKind),
      error: new Error("503"),
    })),
    retrievedAt,
    fetchedAtMs: 1_000,
  };
}

/** What a session asked for, to be answered by the test. */
interface Asked extends Deferred<Panel> {
  readonly what: string;
  readonly reference: PanelRef;
  readonly options: FetchPanelOptions;
}

/** A message as the page draws it. */
type ShownPanel = Omit<Extract<ToChart, { type: "show" }>, "parts"> & {
  readonly parts: readonly ChartPart[];
};

/** The session of a chart whose panels a test gives. */
export class PanelChart extends AnsweredSession<Panel, Asked> {
  readonly session: PanelSession;
  /** How old the panel was said to be. */
  readonly noted: [code: string, fetchedAtMs: number, because: unknown][] = [];
  /** What the service lists. */
  catalog: Names = noNames;
  /** Countries whose numbers cannot be read. */
  readonly unreadable = new Set<string>();
  /** Countries whose numbers were asked for. */
  readonly read: string[] = [];
  /** What is read of each country; few rows by default. */
  frame: Frame | undefined;
  /** The columns of the view. */
  columns: readonly string[] = ["Level", "Aggregate"];
  /** Whether nothing can be said of a variant that has failed. */
  breakText = false;
  /** Of each reading of numbers that was begun. */
  readonly readings: (AbortSignal | undefined)[] = [];

  constructor(own = panelPlace()) {
    super();
    const ask = (
      what: string,
      reference: PanelRef,
      options: FetchPanelOptions = {},
    ): Promise<Panel> => this.ask({ ...deferred<Panel>(), what, reference, options });
    const panels: Panels = {
      panel: (reference, options) =>
        ask(options?.isRefresh === true ? "refresh" : "panel", reference, options),
      retry: ({ asked }, options) => ask("retry", asked, options),
      frames: (panel, signal) => this.frames(panel, signal),
    };
    this.session = new PanelSession({
      place: own,
      services: this.services(() =>
        Promise.resolve(connectedService({ panels, catalog: this.catalog })),
      ),
      outcomes: {
        failureOf: (error) => {
          if (this.breakText) throw new Error("no words");
          return failureOf(String(error), ["retry"]);
        },
        panelFailureOf: (error) => failureOf(`panel: ${String(error)}`, ["retry"]),
        cancelled: () => failureOf("cancelled", ["retry"]),
        reasonOf: (error) => `because ${String(error)}`,
        repairText: () => [],
        noteRead: () => assert.fail("no series was read"),
        notePanelRead: ({ reference: panel }, age) =>
          void this.noted.push([panel.code, age.fetchedAtMs, age.staleBecause]),
        noteFailure: () => assert.fail("no series was read"),
      },
      names: chartNames,
      coverage: ({ variants, missing }) => `${variants.length} and ${missing.length}`,
      viewState: () => ({ ...defaultViewState, columns: this.columns, sort: "newest" }),
      post: (message) => this.post(message),
    });
  }

  /** One whose page shows a panel. */
  static async shown(panel = fetchedPanel(["DE", "US"])): Promise<PanelChart> {
    const chart = new PanelChart();
    await chart.finish(chart.session.ready(), panel);
    return chart;
  }

  /** Opens a page. Resolves with what is requested for it. */
  open(): Promise<Asked> {
    void this.session.ready();
    return this.request();
  }

  /** Waits until the next reading of numbers has begun. */
  async reading(): Promise<void> {
    const before = this.readings.length;
    await this.until("reading of numbers", () => this.readings[before]);
  }

  private async *frames(
    { variants }: Panel,
    signal?: AbortSignal,
  ): AsyncGenerator<PanelVariantFrame, void, void> {
    this.readings.push(signal);
    this.changed();
    for (const each of variants) {
      // Reading a file takes at least a turn, in which the reading can be cancelled.
      await nextTurn();
      signal?.throwIfAborted();
      const country = each.reference.tags["country_iso"] ?? "";
      this.read.push(country);
      if (this.unreadable.has(country)) throw new Error(`no numbers of ${country}`);
      const { frame } = this;
      if (frame !== undefined) yield { variant: each, frame };
      if (frame !== undefined) continue;
      const level = country === "FR" ? {} : { Level: [1, 2] };
      yield { variant: each, frame: frameOf(days, { ...level, Aggregate: [3, 4] }) };
    }
  }

  /** The panel that the page shows; waits until it is whole. */
  async shown(): Promise<ShownPanel> {
    const message = await this.until("message that shows the whole panel", () => {
      const newest = this.sent.at(-1);
      const isWhole = newest?.type === "show" && newest.panel?.progress === null;
      return isWhole ? newest : undefined;
    });
    return { ...message, parts: receivedParts(message.parts) };
  }
}
