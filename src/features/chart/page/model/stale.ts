import { type PageFailure, type FailureAction } from "../../../../shared/pageProtocol";
import { type ChartPart, type PanelOutline, type Fetched } from "../../protocol";
import { type FailedSubject } from "../../../../ui/failures";
import { momentText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";

/** Shown data that could not be refreshed. */
export interface Stale {
  /** The panel or the parts that a retry refreshes. */
  readonly ids: readonly string[];
  /** `Cached data of 22 Nov 2026 09:45 UTC, 20 minutes old.` */
  readonly age: string;
  /** The reason, as the service words it if it answered. */
  readonly reason: string;
  /** Actions that may help, in the order in which they are offered. */
  readonly actions: readonly FailureAction[];
  readonly isLoading: boolean;
}

interface Told {
  readonly parts: readonly ChartPart[];
  readonly panel: PanelOutline | null;
}

interface Subject {
  readonly id: string;
  readonly title: string;
  readonly fetchedAtMs: number;
  readonly staleBecause: string | null;
  readonly failure: PageFailure | null;
  readonly isLoading: boolean;
}

/** Whether a part has data but its last refresh failed. */
export function isStalePart({ data, failure }: Fetched): boolean {
  return data !== null && (failure !== null || data.staleBecause !== null);
}

/** Describes what could not be refreshed, with the age of the oldest; undefined if nothing is stale. */
export function staleOf(told: Told, nowMs: number): Stale | undefined {
  const subjects = subjectsOf(told).sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const [oldest] = subjects;
  if (oldest === undefined) return undefined;
  const isSome = told.panel === null && subjects.length < told.parts.length;
  const age = t(
    "Cached data of {0}, {1}.",
    momentText(oldest.fetchedAtMs),
    ageText(nowMs - oldest.fetchedAtMs),
  );
  const failures = subjects.flatMap(({ failure }) => failure?.actions ?? []);
  const actions: readonly FailureAction[] = [
    "retry",
    ...(failures.includes("enterKey") ? enterKey : diagnose),
  ];
  return {
    ids: subjects.map(({ id }) => id),
    age: isSome ? `${subjects.map(({ title }) => title).join(", ")}: ${age}` : age,
    reason: [...new Set(subjects.map(reasonOf))].join(" "),
    actions,
    isLoading: subjects.every(({ isLoading }) => isLoading),
  };
}

const enterKey = ["enterKey"] as const;
const diagnose = ["diagnose"] as const;

function subjectsOf({ parts, panel }: Told): Subject[] {
  const ofParts = parts.flatMap((part) => {
    const { id, title, data, failure, isLoading } = part;
    if (data === null || !isStalePart(part)) return [];
    const { fetchedAtMs, staleBecause } = data;
    return [{ id, title, fetchedAtMs, staleBecause, failure, isLoading }];
  });
  if (panel === null) return ofParts;
  const { identity, fetchedAtMs, staleBecause, failure, progress } = panel;
  if (fetchedAtMs === null || (staleBecause === null && failure === null)) return ofParts;
  const isLoading = progress !== null;
  const { path: id, subject: title } = identity;
  return [{ id, title, fetchedAtMs, staleBecause, failure, isLoading }, ...ofParts];
}

function reasonOf({ failure, staleBecause }: Subject): string {
  const text = failure?.message ?? staleBecause ?? "";
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

const msPerMinute = 60_000;

/** `20 minutes old`, in the largest unit of which there are two, at most days. */
function ageText(ms: number): string {
  const minutes = Math.floor(ms / msPerMinute);
  const hours = Math.floor(minutes / 60);
  if (minutes < 1) return t("less than a minute old");
  if (minutes === 1) return t("1 minute old");
  if (hours < 2) return t("{0} minutes old", minutes);
  return hours < 48 ? t("{0} hours old", hours) : t("{0} days old", Math.floor(hours / 24));
}

/**
 * The panel and the series that could not be fetched. Those that show older data are reported as stale instead.
 */
export function failedSubjects({
  title,
  parts,
  panel,
}: Told & { readonly title: string }): readonly FailedSubject[] {
  const ofParts = parts.filter((part) => !isStalePart(part));
  if (panel === null) return ofParts.flatMap(failedOf);
  const { identity, failure, fetchedAtMs } = panel;
  const own = fetchedAtMs === null ? [{ id: identity.path, title, identity, failure }] : [];
  // The failed series of a panel are retried together with it.
  const isLoading = panel.progress !== null;
  return [...own, ...ofParts].flatMap((each) => failedOf({ ...each, isLoading }));
}

function failedOf<T extends { readonly failure: PageFailure | null }>(
  subject: T,
): readonly (T & { readonly failure: PageFailure })[] {
  const { failure } = subject;
  return failure === null ? [] : [{ ...subject, failure }];
}

/** Whether a chart has only failures to show, including while they are retried. */
export function hasFailed({ parts, panel }: Told): boolean {
  if (parts.length === 0) return panel?.fetchedAtMs === null && panel.failure !== null;
  return panel === null && parts.every(({ data, failure }) => data === null && failure !== null);
}
