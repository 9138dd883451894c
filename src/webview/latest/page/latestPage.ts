import { type ChartFailure } from "../../../shared/chart/chartProtocol";
import { labelledColumns } from "../../../shared/latest/latestColumns";
import {
  type ExportForm,
  type FromLatest,
  type LatestAnswer,
  type LatestIdentity,
  type SentAnswer,
  type ToLatest,
  type VariantCommand,
} from "../../../shared/latest/latestProtocol";
import { readableTagKind } from "../../../shared/tagKind";
import { t } from "../../l10n";
import { Announcer } from "../../kit/announcer";
import { button, element } from "../../kit/element";
import { Editor } from "../../kit/editor";
import { type MenuEntry } from "../../kit/menu";
import { Notice } from "../../kit/notice";
import { bannerLines, PageMessage } from "../../kit/pageMessage";
import { PlacedMenu } from "../../kit/placedMenu";
import { Tooltip } from "../../kit/tooltip";
import { nameColumn } from "../../table/gridMoves";
import { GridView } from "../../table/gridView";
import { type CellPlace, cellsOf } from "../../table/selection";
import { tableText } from "../../table/shownTable";
import { type Grid, noRecord } from "../model/grid";
import { HeatView } from "../model/heatView";
import { byMean, byName } from "../model/order";
import { placementOf, type Placement, signalKey } from "../model/placement";
import { shownTable } from "../model/shownText";
import { statisticsOf } from "../model/statistics";
import { cellText, toldOf } from "./cellLabels";
import { bannersOf, exportFacts, factsOf } from "./facts";
import { GridInput } from "./gridInput";
import { HeatContent } from "./heatContent";
import { PageHead } from "./pageHead";
import { selectionLabels, Strip } from "./strip";
import { parseViewState, type ViewState } from "./viewState";
import { WithoutCode } from "./withoutCode";
import { columnTitle, scoreText } from "./labels";

/** What was told, and what is made of it. */
interface Shown {
  readonly identity: LatestIdentity;
  readonly answer: LatestAnswer;
  readonly placement: Placement;
  readonly view: HeatView;
  readonly content: HeatContent;
}

/** The page of the latest signals. */
export class LatestPage {
  private readonly editor = new Editor<FromLatest, ViewState>(parseViewState);
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
  private readonly strip = new Strip((limit) => this.change({ limit }));
  private readonly head: PageHead;
  private readonly input: GridInput;

  constructor(private readonly body: HTMLElement) {
    this.head = new PageHead({
      onRefresh: () => this.editor.post({ type: "do", action: "refresh" }),
      onScore: (score) => this.change({ score }),
      onRowKind: (rowKind) => this.change({ rowKind }),
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
      case "wait": {
        this.wait(message.identity);
        return;
      }
      case "show": {
        this.take(message.identity, message.answer);
        return;
      }
      case "fail": {
        this.fail(message.identity, message.failure);
        return;
      }
      case "told":
        this.notice.show(message.words);
        this.announcer.report(message.words);
    }
  }

  private wait(identity: LatestIdentity): void {
    if (this.shown !== undefined) return;
    this.head.name(titleOf(identity), identity.isSample);
    this.showBanners(bannersOf(identity));
    this.message.wait();
    this.showTable(false);
  }

  private take(identity: LatestIdentity, { labels, ...sent }: SentAnswer): void {
    const answer = { ...sent, columns: labelledColumns(sent.columns, labels) };
    const placement = placementOf(answer.columns, answer.signals);
    this.shown = this.shownOf({ identity, answer, placement });
    this.head.name(titleOf(identity, answer), identity.isSample);
    this.showBanners(bannersOf(identity, answer));
    this.input.reset();
    this.render();
  }

  private fail(identity: LatestIdentity, failure: ChartFailure): void {
    this.shown = undefined;
    this.head.name(titleOf(identity), identity.isSample);
    this.showBanners([]);
    const title = t("Could not open {0}", titleOf(identity));
    this.message.fail(title, failure);
    this.showTable(false);
    this.announcer.report(`${title}. ${failure.message}`);
  }

  private shownOf(told: Omit<Shown, "view" | "content">, grid?: Grid): Shown {
    const { state } = this;
    const { identity, answer, placement } = told;
    const { signal } = identity;
    const view = new HeatView(placement, { ...state, signal }, t("Other"), grid);
    const content = new HeatContent({
      view,
      label: titleOf(identity, answer),
      rowKind: readableTagKind(view.grid.rowKind),
      sorting: state.sorting,
      hasMean: state.hasMean,
      limit: state.limit,
      staleLabel: (cell) => cellText(view, cell, answer.fetchedAtMs),
    });
    return { ...told, view, content };
  }

  private change(changes: Partial<ViewState>): void {
    this.state = { ...this.state, ...changes };
    this.editor.keep(this.state);
    const { shown } = this;
    if (shown === undefined) return;
    const isSameGrid = Object.keys(changes).every((name) => ofOrder.has(name));
    this.shown = this.shownOf(shown, isSameGrid ? shown.view.grid : undefined);
    this.input.reset();
    this.render();
  }

  private render(): void {
    const { shown, state } = this;
    if (shown === undefined) return;
    const { identity, answer, placement, view } = shown;
    this.head.show(state, identity.signal !== null, view);
    const facts = factsOf(identity, answer).join(" · ");
    this.facts.replaceChildren(element("span", { text: facts }), ...this.extraFacts(shown));
    if (view.rows.length === 0 || view.columns.length === 0) {
      this.message.say(this.emptyMessage(placement, identity));
      this.showTable(false);
      this.facts.hidden = false;
      return;
    }
    this.message.hide();
    this.showTable(true);
    const score = identity.signal === null ? scoreText(state.score) : t("Score");
    this.strip.show(view, score, state.limit);
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

  private emptyMessage({ columns }: Placement, { service }: LatestIdentity): string {
    if (columns.codes.length === 0) return t("No latest values from {0}", service);
    return this.state.filter.trim() === ""
      ? t("None of the latest values from {0} has a tag", service)
      : t("Nothing matches the filter.");
  }

  private size(): { readonly rows: number; readonly columns: number } {
    const { rows = [], columns = [] } = this.shown?.view ?? {};
    return { rows: rows.length, columns: columns.length + (this.state.hasMean ? 1 : 0) };
  }

  /** The grid with what is active and selected in it. */
  private showFocus(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { view, content } = shown;
    const { active, selection } = this.input.focus;
    this.grid.show({ content, selection, active, lit: [] });
    const cells = cellsOf(selection);
    const statistics = statisticsOf(cells.map(({ row, column }) => view.valueAt(row, column)));
    this.strip.showSelected(cells.length, statistics);
    if (cells.length > 1) {
      const words = selectionLabels(statistics).map((pair) => pair.join(" "));
      this.announcer.reportRested(() => words.join(", "));
    }
  }

  private sort(column: number): void {
    const { sorting } = this.state;
    const by = column === nameColumn ? byName : (this.shown?.view.columns[column]?.key ?? byMean);
    const isSame = sorting.by === by;
    // Largest first, then smallest; then by name again.
    const isFirst = by !== byName;
    if (!isSame) this.change({ sorting: { by, isDescending: isFirst } });
    else if (sorting.isDescending === isFirst) {
      this.change({ sorting: { by, isDescending: !isFirst } });
    } else this.change({ sorting: { by: byName, isDescending: false } });
  }

  private chooseHeld(at: number): void {
    const column = this.shown?.view.columns[at];
    if (column === undefined || column.choices.length < 2) return;
    const key = signalKey(column.signal.code, column.signal.version);
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
    const entry = (label: string, command: VariantCommand): MenuEntry => ({
      label,
      run: () => this.run(command, recorded),
    });
    const copy = { label: t("Copy"), key: copyKey, run: () => this.copy() };
    if (recorded.length === 0) {
      this.openMenu(cell, [copy]);
      return;
    }
    const one = [
      { ...entry(t("Open Chart"), "openChart"), key: "Enter" },
      entry(t("Open Chart to the Side"), "openBeside"),
      entry(t("Add to Chart"), "addToChart"),
      entry(t("Open as CSV"), "openCsv"),
      entry(t("Forecasts It Moves"), "forecastsItMoves"),
      null,
      entry(t("Insert Code…"), "insertIntoNotebook"),
      entry(t("Copy Reference"), "copyReference"),
      entry(t("Save As…"), "saveAs"),
      entry(t("Show in Side Bar"), "showInSideBar"),
      null,
      copy,
    ];
    const several = [
      entry(t("Add to Chart"), "addToChart"),
      entry(t("Open All Variants"), "openPanel"),
      null,
      entry(t("Insert Code…"), "insertIntoNotebook"),
      entry(t("Copy Reference"), "copyReference"),
      entry(t("Save As…"), "saveAs"),
      null,
      copy,
    ];
    this.openMenu(cell, recorded.length === 1 ? one : several);
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
    const facts = hasFacts ? exportFacts(identity, answer, this.state) : [];
    return tableText(shownTable(view, cells, titles, facts), form);
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
    const isOne = shown.identity.signal !== null;
    const saved = (label: string, form: ExportForm): MenuEntry => ({
      label,
      run: () => this.save(form),
    });
    const opened = (label: string, action: "openCsv" | "openJson"): MenuEntry => ({
      label,
      run: () => editor.post({ type: "do", action }),
    });
    const toggled = (
      label: string,
      key: "hasMean" | "hasAllVersions" | "isGrouped",
    ): MenuEntry => ({
      label,
      isChecked: state[key],
      run: () => this.change({ [key]: !state[key] }),
    });
    return [
      ...(isOne ? [] : [toggled(t("Mean Column"), "hasMean")]),
      ...(isOne ? [] : [toggled(t("All Versions"), "hasAllVersions")]),
      ...(shown.view.hasRegions ? [toggled(t("Group Rows by Region"), "isGrouped")] : []),
      ...(isOne && !shown.view.hasRegions ? [] : [null]),
      { label: t("Copy Table"), run: () => this.copyCells(this.allCells()) },
      saved(t("Save Table as CSV…"), "csv"),
      saved(t("Save Table as TSV…"), "tsv"),
      saved(t("Save Table as Markdown…"), "md"),
      saved(t("Save Table as JSON…"), "json"),
      null,
      opened(t("Open Records as CSV"), "openCsv"),
      opened(t("Open Records as JSON"), "openJson"),
    ];
  }

  private showBanners(banners: readonly string[]): void {
    this.banners.replaceChildren(...bannerLines(banners));
  }

  /** The table, or nothing in its place: then a message stands there. */
  private showTable(isTable: boolean): void {
    this.grid.root.hidden = this.strip.root.hidden = this.facts.hidden = !isTable;
    if (this.shown === undefined) this.head.show(this.state, false);
  }
}

/** What changes in which order rows and columns are shown, and how, but not which there are. */
const ofOrder: ReadonlySet<string> = new Set<keyof ViewState>([
  "sorting",
  "filter",
  "isGrouped",
  "hasMean",
  "limit",
]);

/** As the computer's keyboard has it. */
const copyKey = navigator.userAgent.includes("Mac") ? "⌘C" : "Ctrl+C";

/** That some signals have no variants by the tag kind of the rows, and so no column. */
function withoutText(count: number, kind: string): string {
  return count === 1
    ? t("1 signal has no {0} tag and is not shown", kind)
    : t("{0} signals have no {1} tag and are not shown", count, kind);
}

function titleOf({ signal }: LatestIdentity, answer?: LatestAnswer): string {
  if (signal === null) return t("Latest Signals");
  const { code, version } = signal;
  const listed = answer?.signals.find((each) => each.version === version)?.name ?? code;
  return t("{0} v{1}, latest", listed, version);
}
