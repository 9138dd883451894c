import * as v from "valibot";
import { changeScores } from "../../../../../shared/changes";
import { parsedAs } from "../../../../../shared/messageSchemas";

const pair = v.pipe(v.object({ sinceMs: v.number(), toMs: v.number() }), v.readonly());
const textOrNull = v.fallback(v.nullable(v.string()), null);

const viewState = v.object({
  /** The two compared times; null while there are none. */
  pair: v.fallback(v.nullable(pair), null),
  score: v.fallback(v.picklist(changeScores), "aggregate"),
  horizon: textOrNull,
  /** `USD · Unhedged` */
  basis: textOrNull,
  /** Sections that show all their rows. */
  whole: v.fallback(v.pipe(v.array(v.string()), v.readonly()), []),
  /** The row key of the forecast whose attribution is shown; null for the first, empty for none. */
  opened: textOrNull,
});

/** The view settings, saved with the tab. Names are the service's. */
export type ChangesViewState = Readonly<v.InferOutput<typeof viewState>>;

/** Reads a state saved by this or another version; unreadable parts get their defaults. */
export function parseChangesViewState(kept: unknown): ChangesViewState {
  return parsedAs(viewState, kept) ?? v.parse(viewState, {});
}
