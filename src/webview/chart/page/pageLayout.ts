import { type Day } from "../../../shared/day";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { chartSummary } from "../model/summary";
import { BridgePanel } from "./bridgePanel";
import { ChartTable } from "./chartTable";
import { element, setText } from "./element";
import { FactLines } from "./factLines";
import { FailureList } from "./failureList";
import { Header } from "./header";
import { KeysHelp } from "./keysHelp";
import { ComparisonLine, Legend } from "./legend";
import { type MenuEntry } from "./menu";
import { ReadoutPanel } from "./readoutPanel";
import { SearchBox } from "./searchBox";
import { type ChartActions, type Shown } from "./shown";
import { Stage } from "./stage";
import { Toolbar } from "./toolbar";

interface LayoutOptions {
  readonly actions: ChartActions;
  /** Of the menu of all that is seldom done. */
  readonly entries: () => readonly (MenuEntry | null)[];
  readonly onSearch: (text: string) => void;
  readonly onAdd: (id: string) => void;
  /** A key while the plot has the focus. */
  readonly onKey: (event: KeyboardEvent) => void;
  /** What stands behind all else. */
  readonly extras: readonly HTMLElement[];
}

/** Where everything of the page stands. */
export class PageLayout {
  readonly search: SearchBox;
  readonly keysHelp = new KeysHelp();
  private readonly root = element("main", { class: "chart", "aria-label": t("Chart") });
  private readonly header: Header;
  private readonly toolbar: Toolbar;
  private readonly legend: Legend;
  private readonly comparison = new ComparisonLine();
  private readonly stage: Stage;
  private readonly table = new ChartTable();
  private readonly readout = new ReadoutPanel();
  private readonly bridge: BridgePanel;
  private readonly failures: FailureList;
  private readonly facts = new FactLines();
  private readonly summary = element("p", { id: "summary", class: "unseen" });

  constructor(body: HTMLElement, { actions, entries, onKey, extras, ...search }: LayoutOptions) {
    this.search = new SearchBox(search);
    this.header = new Header(actions, this.search, entries);
    this.toolbar = new Toolbar(actions);
    this.legend = new Legend(actions);
    this.stage = new Stage(actions);
    this.bridge = new BridgePanel(actions);
    this.failures = new FailureList(actions);
    this.stage.plots.addEventListener("keydown", (event) => {
      if (event.target === this.stage.plots) onKey(event);
    });
    this.stage.plots.setAttribute("aria-describedby", this.summary.id);
    this.stage.addTable(this.table.root);
    const left = element("div", { class: "left" }, this.stage.root, this.bridge.root);
    this.root.append(
      this.header.root,
      this.toolbar.root,
      this.legend.root,
      this.comparison.root,
      this.failures.root,
      element("div", { class: "middle" }, left, this.readout.root),
      this.facts.root,
      this.summary,
    );
    body.append(this.root, this.keysHelp.root, ...extras);
  }

  show(shown: Shown, cursor: Day | null, theme: ChartTheme): void {
    this.root.style.setProperty("--series", String(Math.max(1, shown.parts.length)));
    this.header.show(shown);
    this.toolbar.show(shown);
    this.legend.show(shown, theme);
    this.comparison.show(shown);
    this.failures.show(shown.parts);
    this.readout.show(shown, cursor, theme);
    this.facts.show(shown);
    this.bridge.show(shown);
    this.table.show(shown);
    this.stage.show(shown, cursor, theme);
    setText(this.summary, chartSummary(shown.view));
  }

  /** What is in sight has changed, and nothing else. */
  showRange(shown: Shown): void {
    this.stage.setRange(shown);
    this.toolbar.showRange(shown);
    this.table.show(shown);
    setText(this.summary, chartSummary(shown.view));
  }

  showCursor(shown: Shown, cursor: Day | null): void {
    this.stage.setCursor(cursor);
    this.readout.showCursor(shown, cursor);
  }
}
