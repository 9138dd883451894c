import * as vscode from "vscode";
import { maxCounted, type PanelReach } from "../../../catalog/panelReach";
import { type SearchEntry } from "../../../catalog/searchIndex";
import { type ListedSignal } from "../../../service/parseSignals";
import { plainLabel } from "../../../shared/plainText";
import { readableTagKind } from "../../../shared/tagKind";
import { variantsText } from "../../../editor/text/countedText";
import { type Choose, formatListCount, type SeriesChoice } from "./seriesSource";

/** A choice of a signal. */
export interface ChooseSignal extends Choose {
  readonly signal: ListedSignal;
}

/**
 * `INFL v2`, with `Inflation · Country · 40 variants` behind it once that is known: rows must not change their height.
 */
export function panelSignalRow(
  signal: ListedSignal,
  reach: PanelReach | undefined,
  remarks: readonly string[],
): SeriesChoice<ChooseSignal> {
  const { code, version, name } = signal;
  const facts = reach === undefined ? [] : reachText(reach);
  return {
    key: `signal ${version} ${code}`,
    label: plainLabel(`${code} v${version}`),
    description: plainLabel([name, ...facts, ...remarks].join(" · ")),
    effect: { kind: "choose", signal },
  };
}

/**
 * The search entry of a signal: its code, version and name, and the tag kinds that its panels run over, as people and
 * as the service write them.
 */
export function panelSignalEntry(
  signal: ListedSignal,
  reach: PanelReach | undefined,
  position: number,
): SearchEntry<ListedSignal> {
  const { code, version, name } = signal;
  const kinds = reach?.addresses.flat() ?? [];
  const texts = [name, `v${version}`, ...kinds.flatMap((kind) => [readableTagKind(kind), kind])];
  return { item: signal, code, texts, position };
}

function reachText({ addresses, variants }: PanelReach): readonly string[] {
  const { t } = vscode.l10n;
  if (addresses.length === 0) return [t("no variants for a panel")];
  const kinds = addresses.map((address) => address.map(readableTagKind).join(" × ")).join(", ");
  if (variants > maxCounted)
    return [kinds, t("more than {0} variants", formatListCount(maxCounted))];
  return [kinds, variantsText(variants, formatListCount)];
}
