import { changeScores, type ChangeScore } from "../../../shared/latest/changes";
import { type ChangesPair } from "../../../shared/latest/changesProtocol";

/** How a person looks at what changed: saved with the tab. Names are the service's. */
export interface ViewState {
  /** The two moments that are compared; null before there are any. */
  readonly pair: ChangesPair | null;
  readonly score: ChangeScore;
  readonly horizon: string | null;
  /** `USD · Unhedged` */
  readonly basis: string | null;
  /** Sections that show all they have. */
  readonly whole: readonly string[];
  /** The forecast whose attribution is shown, as its row is called; null for the first, empty for none. */
  readonly opened: string | null;
}

/** Reads a saved state, perhaps of another version; unreadable parts get their defaults. */
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
