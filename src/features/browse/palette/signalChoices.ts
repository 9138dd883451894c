import * as vscode from "vscode";
import { type SignalVariant } from "../../../catalog/groupByTag";
import { maxCounted, type PanelReach } from "../../../catalog/panelReach";
import { type ReadableNames } from "../../../catalog/readableNames";
import { type TagText } from "../../../catalog/searchEntries";
import { reservedKindOf, variantKey } from "../../../catalog/variants";
import { type ListedSignal } from "../../../service/parseSignals";
import { plainLabel } from "../../../shared/plainText";
import { signalRef } from "../../../shared/reference";
import { isReservedTagKind } from "../../../shared/reservedTagKinds";
import { isNameable } from "../../../shared/segment";
import { readableTagKind } from "../../../shared/tagKind";
import { signalsText, variantsText } from "../../../editor/text/countedText";
import { failureText } from "../../../editor/report/failureText";
import { type RowValue } from "../rowValue";
import {
  type RowEffect,
  type SeriesChoice,
  formatListCount,
  describedBy,
  retryRow,
} from "./seriesSource";

/**
 * `INFL v2 · United States`, followed by its newest value, then the name and the codes for the names in the label:
 * `Inflation · US`, and the remarks.
 *
 * @param value - Absent where there is none.
 */
export function variantRow(
  variant: SignalVariant,
  names: ReadableNames,
  remarks: readonly string[],
  value?: RowValue,
): SeriesChoice {
  const { signal, tags } = variant;
  const { code, version, name } = signal;
  const entries = Object.entries(tags);
  const readable = entries.map(([kind, value]) => names.tagValue(kind, value));
  const codes = entries.flatMap(([, value], at) => (value === readable[at] ? [] : [value]));
  const problem = problemOf(variant);
  return {
    key: `variant ${version} ${code} ${variantKey(tags)}`,
    label: plainLabel([`${code} v${version}`, ...readable].join(" · ")),
    description: describedBy(value, [name, ...codes, ...remarks]),
    ...(problem === undefined
      ? { effect: chooseVariant(variant) }
      : {
          detail: plainLabel(problem),
          iconPath: new vscode.ThemeIcon("circle-slash"),
          effect: { kind: "none" },
        }),
  };
}

function chooseVariant({ signal: { code, version }, tags }: SignalVariant): RowEffect {
  return {
    kind: "choose",
    reference: (vintage) => signalRef({ code, version, tags, ...vintage }),
  };
}

/** Why a listed variant cannot be requested. */
function problemOf({ signal, tags }: SignalVariant): string | undefined {
  const reserved = reservedKindOf(tags);
  if (reserved !== undefined) {
    return vscode.l10n.t(
      "Cannot be requested: its tag kind {0} has the name of another parameter",
      reserved,
    );
  }
  const isSendable = [signal.code, ...Object.entries(tags).flat()].every(isNameable);
  return isSendable
    ? undefined
    : vscode.l10n.t("Cannot be requested: its name is not valid Unicode");
}

/**
 * A signal whole: `INFL v2`, with `Panel · Inflation · Country · 40 variants` behind it.
 *
 * @param reach - Absent while its variants are not known.
 */
export function panelRow(
  signal: ListedSignal,
  reach: PanelReach | undefined,
  remarks: readonly string[],
): SeriesChoice {
  const facts = reach === undefined ? [] : reachText(reach);
  const words = [vscode.l10n.t("Panel"), signal.name, ...facts, ...remarks];
  return {
    key: `panel ${keyOf(signal)}`,
    label: labelOf(signal),
    description: plainLabel(words.join(" · ")),
    effect: { kind: "panel", signal },
  };
}

function reachText({ addresses, variants }: PanelReach): readonly string[] {
  const { t } = vscode.l10n;
  if (addresses.length === 0) return [t("no variants for a panel")];
  const kinds = addresses.map((address) => address.map(readableTagKind).join(" × ")).join(", ");
  if (variants > maxCounted)
    return [kinds, t("more than {0} variants", formatListCount(maxCounted))];
  return [kinds, variantsText(variants, formatListCount)];
}

/** A tag value, for all signals that have it: `Germany`, with `Profile · Country · DE` behind it. */
export function profileRow(
  { kind, value }: TagText,
  names: ReadableNames,
  remarks: readonly string[],
): SeriesChoice {
  const name = names.tagValue(kind, value);
  const codes = name === value ? [] : [value];
  const words = [vscode.l10n.t("Profile"), readableTagKind(kind), ...codes, ...remarks];
  return {
    key: `profile ${JSON.stringify([kind, value])}`,
    label: plainLabel(name),
    description: plainLabel(words.join(" · ")),
    effect:
      isReservedTagKind(kind) || ![kind, value].every(isNameable)
        ? { kind: "none" }
        : { kind: "profile", tagKind: kind, value },
  };
}

export function failedSignalRow(
  listed: ListedSignal,
  error: unknown,
  retry: () => void,
): SeriesChoice {
  const words = vscode.l10n.t("variants cannot be listed: {0}", failureText(error));
  return retryRow(`signal ${keyOf(listed)}`, labelOf(listed), plainLabel(words), retry);
}

export function unloadedSignalRow(listed: ListedSignal, load: () => void): SeriesChoice {
  return {
    key: `signal ${keyOf(listed)}`,
    label: labelOf(listed),
    description: plainLabel(vscode.l10n.t("{0} · load variants", listed.name)),
    iconPath: new vscode.ThemeIcon("cloud-download"),
    effect: { kind: "run", run: load },
  };
}

export function loadAllRow(count: number, load: () => void): SeriesChoice {
  return {
    key: "load-all",
    label: vscode.l10n.t("Load the variants of {0}", signalsText(count, formatListCount)),
    description: vscode.l10n.t("one request each"),
    iconPath: new vscode.ThemeIcon("cloud-download"),
    effect: { kind: "run", run: load },
  };
}

function labelOf({ code, version }: ListedSignal): string {
  return plainLabel(`${code} v${version}`);
}

function keyOf({ code, version }: ListedSignal): string {
  return `${version} ${code}`;
}
