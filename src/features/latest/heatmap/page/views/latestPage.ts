import { type PageIdentity } from "../../../protocol";
import { type FromLatest } from "../../messages";
import { type PageFailure, type ExportForm } from "../../../../../shared/pageProtocol";
import { labelledColumns } from "../../../../../shared/latestColumns";
import {
  type LatestAnswer,
  type SentAnswer,
  type ToLatest,
  type VariantCommand,
} from "../../protocol";
import { readableTagKind } from "../../../../../shared/tagKind";
import { t } from "../../../../../ui/l10n";
import { Announcer } from "../../../../../ui/announcer";
import { button, element } from "../../../../../ui/element";
import { Editor } from "../../../../../ui/editor";
import { type MenuEntry } from "../../../../../ui/menu";
import { Notice } from "../../../../../ui/notice";
import { bannerLines, PageMessage } from "../../../../../ui/pageMessage";
import { PlacedMenu } from "../../../../../ui/placedMenu";
import { Tooltip } from "../../../../../ui/tooltip";
import { nameColumn } from "../../../../../ui/table/gridMoves";
import { GridView } from "../../../../../ui/table/gridView";
import { type CellPlace, cellsOf } from "../../../../../ui/table/selection";
import { shownTableText } from "../../../../../ui/table/shownTable";
import { type Grid, noRecord } from "../model/grid";
import { HeatView } from "../model/heatView";
import { byMean, byName, nextSorting } from "../model/order";
import { placementOf, type Placement, placedSignalKey } from "../model/placement";
import { shownTable } from "../model/shownCells";
import { columnStatistics } from "../model/columnStatistics";
import { cellText, toldOf } from "./cellLabels";
import {
  heatMapBanners,
  exportFacts,
  heatMapFacts,
  heatMapTitle,
  withoutText,
} from "./heatMapFacts";
import { ChangeBar } from "./changeBar";
import { noFlipsText } from "./changeLabels";
import { Comparing } from "./comparing";
import { GridInput } from "./gridInput";
import { HeatContent } from "./heatContent";
import { PageHead } from "./pageHead";
import { selectionLabels, Strip } from "./strip";
import { cellEntries, heatMapEntries } from "./heatMapMenu";
import { ofLooks, ofOrder, parseHeatMapViewState, type HeatMapViewState } from "./heatMapViewState";
import { WithoutCode } from "./withoutCode";
import { columnTitle, scoreText } from "./heatMapLabels";

/** The message shown, with the models made from it. */
interface Shown {
  readonly identity: PageIdentity;
  readonly answer: LatestAnswer;
  readonly placement: Placement;
  readonly view: HeatView;
  readonly content: HeatContent;
}

/** The page of the latest signals. */
export class LatestPage {
  private readonly editor = new Editor<FromLatest, HeatMapViewState>(parseHeatMapViewState);
  private state = this.editor.kept;
  private shown: Shown | undefined;
  private readonly announcer = new Announcer();
  private readonly notice = new Notice();
  private readonly tooltip = new Tooltip();
  private readonly withoutCode = new WithoutCode();
  private readonly grid = new GridView();
  private readonly banners = element("div", { class: "banners" });
  private readonly message = new PageMessage((action) => this.editor.post({ type: "do", action }));
  private readonly facts = element("footer", { class: "facts" });
  private readonly menu = new PlacedMenu();
  private readonly strip = new Strip((limit) =>
    this.change(this.state.since === null ? { limit } : { changeLimit: limit }),
  );
  private readonly comparing = new Comparing((message) => this.editor.post(message));
  private readonly changeBar = new ChangeBar({
    onFetch: () => this.compare(true),
    onCancel: () => {
      this.comparing.stop();
      this.changeBar.showWork(undefined);
    },
  });
  private readonly head: PageHead;
  private sinceOfFlips: HeatMapViewState["since"] | undefined;
  private readonly input: GridInput;

  constructor(private readonly body: HTMLElement) {
    this.head = new PageHead({
      onRefresh: () => this.editor.post({ type: "do", action: "refresh" }),
      onScore: (score) => this.change({ score }),
      onRowKind: (rowKind) => this.change({ rowKind }),
      onSince: (since) => {
        if (since === "day") this.editor.post({ type: "askSince" });
        else this.change({ since });
      },
      onFlips: () => this.toggleFlips(),
      onFilter: (filter) => this.change({ filter }),
      entries: () => this.moreEntries(),
    });
    this.input = new GridInput({
      grid: this.grid,
      size: () => this.size(),
      onFocus: () => this.showFocus(),
      onSort: (column) => this.sort(column),
      onHeld: (column) => this.chooseHeld(column),
      onOpen: (cell, isBeside) => this.run(isBeside ? "openBeside" : "openChart", [cell]),
      onMenu: (cell) => this.openMenuAt(cell),
      onCopy: () => this.copy(),
    });
    const { table } = this.grid;
    table.addEventListener("pointerover", (event) => this.rest(event));
    table.addEventListener("pointerleave", () => this.tooltip.hide());
    table.addEventListener("pointerdown", () => this.tooltip.hide());
    this.grid.root.addEventListener("scroll", () => this.tooltip.hide(), { passive: true });
  }

  start(): void {
    const page = element(
      "main",
      { class: "page" },
      this.head.root,
      this.banners,
      this.changeBar.root,
      this.message.root,
      this.grid.root,
      this.strip.root,
      this.facts,
    );
    this.body.append(
      page,
      this.menu.root,
      this.tooltip.root,
      this.notice.root,
      this.announcer.root,
      this.withoutCode.root,
    );
    addEventListener("message", ({ data }: MessageEvent<ToLatest>) => this.receive(data));
    addEventListener("error", ({ message }) => this.editor.post({ type: "failed", message }));
    this.editor.post({ type: "ready" });
  }

  private receive(message: ToLatest): void {
    switch (message.type) {
      case "wait":
        this.wait(message.identity);
        return;
      case "show":
        this.take(message.identity, message.answer);
        return;
      case "fail":
        this.fail(message.identity, message.failure);
        return;
      case "since":
        this.change({ since: message.day });
        return;
      case "older":
        this.comparing.take(message.older);
        this.showAnew();
        this.comparing.askElsewhere(this.shown, this.state.since);
        return;
      case "olderProgress":
        this.comparing.note(message.progress);
        this.changeBar.showWork(message.progress);
        return;
      case "told":
        this.notice.show(message.words);
        this.announcer.report(message.words);
    }
  }

  private wait(identity: PageIdentity): void {
    if (this.shown !== undefined) return;
    this.head.name(heatMapTitle(identity), identity.isSample);
    this.showBanners(heatMapBanners(identity));
    this.message.wait();
    this.showTable(false);
  }

  private take(identity: PageIdentity, { labels, ...sent }: SentAnswer): void {
    const answer = { ...sent, columns: labelledColumns(sent.columns, labels) };
    const placement = placementOf(answer.columns, answer.signals);
    this.shown = this.shownOf({ identity, answer, placement });
    this.head.name(heatMapTitle(identity, answer), identity.isSample);
    this.showBanners(heatMapBanners(identity, answer));
    this.input.reset();
    this.render();
    this.compare(false);
  }

  private fail(identity: PageIdentity, failure: PageFailure): void {
    this.shown = undefined;
    this.head.name(heatMapTitle(identity), identity.isSample);
    this.showBanners([]);
    const title = t("Could not open {0}", heatMapTitle(identity));
    this.message.fail(title, failure);
    this.showTable(false);
    this.announcer.report(`${title}. ${failure.message}`);
  }

  private shownOf(told: Omit<Shown, "view" | "content">, grid?: Grid): Shown {
    const { state } = this;
    const { identity, answer, placement } = told;
    const { signal } = identity;
    const changes = this.comparing.changesOf(placement, answer, state.since);
    const request = { ...state, signal, changes, hasOnlyFlips: state.hasFlips };
    const view = new HeatView(placement, request, t("Other"), grid);
    const content = new HeatContent({
      view,
      label: heatMapTitle(identity, answer),
      rowKind: readableTagKind(view.grid.rowKind),
      sorting: state.sorting,
      hasMean: state.hasMean,
      limit: this.limit,
      staleLabel: (cell) => cellText(view, cell, answer.fetchedAtMs),
    });
    return { ...told, view, content };
  }

  private change(changes: Partial<HeatMapViewState>): void {
    this.state = { ...this.state, ...changes };
    this.editor.keep(this.state);
    const { shown } = this;
    if (shown === undefined) return;
    const isSameGrid = Object.keys(changes).every((name) => ofOrder.has(name));
    this.shown = this.shownOf(shown, isSameGrid ? shown.view.grid : undefined);
    this.input.reset();
    this.render();
    if (Object.keys(changes).some((name) => !ofLooks.has(name))) this.compare(false);
  }

  private showAnew(): void {
    const { shown } = this;
    if (shown === undefined) return;
    this.shown = this.shownOf(shown, shown.view.grid);
    if (this.shown.view.hasOnlyFlips) this.input.reset();
    this.render();
  }

  /** The color limit; changes have their own. */
  private get limit(): number {
    const { since, limit, changeLimit } = this.state;
    return since === null ? limit : changeLimit;
  }

  /** Turns sign flips on or off, together with the comparison that they need. */
  private toggleFlips(): void {
    const { since, hasFlips } = this.state;
    const isOwnSince = hasFlips && since === this.sinceOfFlips;
    this.sinceOfFlips = since === null ? "week" : undefined;
    if (since === null) this.change({ since: "week", hasFlips: true });
    else this.change({ hasFlips: !hasFlips, ...(isOwnSince ? { since: null } : {}) });
  }

  /** Requests the older values of the shown cells. */
  private compare(mayRequest: boolean): void {
    const { since } = this.state;
    this.comparing.ask(this.shown, since, mayRequest);
    if (since !== null) this.showChangeBar();
  }

  private showChangeBar(): void {
    const { view } = this.shown ?? {};
    if (view?.changes === undefined) this.changeBar.hide();
    else this.changeBar.show(view, view.changes, this.comparing);
  }

  private render(): void {
    const { shown, state } = this;
    if (shown === undefined) return;
    const { identity, answer, placement, view } = shown;
    this.head.show(state, identity.signal !== null, view);
    const facts = heatMapFacts(identity, answer).join(" · ");
    this.facts.replaceChildren(element("span", { text: facts }), ...this.extraFacts(shown));
    this.showChangeBar();
    if (view.rows.length === 0 || view.columns.length === 0) {
      this.message.say(this.emptyMessage(placement, identity));
      this.showTable(false);
      this.facts.hidden = false;
      return;
    }
    this.message.hide();
    this.showTable(true);
    const score = identity.signal === null ? scoreText(state.score) : t("Score");
    const what = view.changes === undefined ? score : t("Change in {0}", score);
    this.strip.show(view, what, this.limit);
    this.showFocus();
  }

  private extraFacts({ placement, view }: Shown): readonly HTMLElement[] {
    const { withoutCode } = placement;
    const { withoutRowKind, rowKind } = view.grid;
    const kind = readableTagKind(rowKind).toLowerCase();
    return [
      ...(withoutRowKind === 0
        ? []
        : [element("span", { text: ` · ${withoutText(withoutRowKind, kind)}` })]),
      ...(withoutCode.length === 0
        ? []
        : [
            element("span", { text: " · " }),
            button(
              { class: "link", text: t("Records without a code: {0}", withoutCode.length) },
              () => this.withoutCode.open(placement),
            ),
          ]),
    ];
  }

  private emptyMessage({ columns }: Placement, { service }: PageIdentity): string {
    if (columns.codes.length === 0) return t("No latest values from {0}", service);
    const { view } = this.shown ?? {};
    if (view?.hasOnlyFlips === true && view.candidateCount !== 0) return noFlipsText(view);
    return this.state.filter.trim() === ""
      ? t("None of the latest values from {0} has a tag", service)
      : t("Nothing matches the filter.");
  }

  private size(): { readonly rows: number; readonly columns: number } {
    const { rows = [], columns = [] } = this.shown?.view ?? {};
    const asides = this.shown?.content.asides ?? [];
    return { rows: rows.length, columns: columns.length + asides.length };
  }

  /** Shows the grid with its active cell and its selection. */
  private showFocus(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { view, content } = shown;
    const { active, selection } = this.input.focus;
    this.grid.show({ content, selection, active, lit: [] });
    const cells = cellsOf(selection);
    const statistics = columnStatistics(cells.map(({ row, column }) => view.valueAt(row, column)));
    this.strip.showSelected(cells.length, statistics);
    if (cells.length > 1) {
      const words = selectionLabels(statistics).map((pair) => pair.join(" "));
      this.announcer.reportRested(() => words.join(", "));
    }
  }

  private sort(column: number): void {
    const { sorting } = this.state;
    const by = column === nameColumn ? byName : (this.shown?.view.columns[column]?.key ?? byMean);
    this.change({ sorting: nextSorting(sorting, by) });
  }

  private chooseHeld(at: number): void {
    const column = this.shown?.view.columns[at];
    if (column === undefined || column.choices.length < 2) return;
    const key = placedSignalKey(column.signal.code, column.signal.version);
    const entries = column.choices.map((choice) => ({
      label: choice.label === "" ? t("(none)") : choice.label,
      key: String(choice.filled),
      isChecked: choice.key === column.held?.key,
      run: () => this.change({ held: { ...this.state.held, [key]: choice.key } }),
    }));
    this.openMenu({ row: -1, column: at }, entries);
  }

  private openMenuAt(cell: CellPlace): void {
    const { selection } = this.input.focus;
    const cells = cellsOf(selection);
    const chosen = cells.length > 1 ? cells : [cell];
    const recorded = chosen.filter((each) => this.recordAt(each) !== noRecord);
    const run = (command: VariantCommand): void => this.run(command, recorded);
    this.openMenu(
      cell,
      cellEntries(recorded.length, run, () => this.copy()),
    );
  }

  private openMenu(place: CellPlace, entries: readonly (MenuEntry | null)[]): void {
    this.tooltip.hide();
    this.menu.open(this.grid.elementOf(place), entries, this.grid.table);
  }

  private recordAt({ row, column }: CellPlace): number {
    return this.shown?.view.recordAt(row, column) ?? noRecord;
  }

  private run(command: VariantCommand, cells: readonly CellPlace[]): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { view, answer } = shown;
    const found = cells.filter((cell) => this.recordAt(cell) !== noRecord);
    if (found.length === 0) return;
    // The three scores of a variant are one record.
    const versions = new Map(
      found.map((cell) => [this.recordAt(cell), view.columns[cell.column]?.signal.version ?? 0]),
    );
    this.editor.post({
      type: "run",
      generation: answer.generation,
      command,
      records: Int32Array.from(versions.keys()),
      versions: Float64Array.from(versions.values()),
    });
  }

  private rest(event: PointerEvent): void {
    const { shown } = this;
    const place = this.grid.placeOf(event.target);
    const cell = place === undefined ? null : this.grid.elementOf(place);
    if (shown === undefined || place === undefined || cell === null || event.buttons !== 0) {
      this.tooltip.hide();
      return;
    }
    this.tooltip.rest(cell, () => toldOf(shown.view, place, shown.answer.fetchedAtMs));
  }

  private copy(): void {
    const cells = cellsOf(this.input.focus.selection);
    this.copyCells(cells.length === 0 ? this.allCells() : cells);
  }

  private copyCells(cells: readonly CellPlace[]): void {
    const text = this.textOf(cells, "tsv", false);
    if (text !== undefined) this.editor.post({ type: "copyText", text });
  }

  private save(form: ExportForm): void {
    const text = this.textOf(this.allCells(), form, true);
    if (text !== undefined) this.editor.post({ type: "save", form, text });
  }

  private textOf(
    cells: readonly CellPlace[],
    form: ExportForm,
    hasFacts: boolean,
  ): string | undefined {
    const { shown } = this;
    if (shown === undefined) return undefined;
    const { view, identity, answer } = shown;
    const titles = {
      rowKind: readableTagKind(view.grid.rowKind),
      columnTitle: (at: number): string => {
        const column = view.columns[at];
        if (column === undefined) return "";
        const held = column.held?.label ?? "";
        const title = columnTitle(column, view.columns);
        return held === "" ? title : `${title} (${held})`;
      },
    };
    const facts = hasFacts ? exportFacts(identity, answer, this.state, view) : [];
    return shownTableText(shownTable(view, cells, titles, facts), form);
  }

  private allCells(): readonly CellPlace[] {
    const { rows = [], columns = [] } = this.shown?.view ?? {};
    const to = { row: rows.length - 1, column: columns.length - 1 };
    return cellsOf([{ from: { row: 0, column: 0 }, to }]);
  }

  private moreEntries(): readonly (MenuEntry | null)[] {
    const { shown, state, editor } = this;
    if (shown === undefined)
      return [{ label: t("Show Log"), run: () => editor.post({ type: "do", action: "showLog" }) }];
    return heatMapEntries({
      state,
      isOne: shown.identity.signal !== null,
      hasRegions: shown.view.hasRegions,
      hasOnlyFlips: shown.view.hasOnlyFlips,
      onChange: (changes) => this.change(changes),
      onCopy: () => this.copyCells(this.allCells()),
      onSave: (form) => this.save(form),
      onDo: (action) => editor.post({ type: "do", action }),
    });
  }

  private showBanners(banners: readonly string[]): void {
    this.banners.replaceChildren(...bannerLines(banners));
  }

  /** Shows the table, or hides it in favour of a message. */
  private showTable(isTable: boolean): void {
    if (this.shown === undefined) this.changeBar.hide();
    this.grid.root.hidden = this.strip.root.hidden = this.facts.hidden = !isTable;
    if (this.shown === undefined) this.head.show(this.state, false);
  }
}
