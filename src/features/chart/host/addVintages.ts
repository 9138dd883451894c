import * as vscode from "vscode";
import { type ConnectedService } from "../../../connect/connectedServices";
import { askText, type Judgement } from "../../../editor/prompt/askText";
import { type Choice, pickOne } from "../../../editor/prompt/pickOne";
import { askThen, type Pressed, type PromptAnswer } from "../../../editor/prompt/promptAnswer";
import { withCountedProgress } from "../../../editor/progress";
import { showStatus } from "../../../editor/report/showStatus";
import { asOfText } from "../../../editor/text/dateText";
import { type AnyChartPlace, type ChartPlace, chartPlaceOf } from "../../../shared/chartPlace";
import { type AsOf, type Instant, instantOfMs, msOfInstant } from "../../../shared/instant";
import { type SeriesTarget } from "../../../shared/place";
import { otherKind, type SignalRef } from "../../../shared/reference";
import { type AsOfGate } from "../../../store/asOfGate";
import {
  fetchVintages,
  maxVintages,
  newestVintages,
  periodEndVintages,
  type TypedVintages,
  typedVintages,
  type VintageStep,
  vintageSteps,
} from "../../../shared/vintages";

/** A signal that is the only series of a chart. */
export interface OnlySignal {
  readonly connectionId: string;
  readonly reference: SignalRef;
}

/** The only series of a chart, if it is a signal's; undefined for any other chart. */
export function onlySignal(place: AnyChartPlace): OnlySignal | undefined {
  if (!("parts" in place) || place.parts.length !== 1) return undefined;
  const { connectionId, reference } = place.parts[0];
  return reference.family === "signal" ? { connectionId, reference } : undefined;
}

export interface VintagesQuestion {
  /** The name of the chart. */
  readonly name: string;
  readonly signal: OnlySignal;
  /** Whether the chart compares the signal with its other kind, which it then keeps. */
  readonly isKindCompared: boolean;
  readonly service: ConnectedService;
  /** The bound of the vintages that are offered. */
  readonly gate: AsOfGate;
}

/** How vintages are spaced; `archived` means as of the productions in the archive. */
type Spacing = VintageStep | "archived" | "list";

/** 12: a year of month ends, and few enough lines to tell apart well. */
const usualCount = 12;

/** Asks which vintages of a signal to add; undefined if the person dismisses the question. */
export async function askVintages(question: VintagesQuestion): Promise<ChartPlace | undefined> {
  const last = lastAsOf(question.service, question.gate);
  const times = await productionTimes(question.service);
  const archived = offered(question, newestVintages(times, maxVintages + 1, last));
  const answer = await askThen(
    () => askSpacing(question, archived.length),
    async (spacing) => {
      if (spacing === "list") return askList(question, last);
      if (spacing === "archived") return askCount(question, spacing, archived);
      const ends = periodEndVintages(spacing, maxVintages + 1, last);
      return askCount(question, spacing, offered(question, ends));
    },
  );
  if (answer.kind !== "given") return undefined;
  const came = await fetchedVintages(question, answer.value);
  reportCount(came.length, answer.value.length);
  if (came.length === 0) return undefined;
  const others = await otherKindParts(question);
  return chartPlaceOf([...vintageParts(question, came), ...others]);
}

/** The as-ofs that can be added: without that of the chart. */
function offered(
  { signal, gate }: VintagesQuestion,
  asOfs: readonly Instant[],
): readonly Instant[] {
  const own = gate.within(signal.reference.asOf);
  return asOfs.filter((asOf) => asOf !== own).slice(0, maxVintages);
}

/**
 * Fetches the vintages, so that the chart then finds them in the cache. Shows a progress notification whose Cancel keeps
 * those already fetched.
 */
function fetchedVintages(
  { name, signal: { reference }, service }: VintagesQuestion,
  asOfs: readonly Instant[],
): Promise<readonly Instant[]> {
  return withCountedProgress(
    vscode.l10n.t("Fetching vintages of {0}", name),
    (signal, onProgress) =>
      fetchVintages(asOfs, (asOf) => service.series.series({ ...reference, asOf }, { signal }), {
        signal,
        onProgress,
      }),
  );
}

/** Reports how many vintages were fetched before Cancel; nothing if all were. */
function reportCount(count: number, of: number): void {
  if (count === of) return;
  showStatus(
    of === 1
      ? vscode.l10n.t("No vintage added")
      : vscode.l10n.t("{0} of {1} vintages added", count, of),
  );
}

/** The other kind of the signal, where it is compared with it, or cached: the history of a day then names its value. */
async function otherKindParts({
  signal,
  isKindCompared,
  service,
  gate,
}: VintagesQuestion): Promise<readonly SeriesTarget[]> {
  const { connectionId, reference } = signal;
  const dataKind = otherKind(reference.dataKind);
  const other = { ...reference, dataKind, asOf: gate.within(reference.asOf) };
  const isCached = (await service.series.cachedBody(other))?.isOld === false;
  return isKindCompared || isCached ? [{ connectionId, reference: other }] : [];
}

/** The last second that has passed for the service, or the window's as-of. */
export function lastAsOf({ client }: ConnectedService, gate: AsOfGate): Instant {
  const now = instantOfMs(Math.floor(client.latestAsOfMs / 1000) * 1000);
  if (now === undefined) throw new RangeError("the service's clock has no four-digit year");
  return gate.within(now);
}

/** The times of the archived answers and of the newest production, in milliseconds since 1970-01-01 UTC. */
export async function productionTimes({
  archive,
  catalog,
}: ConnectedService): Promise<readonly number[]> {
  const times = (await archive.list("signals")).map(({ fetchedAtMs }) => fetchedAtMs);
  const newest = catalog.newestProduction;
  return newest === undefined ? times : [...times, msOfInstant(newest)];
}

function askSpacing(
  { name }: VintagesQuestion,
  known: number,
): Promise<PromptAnswer<Spacing> | Pressed> {
  const { t } = vscode.l10n;
  const archived: Choice<Spacing> = {
    value: "archived",
    label: spacingText("archived"),
    description: known === 1 ? t("1 vintage") : t("{0} vintages", known),
  };
  const rowOf = (value: VintageStep): Choice<Spacing> => ({ value, label: spacingText(value) });
  return pickOne<Spacing>({
    title: t("Add Vintages to {0}", name),
    placeholder: t("Choose the as-ofs"),
    rows: [
      ...vintageSteps.map(rowOf),
      ...(known === 0 ? [] : [archived]),
      { value: "list", label: t("Enter As-Ofs…") },
    ],
  });
}

function spacingText(spacing: VintageStep | "archived"): string {
  const { t } = vscode.l10n;
  const texts = {
    1: t("Month Ends"),
    3: t("Quarter Ends"),
    12: t("Year Ends"),
    archived: t("Archived Productions"),
  };
  return texts[spacing];
}

/** @param asOfs - Newest first. */
async function askCount(
  question: VintagesQuestion,
  spacing: VintageStep | "archived",
  asOfs: readonly Instant[],
): Promise<PromptAnswer<readonly Instant[]>> {
  const { t } = vscode.l10n;
  const cached = await cachedVintages(question, asOfs);
  const count = (text: string): Judgement<readonly Instant[]> => {
    const chosen = asOfs.slice(0, Number(text));
    const oldest = chosen.at(-1);
    if (!/^\s*\d{1,2}\s*$/.test(text) || Number(text) > asOfs.length || oldest === undefined) {
      return { ok: false, problem: t("Enter a number from 1 to {0}.", asOfs.length) };
    }
    const inCache = chosen.filter((asOf) => cached.has(asOf)).length;
    // The editor shows it in place of the prompt.
    const note = t(
      "Vintages to add: {0}, back to {1}. Requests: {2}; cached: {3}.",
      chosen.length,
      asOfText(oldest),
      chosen.length - inCache,
      inCache,
    );
    return { ok: true, value: chosen, note };
  };
  return askText({
    title: t("Add Vintages to {0}: {1}", question.name, spacingText(spacing)),
    prompt: t("Number of vintages to add, counted from the newest"),
    placeholder: String(usualCount),
    text: String(Math.min(usualCount, asOfs.length)),
    hasBack: true,
    judge: count,
    work: (chosen) => Promise.resolve(chosen),
  });
}

async function askList(
  question: VintagesQuestion,
  last: Instant,
): Promise<PromptAnswer<readonly Instant[]>> {
  const { t } = vscode.l10n;
  const judge = (text: string): Judgement<readonly Instant[]> => {
    const typed = typedVintages(text, last);
    if (typed.ok && typed.asOfs.length > 0) {
      return { ok: true, value: typed.asOfs, note: typed.asOfs.map(asOfText).join(", ") };
    }
    if (typed.ok) return { ok: false, problem: t("Enter at least one as-of.") };
    return { ok: false, problem: asOfProblemText(typed, maxVintages, question.gate) };
  };
  return askText({
    title: t("Add Vintages to {0}: {1}", question.name, t("As-Ofs")),
    prompt: t("As-ofs separated by commas; a day means its end in UTC"),
    placeholder: "2024-06-28, eoq, -3m, -1y",
    hasBack: true,
    judge,
    work: (chosen) => Promise.resolve(chosen),
  });
}

/** @param max - The maximum number of as-ofs. */
export function asOfProblemText(
  { text, problem }: Extract<TypedVintages, { ok: false }>,
  max: number,
  { instant }: AsOfGate,
): string {
  const { t } = vscode.l10n;
  switch (problem) {
    case "tooMany":
      return t("Enter at most {0} as-ofs.", max);
    case "unreadable":
      return t("{0} is not an as-of. Enter a date such as 2024-06-28.", text);
    case "impossible":
      return t("{0} is not a valid day or time.", text);
    case "future":
      return instant === undefined
        ? t("{0} is in the future.", text)
        : t("{0} is after this window's as-of, {1}.", text, asOfText(instant));
  }
}

/** The as-ofs whose vintages are cached, so that they take no request. */
async function cachedVintages(
  { service, signal }: VintagesQuestion,
  asOfs: readonly Instant[],
): Promise<ReadonlySet<Instant>> {
  const bodies = await Promise.all(
    asOfs.map((asOf) => service.series.cachedBody({ ...signal.reference, asOf })),
  );
  return new Set(asOfs.filter((_, at) => bodies[at]?.isOld === false));
}

/** The chart's own vintage and the added ones, newest first: that one is in front. */
function vintageParts(
  { signal, gate }: VintagesQuestion,
  asOfs: readonly Instant[],
): readonly SeriesTarget[] {
  const { connectionId, reference } = signal;
  // Latest sorts after every instant.
  const all = [...new Set<AsOf>([gate.within(reference.asOf), ...asOfs])].sort().reverse();
  return all.map((asOf) => ({ connectionId, reference: { ...reference, asOf } }));
}
