/**
 * Messages between the editor and the page of a chart. Texts are plain and on one line; numbers travel in typed arrays
 * that own their whole buffer. Absent values are null, never `undefined`.
 */

import { type PageFailure } from "../../shared/pageProtocol";
import { type Unit } from "../../shared/series/numberText";
import { type Day } from "../../shared/day";
import { type ForecastComponent } from "../../shared/forecastComponents";
import { type DataKind } from "../../shared/reference";
import { type NativeStep } from "../../shared/series/nativeStep";
import { type RevisionsState } from "./model/viewState";
import { type SentDays, type SentValues } from "./model/sentNumbers";
import { type Instant } from "../../shared/instant";

/** The attribute of the page's body that announces a panel. */
export const panelAttribute = "data-panel";

/** One numeric column of a series. */
export interface ChartColumn {
  /** As the service names it. */
  readonly name: string;
  /** For people: `Market Technicals`. */
  readonly label: string;
  /** The part of a forecast that the column is; null for any other column. */
  readonly component: ForecastComponent | null;
  /** One for each day; NaN is no value. Empty while the view does not show the column. */
  readonly values: Float64Array;
  /**
   * The percentile of the newest value among all observations of the series, including those outside a slice, in whole
   * percent; NaN without a value, null when not counted yet.
   */
  readonly percentile: number | null;
  /** How often the values change; null when not determined yet. */
  readonly step: NativeStep | null;
}

/**
 * The identity of a series, sent whether or not its data have come: shown beside it everywhere, and in every export.
 */
export interface SeriesIdentity {
  /** `Acme · api.acme.com`, or `Sample data`; empty until the connection has been looked up. */
  readonly service: string;
  /** Sample data are synthetic, and marked as such everywhere. */
  readonly isSample: boolean;
  /**
   * The readable title: `Inflation · United States`, `US Large Caps · 12 Months · USD`; empty until names are known.
   */
  readonly title: string;
  /** `INFL v2`, `SPX USD 12 Months`. */
  readonly subject: string;
  /** `United States · Energy`; empty when there is none. */
  readonly variant: string;
  /** Null for a forecast. */
  readonly dataKind: DataKind | null;
  /** The canonical text of an instant, or `latest`; null for a forecast. */
  readonly asOf: string | null;
  /** The canonical path of the reference. */
  readonly path: string;
}

export interface ChartData {
  readonly unit: Unit;
  /**
   * The instant that `latest` resolved to, as canonical text; equal for all series of a chart as of latest, null for
   * others.
   */
  readonly latestAsOf: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  /** A message that gives the reason why there is nothing newer; null unless the data are stale. */
  readonly staleBecause: string | null;
  /** Messages about what was repaired in the answer: `duplicate rows counted once: 2`. */
  readonly repairs: readonly string[];
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  readonly columns: readonly ChartColumn[];
  /** Rows in which components are not the sums of their parts; each component at most once. */
  readonly mismatches: readonly Mismatches[];
  /**
   * The ends of the scale on which a forecast's table draws its newest values, as decimal fractions. They include zero
   * and all components, with or without values here; null for a signal, and when the columns give the scale.
   */
  readonly barScale: { readonly lowest: number; readonly highest: number } | null;
  /** The slice that `days` and `columns` hold; null for the whole. */
  readonly slice: ChartSlice | null;
}

/** A slice of a series, with a fact about the whole. */
export interface ChartSlice {
  /** `2010-01-01..2012-12-31; Level`: the same in every language. */
  readonly words: string;
  /** The last day of the whole series; null when it has none. */
  readonly lastDay: Day | null;
}

/** Rows in which one component is not the sum of its parts. */
export interface Mismatches {
  readonly component: ForecastComponent;
  /** At least one, ascending. */
  readonly rows: Int32Array;
}

/** Why a series is in the chart: as a part of its place, or compared with its first signal. */
export type PartRole = "part" | "kind" | "vintage";

/** The titles of a series: among the others of its chart, and on its own. */
export interface SeriesTitles {
  /** Distinguishes it in a legend: `United States`, that is, its full title without what all series share. */
  readonly title: string;
  /** For a file, which does not have the header of the chart: `INFL United States FIT`. In a panel, its title. */
  readonly fullTitle: string;
  /** `UK`: for places where the title does not fit; the title itself when there is no shorter one. */
  readonly shortTitle: string;
}

/** The result of fetching. */
export interface Fetched {
  readonly isLoading: boolean;
  /** The last answer; remains during a refresh and after its failure. */
  readonly data: ChartData | null;
  readonly failure: PageFailure | null;
}

/** One series of the chart, with its data or the failure in their place. */
export interface ChartPart extends SeriesTitles, Fetched {
  /** Identifies the series and its connection. */
  readonly id: string;
  readonly role: PartRole;
  readonly family: "signal" | "forecast";
  readonly identity: SeriesIdentity;
}

/** A column as a message carries it. */
export type SentColumn = Omit<ChartColumn, "values"> & { readonly values: SentValues };

/** Data as a message carries them: exact, in the smaller of two forms. */
export type SentData = Omit<ChartData, "days" | "columns"> & {
  readonly days: SentDays;
  readonly columns: readonly SentColumn[];
};

/** A part as a `show` message carries it. */
export type SentPart = Omit<ChartPart, "data"> & { readonly data: SentData | null };

/** A part in a message about its change: data that the page already has are not sent again. */
export type ReportedPart = Omit<ChartPart, "data"> & {
  readonly data: SentData | "unchanged" | null;
};

/** The number of series of a panel that have been fetched or have failed, and of all its series. */
export interface PanelProgress {
  readonly done: number;
  readonly of: number;
}

/** The content of a panel's chart besides its parts, which are the variants that have data or have failed. */
export interface PanelOutline {
  /** As requested. Its title is `Inflation · 40 countries`; empty until its name and its variants are known. */
  readonly identity: SeriesIdentity;
  /** The tag kind over which it runs, such as `country_iso`; null unless there is exactly one. */
  readonly varying: string | null;
  /** The as-of of all its parts, which is never latest; null before they are fetched. */
  readonly asOf: string | null;
  /** Null before the parts are fetched. */
  readonly fetchedAtMs: number | null;
  /** `38 of 40 variants · 2 without data · …`; empty before the parts are fetched. */
  readonly coverage: string;
  /** The number of its variants beyond the chart's limit, which are neither drawn nor sorted. */
  readonly omitted: number;
  /** A message that gives the reason why there is nothing newer; null unless the data are stale. */
  readonly staleBecause: string | null;
  /** Null unless it is being fetched. */
  readonly progress: PanelProgress | null;
  /** The failure of the whole panel; what was fetched before remains. */
  readonly failure: PageFailure | null;
}

/** A row found by the chart's search. */
export interface FoundSeries {
  readonly id: string;
  readonly label: string;
  readonly description: string;
}

export type ToChart =
  | {
      readonly type: "show";
      /** Greater with each `show`; later messages about it carry the same number. */
      readonly generation: number;
      readonly title: string;
      readonly isSample: boolean;
      /** Whether Undo can return to the chart from which this one was composed. */
      readonly canUndo: boolean;
      /** The parts of the place, in its order; at least one. Those of a panel by name; none before they are fetched. */
      readonly parts: readonly SentPart[];
      /** Null for a chart of series. */
      readonly panel: PanelOutline | null;
      /** The window's as-of; null while it is latest. */
      readonly bound: Instant | null;
      /** The state that an earlier page kept, for a page that has none; null when nothing was kept. */
      readonly state: unknown;
    }
  /** Replaces the part with the same id, or adds it behind the others. */
  | { readonly type: "part"; readonly generation: number; readonly part: ReportedPart }
  /** Sent when the window's as-of has changed. */
  | { readonly type: "bound"; readonly generation: number; readonly bound: Instant | null }
  /** Sent when the outline of the panel has changed, but none of its parts. */
  | { readonly type: "panel"; readonly generation: number; readonly panel: PanelOutline }
  | {
      readonly type: "found";
      readonly generation: number;
      /** The searched text: an answer to any other is dropped. */
      readonly text: string;
      readonly rows: readonly FoundSeries[];
      /** A remark below the rows, for instance that definitions are still loading; empty for none. */
      readonly note: string;
    }
  /** A comparison that the user chose outside the page, which then requests it with `compare`. */
  | {
      readonly type: "compareWith";
      readonly generation: number;
      readonly comparison:
        | { readonly isKindCompared: boolean }
        | { readonly vintage: string; readonly revisions?: RevisionsState };
    }
  /** The outcome of a save or a copy; announced to assistive technology. */
  | { readonly type: "told"; readonly words: string };

/**
 * The program and the first message for the document of a chart. Bytes arrive sooner in a message than as text in the
 * document, which the editor parses several times.
 */
export interface PageProgram {
  readonly type: "program";
  /** UTF-8, like the script. */
  readonly style: Uint8Array;
  readonly script: Uint8Array;
  /** The document's nonce: other pages do not have it, so they cannot send a program. */
  readonly nonce: string;
  readonly message: ToChart;
}

/** Requests of the user to the editor, which the page sends. */
export const chartActions = [
  "refresh",
  /** Ends the fetch of a panel. */
  "cancel",
  "openCsv",
  "openJson",
  "showCoverage",
  "forecastsItMoves",
  "insertIntoNotebook",
  "saveAs",
  /** Asks for as-ofs, and saves what the chart shows as of each of them. */
  "saveVintages",
  /** Writes a file that opens as this chart. */
  "saveChart",
  /** Pins what the chart shows, or its file. */
  "pin",
  /** Returns to the chart from which this one was composed. */
  "undoComposition",
  /** Asks which series of its tag value the chart shows. */
  "chooseSeries",
  "setAsOf",
  /** Reopens the chart, or all later tabs, as of the window's as-of. */
  "reopenAsOf",
  "reopenAllAsOf",
  "compareVintage",
  /** Asks which vintages of the only signal to add as series. */
  "addVintages",
  "showLog",
  "diagnose",
  "enterKey",
] as const;
export type ChartAction = (typeof chartActions)[number];

export const imageFormats = ["png", "svg"] as const;
export type ImageFormat = (typeof imageFormats)[number];
