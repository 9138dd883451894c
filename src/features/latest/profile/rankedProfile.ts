import { type ProfileSubject } from "../../chart/host/chartServices";
import * as vscode from "vscode";
import { ReadableNames } from "../../../catalog/readableNames";
import { type SignalDefinition } from "../../../service/parseDefinition";
import { type ListedSignal } from "../../../service/parseSignals";
import { maxParts } from "../../../shared/composedPlace";
import { plainLabel } from "../../../shared/plainText";
import { definitionKey } from "../../../store/definitionJournal";
import { withCountedProgress, withDelayedProgress } from "../../../editor/progress";
import { maxUnaskedRequests, mayRequest } from "../../../editor/unaskedRequests";
import { listedSignals } from "../listedSignals";
import { byDistance, byNewestScore, type Ranking } from "./profileRanking";
import {
  type ProfileMember,
  profileMembers,
  type ProfileRecord,
  profileRecords,
  signalsOf,
} from "./profileSeries";
import { type ConnectedService, type Services } from "../../../connect/connectedServices";

/** The series of a tag value in the order in which a chart shows them, and the signals that they belong to. */
export interface RankedProfile extends Ranking {
  /** By their {@link definitionKey}. */
  readonly signals: ReadonlyMap<string, ListedSignal>;
}

/** `Profile of Spain` */
export function profileTitle(subject: ProfileSubject): string {
  return vscode.l10n.t("Profile of {0}", tagValueName(subject));
}

/** `Spain` */
export function tagValueName({ tagKind, value }: ProfileSubject): string {
  return plainLabel(new ReadableNames(vscode.env.language).tagValue(tagKind, value));
}

/**
 * Ranks the series of a tag value. If a chart can show all of them, none is fetched; up to 64 are fetched to find those
 * furthest from their mean. If there are more, the records give those with the largest newest scores; as of an earlier
 * time the records do not apply, and all are fetched. Undefined if the user declines the requests.
 *
 * @throws if no definition can be fetched, and the abort reason when the user cancels.
 */
export async function rankedProfile(
  services: Services,
  subject: ProfileSubject,
): Promise<RankedProfile | undefined> {
  const title = profileTitle(subject);
  const service = await services.get(subject.connectionId);
  const found = await withDelayedProgress(title, (signal) => findRecords(service, subject, signal));
  const { records, signals, definitions } = found;
  const missing = [...signals].flatMap(([key, signal]) => (definitions.has(key) ? [] : signal));
  // Fewer members than records may follow, of which up to 64 are fetched.
  const most = subject.asOf === "latest" ? maxUnaskedRequests : records.length;
  const fetched = records.length > maxParts ? Math.min(records.length, most) : 0;
  const requests = missing.length + fetched;
  if (!(await mayRequest(title, requests))) return undefined;
  return withCountedProgress(title, async (signal, onProgress) => {
    const { loaded, error } = await loadDefinitions(service, missing, signal);
    const all = new Map([...definitions, ...loaded]);
    if (all.size === 0 && missing.length > 0) throw error;
    const members = await profileMembers(subject, records, all, signal);
    const hasScores = subject.asOf === "latest";
    const ranking = await ranked(members, hasScores, service, { signal, onProgress });
    const unknown = records.filter(
      ({ record: { code }, version }) =>
        code !== undefined && !all.has(definitionKey({ code, version })),
    );
    return { ...ranking, failed: ranking.failed + unknown.length, signals };
  });
}

/**
 * Ranks the series by distance, or by newest score when they are too many to fetch.
 *
 * @param hasScores - Whether the newest scores were known at the as-of.
 */
async function ranked(
  members: readonly ProfileMember[],
  hasScores: boolean,
  service: ConnectedService,
  options: Parameters<typeof byDistance>[2],
): Promise<Ranking> {
  if (members.length <= maxParts) return { members, order: "distance", failed: 0 };
  if (hasScores && members.length > maxUnaskedRequests) return byNewestScore(members);
  const ranking = await byDistance(members, service, options);
  return hasScores || ranking.order === "distance" ? ranking : { ...ranking, members };
}

interface FoundRecords {
  readonly records: readonly ProfileRecord[];
  readonly signals: ReadonlyMap<string, ListedSignal>;
  readonly definitions: ReadonlyMap<string, SignalDefinition>;
}

async function findRecords(
  { catalog }: ConnectedService,
  subject: ProfileSubject,
  signal: AbortSignal,
): Promise<FoundRecords> {
  const [listed, { items }] = await Promise.all([
    listedSignals(catalog, { signal }),
    catalog.latestSignals({ signal }),
  ]);
  const records = await profileRecords(subject, items, listed, signal);
  const signals = signalsOf(records, listed);
  const definitions = new Map<string, SignalDefinition>();
  for (const [key, each] of signals) {
    const stored = await catalog.storedDefinition(each);
    if (stored !== undefined) definitions.set(key, stored);
  }
  return { records, signals, definitions };
}

/** Definitions by their {@link definitionKey}, and the first failure. */
async function loadDefinitions(
  { catalog }: ConnectedService,
  signals: readonly ListedSignal[],
  signal: AbortSignal,
): Promise<{
  readonly loaded: ReadonlyMap<string, SignalDefinition>;
  readonly error: unknown;
}> {
  const loaded = new Map<string, SignalDefinition>();
  const errors: unknown[] = [];
  await catalog.loadDefinitions(
    signals,
    (outcome) => {
      if ("error" in outcome) errors.push(outcome.error);
      else loaded.set(definitionKey(outcome.signal), outcome.definition);
    },
    { signal },
  );
  return { loaded, error: errors[0] };
}
