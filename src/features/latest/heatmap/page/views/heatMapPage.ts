import { type FromLatest } from "../../messages";
import { type ExportForm } from "../../../../../shared/pageProtocol";
import { labelledColumns } from "../../../../../shared/latestColumns";
import {
  type LatestAnswer,
  type SentAnswer,
  type HeatMapMessage,
  type VariantCommand,
} from "../../protocol";
import { readableTagKind } from "../../../../../shared/tagKind";
import { t } from "../../../../../ui/l10n";
import { button, setText } from "../../../../../ui/element";
import { Editor, parseKept } from "../../../../../ui/editor";
import { type MenuEntry, openMenu } from "../../../../../ui/menu";
import { type GridExtent, nameColumn } from "../../../../../ui/table/gridMoves";
import { GridInput } from "../../../../../ui/table/gridInput";
import { GridView } from "../../../../../ui/table/gridView";
import { type CellPlace, cellsOf } from "../../../../../ui/table/selection";
import { shownTableText } from "../../../../../ui/table/shownTable";
import { showTooltips } from "../../../../../ui/tooltip";
import {
  type NewestContent,
  newestWarnings,
  NewestPage,
  type PageLook,
} from "../../../page/newestPage";
import { type PageIdentity } from "../../../protocol";
import { type Grid, noRecord } from "../model/grid";
import { HeatView } from "../model/heatView";
import { byMean, byName, nextSorting } from "../model/order";
import { placementOf, type Placement, placedSignalKey } from "../model/placement";
import { shownTable } from "../model/shownCells";
import { columnStatistics } from "../model/columnStatistics";
import { cellText, tooltipOf } from "./cellLabels";
import { exportFacts, heatMapFacts, heatMapTitle, withoutText } from "./heatMapFacts";
import { ChangeBar } from "./changeBar";
import { noFlipsText } from "./changeLabels";
import { Comparing } from "./comparing";
import { HeatContent } from "./heatContent";
import { HeatMapControls, heatMapSubtitle } from "./heatMapControls";
import { selectionLabels, Strip } from "./strip";
import { cellEntries, heatMapEntries } from "./heatMapMenu";
import { heatMapView, ofLooks, ofOrder, type HeatMapViewState } from "./heatMapViewState";
import { openWithoutCode } from "./withoutCode";
import { columnTitle, scoreText } from "./heatMapLabels";

/** An answer, with the models made from it. */
interface Shown {
  readonly identity: PageIdentity;
  readonly answer: LatestAnswer;
  readonly placement: Placement;
  readonly view: HeatView;
  readonly content: HeatContent;
}

/** The page of the latest signals. */
export class HeatMapPage implements NewestContent<SentAnswer, Shown, HeatMapMessage> {
  readonly editor = new Editor<FromLatest, HeatMapViewState>((kept) =>
    parseKept(heatMapView, kept),
  );
  private readonly grid = new GridView();
  private readonly strip = new Strip((limit) =>
    this.change(this.view.since === null ? { limit } : { changeLimit: limit }),
  );
  private readonly comparing = new Comparing((message) => this.editor.post(message));
  private readonly changeBar = new ChangeBar({
    onFetch: () => this.compare(true),
    onCancel: () => {
      this.comparing.stop();
      this.changeBar.showWork(undefined);
    },
  });
  private readonly withoutCode = button({ class: "link" }, () => {
    const { shown } = this.page;
    if (shown !== undefined) openWithoutCode(shown.placement);
  });
  private readonly controls = new HeatMapControls({
    onScore: (score) => this.change({ score }),
    onRowKind: (rowKind) => this.change({ rowKind }),
    onSince: (since) => {
      if (since === "day") this.editor.post({ type: "askSince" });
      else this.change({ since });
    },
    onFlips: () => this.toggleFlips(),
    onFilter: (filter) => this.change({ filter }),
  });
  private readonly input = new GridInput({
    grid: this.grid,
    size: () => this.size(),
    onFocus: () => this.showFocus(),
    onSort: (column) => this.sort(column),
    onHeld: (column) => this.chooseHeld(column),
    onOpen: (cell, isBeside) => this.run(isBeside ? "openBeside" : "openChart", [cell]),
    onMenu: (cell) => this.openMenuAt(cell),
    onCopy: () => this.copy(),
  });
  private sinceOfFlips: HeatMapViewState["since"] | undefined;
  private readonly page: NewestPage<SentAnswer, Shown, HeatMapMessage>;

  constructor(body: HTMLElement) {
    showTooltips(this.grid, (place) => {
      const { view, answer } = this.page.shown ?? {};
      return view && answer && tooltipOf(view, place, answer.fetchedAtMs);
    });
    this.page = new NewestPage<SentAnswer, Shown, HeatMapMessage>(
      body,
      {
        toolbar: this.controls.toolbar,
        above: [this.changeBar.root],
        content: [this.grid.root, this.strip.root],
        entries: () => this.moreEntries(),
      },
      this,
    );
  }

  titleOf(identity: PageIdentity, shown: Shown | undefined): string {
    return heatMapTitle(identity, shown?.answer);
  }

  start(): void {
    this.editor.post({ type: "ready" });
  }

  private get view(): HeatMapViewState {
    return this.editor.view;
  }

  receive(message: HeatMapMessage): void {
    switch (message.type) {
      case "since":
        this.change({ since: message.day });
        return;
      case "older":
        this.comparing.take(message.older);
        this.showAnew();
        this.comparing.askElsewhere(this.page.shown, this.view.since);
        return;
      case "olderProgress":
        this.comparing.note(message.progress);
        this.changeBar.showWork(message.progress);
    }
  }

  answered(identity: PageIdentity, { labels, ...sent }: SentAnswer): Shown {
    const answer = { ...sent, columns: labelledColumns(sent.columns, labels) };
    const placement = placementOf(answer.columns, answer.signals);
    const shown = this.shownOf({ identity, answer, placement });
    this.input.reset(sizeOf(shown));
    this.comparing.ask(shown, this.view.since, false);
    return shown;
  }

  private shownOf(told: Omit<Shown, "view" | "content">, grid?: Grid): Shown {
    const state = this.view;
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
    this.editor.keep(changes);
    const { shown } = this.page;
    if (shown === undefined) return;
    const isSameGrid = Object.keys(changes).every((name) => ofOrder.has(name));
    const next = this.shownOf(shown, isSameGrid ? shown.view.grid : undefined);
    this.input.reset(sizeOf(next));
    this.page.show(next);
    if (Object.keys(changes).some((name) => !ofLooks.has(name))) this.compare(false);
  }

  private showAnew(): void {
    const { shown } = this.page;
    if (shown === undefined) return;
    const next = this.shownOf(shown, shown.view.grid);
    if (next.view.hasOnlyFlips) this.input.reset(sizeOf(next));
    this.page.show(next);
  }

  /** The color limit; changes have their own. */
  private get limit(): number {
    const { since, limit, changeLimit } = this.view;
    return since === null ? limit : changeLimit;
  }

  /** Turns sign flips on or off, together with the comparison that they need. */
  private toggleFlips(): void {
    const { since, hasFlips } = this.view;
    const isOwnSince = hasFlips && since === this.sinceOfFlips;
    this.sinceOfFlips = since === null ? "week" : undefined;
    if (since === null) this.change({ since: "week", hasFlips: true });
    else this.change({ hasFlips: !hasFlips, ...(isOwnSince ? { since: null } : {}) });
  }

  /** Requests the older values of the shown cells. */
  private compare(mayRequest: boolean): void {
    const { since } = this.view;
    this.comparing.ask(this.page.shown, since, mayRequest);
    if (since !== null) this.showChangeBar();
  }

  private showChangeBar(): void {
    const { view } = this.page.shown ?? {};
    if (view?.changes === undefined) this.changeBar.hide();
    else this.changeBar.show(view, view.changes, this.comparing);
  }

  lookOf(shown: Shown): PageLook {
    const { identity, answer, placement, view } = shown;
    const isEmpty = view.rows.length === 0 || view.columns.length === 0;
    return {
      subtitle: heatMapSubtitle(identity.signal !== null, view),
      warnings: newestWarnings(answer),
      facts: [...heatMapFacts(answer), ...this.extraFacts(shown)],
      middle: isEmpty
        ? { type: "empty", text: this.emptyMessage(placement, identity), hasTools: true }
        : { type: "content" },
    };
  }

  draw({ identity, view }: Shown): void {
    const isOne = identity.signal !== null;
    this.controls.show(this.view, isOne, view);
    this.showChangeBar();
    const score = isOne ? t("Score") : scoreText(this.view.score);
    const what = view.changes === undefined ? score : t("Change in {0}", score);
    this.strip.show(view, what, this.limit);
    this.showFocus();
  }

  private extraFacts({ placement, view }: Shown): readonly (string | HTMLElement)[] {
    const { withoutRowKind, rowKind } = view.grid;
    const kind = readableTagKind(rowKind).toLowerCase();
    const { length: count } = placement.withoutCode;
    setText(this.withoutCode, t("Records without a code: {0}", count));
    return [
      ...(withoutRowKind === 0 ? [] : [withoutText(withoutRowKind, kind)]),
      ...(count === 0 ? [] : [this.withoutCode]),
    ];
  }

  private emptyMessage({ columns }: Placement, { service }: PageIdentity): string {
    if (columns.codes.length === 0) return t("No latest values from {0}", service);
    const { view } = this.page.shown ?? {};
    if (view?.hasOnlyFlips === true && view.candidateCount !== 0) return noFlipsText(view);
    return this.view.filter.trim() === ""
      ? t("None of the latest values from {0} has a tag", service)
      : t("Nothing matches the filter.");
  }

  private size(): GridExtent {
    const { shown } = this.page;
    return shown === undefined ? { rows: 0, columns: 0 } : sizeOf(shown);
  }

  /** Shows the grid with its active cell and its selection. */
  private showFocus(): void {
    const { shown } = this.page;
    if (shown === undefined) return;
    const { view, content } = shown;
    const { active, selection } = this.input.focus;
    this.grid.show({ content, selection, active, lit: [] });
    const cells = cellsOf(selection);
    const statistics = columnStatistics(cells.map(({ row, column }) => view.valueAt(row, column)));
    this.strip.showSelected(cells.length, statistics);
    if (cells.length > 1) {
      const words = selectionLabels(statistics).map((pair) => pair.join(" "));
      this.page.announce(words.join(", "));
    }
  }

  private sort(column: number): void {
    const { sorting } = this.view;
    const by =
      column === nameColumn ? byName : (this.page.shown?.view.columns[column]?.key ?? byMean);
    this.change({ sorting: nextSorting(sorting, by) });
  }

  private chooseHeld(at: number): void {
    const column = this.page.shown?.view.columns[at];
    if (column === undefined || column.choices.length < 2) return;
    const key = placedSignalKey(column.signal.code, column.signal.version);
    const entries = column.choices.map((choice) => ({
      label: choice.label === "" ? t("(none)") : choice.label,
      key: String(choice.filled),
      isChecked: choice.key === column.held?.key,
      run: () => this.change({ held: { ...this.view.held, [key]: choice.key } }),
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
    openMenu(entries, {
      label: t("Menu"),
      at: this.grid.elementOf(place) ?? this.grid.root,
      returnFocus: () => this.grid.table.focus(),
    });
  }

  private recordAt({ row, column }: CellPlace): number {
    return this.page.shown?.view.recordAt(row, column) ?? noRecord;
  }

  private run(command: VariantCommand, cells: readonly CellPlace[]): void {
    const { shown } = this.page;
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
    const { shown } = this.page;
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
    const facts = hasFacts ? exportFacts(identity, answer, this.view, view) : [];
    return shownTableText(shownTable(view, cells, titles, facts), form);
  }

  private allCells(): readonly CellPlace[] {
    const { rows = [], columns = [] } = this.page.shown?.view ?? {};
    const to = { row: rows.length - 1, column: columns.length - 1 };
    return cellsOf([{ from: { row: 0, column: 0 }, to }]);
  }

  private moreEntries(): readonly (MenuEntry | null)[] {
    const { editor } = this;
    const { shown } = this.page;
    if (shown === undefined)
      return [{ label: t("Show Log"), run: () => editor.post({ type: "do", action: "showLog" }) }];
    return heatMapEntries({
      state: this.view,
      isOne: shown.identity.signal !== null,
      hasRegions: shown.view.hasRegions,
      hasOnlyFlips: shown.view.hasOnlyFlips,
      onChange: (changes) => this.change(changes),
      onCopy: () => this.copyCells(this.allCells()),
      onSave: (form) => this.save(form),
      onDo: (action) => editor.post({ type: "do", action }),
    });
  }
}

/** The number of rows and columns, including the column of means. */
function sizeOf({ view, content }: Shown): GridExtent {
  return { rows: view.rows.length, columns: view.columns.length + content.asides.length };
}
