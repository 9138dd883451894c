import { type FromExplorer } from "../../messages";
import { type ExportForm } from "../../../../../shared/pageProtocol";
import {
  type ExplorerAnswer,
  type ExplorerChoice,
  type ForecastDetails,
  type ForecastsMoved,
  type ExplorerMessage,
} from "../../protocol";
import { Editor } from "../../../../../ui/editor";
import { button, element, setText } from "../../../../../ui/element";
import { type MenuEntry, openMenu } from "../../../../../ui/menu";
import { t } from "../../../../../ui/l10n";
import { type GridExtent } from "../../../../../ui/table/gridMoves";
import { GridView } from "../../../../../ui/table/gridView";
import { type CellPlace } from "../../../../../ui/table/selection";
import { shownTableText } from "../../../../../ui/table/shownTable";
import { showTooltips } from "../../../../../ui/tooltip";
import {
  type NewestContent,
  newestWarnings,
  NewestPage,
  type PageLook,
  sourceFacts,
} from "../../../page/newestPage";
import { type PageIdentity } from "../../../protocol";
import { absenceOf } from "../model/absence";
import { type AttributionRow } from "../model/attribution";
import {
  chosen,
  followingHedging,
  withCoordinate,
  pairOf,
  shownAt,
  toggledComparison,
} from "../model/choices";
import { firstSummary, type Matrix, matrixOf, placeOf } from "../model/matrix";
import { isSameKey, SummaryIndex, type SummaryKey } from "../model/summaryIndex";
import { DetailsView, type Side } from "./detailsView";
import { ExplorerControls } from "./explorerControls";
import { type Contribution, ExplorerRequests } from "./explorerRequests";
import { MatrixContent } from "./matrixContent";
import { MatrixInput, noRow } from "./matrixInput";
import { forecastTable } from "./forecastTable";
import { MovedContent } from "./movedContent";
import { explorerEntries, seriesEntries } from "./explorerMenu";
import { maxToggled, parseExplorerViewState, type ExplorerViewState } from "./explorerViewState";
import { explorerFacts, forecastText, movedMessage } from "./explorerLabels";

/** An answer, with the models made from it. */
interface Shown {
  readonly identity: PageIdentity;
  readonly index: SummaryIndex;
  readonly moved: ForecastsMoved | null;
  readonly matrix: Matrix;
  readonly content: MatrixContent | MovedContent;
}

/** The page of the forecast explorer. */
export class ExplorerPage implements NewestContent<ExplorerAnswer, Shown, ExplorerMessage> {
  readonly editor = new Editor<FromExplorer, ExplorerViewState>(parseExplorerViewState);
  private readonly requests = new ExplorerRequests((message) => this.editor.post(message));
  private usualHedging: string | null = null;
  /** Whether the chosen forecast is a default that the grid has not shown yet. */
  private isFirstChoice = false;
  /** The details received for summaries of the current answer. */
  private details = new Map<number, ForecastDetails>();
  private readonly grid = new GridView();
  private readonly movedText = element("span");
  private readonly movedBar = element("div", { class: "moved", hidden: "" }, this.movedText);
  private readonly nothing = element("div", { class: "muted", role: "status" });
  private readonly left = element("section", { class: "matrix" });
  private readonly controls = new ExplorerControls({
    onCompare: () => this.change(toggledComparison(this.view)),
    onOpenChart: () => this.openSides(),
    onAxis: (axis) => this.change({ axis }),
    onHeld: (name, value) => this.change(withCoordinate(this.view, name, value)),
    onFilter: (filter) => this.change({ filter }),
  });
  private readonly input = new MatrixInput({
    grid: this.grid,
    size: () => this.size(),
    isHeading: (row) => this.page.shown?.content.rows[row]?.isHeading !== false,
    onChoose: (cell, isAdding) => this.choose(cell, isAdding),
    isWaiting: () => this.isWaiting,
    onMove: () => this.page.render(),
    onOpen: (cell, isBeside) => this.openAt(cell, isBeside),
    onMenu: (cell) => this.openMenuAt(cell),
    onCopy: () => this.copyTable(),
    onEscape: () => this.endComparison(),
  });
  private readonly detailsView = new DetailsView({
    onChange: (changes) => this.change(changes),
    onInstead: (of, value) => this.chooseInstead(of, value),
    onSwap: () => this.change({ a: this.view.b, b: this.view.a }),
    onOpenVariant: (row, isBeside) => this.openVariant(row, isBeside),
    menuOfVariant: (row) => this.variantEntries(row),
  });
  private readonly page: NewestPage<ExplorerAnswer, Shown, ExplorerMessage>;

  constructor(body: HTMLElement) {
    this.movedBar.append(
      button({ class: "tool framed", text: t("Show All Forecasts") }, () =>
        this.requests.showAll(),
      ),
    );
    this.left.append(this.movedBar, this.nothing, this.grid.root);
    showTooltips(this.grid, (place) => this.page.shown?.content.tooltipOf(place));
    const { tools, toolbar } = this.controls;
    this.page = new NewestPage<ExplorerAnswer, Shown, ExplorerMessage>(
      body,
      {
        tools,
        toolbar,
        content: [element("div", { class: "middle" }, this.left, this.detailsView.root)],
        entries: () => this.moreEntries(),
      },
      this,
    );
  }

  titleOf(): string {
    return t("Forecast Explorer");
  }

  start(): void {
    this.editor.post({ type: "ready" });
  }

  private get view(): ExplorerViewState {
    return this.editor.view;
  }

  receive(message: ExplorerMessage): void {
    switch (message.type) {
      case "details":
        if (message.generation !== this.requests.generation) return;
        for (const each of message.details) this.details.set(each.summary, each);
        this.page.render();
        return;
      case "moved":
        this.takeMoved(message.generation, message.moved);
        return;
      case "choose":
        this.takeChoice(message.choice);
        return;
      case "hedging":
        this.usualHedging = message.hedging;
        this.showAnew();
    }
  }

  answered(identity: PageIdentity, answer: ExplorerAnswer): Shown {
    this.details.clear();
    this.requests.generation = answer.generation;
    return this.shownOf(identity, new SummaryIndex(answer), null);
  }

  private takeMoved(generation: number, moved: ForecastsMoved | null): void {
    const { shown } = this.page;
    if (shown === undefined || generation !== this.requests.generation) return;
    if (moved === null && shown.moved === null) return;
    const [first = -1] = moved?.summaries ?? [];
    const { a } = this.view;
    const known = a === null ? -1 : shown.index.find(a);
    if (moved?.summaries.includes(known) === false && first >= 0)
      this.keep(shownAt(shown.index.nameOfSummary(first)));
    this.page.show(this.shownOf(shown.identity, shown.index, moved));
  }

  private takeChoice({ market, currency, horizon }: ExplorerChoice): void {
    const { shown } = this.page;
    if (shown === undefined) return;
    const { matrix, index } = shown;
    const usual = index.nameOf(-1, matrix.held);
    const own = { currency: currency ?? usual.currency, horizon: horizon ?? usual.horizon };
    const key = { market, ...own, hedging: usual.hedging, repeat: 0 };
    const { hedging } = this.view;
    this.change({ ...shownAt(key), hedging, axis: "horizons", filter: "" });
    this.revealChosen();
  }

  /** The models of an answer for the current view. Something is always chosen if there are forecasts. */
  private shownOf(
    identity: PageIdentity,
    index: SummaryIndex,
    moved: ForecastsMoved | null,
  ): Shown {
    const pair = pairOf(this.view);
    const { axis, currency, horizon, hedging, filter } = this.view;
    const { usualHedging } = this;
    const matrix = matrixOf(index, {
      ...{ axis, currency, horizon, hedging, usualHedging, filter, pair },
      kept: this.view.a?.market ?? null,
      noGroup: t("Other"),
    });
    this.keep(followingHedging(this.view, index.nameOf(-1, matrix.held).hedging));
    const first = firstSummary(matrix);
    if (this.view.a === null && first >= 0) {
      this.keep({ a: index.nameOfSummary(first) });
      this.isFirstChoice = true;
    }
    const { a, b } = this.view;
    const content =
      moved === null
        ? new MatrixContent({ index, matrix, sides: [a, b], isPair: pair !== null })
        : new MovedContent(index, moved, filter);
    return { identity, index, moved, matrix, content };
  }

  private showAnew(): void {
    const { shown } = this.page;
    if (shown === undefined) return;
    this.page.show(this.shownOf(shown.identity, shown.index, shown.moved));
  }

  private keep(changes: Partial<ExplorerViewState>): void {
    const { toggled = this.view.toggled } = changes;
    this.editor.keep({ ...changes, toggled: toggled.slice(-maxToggled) });
  }

  private change(changes: Partial<ExplorerViewState>): void {
    this.keep(changes);
    if (Object.keys(changes).every((name) => ofDetails.has(name))) this.page.render();
    else this.showAnew();
  }

  private choose(cell: CellPlace, isAdding: boolean): void {
    const { shown } = this.page;
    const key = shown?.content.keyAt(cell);
    if (shown === undefined || key === undefined) return;
    const { currency, horizon, hedging } = key;
    const isMoved = shown.moved !== null && !isAdding;
    const changes = chosen(this.view, key, isAdding);
    this.change(isMoved ? { ...changes, currency, horizon, hedging } : changes);
    const words = this.sides().map((side) => forecastText(shown.index, side));
    this.page.announce(words.join("; "));
  }

  private chooseInstead(of: "currency" | "horizon" | "hedging", value: string): void {
    const { a, b } = this.view;
    if (a === null) return;
    const { index } = this.page.shown ?? {};
    const isFirst = b === null || (index !== undefined && index.find(a) < 0);
    if (!isFirst) this.change({ b: { ...b, [of]: value, repeat: 0 } });
    else this.change({ [of]: value, a: { ...a, [of]: value, repeat: 0 } });
  }

  private endComparison(): boolean {
    if (!this.view.isComparing) return false;
    this.change(toggledComparison(this.view));
    this.revealChosen();
    return true;
  }

  private revealChosen(): void {
    const { shown } = this.page;
    const { a } = this.view;
    if (shown === undefined || a === null) return;
    const place = this.placeOfKey(shown, a);
    if (place !== undefined) this.grid.reveal(place);
  }

  /** Whether a comparison still lacks its second forecast. */
  private get isWaiting(): boolean {
    return this.view.isComparing && this.view.b === null;
  }

  private placeOfKey({ content, index, matrix }: Shown, key: SummaryKey): CellPlace | undefined {
    if (content instanceof MatrixContent) return placeOf(index, matrix, key);
    const row = content.rowOf(key, isSameKey);
    return row < 0 ? undefined : { row, column: 0 };
  }

  /** The chosen forecasts: none, one, or the two of a comparison. */
  private sides(): readonly (Side & { readonly summary: number })[] {
    const { index } = this.page.shown ?? {};
    if (index === undefined) return [];
    return [this.view.a, this.view.b].flatMap((key) => {
      if (key === null) return [];
      const summary = index.find(key);
      const absence = summary < 0 ? absenceOf(index, key) : null;
      const details = this.details.get(summary);
      return [{ key, summary, absence, total: index.totalOf(summary), details }];
    });
  }

  lookOf({ identity, index: { answer } }: Shown): PageLook {
    const common = { warnings: newestWarnings(answer), facts: explorerFacts(answer) };
    const [forecasts, markets] = [answer.summaries.totals.length, answer.markets.length];
    if (forecasts === 0) {
      const text = t("No forecasts from {0}", identity.service);
      return { ...common, subtitle: "", middle: { type: "empty", text, hasTools: false } };
    }
    const subtitle = t("{0} markets, {1} newest forecasts", markets, forecasts);
    return { ...common, subtitle, middle: { type: "content" } };
  }

  draw(shown: Shown): void {
    const { view, left, requests } = this;
    const { index, matrix, content, moved } = shown;
    const sides = this.sides();
    const found = sides.filter(({ summary }) => summary >= 0);
    this.controls.show(view, index, matrix, found.length > 0);
    this.movedBar.hidden = moved === null;
    left.classList.toggle("paired", moved === null && content.asides.length > 0);
    left.classList.toggle("listed", moved !== null);
    if (moved !== null) setText(this.movedText, movedMessage(moved));
    setText(this.nothing, content.rows.length === 0 ? t("Nothing matches the filter.") : "");
    this.drawGrid(shown, sides);
    this.detailsView.show({ index, sides, state: view, moved: moved?.variant ?? "" });
    const missing = found.filter(({ details }) => details === undefined);
    requests.details(missing.map(({ summary }) => summary));
  }

  private drawGrid(shown: Shown, sides: readonly Side[]): void {
    const places = sides.flatMap(({ key }) => this.placeOfKey(shown, key) ?? []);
    const { column } = this.input.active;
    if (!this.isWaiting) this.input.active = places.at(-1) ?? { row: noRow, column };
    this.grid.show({
      content: shown.content,
      selection: places.map((place) => ({ from: place, to: place })),
      active: this.input.active,
      lit: places,
    });
    if (this.isFirstChoice) this.revealChosen();
    this.isFirstChoice = false;
  }

  private size(): GridExtent {
    const { rows = [], columns = [] } = this.page.shown?.content ?? {};
    return { rows: rows.length, columns: columns.length };
  }

  /** The forecast of a cell; without a cell, the chosen forecast. */
  private keyAt(cell: CellPlace): SummaryKey | undefined {
    const { a, b } = this.view;
    return cell.row === noRow ? (b ?? a ?? undefined) : this.page.shown?.content.keyAt(cell);
  }

  private openAt(cell: CellPlace, isBeside: boolean): void {
    const { shown } = this.page;
    const key = this.keyAt(cell);
    if (shown === undefined || key === undefined) return;
    this.requests.run(isBeside ? "openBeside" : "openChart", [shown.index.find(key)]);
  }

  /** The position of a contribution in the answer: on the first side that lists it. */
  private contributionOf({ places }: AttributionRow): Contribution | undefined {
    for (const [side, { summary }] of this.sides().entries()) {
      const attribution = places[side] ?? null;
      if (attribution !== null) return { summary, attribution };
    }
    return undefined;
  }

  private openSides(): void {
    const sides = this.sides().map(({ summary }) => summary);
    this.requests.run("openChart", sides);
  }

  private openVariant(row: AttributionRow, isBeside: boolean): void {
    const found = this.contributionOf(row);
    if (found !== undefined) this.requests.runVariant(isBeside ? "openBeside" : "openChart", found);
  }

  private openMenuAt(cell: CellPlace): void {
    const { shown } = this.page;
    const key = this.keyAt(cell);
    if (shown === undefined || key === undefined) return;
    const summary = shown.index.find(key);
    const copy = { label: t("Copy Table"), run: () => this.copyTable() };
    const entries = seriesEntries((command) => this.requests.run(command, [summary]));
    openMenu(summary < 0 ? [copy] : [...entries, null, copy], {
      label: t("Menu"),
      at: this.grid.elementOf(cell) ?? this.grid.root,
      returnFocus: () => this.grid.table.focus(),
    });
  }

  private variantEntries(row: AttributionRow): readonly (MenuEntry | null)[] {
    const { requests } = this;
    const contribution = this.contributionOf(row);
    if (contribution === undefined) return [];
    const moved: MenuEntry = {
      label: t("Forecasts It Moves"),
      run: () => requests.showMovedBy(contribution),
    };
    return [moved, null, ...seriesEntries((command) => requests.runVariant(command, contribution))];
  }

  private moreEntries(): readonly (MenuEntry | null)[] {
    const { requests } = this;
    return explorerEntries({
      isShown: this.page.shown !== undefined,
      run: (action) => requests.act(action),
      copy: () => this.copyTable(),
      save: (form) => requests.save(form, this.textOf(form, true)),
    });
  }

  private copyTable(): void {
    this.requests.copy(this.textOf("tsv", false));
  }

  private textOf(form: ExportForm, hasFacts: boolean): string {
    const { shown } = this.page;
    if (shown === undefined) return "";
    const { identity, index, matrix, moved } = shown;
    const own = [...sourceFacts(identity), ...explorerFacts(index.answer)].join(" · ");
    const facts = [t("Forecast Explorer"), own];
    return shownTableText(forecastTable(index, matrix, moved, hasFacts ? facts : []), form);
  }
}

/** State that changes how the chosen forecasts are shown, but neither which ones nor the matrix. */
const ofDetails: ReadonlySet<string> = new Set<keyof ExplorerViewState>([
  "detail",
  "drilled",
  "toggled",
  "grouping",
  "attributionFilter",
]);
