import { t } from "../../../../../ui/l10n";
import { element, placeChildren } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { RowList } from "../../../../../ui/rowList";
import { nodeDifference, forecastOf, isPaired, nodesOf, type SidedNode } from "../model/sidedTree";
import { type Gap } from "../../../../../shared/series/sums";
import { barCell, type BarRange, barRange, columnGroup, pairColumns } from "./bars";
import { bpText, gapText, percentText, signedPercentText } from "./explorerLabels";

export interface TreeViewOptions {
  readonly onToggle: (path: string) => void;
  readonly onDrill: (path: string) => void;
}

/** Nodes above this depth are expanded by default. */
const openLevels = 2;

/** Maximum indent of a node within its parent, and of the deepest node within the root, in pixels: names need room. */
const widestStep = 12;
const widestIndent = 48;

/** A row: a node, or the remainder after its parts. */
interface TreeRow {
  readonly node: SidedNode;
  readonly gaps: readonly (Gap | null)[] | undefined;
}

interface TreeColumns {
  readonly isPair: boolean;
  readonly hasAdjustments: boolean;
  readonly bars: BarRange;
}

/** The tree of one forecast, or of two side by side, as a table. */
export class TreeView {
  readonly table = element("table", { class: "rows", role: "treegrid", "aria-label": t("Tree") });
  private readonly body = element("tbody");
  private readonly rows: RowList<SidedNode>;
  private toggled: readonly string[] = [];

  constructor(private readonly options: TreeViewOptions) {
    this.rows = new RowList<SidedNode>(this.body, {
      keyOf: ({ path }) => path,
      onOpen: ({ path }) => options.onDrill(path),
      onClick: ({ path, drivers }) => {
        if (drivers.length > 0) options.onToggle(path);
      },
      onUnfold: (node, isOpening) => this.unfold(node, isOpening),
    });
  }

  show(root: SidedNode, toggled: readonly string[]): void {
    this.toggled = toggled;
    const isPair = isPaired(root);
    const values: number[] = [];
    let hasAdjustments = false;
    for (const node of nodesOf(root)) {
      values.push(isPair ? nodeDifference(node) : forecastOf(node, 0));
      hasAdjustments ||= !isPair && hasAdjustment(node);
    }
    const rows = this.rowsBelow(root);
    const columns: TreeColumns = { isPair, hasAdjustments, bars: barRange(values) };
    const deepest = rows.reduce((most, { node }) => Math.max(most, node.depth), 1);
    this.table.style.setProperty("--step", `${Math.min(widestStep, widestIndent / deepest)}px`);
    this.table.classList.toggle("pair", isPair);
    this.table.classList.toggle("adjusted", hasAdjustments);
    const adjustment = hasAdjustments ? (["value"] as const) : [];
    placeChildren(this.table, [
      columnGroup(isPair ? pairColumns : ["bars", "value", ...adjustment]),
      element("thead", {}, headOf(columns)),
      this.body,
    ]);
    this.rows.show(
      rows.map(({ node, gaps }) => {
        if (gaps !== undefined) return gapRow(node, gaps, columns);
        const isShown = node.drivers.length === 0 ? undefined : this.isShown(node);
        return { record: node, root: rowOf(node, columns, isShown) };
      }),
    );
  }

  /** The rows of a node and of those below it. Recursion is only as deep as nodes are expanded. */
  private rowsBelow(node: SidedNode): readonly TreeRow[] {
    const row = { node, gaps: undefined };
    if (node.drivers.length === 0 || !this.isShown(node)) return [row];
    const gaps = node.sides.map((side) => side?.gap ?? null);
    return [
      row,
      ...node.drivers.flatMap((driver) => this.rowsBelow(driver)),
      ...(gaps.some((gap) => gap !== null) ? [{ node, gaps }] : []),
    ];
  }

  /** Whether a node is expanded. */
  private isShown({ path, depth }: SidedNode): boolean {
    return depth < openLevels !== this.toggled.includes(path);
  }

  private unfold(node: SidedNode, isOpening: boolean): void {
    const { path, drivers } = node;
    if (drivers.length > 0 && this.isShown(node) !== isOpening) this.options.onToggle(path);
    // The left arrow moves from a leaf to its parent.
    else if (!isOpening) this.rows.focus(path.slice(0, Math.max(0, path.lastIndexOf("\n"))));
  }
}

function hasAdjustment({ sides }: SidedNode): boolean {
  return sides.some((side) => Math.abs(side?.exposureAdjustment ?? 0) > 0);
}

function headOf({ isPair, hasAdjustments }: TreeColumns): HTMLElement {
  const head = (text: string, title = ""): HTMLElement =>
    element("th", { scope: "col", text, title: title === "" ? false : title });
  const name = element("th", { scope: "col", class: "first" });
  name.append(element("span", { class: "unseen", text: t("Component") }));
  const bar = element("td", { class: "bar-head" });
  return isPair
    ? element("tr", {}, name, head(t("A, %")), head(t("B, %")), bar, head(t("bp")))
    : element(
        "tr",
        {},
        name,
        bar,
        head(t("Percent")),
        ...(hasAdjustments ? [head(t("Exp. adj."), t("Exposure adjustment, in percent"))] : []),
      );
}

function rowOf(
  node: SidedNode,
  { isPair, hasAdjustments, bars }: TreeColumns,
  isShown: boolean | undefined,
): HTMLElement {
  const { path, kind, depth, drivers } = node;
  const name = element("th", { scope: "row", title: kind });
  name.style.paddingLeft = indentOf(depth, isShown === undefined);
  if (isShown !== undefined) name.append(icon("down"));
  name.append(kind);
  const form = depth === 0 ? "total" : drivers.length > 0 ? "sum" : "part";
  const number = (text: string, own = ""): HTMLElement =>
    element("td", { class: `number ${own}`.trim(), text });
  const cells = isPair
    ? [
        number(percentText(forecastOf(node, 0)), absentClass(node, 0)),
        number(percentText(forecastOf(node, 1)), absentClass(node, 1)),
        barCell(nodeDifference(node), bars, form),
        number(bpText(nodeDifference(node))),
      ]
    : [
        barCell(forecastOf(node, 0), bars, form),
        number(percentText(forecastOf(node, 0))),
        ...(hasAdjustments ? [number(adjustmentText(node), "quiet")] : []),
      ];
  return element(
    "tr",
    {
      "data-path": path,
      "aria-level": depth + 1,
      "aria-expanded": isShown === undefined ? false : `${isShown}`,
      class: drivers.length > 0 || depth === 0 ? "sum" : "part",
    },
    name,
    ...cells,
  );
}

/** Names without an arrow are aligned with those behind one. */
function indentOf(depth: number, hasNoArrow: boolean): string {
  return `calc(${depth} * var(--step) + ${hasNoArrow ? 18 : 0}px)`;
}

/** A node that a side lacks entirely is not shown as a missing value. */
function absentClass({ sides }: SidedNode, side: number): string {
  return sides[side] === undefined ? "quiet" : "";
}

function adjustmentText({ sides }: SidedNode): string {
  const adjustment = sides[0]?.exposureAdjustment ?? 0;
  return adjustment === 0 || Number.isNaN(adjustment) ? "" : signedPercentText(adjustment);
}

/** The remainder after a node's parts: its exposure adjustment, or unexplained. */
function gapRow(
  node: SidedNode,
  gaps: readonly (Gap | null)[],
  { isPair, hasAdjustments }: TreeColumns,
): HTMLElement {
  const isAdjustment = gaps.every((gap) => gap?.isAdjustment !== false);
  const text = isAdjustment ? t("Exposure adjustment") : t("Not explained by its parts");
  const name = element("th", { scope: "row", text, title: text });
  name.style.paddingLeft = indentOf(node.depth + 1, true);
  const texts = gaps.map((gap) => (gap === null ? "" : gapText(gap.value)));
  const number = (own = ""): HTMLElement => element("td", { class: "number", text: own });
  const bar = element("td", { class: "bar" });
  const cells = isPair
    ? [number(texts[0]), number(texts[1]), bar, number()]
    : [bar, number(texts[0]), ...(hasAdjustments ? [number()] : [])];
  return element("tr", { "aria-level": node.depth + 2, class: "part quiet" }, name, ...cells);
}
