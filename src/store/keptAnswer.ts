import { maxInstantMs } from "../shared/instant";

/** The endpoints whose answers are archived: they give only the newest values, without history. */
export type AnswerKind = "signals" | "forecasts";

/** An archived answer. */
export interface KeptAnswer {
  readonly kind: AnswerKind;
  /** When it was first fetched, milliseconds since 1970-01-01 UTC. */
  readonly fetchedAtMs: number;
  /** When the service last gave the same answer, with no other one in between. */
  readonly seenAtMs: number;
  /** Equal for answers with equal records. */
  readonly digest: string;
}

const form = /^(signals|forecasts)-(\d{1,16})-(\d{1,16})-([0-9a-f]{32})\.answer$/;

/** The file name holds all fields, so that listing answers opens no files. */
export function keptAnswerName({ kind, fetchedAtMs, seenAtMs, digest }: KeptAnswer): string {
  return `${kind}-${fetchedAtMs}-${seenAtMs}-${digest}.answer`;
}

/** Undefined for other file names. */
export function keptAnswerNamed(name: string): KeptAnswer | undefined {
  const match = form.exec(name);
  if (match === null) return undefined;
  const [, kind, fetchedAt, seenAt, digest = ""] = match;
  const [fetchedAtMs, seenAtMs] = [Number(fetchedAt), Number(seenAt)];
  if (fetchedAtMs > maxInstantMs || seenAtMs > maxInstantMs) return undefined;
  return { kind: kind === "signals" ? "signals" : "forecasts", fetchedAtMs, seenAtMs, digest };
}

const damagedSuffix = ".damaged";

/** The new name of a damaged file: it is no longer listed, but its content is preserved. */
export function damagedName(answerName: string): string {
  return answerName + damagedSuffix;
}

/** The answer in a file of an archive, damaged or not; undefined for other file names. */
export function archivedAnswer(
  name: string,
): (KeptAnswer & { readonly isDamaged: boolean }) | undefined {
  const isDamaged = name.endsWith(damagedSuffix);
  const answer = keptAnswerNamed(isDamaged ? name.slice(0, -damagedSuffix.length) : name);
  return answer && { ...answer, isDamaged };
}

/** Oldest first. */
export function byTime(one: KeptAnswer, other: KeptAnswer): number {
  const apartMs = one.fetchedAtMs - other.fetchedAtMs;
  return apartMs === 0 ? one.seenAtMs - other.seenAtMs : apartMs;
}
