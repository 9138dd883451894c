import { type Instant, msOfInstant } from "../shared/instant";
import { type AnswerArchive } from "../store/answerArchive";
import { type AnswerKind, type KeptAnswer } from "../store/keptAnswer";

/** The last archived answer that was known at an instant; undefined if there is none. */
export async function lastBefore(
  archive: AnswerArchive | undefined,
  kind: AnswerKind,
  instant: Instant,
): Promise<KeptAnswer | undefined> {
  const kept = (await archive?.list(kind)) ?? [];
  return kept.findLast(({ fetchedAtMs }) => fetchedAtMs <= msOfInstant(instant));
}
