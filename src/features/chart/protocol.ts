/**
 * What the editor and the page of a chart say to each other. Texts are plain and on one line; numbers travel in typed
 * arrays that own their whole buffer. Nothing is `undefined`: what is absent is null.
 */

import { type PageFailure, type PageScripts } from "../../shared/pageProtocol";
import { type Unit } from "../../shared/series/numberText";
import { type Day } from "../../shared/day";
import { type ForecastComponent } from "../../shared/forecastComponents";
import { type DataKind } from "../../shared/reference";
import { type NativeStep } from "../../shared/series/nativeStep";
import { type RoundedValues } from "./model/roundedValues";

/** An attribute of the page's body: the page will show a panel. */
export const panelAttribute = "data-panel";

/** One numeric column of a series. */
export interface ChartColumn {
  /** As the service names it. */
  readonly name: string;
  /** For people: `Market Technicals`. */
  readonly label: string;
  /** The part of a forecast that the column is; null for any other column. */
  readonly component: ForecastComponent | null;
  /** One for each day; NaN is no value. */
  readonly values: Float64Array;
}

/** What a series is, told whether or not its data have come: stands beside it wherever it is shown, and in every export. */
export interface SeriesIdentity {
  /** `Acme · api.acme.com`, or `Sample data`; empty before the connection has been looked up. */
  readonly service: string;
  /** Sample data are synthetic, and say so everywhere. */
  readonly isSample: boolean;
  /** What a person would say: `Inflation · United States`, `US Large Caps · 12 Months · USD`; empty before names are known. */
  readonly title: string;
  /** `INFL v2`, `SPX USD 12 Months`. */
  readonly subject: string;
  /** `United States · Energy`; empty where there is none. */
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
  /** What latest was: the canonical text of an instant, the same for all that a chart shows as latest; else null. */
  readonly latestAsOf: string | null;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  /** Why the service could not be asked for newer data; null when it need not be. */
  readonly staleBecause: string | null;
  /** In words, what of the answer is not shown as it came: `duplicate rows counted once: 2`. */
  readonly repairs: readonly string[];
  /** Days since 1970-01-01, strictly ascending. */
  readonly days: Int32Array;
  readonly columns: readonly ChartColumn[];
  /** Where components are not the sums of their parts; each component at most once. */
  readonly mismatches: readonly Mismatches[];
  /** Where `days` and `columns` are a part of the series: which, and what only the whole can tell. Null for the whole. */
  readonly slice: ChartSlice | null;
  /** Where they are its newest rows, with which the rest has yet to catch up. Null for all rows. */
  readonly excerpt: ChartExcerpt | null;
}

/** The rows that the first picture needs of a long series, told before all of them. */
export interface ChartExcerpt {
  /** Every row from this day on is there; of those before it only the first. */
  readonly wholeFrom: Day;
  /** Names of the columns that are there: the others have no values yet. */
  readonly columns: readonly string[];
  /** As of {@link ChartSlice}, among all rows. */
  readonly percentiles: Float64Array;
  /** How often the values of each column change, judged by all rows; `unknown` for one that is not there. */
  readonly steps: readonly NativeStep[];
  /** Whether its older values are rounded, as in a panel: then none of them is to be stated. */
  readonly isRounded: boolean;
}

/** A part of a series, measured against all of it. */
export interface ChartSlice {
  /** `2010-01-01..2012-12-31; Level`: the same in every language. */
  readonly words: string;
  /** The last day of the whole series; null when it has none. */
  readonly lastDay: Day | null;
  /**
   * Where the newest value of each column within the slice stands among all of the column's observations, as a whole
   * percentage. NaN for a column without a value there.
   */
  readonly percentiles: Float64Array;
}

/** Where one component is not the sum of its parts. */
export interface Mismatches {
  readonly component: ForecastComponent;
  /** At least one, ascending. */
  readonly rows: Int32Array;
}

/** Why a series stands in the chart: part of its place, or compared with its first signal. */
export type PartRole = "part" | "kind" | "vintage";

/** One series of the chart, with its data or what stands in their place. */
export interface ChartPart {
  /** The same for the same series of the same connection. */
  readonly id: string;
  readonly role: PartRole;
  readonly family: "signal" | "forecast";
  /** Distinguishes it in a legend: `United States`, that is, its full title without what all series share. */
  readonly title: string;
  /** For a file, which does not have the header of the chart: `INFL United States FIT`. In a panel, its title. */
  readonly fullTitle: string;
  /** `UK`: for places where the title does not fit; the same where there is no shorter one. */
  readonly shortTitle: string;
  readonly identity: SeriesIdentity;
  readonly isLoading: boolean;
  /** What was fetched last; stays through a refresh and its failure. */
  readonly data: ChartData | null;
  readonly failure: PageFailure | null;
}

/** A column as `show` carries it. */
export type SentColumn = Omit<ChartColumn, "values"> & {
  readonly values: Float64Array | RoundedValues;
};

export type SentData = Omit<ChartData, "columns"> & { readonly columns: readonly SentColumn[] };

/** A part as `show` carries it: the columns of a panel's excerpt are rounded. */
export type SentPart = Omit<ChartPart, "data"> & { readonly data: SentData | null };

/** A part as it is told when something about it changes: data that the page has already are not told again. */
export type ReportedPart = Omit<ChartPart, "data"> & {
  readonly data: ChartData | "unchanged" | null;
};

/** How many series of a panel have been fetched or have failed, of how many. */
export interface PanelProgress {
  readonly done: number;
  readonly of: number;
}

/** What the chart of a panel shows beside its parts, which are the variants that have data or have failed. */
export interface PanelOutline {
  /** As it was asked for. Its title is `Inflation · 40 countries`; empty before its name and its variants are known. */
  readonly identity: SeriesIdentity;
  /** The tag kind over which it runs, `country_iso`; null where it is more than one. */
  readonly varying: string | null;
  /** The as-of of all of its parts, which is never latest; null before they have come. */
  readonly asOf: string | null;
  /** Null before they have come. */
  readonly fetchedAtMs: number | null;
  /** `38 of 40 variants · 2 without data · …`; empty before they have come. */
  readonly coverage: string;
  /** How many of its variants are no parts, and so are neither drawn nor sorted: a chart holds no more. */
  readonly omitted: number;
  /** Why the service could not be asked for newer data; null when it need not be. */
  readonly staleBecause: string | null;
  /** Null while it is not being fetched. */
  readonly progress: PanelProgress | null;
  /** Why nothing of it could be fetched; what was fetched before stays. */
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
      /** Greater with each `show`; every later message about it carries the same. */
      readonly generation: number;
      readonly title: string;
      readonly isSample: boolean;
      /** Whether its tab can go back to the chart from which it was composed. */
      readonly canUndo: boolean;
      /** The parts of the place, in its order; at least one. Those of a panel by name; none before they have come. */
      readonly parts: readonly SentPart[];
      /** Null for a chart of series. */
      readonly panel: PanelOutline | null;
      /** What a page before this one had kept: for one that has kept nothing yet. Null where there was none. */
      readonly state: unknown;
    }
  /** Replaces the part with the same id, or adds it behind the others. */
  | { readonly type: "part"; readonly generation: number; readonly part: ReportedPart }
  /** Something about the panel has changed, and nothing about its parts. */
  | { readonly type: "panel"; readonly generation: number; readonly panel: PanelOutline }
  | {
      readonly type: "found";
      readonly generation: number;
      /** What was searched for: an answer to anything else is dropped. */
      readonly text: string;
      readonly rows: readonly FoundSeries[];
      /** Said below the rows, for instance that definitions are still loading; empty when nothing is. */
      readonly note: string;
    }
  /** What a person chose outside the page to compare with: the page asks for it with `compare`. */
  | {
      readonly type: "compareWith";
      readonly generation: number;
      readonly comparison: { readonly isKindCompared: boolean } | { readonly vintage: string };
    }
  /** The outcome of a save or a copy that the page asked for; told to assistive technology. */
  | { readonly type: "told"; readonly words: string };

/**
 * What the document of a chart waits for: its program and the first message. Bytes arrive sooner than text in the
 * document, which the editor parses several times.
 */
export interface PageProgram extends PageScripts {
  readonly type: "program";
  /** The document's nonce: no other page knows it, so no other page can send a program. */
  readonly nonce: string;
  readonly message: ToChart;
}

/** What a person asks of the editor through the page. */
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
  /** Writes a file that opens as this chart. */
  "saveChart",
  /** Goes back to the chart from which this one was composed. */
  "undoComposition",
  /** Asks which series of its tag value the chart shows. */
  "chooseSeries",
  "setAsOf",
  "compareVintage",
  /** Opens SNAP and FIT of the first signal as text, side by side. */
  "compareKindsAsText",
  "showLog",
  "diagnose",
  "enterKey",
] as const;
export type ChartAction = (typeof chartActions)[number];

export const imageFormats = ["png", "svg"] as const;
export type ImageFormat = (typeof imageFormats)[number];
