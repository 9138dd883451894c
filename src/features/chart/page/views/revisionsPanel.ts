import { type FromChart } from "../../messages";
import { type RevisionFilter, revisionFilters, type RevisionsState } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { type ExportForm } from "../../../../shared/pageProtocol";
import { formatCount } from "../../../../shared/series/numberText";
import { type RevisionRun } from "../../../../shared/series/revisions";
import { button, element, setText } from "../../../../ui/element";
import { icon } from "../../../../ui/icon";
import { t } from "../../../../ui/l10n";
import { type MenuEntry, openMenu, openMenuWith } from "../../../../ui/menu";
import { Segments } from "../../../../ui/segments";
import { GridInput } from "../../../../ui/table/gridInput";
import { nameColumn } from "../../../../ui/table/gridMoves";
import { GridView } from "../../../../ui/table/gridView";
import { type CellPlace, cellsOf } from "../../../../ui/table/selection";
import { shownTableText } from "../../../../ui/table/shownTable";
import { type Pane, type VintagePair } from "../model/pane";
import {
  filterCounts,
  listedRuns,
  nothingText,
  pairSentence,
  rangeAround,
  revisionFacts,
  revisionRows,
  revisionsOfPair,
  runOfDay,
} from "../model/revisionTable";
import { canShowHistory, revealPanel, showHistory } from "./historyPanel";
import { type Dispatch } from "./pageState";
import { changeColumn, RevisionsContent } from "./revisionsContent";
import { type Shown } from "./shown";
import { viewInFull } from "./viewInFull";

const filterText: Readonly<Record<RevisionFilter, () => string>> = {
  all: () => t("All"),
  revised: () => t("Revised"),
  added: () => t("Added"),
  gone: () => t("Removed"),
  flip: () => t("Sign Flip"),
};

/** A pane that shows the difference between two vintages, and that pair. */
type PairPane = Pane & { readonly pair: VintagePair };

/** The pane of a chart that shows the difference between two vintages; undefined if there is none. */
export function pairPane({ view, panel }: Shown): PairPane | undefined {
  if (panel !== null) return undefined;
  return view.panes.find((pane): pane is PairPane => pane.pair !== undefined);
}

/** The table of what was revised between two vintages, beside the plot. */
export class RevisionsPanel {
  readonly root = element("section", { class: "revisions", "aria-label": t("Revisions") });
  private readonly title = element("h2");
  private readonly sentence = element("p", { class: "revisions-sentence" });
  private readonly note = element("p", { class: "muted revisions-note" });
  private readonly filters: Segments<RevisionFilter>;
  private readonly grid = new GridView();
  private readonly input: GridInput;
  private shown: Shown | undefined;
  private listed: { readonly pane: PairPane; readonly state: RevisionsState } | undefined;
  private content: RevisionsContent | undefined;
  private lit = -1;

  constructor(
    private readonly dispatch: Dispatch,
    private readonly post: (message: FromChart) => void,
    private readonly returnFocus: () => void,
  ) {
    this.filters = new Segments(t("Differences shown"), (filter) => this.change({ filter }));
    this.input = new GridInput({
      grid: this.grid,
      size: () => ({
        rows: this.runs.length,
        columns: this.content?.columns.length ?? 0,
      }),
      onFocus: ({ active }) => {
        this.refresh();
        this.pointAt(active);
      },
      onSort: (column) => {
        if (column === nameColumn) this.change({ by: "day" });
        if (column === changeColumn) this.change({ by: "size" });
      },
      onOpen: (cell) => this.showInPlot(cell),
      onMenu: (cell) => this.openMenuAt(cell),
      onCopy: () => this.copy(),
    });
    const { table } = this.grid;
    table.addEventListener("pointermove", ({ target, buttons }) => {
      if (buttons === 0) this.pointAt(this.grid.placeOf(target));
    });
    table.addEventListener("pointerleave", () => dispatch({ type: "moveCursor", day: null }));
    this.root.append(
      element("div", { class: "revisions-head" }, this.title, this.tools()),
      this.sentence,
      this.filters.root,
      this.grid.root,
      this.note,
    );
  }

  show(shown: Shown, cursor: Day | null): void {
    this.shown = shown;
    const state = shown.state.revisions;
    const pane = pairPane(shown);
    this.root.hidden = state === null || pane === undefined;
    if (state === null || pane === undefined) {
      this.listed = undefined;
      return;
    }
    if (!isListed(this.listed, pane.pair, state)) this.list(pane, state);
    this.showCursor(cursor);
  }

  /** Scrolls it into sight where it is below the plot. */
  reveal(): void {
    revealPanel(this.root);
  }

  /** Highlights the row of the day at the crosshair. */
  showCursor(day: Day | null): void {
    const lit = runOfDay(this.runs, day);
    if (lit === this.lit) return;
    this.lit = lit;
    this.refresh();
  }

  private list(pane: PairPane, state: RevisionsState): void {
    const { runs } = revisionsOfPair(pane.pair);
    const counts = filterCounts(runs);
    this.listed = { pane, state };
    setText(this.title, pane.title);
    setText(this.sentence, pairSentence(pane.pair));
    this.filters.show(
      revisionFilters.map((value) => ({
        value,
        text: `${filterText[value]()} ${formatCount(counts[value])}`,
        tooltip: "",
      })),
      state.filter,
    );
    const isEmpty = counts[state.filter] === 0;
    this.grid.root.hidden = isEmpty;
    setText(
      this.note,
      isEmpty
        ? nothingText(state.filter)
        : t("Consecutive days with the same two values share a row."),
    );
    this.content = new RevisionsContent(pane.pair, listedRuns(runs, state), state.by);
    this.input.reset({ rows: this.runs.length, columns: this.content.columns.length });
    this.lit = -1;
    this.grid.root.scrollTop = 0;
    this.refresh();
  }

  private get runs(): readonly RevisionRun[] {
    return this.content?.runs ?? [];
  }

  private change(change: Partial<RevisionsState>): void {
    if (this.listed === undefined) return;
    const revisions = { ...this.listed.state, ...change };
    this.dispatch({ type: "arrange", change: { revisions } });
  }

  private refresh(): void {
    if (this.content === undefined) return;
    const { active, selection } = this.input.focus;
    // Only the row is highlighted: the columns are not days.
    const lit = this.lit < 0 ? [] : [{ row: this.lit, column: Number.NaN }];
    this.grid.show({ content: this.content, selection, active, lit });
  }

  /** Moves the crosshair to the run of a row, as far as the plot shows it. */
  private pointAt(place: CellPlace | undefined): void {
    const run = this.runs[place?.row ?? -1];
    if (run === undefined || this.shown === undefined) return;
    const { from, to } = this.shown.view.range;
    const isInSight = run.last >= from && run.first <= to;
    this.dispatch({ type: "moveCursor", day: isInSight ? Math.max(from, run.first) : null });
  }

  private showInPlot({ row }: CellPlace): void {
    const run = this.runs[row];
    if (run === undefined) return;
    this.dispatch({ type: "showRange", range: rangeAround(run) });
    this.dispatch({ type: "moveCursor", day: run.first });
  }

  private openMenuAt(cell: CellPlace): void {
    openMenu(
      [
        { label: t("Show in Plot"), key: "Enter", run: () => this.showInPlot(cell) },
        ...this.historyEntries(cell),
        { label: t("Copy"), run: () => this.copy() },
      ],
      {
        label: t("Menu"),
        at: this.grid.elementOf(cell) ?? this.grid.root,
        returnFocus: () => this.grid.table.focus(),
      },
    );
  }

  private historyEntries({ row }: CellPlace): readonly MenuEntry[] {
    const run = this.runs[row];
    if (run === undefined || this.shown === undefined || !canShowHistory(this.shown)) return [];
    return [{ label: t("History of a Day"), run: () => showHistory(this.dispatch, run.first) }];
  }

  private tools(): HTMLElement {
    const copy = button(
      { class: "tool framed", text: t("Copy"), title: t("Copy the revisions as a table") },
      () => this.copyRuns(this.runs),
    );
    const save = button({ class: "tool framed", text: t("Save…") }, () => undefined);
    const forms = [
      ["csv", "CSV"],
      ["json", "JSON"],
      ["md", "Markdown"],
    ] as const;
    openMenuWith(save, () => forms.map(([form, label]) => ({ label, run: () => this.save(form) })));
    const close = button({ class: "tool", title: t("Close"), "aria-label": t("Close") }, () => {
      this.dispatch({ type: "arrange", change: { revisions: null } });
      this.returnFocus();
    });
    close.append(icon("close"));
    return element("div", { class: "tools" }, copy, save, close);
  }

  /** Copies the selected rows, or all if none is selected. */
  private copy(): void {
    const rows = new Set(cellsOf(this.input.focus.selection).map(({ row }) => row));
    this.copyRuns(rows.size === 0 ? this.runs : this.runs.filter((_, row) => rows.has(row)));
  }

  private copyRuns(runs: readonly RevisionRun[]): void {
    if (this.listed === undefined) return;
    const { pair, title } = this.listed.pane;
    const table = revisionRows(runs, pair, revisionFacts(pair, title));
    this.post({ type: "copyText", text: shownTableText(table, "tsv") });
  }

  private save(form: Exclude<ExportForm, "tsv">): void {
    if (this.shown === undefined) return;
    const full = viewInFull(this.shown);
    const pane = pairPane({ ...this.shown, view: full });
    if (pane === undefined) return;
    const facts = [...full.facts, ...revisionFacts(pane.pair, pane.title)];
    const text = shownTableText(revisionRows(this.runs, pane.pair, facts), form);
    this.post({ type: "saveRevisions", form, text });
  }
}

/** Whether the table already lists the revisions of a pair in a state. */
function isListed(
  listed: { readonly pane: PairPane; readonly state: RevisionsState } | undefined,
  { before, after }: VintagePair,
  state: RevisionsState,
): boolean {
  if (listed?.state !== state) return false;
  const { pair } = listed.pane;
  return (
    pair.before.values === before.values &&
    pair.after.values === after.values &&
    pair.before.name === before.name &&
    pair.after.name === after.name
  );
}
