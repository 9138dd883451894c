import { type ForecastSides } from "../../protocol";
import { changeBetween } from "../../../../../shared/series/equalValues";
import { formatPartBp, formatPercent } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { button, element } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import {
  attributionTable,
  type AttributionRow,
  differenceIn,
} from "../../../explorer/page/model/attribution";
import { attributedSides, bridgeParts, type ForecastMove } from "../model/forecastMoves";
import { bridge, signClass, zeroBar } from "./picture";
import { type SubjectRow } from "./rowCommands";

/** 12: the explorer has the others. */
const mostVariants = 12;

interface ShownMove {
  readonly move: ForecastMove;
  readonly horizon: string;
  /** Undefined until they are fetched. */
  readonly sides: ForecastSides | undefined;
  readonly isOpen: boolean;
}

/** A forecast that moved, with the bridge of its components and, when expanded, the change in its attribution. */
export function forecastRows(
  { move, horizon, sides, isOpen }: ShownMove,
  onToggle: () => void,
): readonly (SubjectRow | HTMLElement)[] {
  const { summary, market, before, now, change } = move;
  const toggle = button(
    {
      class: "tool twisty",
      "aria-expanded": `${isOpen}`,
      "aria-label": t("Attribution of {0}", market),
      tabindex: -1,
    },
    onToggle,
  );
  toggle.append(icon("down"));
  const rows = sides === undefined ? [] : variantRows(sides);
  const below = isOpen ? t("Attribution, bp") : summaryText(rows);
  const what = element("div", { class: "what" }, element("b", { text: market }), " ");
  what.append(
    element("span", { class: "muted", text: horizon }),
    element("span", { class: "muted small-text below", text: below }),
  );
  const drawn = element("div", { class: "drawn" });
  if (sides !== undefined) {
    const parts = bridgeParts(sides);
    drawn.append(
      bridge(
        before,
        parts.map((part) => part.change),
        now,
      ),
    );
    drawn.title = parts.map((part) => `${part.kind} ${formatPartBp(part.change)}`).join("\n");
  }
  const size = element("div", { class: "number" });
  size.append(
    element("b", { class: signClass(change), text: formatPartBp(change) }),
    element("span", { class: "muted small-text below", text: formatPercent(now) }),
  );
  const root = element("div", { class: "item", role: "listitem" }, toggle, what, drawn, size);
  const row = { root, record: { of: "forecast", index: summary, isOlder: false } } as const;
  return isOpen && sides !== undefined ? [row, attribution(rows, sides)] : [row];
}

function variantRows(sides: ForecastSides): readonly AttributionRow[] {
  return attributionTable(attributedSides(sides), "variant", "").rows;
}

/** The largest contribution to the change and the number of others. */
function summaryText(rows: readonly AttributionRow[]): string {
  const moved = rows.filter(({ values }) => Math.abs(differenceIn(values)) > 0);
  const [first] = moved;
  if (first === undefined) return "";
  const words = `${nameOf(first)} ${formatPartBp(differenceIn(first.values))}`;
  return moved.length === 1 ? words : t("{0}, {1} more", words, moved.length - 1);
}

function nameOf({ label, aside }: AttributionRow): string {
  return [label, aside].filter((text) => text !== "").join(" ");
}

function attribution(rows: readonly AttributionRow[], sides: ForecastSides): HTMLElement {
  const [before, now] = attributedSides(sides).map(({ total }) => total);
  const changes = rows.map(({ values }) => changeOf(values));
  const shown = rows.slice(0, mostVariants);
  const rest = (now ?? Number.NaN) - (before ?? Number.NaN) - sumOf(changes);
  const known = changes.slice(0, mostVariants).filter((change) => !Number.isNaN(change));
  const [lowest, highest] = [Math.min(0, ...known), Math.max(0, ...known)];
  const lines = shown.map(({ label, aside, values }, at) => {
    const change = changes[at] ?? Number.NaN;
    const name = element("th", { scope: "row" }, label);
    const words = [aside, listingText(values)].filter((text) => text !== "").join(", ");
    if (words !== "") name.append(" ", element("span", { class: "muted", text: words }));
    name.title = [label, words].join(" ");
    const bar = element("td", { class: "bar" }, zeroBar(change, lowest, highest));
    return element(
      "tr",
      {},
      name,
      bar,
      element("td", { class: "number", text: formatPartBp(change) }),
    );
  });
  const more = rows.length - shown.length;
  const last = element(
    "tr",
    { class: "muted" },
    element("th", {
      scope: "row",
      text: more > 0 ? t("{0} more, and not attributed", more) : t("Not attributed"),
    }),
    element("td"),
    element("td", {
      class: "number",
      text: formatPartBp(rest + sumOf(changes.slice(mostVariants))),
    }),
  );
  const table = element(
    "table",
    { class: "opened", "aria-label": t("Change in attribution") },
    element("tbody", {}, ...lines, last),
  );
  return element("div", { role: "listitem" }, table);
}

/** The whole contribution if only one answer lists the variant. */
function changeOf([before = null, now = null]: readonly (number | null)[]): number {
  return changeBetween(before ?? 0, now ?? 0);
}

function listingText([before = null, now = null]: readonly (number | null)[]): string {
  if (before === null) return t("not listed before");
  return now === null ? t("not listed now") : "";
}

function sumOf(changes: readonly number[]): number {
  return changes.reduce((sum, change) => (Number.isNaN(change) ? sum : sum + change), 0);
}
