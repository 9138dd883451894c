import { type ChartPart, type PanelOutline } from "../../../protocol";
import { titleSeparator } from "../../../model/jointTitle";
import { formatCount, formatValue } from "../../../../../shared/series/numberText";
import { readableTagKind, pluralTagKind, singularTagKind } from "../../../../../shared/tagKind";
import { asOfText, dateText } from "../../../../../ui/dateText";
import { t } from "../../../../../ui/l10n";
import { latestText } from "../facts";
import { type ChartView } from "../chartView";
import { totalColour } from "../pane";
import { type ChartHead, type HeadValue } from "../title";
import { exceeds } from "../../../../../shared/series/equalValues";
import { medianOf } from "../../../../../shared/series/nativeStep";
import { type Variant } from "./variants";

/** Formats a number of variants: `40 countries`, or `40 variants` if more than one tag kind varies. */
export function variantCountText({ varying }: PanelOutline, count: number): string {
  if (varying === null) return count === 1 ? t("1 variant") : t("{0} variants", formatCount(count));
  const noun = count === 1 ? singularTagKind(varying) : pluralTagKind(varying);
  return t("{0} {1}", formatCount(count), noun);
}

/** The heading of the variants' names: `Country`. */
export function variantHeading({ varying }: PanelOutline): string {
  return varying === null ? t("Variant") : readableTagKind(varying);
}

/** How many variants have arrived or failed, not counting those they are compared with. */
export function variantCount(parts: readonly ChartPart[]): number {
  return parts.filter(({ role }) => role === "part").length;
}

/** Names a panel with its kinds and its as-of, which all its variants and the compared ones share. */
export function panelHead(
  { identity, asOf }: PanelOutline,
  parts: readonly ChartPart[],
): ChartHead {
  const { subject, dataKind } = identity;
  const other = parts.find(({ role }) => role === "kind")?.identity.dataKind ?? null;
  const kinds = other === null ? (dataKind ?? "") : t("{0} and {1}", dataKind ?? "", other);
  return {
    title: identity.title,
    chosen: "",
    subtitle: [subject, kinds, vintageText(identity.asOf, asOf, variantCount(parts))]
      .filter((each) => each !== "")
      .join(titleSeparator),
  };
}

/** `as of latest (22 Nov 2026 09:45 UTC), same instant for all 40`. */
function vintageText(asked: string | null, asOf: string | null, count: number): string {
  const at = asked ?? asOf;
  if (at === null) return "";
  const words = at === "latest" && asOf !== null ? latestText(asOf) : t("as of {0}", asOfText(at));
  return count < 2 ? words : t("{0}, same instant for all {1}", words, formatCount(count));
}

/** How many variants are above zero, and their median; undefined if none has a value. */
export function panelHeadValue({ panel }: ChartView): HeadValue | undefined {
  const known = (panel?.variants ?? []).filter(({ value }) => !Number.isNaN(value));
  const [first] = known;
  if (first === undefined) return undefined;
  const above = known.filter(({ value }) => exceeds(value, 0)).length;
  const day = commonDay(known);
  return {
    text: t("{0} of {1}", formatCount(above), formatCount(known.length)),
    colour: totalColour,
    detail: t(
      "{0} · median {1}",
      day === null ? t("newest values above zero") : t("above zero on {0}", dateText(day)),
      formatValue(first.unit, medianOf(known.map(({ value }) => value))),
    ),
  };
}

/** The day of the variants' newest values; null if they differ. */
function commonDay(variants: readonly Variant[]): number | null {
  const [day, ...others] = new Set(variants.map((each) => each.day));
  return day === undefined || others.length > 0 ? null : day;
}
