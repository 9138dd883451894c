import { type ForecastComponent } from "../../../../shared/forecastComponents";
import {
  formatPartBp,
  formatPercent,
  printedPartBp,
  printedPercent,
} from "../../../../shared/series/numberText";
import { printedMiss } from "../../../../shared/series/sums";
import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { formatTick, stepOf, valueTicks } from "../../../../ui/valueTicks";
import { type Bridge, type BridgeEnd, type BridgeStep } from "./bridge";

/** One row of a waterfall: an end, a step, or a part of the step before it. */
export interface WaterfallRow {
  readonly kind: "end" | "step" | "part";
  readonly label: string;
  /** `5.12 %` of an end, `+12.3 bp` of a step. */
  readonly text: string;
  /** Its start and end as decimal fractions; an end has the same value for both; NaN without a value. */
  readonly from: number;
  readonly to: number;
  /** The component that a click expands or closes; null if the row has nothing to expand. */
  readonly component: ForecastComponent | null;
  readonly isExpanded: boolean;
}

/** The rows of a waterfall, from the earlier end to the later, and the range of their levels. */
export interface Waterfall {
  readonly rows: readonly WaterfallRow[];
  /** The level at the earlier end, from which changes are measured; 0 if it is unknown. */
  readonly start: number;
  /** Decimal fractions; both 0 if no row has a value. */
  readonly lowest: number;
  readonly highest: number;
  /** The largest amount by which its printed numbers miss their sums, in basis points; 0 if all add up. */
  readonly missBp: number;
}

/**
 * Lays a bridge out: each step starts where the one before it ended. The parts of the expanded step follow it and span
 * the same change again. If the whole has no value, steps start from zero: their changes are known, the level is not.
 */
export function waterfallOf(bridge: Bridge, expanded: Bridge | null): Waterfall {
  const rows: WaterfallRow[] = [endRow(bridge, bridge.from)];
  let at = levelOf(bridge.from);
  for (const step of bridge.steps) {
    const own = step.component !== null && expanded?.component === step.component ? expanded : null;
    rows.push(stepRow("step", step, at, own !== null));
    let within = at;
    for (const part of own?.steps ?? []) {
      rows.push(stepRow("part", part, within, false));
      within += sizeOf(part);
    }
    at += sizeOf(step);
  }
  rows.push(endRow(bridge, bridge.to));
  const reached = rows.flatMap(({ from, to }) => [from, to]).filter((each) => !Number.isNaN(each));
  const missBp = missOf(bridge, expanded);
  const start = levelOf(bridge.from);
  if (reached.length === 0) return { rows, start, lowest: 0, highest: 0, missBp };
  return { rows, start, lowest: Math.min(...reached), highest: Math.max(...reached), missBp };
}

const bpPerPercent = 100;
const bpPerUnit = 10_000;

/**
 * The ends are printed less exactly than the change between them, so that they miss it more often than the steps miss
 * their sum.
 */
function missOf(bridge: Bridge, expanded: Bridge | null): number {
  const from = bpPerPercent * printedPercent(bridge.from.value);
  const to = bpPerPercent * printedPercent(bridge.to.value);
  const change = printedChange(bridge);
  const steps = printedSteps(bridge);
  return Math.max(
    printedMiss(change, steps),
    printedMiss(to, [from, change]),
    printedMiss(to, [from, ...steps]),
    expanded === null ? 0 : printedMiss(printedChange(expanded), printedSteps(expanded)),
  );
}

function printedChange({ from, to }: Bridge): number {
  return printedPartBp(to.value - from.value);
}

/** A step without a value counts as 0: its contribution is in the remainder. */
function printedSteps({ steps }: Bridge): readonly number[] {
  return steps.map(({ change }) => (Number.isNaN(change) ? 0 : printedPartBp(change)));
}

/** `From 19 Oct 2026 to 19 Nov 2026: −45.0 bp`. */
export function waterfallTitle({ from, to }: Bridge): string {
  const change = formatPartBp(to.value - from.value);
  return t("From {0} to {1}: {2}", dayText(from), dayText(to), change);
}

/** A tick of the axis of changes. */
export interface ChangeTick {
  /** `+50`; the number alone, in basis points. */
  readonly text: string;
  /** A decimal fraction. */
  readonly level: number;
}

/** The height of a value axis with as many ticks as fit across a narrow page. */
const axisPx = 130;

/** Ticks at round numbers of basis points from the earlier end, between the lowest and the highest level. */
export function changeTicks({ start, lowest, highest }: Waterfall): readonly ChangeTick[] {
  const bpOf = (level: number): number => (level - start) * bpPerUnit;
  const ticks = valueTicks({ min: bpOf(lowest), max: bpOf(highest) }, axisPx);
  const step = stepOf(ticks);
  return ticks.map((bp) => ({
    text: formatTick("score", bp, step),
    level: start + bp / bpPerUnit,
  }));
}

function endRow({ label }: Bridge, end: BridgeEnd): WaterfallRow {
  return {
    kind: "end",
    label: t("{0} on {1}", label, dayText(end)),
    text: formatPercent(end.value),
    from: end.value,
    to: end.value,
    component: null,
    isExpanded: false,
  };
}

function stepRow(
  kind: "step" | "part",
  step: BridgeStep,
  from: number,
  isExpanded: boolean,
): WaterfallRow {
  return {
    kind,
    label: step.label,
    text: formatPartBp(step.change),
    from: Number.isNaN(step.change) ? Number.NaN : from,
    to: from + step.change,
    component: kind === "step" && step.hasParts ? step.component : null,
    isExpanded,
  };
}

function dayText({ day }: BridgeEnd): string {
  return day === null ? t("before the first day") : dateText(day);
}

function levelOf({ value }: BridgeEnd): number {
  return Number.isNaN(value) ? 0 : value;
}

function sizeOf({ change }: BridgeStep): number {
  return Number.isNaN(change) ? 0 : change;
}
