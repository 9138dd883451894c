import { type AxisChoice } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { button, element } from "../../../../ui/element";
import { t } from "../../../../ui/l10n";
import { movedRange, rounded, zoomed } from "../draw/zoom";
import { type DayRange } from "../model/pane";
import { type Dispatch } from "./pageState";

/** The share of the visible range that a step of zoom leaves, and that a step of pan moves. */
const zoomStep = 0.8;
const panStep = 0.1;
const stepsWithShift = 10;

/** The chart to which the keys apply, in its current state. */
export interface KeyTarget {
  readonly dispatch: Dispatch;
  readonly range: DayRange;
  readonly bounds: DayRange;
  readonly cursor: Day | null;
  readonly axis: AxisChoice;
  /** The nearest day with a value after (1) or before (-1) a day; undefined beyond the last one. */
  nextDay(day: Day, direction: 1 | -1): Day | undefined;
  showKeys(): void;
  /** Shows the history of the day at the crosshair or the last pin, in a chart of vintages. */
  showHistory(): void;
}

interface ChartKey {
  /** As in `KeyboardEvent.key`. */
  readonly keys: readonly string[];
  readonly shown: string;
  readonly words: () => string;
  readonly run: (target: KeyTarget, event: KeyboardEvent) => void;
}

/** The keys of the focused plot, in the order in which `?` lists them. */
const chartKeys: readonly ChartKey[] = [
  {
    keys: ["f", "F"],
    shown: "F",
    words: () => t("Compare with the other kind, FIT or SNAP"),
    run: ({ dispatch }) => dispatch({ type: "toggleKind" }),
  },
  years("1", 1, () => t("Last year")),
  years("5", 5, () => t("Last five years")),
  years("0", 10, () => t("Last ten years")),
  years("a", null, () => t("All years")),
  {
    keys: ["y", "Y"],
    shown: "Y",
    words: () => t("Axis of values: fit what is in sight, or ±3"),
    run: ({ dispatch, axis }) =>
      dispatch({ type: "arrange", change: { axis: axis === "fit" ? "three" : "fit" } }),
  },
  {
    keys: ["h", "H"],
    shown: "H",
    words: () => t("Vintages: show the history of the day at the crosshair or the pin"),
    run: (target) => target.showHistory(),
  },
  {
    keys: ["ArrowLeft", "ArrowRight"],
    shown: "← →",
    words: () => t("Move the crosshair by an observation; with Shift, by ten"),
    run: stepAside,
  },
  {
    keys: ["PageUp", "PageDown"],
    shown: "PageUp PageDown",
    words: () => t("Pan by a tenth of the visible range"),
    run: (target, event) => pan(target, event.key === "PageUp" ? -1 : 1),
  },
  {
    keys: ["ArrowUp", "ArrowDown"],
    shown: "↑ ↓",
    words: () => t("Move the crosshair by a tenth of the visible range"),
    run: (target, event) => leap(target, event.key === "ArrowUp" ? -1 : 1),
  },
  {
    keys: ["Home", "End"],
    shown: "Home End",
    words: () => t("Move the crosshair to the first or last visible day"),
    run: ({ dispatch, range }, event) =>
      dispatch({ type: "moveCursor", day: event.key === "Home" ? range.from : range.to }),
  },
  {
    keys: ["+", "="],
    shown: "+",
    words: () => t("Zoom in at the crosshair"),
    run: (target) => zoom(target, zoomStep),
  },
  {
    keys: ["-", "_"],
    shown: "-",
    words: () => t("Zoom out"),
    run: (target) => zoom(target, 1 / zoomStep),
  },
  {
    keys: ["Enter", " "],
    shown: "Enter",
    words: () => t("Pin the day at the crosshair; in the change bridge, set it"),
    run: ({ dispatch }) => dispatch({ type: "press" }),
  },
  {
    keys: ["Escape"],
    shown: "Esc",
    words: () =>
      t("Remove pins and crosshair; in a panel, leave full size, or clear the highlight"),
    run: clear,
  },
  {
    keys: ["?"],
    shown: "?",
    words: () => t("Show keyboard shortcuts"),
    run: (target) => target.showKeys(),
  },
];

/** Runs the action of a key; false if it has none. */
export function runKey(event: KeyboardEvent, target: KeyTarget): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const key = chartKeys.find(({ keys }) => keys.includes(event.key));
  key?.run(target, event);
  return key !== undefined;
}

function years(key: string, count: number | null, words: () => string): ChartKey {
  return {
    keys: [key],
    shown: key,
    words,
    run: ({ dispatch }) => dispatch({ type: "showYears", years: count }),
  };
}

function clear({ dispatch }: KeyTarget): void {
  dispatch({ type: "unpin" });
  dispatch({ type: "moveCursor", day: null });
}

function stepAside(target: KeyTarget, { key, shiftKey }: KeyboardEvent): void {
  const direction = key === "ArrowLeft" ? -1 : 1;
  const { cursor, range } = target;
  let day = cursor ?? range.to;
  for (let steps = cursor === null ? 0 : shiftKey ? stepsWithShift : 1; steps > 0; steps--) {
    day = target.nextDay(day, direction) ?? day;
  }
  if (day !== cursor) moveInSight(target, day);
}

function leap(target: KeyTarget, direction: 1 | -1): void {
  const { cursor, range, bounds } = target;
  const days = Math.max(1, Math.round((range.to - range.from) * panStep));
  const day = cursor === null ? range.to : cursor + direction * days;
  moveInSight(target, Math.min(bounds.to, Math.max(bounds.from, day)));
}

/** Moves the crosshair, and the days in sight with it if it leaves them. */
function moveInSight({ dispatch, range, bounds }: KeyTarget, day: Day): void {
  const beyondRange = Math.min(0, day - range.from) + Math.max(0, day - range.to);
  if (beyondRange !== 0)
    dispatch({ type: "showRange", range: rounded(movedRange(range, "all", beyondRange, bounds)) });
  dispatch({ type: "moveCursor", day });
}

function pan({ dispatch, range, bounds }: KeyTarget, direction: 1 | -1): void {
  const days = Math.max(1, Math.round((range.to - range.from) * panStep));
  dispatch({
    type: "showRange",
    range: rounded(movedRange(range, "all", direction * days, bounds)),
  });
}

function zoom({ dispatch, range, bounds, cursor }: KeyTarget, share: number): void {
  const { from, to } = range;
  const isInSight = cursor !== null && cursor >= from && cursor <= to && to > from;
  const position = isInSight ? (cursor - from) / (to - from) : 0.5;
  dispatch({ type: "showRange", range: rounded(zoomed(range, position, share, bounds)) });
}

/** The list of keyboard shortcuts, in a dialog over the page. */
export class KeysHelp {
  readonly root = element("dialog", { class: "keys", "aria-label": t("Keyboard shortcuts") });

  constructor() {
    const rows = chartKeys.map(({ shown, words }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...shown.split(" ").map(cap)),
        element("td", { text: words() }),
      ),
    );
    this.root.append(
      element("h2", { text: t("Keyboard Shortcuts") }),
      element("p", { class: "muted", text: t("While the plot has focus") }),
      element("table", {}, element("tbody", {}, ...rows)),
      button({ class: "tool", text: t("Close") }, () => this.root.close()),
    );
  }

  open(): void {
    if (!this.root.open) this.root.showModal();
  }
}

function cap(key: string): HTMLElement {
  return element("kbd", { text: key });
}
