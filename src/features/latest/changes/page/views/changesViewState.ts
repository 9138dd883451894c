import * as v from "valibot";
import { changeScores } from "../../../../../shared/changes";

const pair = v.pipe(v.object({ sinceMs: v.number(), toMs: v.number() }), v.readonly());
const textOrNull = v.fallback(v.nullable(v.string()), null);

export const changesView = v.object({
  /** The two compared times; null while there are none. */
  pair: v.fallback(v.nullable(pair), null),
  score: v.fallback(v.picklist(changeScores), "aggregate"),
  horizon: textOrNull,
  /** `USD · Unhedged` */
  basis: textOrNull,
  /** Sections that show all their rows. */
  whole: v.fallback(v.pipe(v.array(v.string()), v.readonly()), []),
  /** The summary of the forecast whose attribution is shown; null for the first, -1 for none. */
  opened: v.fallback(v.nullable(v.number()), null),
});

/** The view settings, saved with the tab. Names are the service's. */
export type ChangesViewState = Readonly<v.InferOutput<typeof changesView>>;
