import { type PageIdentity } from "../../../protocol";
import { type FromExplorer } from "../../messages";
import { type PageFailure, type ExportForm } from "../../../../../shared/pageProtocol";
import {
  type ExplorerAnswer,
  type ExplorerChoice,
  type ForecastDetails,
  type ForecastsMoved,
  type ToExplorer,
} from "../../protocol";
import { Announcer } from "../../../../../ui/announcer";
import { Editor } from "../../../../../ui/editor";
import { button, element, setText } from "../../../../../ui/element";
import { type MenuEntry } from "../../../../../ui/menu";
import { Notice } from "../../../../../ui/notice";
import { bannerLines, PageMessage } from "../../../../../ui/pageMessage";
import { PlacedMenu } from "../../../../../ui/placedMenu";
import { Tooltip } from "../../../../../ui/tooltip";
import { t } from "../../../../../ui/l10n";
import { GridView } from "../../../../../ui/table/gridView";
import { type CellPlace } from "../../../../../ui/table/selection";
import { shownTableText } from "../../../../../ui/table/shownTable";
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
import { ExplorerHead } from "./explorerHead";
import { type Contribution, ExplorerRequests } from "./explorerRequests";
import { MatrixContent } from "./matrixContent";
import { MatrixInput, noRow } from "./matrixInput";
import { forecastTable } from "./forecastTable";
import { MovedContent } from "./movedContent";
import { explorerEntries, seriesEntries } from "./explorerMenu";
import { maxToggled, parseExplorerViewState, type ExplorerViewState } from "./explorerViewState";
import { explorerBanners, explorerFacts, forecastText, movedMessage } from "./explorerLabels";

/** The message shown, with the models made from it. */
interface Shown {
  readonly identity: PageIdentity;
  readonly index: SummaryIndex;
  readonly moved: ForecastsMoved | null;
  readonly matrix: Matrix;
  readonly content: MatrixContent | MovedContent;
}

/** The page of the forecast explorer. */
export class ExplorerPage {
  private readonly editor = new Editor<FromExplorer, ExplorerViewState>(parseExplorerViewState);
  private readonly requests = new ExplorerRequests((message) => this.editor.post(message));
  private state = this.editor.kept;
  private shown: Shown | undefined;
  private usualHedging: string | null = null;
  /** The details received for summaries of the current answer. */
  private details = new Map<number, ForecastDetails>();
  private readonly announcer = new Announcer();
  private readonly notice = new Notice();
  private readonly tooltip = new Tooltip();
  private readonly menu = new PlacedMenu();
  private readonly grid = new GridView();
  private readonly banners = element("div", { class: "banners" });
  private readonly movedText = element("span");
  private readonly movedBar = element("div", { class: "moved", hidden: "" }, this.movedText);
  private readonly nothing = element("div", { class: "muted", role: "status" });
  private readonly message = new PageMessage((action) => this.requests.act(action));
  private readonly facts = element("footer", { class: "facts" });
  private readonly detailsView: DetailsView;
  private readonly left = element("section", { class: "matrix" });
  private readonly middle: HTMLElement;
  private readonly head: ExplorerHead;
  private readonly input: MatrixInput;

  constructor(private readonly body: HTMLElement) {
    this.head = new ExplorerHead({
      onRefresh: () => this.requests.act("refresh"),
      onCompare: () => this.change(toggledComparison(this.state)),
      onOpenChart: () => this.openSides(),
      onAxis: (axis) => this.change({ axis }),
      onHeld: (name, value) => this.change(withCoordinate(this.state, name, value)),
      onFilter: (filter) => this.change({ filter }),
      entries: () => this.moreEntries(),
    });
    this.input = new MatrixInput({
      grid: this.grid,
      size: () => this.size(),
      isHeading: (row) => this.shown?.content.rows[row]?.isHeading !== false,
      onChoose: (cell, isAdding) => this.choose(cell, isAdding),
      isWaiting: () => this.isWaiting,
      onMove: () => this.render(),
      onOpen: (cell, isBeside) => this.openAt(cell, isBeside),
      onMenu: (cell) => this.openMenuAt(cell),
      onCopy: () => this.copyTable(),
      onEscape: () => this.endComparison(),
    });
    this.detailsView = new DetailsView({
      onChange: (changes) => this.change(changes),
      onInstead: (of, value) => this.chooseInstead(of, value),
      onSwap: () => this.change({ a: this.state.b, b: this.state.a }),
      onOpenVariant: (row, isBeside) => this.openVariant(row, isBeside),
      onVariantMenu: (row, at) => this.openVariantMenu(row, at),
    });
    this.movedBar.append(
      button({ class: "tool framed", text: t("Show All Forecasts") }, () =>
        this.requests.showAll(),
      ),
    );
    this.left.append(this.movedBar, this.nothing, this.grid.root);
    this.middle = element("div", { class: "middle" }, this.left, this.detailsView.root);
    const { table } = this.grid;
    table.addEventListener("pointerover", (event) => this.rest(event));
    table.addEventListener("pointerleave", () => this.tooltip.hide());
    table.addEventListener("pointerdown", () => this.tooltip.hide());
    this.grid.root.addEventListener("scroll", () => this.tooltip.hide(), { passive: true });
  }

  start(): void {
    const { head, banners, message, middle, facts } = this;
    const page = element(
      "main",
      { class: "page" },
      ...[head.root, banners, message.root, middle, facts],
    );
    const { menu, tooltip, notice, announcer } = this;
    this.body.append(page, menu.root, tooltip.root, notice.root, announcer.root);
    addEventListener("message", ({ data }: MessageEvent<ToExplorer>) => this.receive(data));
    addEventListener("error", ({ message: words }) =>
      this.editor.post({ type: "failed", message: words }),
    );
    this.editor.post({ type: "ready" });
  }

  private receive(message: ToExplorer): void {
    switch (message.type) {
      case "wait":
        this.wait(message.identity);
        return;
      case "show":
        this.take(message.identity, message.answer);
        return;
      case "details":
        this.takeDetails(message.generation, message.details);
        return;
      case "moved":
        this.takeMoved(message.generation, message.moved);
        return;
      case "choose":
        this.takeChoice(message.choice);
        return;
      case "hedging":
        this.usualHedging = message.hedging;
        if (this.shown !== undefined) this.show(this.shown);
        return;
      case "fail":
        this.fail(message.identity, message.failure);
        return;
      case "told":
        this.notice.show(message.words);
        this.announcer.report(message.words);
    }
  }

  private wait(identity: PageIdentity): void {
    if (this.shown !== undefined) return;
    this.head.name(identity.isSample);
    this.showBanners(explorerBanners(identity));
    this.message.wait();
    this.showMiddle(false);
  }

  private take(identity: PageIdentity, answer: ExplorerAnswer): void {
    this.details.clear();
    this.requests.generation = answer.generation;
    const index = new SummaryIndex(answer);
    this.show({ identity, index, moved: null });
    this.head.name(identity.isSample);
    this.showBanners(explorerBanners(identity, answer));
  }

  private takeDetails(generation: number, all: readonly ForecastDetails[]): void {
    if (generation !== this.shown?.index.answer.generation) return;
    for (const each of all) this.details.set(each.summary, each);
    this.render();
  }

  private takeMoved(generation: number, moved: ForecastsMoved | null): void {
    const { shown } = this;
    if (generation !== shown?.index.answer.generation) return;
    if (moved === null && shown.moved === null) return;
    const [first = -1] = moved?.summaries ?? [];
    const { a } = this.state;
    const known = a === null ? -1 : shown.index.find(a);
    if (moved?.summaries.includes(known) === false && first >= 0)
      this.keep(shownAt(shown.index.nameOfSummary(first)));
    this.show({ ...shown, moved });
  }

  private takeChoice({ market, currency, horizon }: ExplorerChoice): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { matrix, index } = shown;
    const usual = index.nameOf(-1, matrix.held);
    const own = { currency: currency ?? usual.currency, horizon: horizon ?? usual.horizon };
    const key = { market, ...own, hedging: usual.hedging, repeat: 0 };
    const { hedging } = this.state;
    this.change({ ...shownAt(key), hedging, axis: "horizons", filter: "" });
    this.revealChosen();
  }

  private fail(identity: PageIdentity, failure: PageFailure): void {
    this.shown = undefined;
    this.head.name(identity.isSample);
    this.showBanners([]);
    const title = t("Could not open {0}", t("Forecast Explorer"));
    this.message.fail(title, failure);
    this.showMiddle(false);
    this.announcer.report(`${title}. ${failure.message}`);
  }

  private show({ identity, index, moved }: Omit<Shown, "matrix" | "content">): void {
    const pair = pairOf(this.state);
    const { axis, currency, horizon, hedging, filter } = this.state;
    const { usualHedging } = this;
    const matrix = matrixOf(index, {
      ...{ axis, currency, horizon, hedging, usualHedging, filter, pair },
      kept: this.state.a?.market ?? null,
      noGroup: t("Other"),
    });
    this.keep(followingHedging(this.state, index.nameOf(-1, matrix.held).hedging));
    const { a, b } = this.state;
    const content =
      moved === null
        ? new MatrixContent({ index, matrix, sides: [a, b], isPair: pair !== null })
        : new MovedContent(index, moved, filter);
    this.shown = { identity, index, moved, matrix, content };
    if (a === null) this.chooseFirst(this.shown);
    else this.render();
  }

  private keep(changes: Partial<ExplorerViewState>): void {
    const { toggled = this.state.toggled } = changes;
    this.state = { ...this.state, ...changes, toggled: toggled.slice(-maxToggled) };
    this.editor.keep(this.state);
  }

  private change(changes: Partial<ExplorerViewState>): void {
    this.keep(changes);
    const { shown } = this;
    if (shown === undefined) return;
    if (Object.keys(changes).every((name) => ofDetails.has(name))) this.render();
    else this.show(shown);
  }

  /** Chooses a default: something is always chosen if there are forecasts. */
  private chooseFirst({ matrix, index }: Shown): void {
    const first = firstSummary(matrix);
    if (first < 0) {
      this.render();
      return;
    }
    this.change({ a: index.nameOfSummary(first) });
    this.revealChosen();
  }

  private choose(cell: CellPlace, isAdding: boolean): void {
    const { shown } = this;
    const key = shown?.content.keyAt(cell);
    if (shown === undefined || key === undefined) return;
    const { currency, horizon, hedging } = key;
    const isMoved = shown.moved !== null && !isAdding;
    const changes = chosen(this.state, key, isAdding);
    this.change(isMoved ? { ...changes, currency, horizon, hedging } : changes);
    const words = this.sides().map((side) => forecastText(shown.index, side));
    this.announcer.reportRested(() => words.join("; "));
  }

  private chooseInstead(of: "currency" | "horizon" | "hedging", value: string): void {
    const { a, b } = this.state;
    if (a === null) return;
    const { index } = this.shown ?? {};
    const isFirst = b === null || (index !== undefined && index.find(a) < 0);
    if (!isFirst) this.change({ b: { ...b, [of]: value, repeat: 0 } });
    else this.change({ [of]: value, a: { ...a, [of]: value, repeat: 0 } });
  }

  private endComparison(): boolean {
    if (!this.state.isComparing) return false;
    this.change(toggledComparison(this.state));
    this.revealChosen();
    return true;
  }

  private revealChosen(): void {
    const { shown, state } = this;
    if (shown === undefined || state.a === null) return;
    const place = this.placeOfKey(shown, state.a);
    if (place !== undefined) this.grid.reveal(place);
  }

  /** Whether a comparison still lacks its second forecast. */
  private get isWaiting(): boolean {
    return this.state.isComparing && this.state.b === null;
  }

  private placeOfKey({ content, index, matrix }: Shown, key: SummaryKey): CellPlace | undefined {
    if (content instanceof MatrixContent) return placeOf(index, matrix, key);
    const row = content.rowOf(key, isSameKey);
    return row < 0 ? undefined : { row, column: 0 };
  }

  /** The chosen forecasts: none, one, or the two of a comparison. */
  private sides(): readonly (Side & { readonly summary: number })[] {
    const { shown, state } = this;
    if (shown === undefined) return [];
    const { index } = shown;
    return [state.a, state.b].flatMap((key) => {
      if (key === null) return [];
      const summary = index.find(key);
      const absence = summary < 0 ? absenceOf(index, key) : null;
      return [
        {
          key,
          summary,
          absence,
          total: index.totalOf(summary),
          details: this.details.get(summary),
        },
      ];
    });
  }

  private render(): void {
    const { shown, state } = this;
    if (shown === undefined) return;
    const { identity, index, matrix, content, moved } = shown;
    const sides = this.sides();
    const hasAny = sides.some(({ summary }) => summary >= 0);
    this.head.show(state, index, matrix, { compare: hasAny, open: hasAny });
    setText(this.facts, explorerFacts(identity, index.answer).join(" · "));
    if (index.answer.summaries.totals.length === 0) {
      this.message.say(t("No forecasts from {0}", identity.service));
      this.showMiddle(false);
      this.head.hide();
      this.facts.hidden = false;
      return;
    }
    this.message.hide();
    this.showMiddle(true);
    this.movedBar.hidden = moved === null;
    this.left.classList.toggle(
      "paired",
      content instanceof MatrixContent && content.asides.length > 0,
    );
    this.left.classList.toggle("listed", moved !== null);
    if (moved !== null) setText(this.movedText, movedMessage(moved));
    this.showGrid(content, sides);
    setText(this.nothing, content.rows.length === 0 ? t("Nothing matches the filter.") : "");
    this.detailsView.show({ index, sides, state, moved: moved?.variant ?? "" });
    const missing = sides.filter(({ summary, details }) => summary >= 0 && details === undefined);
    this.requests.details(missing.map(({ summary }) => summary));
  }

  private showGrid(content: MatrixContent | MovedContent, sides: readonly Side[]): void {
    const { shown } = this;
    if (shown === undefined) return;
    const places = sides.flatMap(({ key }) => this.placeOfKey(shown, key) ?? []);
    const { column } = this.input.active;
    if (!this.isWaiting) this.input.active = places.at(-1) ?? { row: noRow, column };
    this.grid.show({
      content,
      selection: places.map((place) => ({ from: place, to: place })),
      active: this.input.active,
      lit: places,
    });
  }

  private size(): { readonly rows: number; readonly columns: number } {
    const { rows = [], columns = [] } = this.shown?.content ?? {};
    return { rows: rows.length, columns: columns.length };
  }

  /** The forecast of a cell; without a cell, the chosen forecast. */
  private keyAt(cell: CellPlace): SummaryKey | undefined {
    const { a, b } = this.state;
    return cell.row === noRow ? (b ?? a ?? undefined) : this.shown?.content.keyAt(cell);
  }

  private openAt(cell: CellPlace, isBeside: boolean): void {
    const { shown } = this;
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
    const { shown } = this;
    const key = this.keyAt(cell);
    if (shown === undefined || key === undefined) return;
    const summary = shown.index.find(key);
    const copy = { label: t("Copy Table"), run: () => this.copyTable() };
    const entries = seriesEntries((command) => this.requests.run(command, [summary]));
    this.tooltip.hide();
    this.menu.open(
      this.grid.elementOf(cell),
      summary < 0 ? [copy] : [...entries, null, copy],
      this.grid.table,
    );
  }

  private openVariantMenu(row: AttributionRow, at: HTMLElement): void {
    const { requests } = this;
    const contribution = this.contributionOf(row);
    if (contribution === undefined) return;
    const moved: MenuEntry = {
      label: t("Forecasts It Moves"),
      run: () => requests.showMovedBy(contribution),
    };
    const entries = seriesEntries((command) => requests.runVariant(command, contribution));
    this.menu.open(at, [moved, null, ...entries], at);
  }

  private moreEntries(): readonly (MenuEntry | null)[] {
    const { requests } = this;
    return explorerEntries({
      isShown: this.shown !== undefined,
      run: (action) => requests.act(action),
      copy: () => this.copyTable(),
      save: (form) => requests.save(form, this.textOf(form, true)),
    });
  }

  private copyTable(): void {
    this.requests.copy(this.textOf("tsv", false));
  }

  private textOf(form: ExportForm, hasFacts: boolean): string {
    const { shown } = this;
    if (shown === undefined) return "";
    const { identity, index, matrix, moved } = shown;
    const facts = [t("Forecast Explorer"), explorerFacts(identity, index.answer).join(" · ")];
    return shownTableText(forecastTable(index, matrix, moved, hasFacts ? facts : []), form);
  }

  private rest(event: PointerEvent): void {
    const { shown } = this;
    const place = this.grid.placeOf(event.target);
    const cell = place === undefined ? null : this.grid.elementOf(place);
    if (shown === undefined || place === undefined || cell === null || event.buttons !== 0) {
      this.tooltip.hide();
      return;
    }
    this.tooltip.rest(cell, () => shown.content.toldOf(place));
  }

  private showBanners(banners: readonly string[]): void {
    this.banners.replaceChildren(...bannerLines(banners));
  }

  /** Shows the forecasts, or hides them in favour of a message. */
  private showMiddle(isShown: boolean): void {
    this.middle.hidden = this.facts.hidden = !isShown;
    if (this.shown === undefined) this.head.hide();
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
