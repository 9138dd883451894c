import { type ForecastDetails } from "../../protocol";
import { bpRoundingText, roundingText } from "../../../../../ui/roundingText";
import { button, element, setText } from "../../../../../ui/element";
import { type MenuEntry } from "../../../../../ui/menu";
import { type Segment, Segments } from "../../../../../ui/segments";
import { t } from "../../../../../ui/l10n";
import { attributionTable, type AttributionRow } from "../model/attribution";
import { type Absence } from "../model/absence";
import { missInBp, missInPercent } from "../model/printedMisses";
import { sidedTree, type SidedNode, pathTo } from "../model/sidedTree";
import { type SummaryIndex, type SummaryKey } from "../model/summaryIndex";
import { treeOf } from "../model/tree";
import { type Detail, forecastWaterfall } from "../model/forecastWaterfall";
import { AttributionView, totalPath } from "./attributionView";
import { TreeView } from "./treeView";
import { type ExplorerViewState } from "./explorerViewState";
import { WaterfallView } from "./waterfallView";
import { absenceText, bpText, coordinatesText, marketName, percentText } from "./explorerLabels";

/** One of the forecasts shown. */
export interface Side {
  readonly key: SummaryKey;
  /** A decimal fraction; NaN when there is no value. */
  readonly total: number;
  /** Why there is no such forecast; null when there is one. */
  readonly absence: Absence | null;
  /** Undefined until the host has sent them. */
  readonly details: ForecastDetails | undefined;
}

export interface ShownDetails {
  readonly index: SummaryIndex;
  readonly sides: readonly Side[];
  readonly state: ExplorerViewState;
  /** The variant whose forecasts are shown; empty for none. */
  readonly moved: string;
}

export interface DetailsViewOptions {
  readonly onChange: (changes: Partial<ExplorerViewState>) => void;
  /** Called when the user chooses an available value of the coordinate that has no forecast. */
  readonly onInstead: (of: Exclude<Absence["of"], "market">, value: string) => void;
  readonly onSwap: () => void;
  readonly onOpenVariant: (row: AttributionRow, isBeside: boolean) => void;
  readonly menuOfVariant: (row: AttributionRow) => readonly (MenuEntry | null)[];
}

/** The composition of a forecast, or of two side by side: total, waterfall, tree and attribution. */
export class DetailsView {
  readonly root = element("section", { class: "details", "aria-label": t("The chosen forecast") });
  private readonly title = element("div", { class: "title" });
  private readonly hint = element("p", { class: "note", hidden: "" });
  private readonly absent = element("div", { class: "absent", hidden: "" });
  private readonly body = element("div", { class: "parts" });
  private readonly caption = element("h2");
  private readonly way = element("span", { class: "way tools" });
  private readonly detail: Segments<Detail>;
  private readonly waterfall: WaterfallView;
  private readonly tree: TreeView;
  private readonly attribution: AttributionView;
  private readonly rounding = element("p", { class: "note" });
  private shown: ShownDetails | undefined;
  private treeRoot: SidedNode | undefined;

  constructor(private readonly options: DetailsViewOptions) {
    const { onChange, onOpenVariant, menuOfVariant } = options;
    this.detail = new Segments(t("Bars"), (detail) => onChange({ detail }));
    this.waterfall = new WaterfallView({ onDrill: (path) => this.drill(path) });
    this.tree = new TreeView({
      onToggle: (path) => this.toggle(path),
      onDrill: (path) => this.drill(path),
    });
    this.attribution = new AttributionView({
      onGrouping: (grouping) => onChange({ grouping }),
      onFilter: (attributionFilter) => onChange({ attributionFilter }),
      onOpen: onOpenVariant,
      menuOf: menuOfVariant,
    });
    const caption = element("div", { class: "caption" }, this.caption, this.way, this.detail.root);
    const tree = element(
      "section",
      { class: "tree" },
      element("div", { class: "caption" }, element("h2", { text: t("Tree") })),
      this.tree.table,
    );
    const two = element("div", { class: "two" }, tree, this.attribution.root);
    this.body.append(caption, this.waterfall.root, two, this.rounding);
    this.root.append(this.title, this.hint, this.absent, this.body);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.shown?.state.drilled === null) return;
      event.preventDefault();
      event.stopPropagation();
      this.goUp();
    });
    this.root.addEventListener("pointerover", ({ target }) => this.light(target));
    this.root.addEventListener("pointerleave", () => this.light(null));
  }

  show(shown: ShownDetails): void {
    this.shown = shown;
    const { sides, state, index } = shown;
    this.title.replaceChildren(...this.titleOf(shown));
    const isWaiting = state.isComparing && sides.length < 2;
    this.hint.hidden = !isWaiting;
    setText(
      this.hint,
      isWaiting
        ? t("Click the forecast to compare with, or go to it with the arrow keys and press Space.")
        : "",
    );
    const absences = sides.flatMap(({ absence, key }) =>
      absence === null ? [] : [{ absence, key }],
    );
    this.absent.hidden = absences.length === 0;
    this.absent.replaceChildren(
      ...absences.flatMap(({ absence, key }) => this.instead(absence, key)),
    );
    const isWhole = sides.length > 0 && sides.every(({ details }) => details !== undefined);
    this.body.hidden = absences.length > 0 || sides.length === 0 || !isWhole;
    if (!this.body.hidden) this.showParts(sides, state, index);
  }

  private showParts(sides: readonly Side[], state: ExplorerViewState, index: SummaryIndex): void {
    const trees = sides.flatMap(({ details }) => (details && treeOf(details.tree)) ?? []);
    const root = sidedTree(trees);
    this.treeRoot = root;
    const way = pathTo(root, state.drilled ?? root.path);
    const drilled = way.at(-1) ?? root;
    const [a, b] = sides;
    const canBridge = b === undefined || isBridgeable(a?.key, b.key);
    this.waterfall.show(canBridge ? forecastWaterfall(drilled, state.detail) : undefined);
    setText(this.caption, captionOf(b !== undefined, canBridge));
    this.way.replaceChildren(...(canBridge ? this.wayOf(way) : []));
    this.detail.root.hidden = !canBridge;
    this.detail.show(detailSegments(), state.detail);
    this.tree.show(root, state.toggled);
    const table = attributionTable(
      sides.map(({ total, details }) => ({ total, attributions: details?.attributions ?? [] })),
      state.grouping,
      state.attributionFilter,
    );
    const lit = this.shown?.moved ?? "";
    const { grouping, attributionFilter: filter } = state;
    this.attribution.show({ table, grouping, filter, lit });
    const notes = [
      missInBp(root) > 0
        ? bpRoundingText(missInBp(root))
        : roundingText(missInPercent(root, table)),
      index.answer.hedgings.length > 1
        ? t("A forecast series does not state its hedging, so the chart may show another one.")
        : "",
    ];
    setText(this.rounding, notes.filter((note) => note !== "").join(" · "));
  }

  private titleOf({ sides, index }: ShownDetails): readonly HTMLElement[] {
    const [a, b] = sides;
    if (a === undefined) return [];
    if (b === undefined) {
      const name = element("h2", { text: marketName(index, a.key.market) });
      if (name.textContent !== a.key.market) {
        name.append(" ", element("span", { class: "code", text: a.key.market }));
      }
      return [
        element("div", {}, name, element("div", { class: "note", text: coordinatesText(a.key) })),
        ...(a.absence === null ? [totalOf(`${percentText(a.total)} %`, t("Forecast"))] : []),
      ];
    }
    const side = (letter: string, { key, total }: Side): HTMLElement =>
      element(
        "div",
        { class: "side" },
        element("span", { class: `letter ${letter.toLowerCase()}`, text: letter }),
        element("b", { text: marketName(index, key.market) }),
        element("span", { class: "coordinates", text: coordinatesText(key) }),
        element("b", { class: "number", text: `${percentText(total)} %` }),
      );
    const swap = button({ class: "tool framed", text: t("Swap") }, this.options.onSwap);
    return [
      element("div", { class: "sides" }, side("A", a), side("B", b)),
      swap,
      ...(a.absence === null && b.absence === null
        ? [totalOf(`${bpText(b.total - a.total)} bp`, t("B − A"))]
        : []),
    ];
  }

  /** Why there is no forecast, and what is available instead. */
  private instead(absence: Absence, key: SummaryKey): readonly HTMLElement[] {
    const { of, others } = absence;
    const buttons =
      of === "market"
        ? []
        : others.map((value) =>
            button({ class: "tool framed", text: value }, () => this.options.onInstead(of, value)),
          );
    return [
      element("p", { text: absenceText(absence, key) }),
      element("div", { class: "tools" }, ...buttons),
    ];
  }

  /** The path from the whole forecast to the node of the waterfall; the middle of a long one is left out. */
  private wayOf(nodes: readonly SidedNode[]): readonly (HTMLElement | string)[] {
    if (nodes.length < 2) return [];
    const last = nodes.length - 1;
    const places = nodes.length > 4 ? [0, last - 1, last] : [...nodes.keys()];
    return places.flatMap((at, shown) => {
      const { kind, path } = nodes[at] ?? { kind: "", path: "" };
      const own =
        at === last
          ? element("b", { text: kind, "aria-current": "true" })
          : button({ class: "link", text: kind }, () =>
              this.options.onChange({ drilled: at === 0 ? null : path }),
            );
      const before = shown === 0 ? [] : at === (places[shown - 1] ?? 0) + 1 ? ["›"] : ["› … ›"];
      return [...before, own];
    });
  }

  private drill(path: string): void {
    const root = this.treeRoot;
    const node = root && pathTo(root, path).at(-1);
    if (root === undefined || node === undefined || node.drivers.length === 0) return;
    this.options.onChange({ drilled: path === root.path ? null : path });
  }

  private goUp(): void {
    const { shown } = this;
    const root = this.treeRoot;
    const drilled = shown?.state.drilled ?? null;
    if (root === undefined || drilled === null) return;
    const above = pathTo(root, drilled).at(-2);
    const isTop = above === undefined || above.path === root.path;
    this.options.onChange({ drilled: isTop ? null : above.path });
  }

  private toggle(path: string): void {
    const toggled = this.shown?.state.toggled ?? [];
    const others = toggled.filter((each) => each !== path);
    this.options.onChange({
      toggled: others.length < toggled.length ? others : [...toggled, path],
    });
  }

  /** Highlights all elements of the node under the pointer. */
  private light(target: EventTarget | null): void {
    const own = target instanceof Element ? target.closest<HTMLElement>("[data-path]") : null;
    const path = own?.dataset["path"];
    const root = this.treeRoot?.path;
    for (const each of this.root.querySelectorAll<HTMLElement | SVGElement>("[data-path]")) {
      const isSame = each.dataset["path"] === path;
      const isTotal =
        (path === root || path === totalPath) &&
        (each.dataset["path"] === root || each.dataset["path"] === totalPath);
      each.classList.toggle("hot", path !== undefined && (isSame || isTotal));
    }
  }
}

/** Whether the difference between two forecasts is meaningful: only for the same horizon and currency. */
function isBridgeable(a: SummaryKey | undefined, b: SummaryKey): boolean {
  return a?.horizon === b.horizon && a.currency === b.currency;
}

function captionOf(isPair: boolean, canBridge: boolean): string {
  if (!isPair) return t("From zero to the forecast");
  return canBridge ? t("From A to B") : t("Arithmetic difference of two forecasts");
}

function detailSegments(): readonly Segment<Detail>[] {
  return [
    { value: "parts", text: t("Parts"), tooltip: "" },
    { value: "sums", text: t("Sums"), tooltip: "" },
  ];
}

function totalOf(number: string, words: string): HTMLElement {
  return element(
    "div",
    { class: "total" },
    element("b", { text: number }),
    element("div", { class: "note", text: words }),
  );
}
