import { type PartRole, type ToChart } from "../protocol";
import { type Comparison, maxCompared } from "../model/viewState";
import { type ChartPlace } from "../../../shared/chartPlace";
import { type AsOf, instantOfText } from "../../../shared/instant";
import { otherKind, type SignalRef } from "../../../shared/reference";
import { type SeriesTarget, targetPath } from "../../../shared/place";

/** A series that a chart shows beside those of its place. */
export interface ComparedSeries {
  readonly role: Exclude<PartRole, "part">;
  readonly placed: SeriesTarget;
}

/**
 * The other kind and another vintage of each signal of a chart. None for a signal that the chart already contains in
 * several kinds or vintages, which are compared with each other, and none if there are more signals than can be compared.
 */
export function comparedSeries(
  { parts }: ChartPlace,
  comparison: Comparison,
): readonly ComparedSeries[] {
  const signals = parts.filter(({ reference }) => reference.family === "signal");
  if (signals.length > maxCompared) return [];
  const variants = signals.map(variantOf);
  return signals.flatMap(({ connectionId, reference }, at) => {
    const isOnly =
      variants.indexOf(variants[at] ?? "") === variants.lastIndexOf(variants[at] ?? "");
    if (reference.family !== "signal" || !isOnly) return [];
    return othersOf(reference, comparison)
      .filter(
        ({ signal }) => signal.asOf !== reference.asOf || signal.dataKind !== reference.dataKind,
      )
      .map(({ role, signal }) => ({ role, placed: { connectionId, reference: signal } }));
  });
}

/** Identifies a signal's variant, regardless of kind and vintage. */
function variantOf({ connectionId, reference }: SeriesTarget): string {
  const plain = { dataKind: "SNAP", asOf: "latest" } as const;
  return targetPath({
    connectionId,
    reference: reference.family === "signal" ? { ...reference, ...plain } : reference,
  });
}

function othersOf(
  signal: SignalRef,
  { isKindCompared, vintage }: Comparison,
): { readonly role: ComparedSeries["role"]; readonly signal: SignalRef }[] {
  const dataKind = otherKind(signal.dataKind);
  const asOf = vintage === null ? undefined : asOfOfText(vintage);
  return [
    ...(isKindCompared ? [{ role: "kind", signal: { ...signal, dataKind } } as const] : []),
    ...(asOf === undefined ? [] : [{ role: "vintage", signal: { ...signal, asOf } } as const]),
  ];
}

function asOfOfText(text: string): AsOf | undefined {
  return text === "latest" ? text : instantOfText(text);
}

/** Whether a message brings values of the other kind of a signal or panel to a page. */
export function bringsOtherKind(message: ToChart): boolean {
  const parts = message.type === "show" ? message.parts : [];
  const changed = message.type === "part" ? [message.part] : [];
  return [...parts, ...changed].some(
    ({ role, data }) => role === "kind" && data !== null && data !== "unchanged",
  );
}
