import * as vscode from "vscode";
import { plainLine } from "../../../shared/plainText";
import { type Reference } from "../../../shared/reference";
import { referencePath } from "../../../shared/referencePath";
import { maxUnaskedRequests } from "../../../editor/unaskedRequests";
import { type SavedChart } from "./savedChart";

const maxNamed = 8;

/** The requests of a saved chart. Consent applies to exactly these references and services. */
export interface SavedRequests {
  /** Equal for charts that request the same references from the same services. */
  readonly key: string;
  /** For people: how many requests of which series go to which services. */
  readonly text: string;
  /** Whether the chart is loaded only after a click, even in a trusted workspace. */
  readonly areMany: boolean;
}

export function savedRequests({ series }: SavedChart): SavedRequests {
  const { t } = vscode.l10n;
  const asked = series.map(({ reference, service }) => [referencePath(reference), service]);
  const counts = series.map(({ reference }) => countOf(reference));
  const count = counts.reduce((sum, { least }) => sum + least, 0);
  const wildcards = counts.reduce((sum, each) => sum + each.wildcards, 0);
  const services = [...new Set(series.map(({ service }) => plainLine(service, 200)))];
  const names = asked.slice(0, maxNamed).map(([path = ""]) => plainLine(path, 200));
  const more = asked.length - names.length;
  const all = more > 0 ? [...names, t("{0} more", more)] : names;
  const number =
    wildcards > 0
      ? t("an unknown number of requests")
      : count === 1
        ? t("1 request")
        : t("{0} requests", count);
  return {
    key: JSON.stringify(asked),
    text: t("{0} to {1} for {2}", number, services.join(", "), all.join(", ")),
    // All values of one tag are allowed: a click in the tree opens as many.
    areMany: count > maxUnaskedRequests || wildcards > 1,
  };
}

/**
 * Counts requests: a panel needs one for each variant. The number of values of `*` is unknown before the service is
 * asked.
 */
function countOf(reference: Reference): { readonly least: number; readonly wildcards: number } {
  const sets = reference.family === "panel" ? Object.values(reference.tags) : [];
  const listed = sets.filter((set) => set !== "*");
  return {
    least: listed.reduce((product, { length }) => product * length, 1),
    wildcards: sets.length - listed.length,
  };
}
