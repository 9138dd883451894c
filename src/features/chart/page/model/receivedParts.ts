import {
  type ChartData,
  type ChartPart,
  type ReportedPart,
  type SentData,
  type SentPart,
} from "../../protocol";
import { receivedDays, receivedValues, type SentDays } from "../../model/sentNumbers";
import { type ViewState } from "../../model/viewState";
import { arrivalOf } from "./series";

/** Converts the parts of a message to parts that can be drawn. Those with the same days have one array of them. */
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

/** As {@link receivedParts}, for the data of one part. */
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

/** False for a series of a comparison that has ended, which may still be on its way. */
export function isWanted(
  { isKindCompared, vintage }: ViewState,
  { role, identity }: ReportedPart,
): boolean {
  if (role === "kind") return isKindCompared;
  return role === "part" || identity.asOf === vintage;
}

/** Replaces the part with the same id, or adds it behind the others; also returns it as it is then. */
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
 * Parts as the page can show them. One that came without any column that the view shows is loading, and has the data that
 * it had before until they follow.
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
