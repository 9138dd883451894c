import * as vscode from "vscode";
import { type SignalVariant } from "../../../catalog/groupByTag";
import { type ReadableNames } from "../../../catalog/readableNames";
import { reservedKindOf, variantKey } from "../../../catalog/variants";
import { type ListedSignal } from "../../../service/parseSignals";
import { plainLabel } from "../../../shared/plainText";
import { signalRef } from "../../../shared/reference";
import { isNameable } from "../../../shared/segment";
import { signalsText } from "../../../editor/text/countedText";
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

export function failedSignalRow(
  listed: ListedSignal,
  error: unknown,
  retry: () => void,
): SeriesChoice<never> {
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

export function loadAllRow(count: number, load: () => void): SeriesChoice<never> {
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
