import {
  type ChartData,
  type ChartPart,
  type PanelOutline,
  type SeriesIdentity,
} from "../../protocol";
import { maxCompared, type ViewState } from "../../model/viewState";
import { type Instant, isLaterThan } from "../../../../shared/instant";
import { asOfText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type DataKind, otherKind } from "../../../../shared/reference";
import { type ChartView } from "../model/chartView";
import { panelHead } from "../model/panel/panelHead";
import { type ChartHead, chartHead } from "../model/title";
import { isSameButForVintage } from "../model/shownVintages";

/** The contents of the page. */
export interface Shown {
  readonly title: string;
  readonly isSample: boolean;
  /** Whether the tab can go back to the chart from which this one was composed. */
  readonly canUndo: boolean;
  /** Empty before the first `show`, and for a panel until its first variant arrives. */
  readonly parts: readonly ChartPart[];
  /** Null for a chart of series. */
  readonly panel: PanelOutline | null;
  /** The window's as-of; null while it is latest. */
  readonly bound: Instant | null;
  readonly state: ViewState;
  readonly view: ChartView;
}

/** The head of the chart, with the codes as its title until the names are known. */
export function headOf({ title, parts, panel, state }: Shown): ChartHead {
  const head = panel === null ? chartHead(parts, state.profile) : panelHead(panel, parts);
  return head.title === "" ? { ...head, title } : head;
}

/** The first signal of the chart, whose kind and as-of the controls show. */
export function firstSignal(parts: Shown["parts"]): ChartPart | undefined {
  return parts.find(({ family }) => family === "signal");
}

/**
 * Whether there are signals, or a panel, to compare. Each signal has its own comparison, up to a maximum number, unless
 * the chart already contains several vintages or kinds of it.
 */
export function canCompare({ parts, panel }: Shown): boolean {
  const own = parts.filter(({ role, family }) => role === "part" && family === "signal");
  const isOnly = (part: ChartPart): boolean =>
    own.every((each) => each === part || !isSameButForVintage(each, part));
  return panel !== null || (own.length <= maxCompared && own.some(isOnly));
}

/** The kind that the first signal, or a panel, may be compared with; undefined if nothing can be compared. */
export function comparableKind(shown: Shown): DataKind | undefined {
  if (!canCompare(shown)) return undefined;
  const { parts, panel } = shown;
  const kind = (panel ?? firstSignal(parts))?.identity.dataKind ?? null;
  return kind === null ? undefined : otherKind(kind);
}

/** Whether the chart has a forecast, whose change can be explained. */
export function hasForecast(parts: Shown["parts"]): boolean {
  return parts.some(({ family }) => family === "forecast");
}

/** The data of the first forecast that has any. */
export function forecastData(parts: Shown["parts"]): ChartData | undefined {
  const forecasts = parts.filter(({ family }) => family === "forecast");
  return forecasts.find(({ data }) => data !== null)?.data ?? undefined;
}

/** The warning of a chart that shows more than was known at the window's as-of. */
export interface LaterThanBound {
  readonly text: string;
  /** The window's as-of, if the chart can be reopened as of it; null if it cannot. */
  readonly asOf: string | null;
}

/** Undefined if everything that the chart shows was known at the window's as-of. */
export function laterThanBound({ parts, panel, bound }: Shown): LaterThanBound | undefined {
  if (bound === null) return undefined;
  const asOf = asOfText(bound);
  const isLater = ({ identity }: { readonly identity: SeriesIdentity }): boolean =>
    identity.asOf !== null && isLaterThan(identity.asOf, bound);
  const own = panel === null ? parts.filter(({ role }) => role !== "vintage") : [panel];
  if (own.some(isLater)) {
    return { text: t("This chart is later than this window's as-of, {0}.", asOf), asOf };
  }
  if (parts.some((part) => part.data !== null && isLater(part))) {
    return { text: t("Compared with data later than this window's as-of, {0}.", asOf), asOf: null };
  }
  const isForecast = parts.some(({ family }) => family === "forecast");
  return isForecast
    ? {
        text: t("Latest forecasts, not those as of {0}: forecasts have no as-of.", asOf),
        asOf: null,
      }
    : undefined;
}
