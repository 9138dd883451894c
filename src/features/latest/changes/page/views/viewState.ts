import { changeScores, type ChangeScore } from "../../../../../shared/changes";
import { type ChangesPair } from "../../protocol";

/** The view settings, saved with the tab. Names are the service's. */
export interface ViewState {
  /** The two compared times; null while there are none. */
  readonly pair: ChangesPair | null;
  readonly score: ChangeScore;
  readonly horizon: string | null;
  /** `USD · Unhedged` */
  readonly basis: string | null;
  /** Sections that show all their rows. */
  readonly whole: readonly string[];
  /** The row key of the forecast whose attribution is shown; null for the first, empty for none. */
  readonly opened: string | null;
}

/** Reads a state saved by this or another version; unreadable parts get their defaults. */
export function parseViewState(kept: unknown): ViewState {
  const state: Readonly<Record<string, unknown>> =
    typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  const whole = state["whole"];
  return {
    pair: pairOf(state["pair"]),
    score: changeScores.find((each) => each === state["score"]) ?? "aggregate",
    horizon: textOrNull(state["horizon"]),
    basis: textOrNull(state["basis"]),
    whole: Array.isArray(whole) ? whole.filter((each) => typeof each === "string") : [],
    opened: textOrNull(state["opened"]),
  };
}

function pairOf(value: unknown): ChangesPair | null {
  if (typeof value !== "object" || value === null) return null;
  const { sinceMs, toMs } = value as Record<string, unknown>;
  return typeof sinceMs === "number" && typeof toMs === "number" ? { sinceMs, toMs } : null;
}

function textOrNull(kept: unknown): string | null {
  return typeof kept === "string" ? kept : null;
}
