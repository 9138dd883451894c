import {
  type ChartData,
  type ChartPart,
  type PanelOutline,
  type ReportedPart,
  type SentData,
  type SentPart,
} from "../../protocol";
import { receivedDays, receivedValues, type SentDays } from "../../model/sentNumbers";
import { type ViewState } from "../../model/viewState";
import { arrivalOf } from "./series";

/** The outline of a panel before the editor has sent one. */
export const panelToCome: PanelOutline = {
  identity: {
    service: "",
    isSample: false,
    title: "",
    subject: "",
    variant: "",
    dataKind: null,
    asOf: null,
    path: "",
  },
  varying: null,
  asOf: null,
  fetchedAtMs: null,
  coverage: "",
  omitted: 0,
  staleBecause: null,
  progress: { done: 0, of: 0 },
  failure: null,
};

/** Converts the parts of a message to parts that can be drawn. Parts with the same days share one array. */
export function receivedParts(parts: readonly SentPart[]): readonly ChartPart[] {
  const known = new Map<ArrayBufferLike, Int32Array>();
  const daysOf = (sent: SentDays): Int32Array => {
    // A message carries each buffer once.
    const { buffer } = sent instanceof Int32Array ? sent : sent.gaps;
    const days = known.get(buffer) ?? receivedDays(sent);
    known.set(buffer, days);
    return days;
  };
  return parts.map((part) => ({ ...part, data: part.data && received(part.data, daysOf) }));
}

/** Converts the data of one part to data that can be drawn. */
export function receivedData(data: SentData): ChartData {
  return received(data, receivedDays);
}

function received(data: SentData, daysOf: (sent: SentDays) => Int32Array): ChartData {
  const columns = data.columns.map((column) => ({
    ...column,
    values: receivedValues(column.values),
  }));
  return { ...data, days: daysOf(data.days), columns };
}

/** Whether a part belongs to the view; a series of a comparison that has ended may still arrive. */
export function isWanted(
  { isKindCompared, vintage }: ViewState,
  { role, identity }: ReportedPart,
): boolean {
  if (role === "kind") return isKindCompared;
  return role === "part" || identity.asOf === vintage;
}

/** Replaces the part with the same id, or appends it; also returns the part with its data. */
export function withPart(
  parts: readonly ChartPart[],
  reported: ReportedPart,
): { readonly parts: readonly ChartPart[]; readonly part: ChartPart } {
  const before = parts.find(({ id }) => id === reported.id);
  const data =
    reported.data === "unchanged"
      ? (before?.data ?? null)
      : reported.data && receivedData(reported.data);
  const part = { ...reported, data };
  const isNew = before === undefined;
  return {
    part,
    parts: isNew ? [...parts, part] : parts.map((each) => (each === before ? part : each)),
  };
}

/**
 * Parts that the page can show. A part that arrived without any column of the view keeps its previous data, marked as
 * loading, until such columns arrive.
 */
export function usableParts(
  parts: readonly ChartPart[],
  {
    before,
    came,
    view,
  }: {
    readonly before: readonly ChartPart[];
    readonly came: readonly ChartPart[];
    readonly view: ViewState;
  },
): readonly ChartPart[] {
  const data = new Map(before.map((part) => [part.id, part.data]));
  return parts.map((part) =>
    came.includes(part) && arrivalOf(part, view) === "none"
      ? { ...part, data: data.get(part.id) ?? null, isLoading: true }
      : part,
  );
}
