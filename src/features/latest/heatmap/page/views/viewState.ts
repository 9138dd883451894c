import { isSince, type Since } from "../../../model/since";
import { type Score, scores } from "../model/grid";
import { defaultSorting, type Sorting } from "../model/order";

/** The view settings, saved with the tab and never part of its place. */
export interface ViewState {
  readonly score: Score;
  /** The stem of the rows' tag kind; null for the first available one. */
  readonly rowKind: string | null;
  readonly sorting: Sorting;
  readonly filter: string;
  readonly isGrouped: boolean;
  readonly hasMean: boolean;
  readonly hasAllVersions: boolean;
  /** The absolute value from which on colors have full strength. */
  readonly limit: number;
  /** The start of the changes shown; null to show the values themselves. */
  readonly since: Since | null;
  /** Whether a table of changes shows only rows with a sign flip. */
  readonly hasFlips: boolean;
  /** Like `limit`, for changes. */
  readonly changeLimit: number;
  readonly held: Readonly<Record<string, string>>;
}

export const limits: readonly number[] = [0.5, 1, 2, 3, 5];

export const defaultViewState: ViewState = {
  score: "aggregate",
  rowKind: null,
  sorting: defaultSorting,
  filter: "",
  isGrouped: false,
  hasMean: false,
  hasAllVersions: false,
  limit: 2,
  since: null,
  hasFlips: false,
  changeLimit: 0.5,
  held: {},
};

/** Reads a saved state, perhaps of another version; unreadable parts get their defaults. */
export function parseViewState(kept: unknown): ViewState {
  const state = fieldsOf(kept);
  const { score, rowKind, sorting, filter, limit, held, since, changeLimit } = state;
  const { by, isDescending } = fieldsOf(sorting);
  const pairs = Object.entries(fieldsOf(held)).filter(
    (pair): pair is [string, string] => typeof pair[1] === "string",
  );
  return {
    score: scores.find((each) => each === score) ?? defaultViewState.score,
    rowKind: typeof rowKind === "string" ? rowKind : null,
    sorting:
      typeof by === "string" && typeof isDescending === "boolean"
        ? { by, isDescending }
        : defaultSorting,
    filter: typeof filter === "string" ? filter : "",
    isGrouped: state["isGrouped"] === true,
    hasMean: state["hasMean"] === true,
    hasAllVersions: state["hasAllVersions"] === true,
    limit: limits.find((each) => each === limit) ?? defaultViewState.limit,
    since: isSince(since) ? since : null,
    hasFlips: state["hasFlips"] === true,
    changeLimit: limits.find((each) => each === changeLimit) ?? defaultViewState.changeLimit,
    held: Object.fromEntries(pairs),
  };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
