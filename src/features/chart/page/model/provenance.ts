import { type ChartPart, type PanelOutline } from "../../protocol";
import { titleSeparator } from "../../model/jointTitle";
import { asOfText, momentText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { latestText } from "./facts";
import { isStalePart } from "./stale";

/**
 * Describes the source of an image's series on one line: what all of them share, and when they were fetched.
 *
 * @param bound - The window's as-of, which forecasts ignore.
 */
export function provenanceOf(
  parts: readonly ChartPart[],
  panel: PanelOutline | null,
  bound: string | null,
): string {
  const identities = parts.map(({ identity }) => identity);
  const fetched = parts.flatMap(({ data }) => data?.fetchedAtMs ?? []);
  const shared = [
    identities.map(({ service }) => service),
    identities.map(({ subject }) => subject),
    identities.map(({ variant }) => variant),
    identities.map(({ dataKind }) => dataKind ?? ""),
    parts.map((part) => asOfFact(part, panel)),
  ].map(common);
  const isSample = identities.some((each) => each.isSample);
  const isForecast = parts.some(({ family }) => family === "forecast");
  const now = isForecast && bound !== null ? t("latest, not as of {0}", asOfText(bound)) : "";
  return [isSample ? t("SAMPLE, synthetic") : "", ...shared, fetchedText(fetched), now]
    .filter((each) => each !== "")
    .join(titleSeparator);
}

function common(texts: readonly string[]): string {
  const [first = "", ...others] = new Set(texts);
  return others.length === 0 ? first : "";
}

/** A panel resolves `latest` once for all of its series. */
function asOfFact(part: ChartPart, panel: PanelOutline | null): string {
  const { identity, data } = part;
  const { asOf } = identity;
  if (asOf === null) return "";
  const asked = panel?.identity.asOf ?? asOf;
  const latest = panel?.asOf ?? data?.latestAsOf ?? null;
  return asked === "latest" && latest !== null
    ? latestText(latest, isStalePart(part))
    : t("as of {0}", asOfText(asked));
}

function fetchedText(times: readonly number[]): string {
  if (times.length === 0) return "";
  const [first, last] = [Math.min(...times), Math.max(...times)].map(momentText);
  return first === last
    ? t("fetched {0}", first ?? "")
    : t("fetched {0} to {1}", first ?? "", last ?? "");
}
