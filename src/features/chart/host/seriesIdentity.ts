import { type ReadableNames } from "../../../catalog/readableNames";
import { type SeriesIdentity } from "../protocol";
import { titleSeparator } from "../model/jointTitle";
import { type PanelChartPlace } from "../../../shared/chartPlace";
import { sampleConnection, type SeriesTarget } from "../../../shared/place";
import { plainLine } from "../../../shared/plainText";
import {
  isVarying,
  type PanelRef,
  type Reference,
  type SeriesRef,
} from "../../../shared/reference";
import { referencePath } from "../../../shared/referencePath";
import { pluralTagKind, singularTagKind } from "../../../shared/tagKind";
import { type Connection } from "../../../connect/connection";
import { serviceName } from "../../../connect/serviceName";

/** Phrases of chart names in the editor's language. */
export interface ChartNames {
  readonly readable: ReadableNames;
  /** `Sample data`. */
  readonly sampleData: string;
  /** Many values of a tag kind, or all there are: `12 countries`, `all countries`. */
  readonly valuesOf: (kind: string, count: number | "*") => string;
  /** `1 variant`, `120 variants`. */
  readonly variants: (count: number) => string;
  /** `as of 28 Jun 2024`. */
  readonly asOf: (text: string) => string;
  /** `40 series`. */
  readonly series: (count: number) => string;
  /** `13 vintages`. */
  readonly vintages: (count: number) => string;
}

/**
 * The identity of a series in a chart, without the service until the connection is known.
 *
 * @param name - The name of the signal or market; absent until it is known.
 */
export function seriesIdentity(
  { connectionId, reference }: SeriesTarget,
  connection: Connection | undefined,
  names: ChartNames,
  name?: string,
): SeriesIdentity {
  const isSignal = reference.family === "signal";
  const isSample = connectionId === sampleConnection;
  return {
    service: isSample ? names.sampleData : serviceName(connection),
    isSample,
    title: name === undefined ? "" : plainLine(seriesTitleOf(reference, name, names.readable)),
    subject: plainLine(subjectOf(reference)),
    variant: plainLine(variantOf(reference, names.readable).join(" · ")),
    dataKind: isSignal ? reference.dataKind : null,
    asOf: isSignal ? reference.asOf : null,
    path: referencePath(reference),
  };
}

/**
 * The identity of a panel as requested.
 *
 * @param title - As {@link panelTitle}; empty until its name and its variants are known.
 */
export function panelIdentity(
  { connectionId, reference: panel }: PanelChartPlace,
  connection: Connection | undefined,
  names: ChartNames,
  title: string,
): SeriesIdentity {
  const isSample = connectionId === sampleConnection;
  return {
    service: isSample ? names.sampleData : serviceName(connection),
    isSample,
    title: plainLine(title),
    subject: plainLine(`${panel.code} v${panel.version}`),
    variant: plainLine(setsOf(panel, names).join(" · ")),
    dataKind: panel.dataKind,
    asOf: panel.asOf,
    path: referencePath(panel),
  };
}

/** The tag kind over which a panel runs; null unless there is exactly one. */
export function varyingKind({ tags }: PanelRef): string | null {
  const [only, ...others] = Object.entries(tags).filter(([, set]) => isVarying(set));
  return only === undefined || others.length > 0 ? null : only[0];
}

/** `Inflation · 40 countries`, `Earnings · 12 countries · Energy`, `Earnings · 120 variants`. */
export function panelTitle(
  name: string,
  panel: PanelRef,
  count: number,
  { readable, valuesOf, variants }: ChartNames,
): string {
  const kind = varyingKind(panel);
  const nounOf = count === 1 ? singularTagKind : pluralTagKind;
  const counted = kind === null ? variants(count) : valuesOf(nounOf(kind), count);
  const fixed = Object.entries(panel.tags).flatMap(([each, set]) =>
    isVarying(set) ? [] : set.map((value) => readable.tagValue(each, value)),
  );
  return [name, counted, ...fixed].join(titleSeparator);
}

/** 4: more values of a tag kind are counted, not named. */
const maxNamed = 4;

/** The readable values of a panel: `all countries`, `Germany, France`. */
export function setsOf({ tags }: PanelRef, { readable, valuesOf }: ChartNames): readonly string[] {
  return Object.entries(tags).map(([kind, set]) => {
    if (set === "*") return valuesOf(pluralTagKind(kind), set);
    if (set.length > maxNamed) return valuesOf(pluralTagKind(kind), set.length);
    return set.map((value) => readable.tagValue(kind, value)).join(", ");
  });
}

/** The code of a signal or the ticker of a market; replaces a missing name. */
export function referenceCode(reference: Reference): string {
  return reference.family === "forecast" ? reference.market : reference.code;
}

/** The values of a signal's tags for people: `United States`, `Energy`. */
export function variantOf(
  reference: SeriesRef,
  names: ReadableNames,
  style: "long" | "short" = "long",
): readonly string[] {
  if (reference.family === "forecast") return [];
  return Object.entries(reference.tags).map(([kind, value]) => names.tagValue(kind, value, style));
}

/** `Inflation · United States`, `US Large Caps · 12 Months · USD`. */
export function seriesTitleOf(
  reference: SeriesRef,
  name: string,
  names: ReadableNames,
  style: "long" | "short" = "long",
): string {
  const coordinates =
    reference.family === "signal"
      ? variantOf(reference, names, style)
      : [reference.horizon, reference.currency];
  return [name, ...coordinates].join(titleSeparator);
}

function subjectOf(reference: SeriesRef): string {
  if (reference.family === "signal") return `${reference.code} v${reference.version}`;
  return [reference.market, reference.currency, reference.horizon].join(" ");
}
