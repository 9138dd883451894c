import * as vscode from "vscode";
import { type ChartPlace, chartPlaceOfUri } from "../../../shared/chartPlace";
import { type Disposable, DisposableStore } from "../../../editor/disposables";

/** A tab that shows a chart. */
export interface ChartTab {
  readonly tab: vscode.Tab;
  readonly uri: vscode.Uri;
  readonly place: ChartPlace;
}

/** Tracks which chart was used last. */
export class RecentCharts implements Disposable {
  private readonly disposables = new DisposableStore();
  /** URIs of charts that have been active, the most recent last. */
  private used: readonly string[] = [];

  constructor() {
    const { tabGroups } = vscode.window;
    this.disposables.add(tabGroups.onDidChangeTabs(() => this.follow()));
    this.disposables.add(tabGroups.onDidChangeTabGroups(() => this.follow()));
    this.follow();
  }

  /** The active chart, else the most recently active, else any open one. */
  get latest(): ChartTab | undefined {
    const age = ({ uri }: ChartTab): number => this.used.length - this.used.indexOf(uri.toString());
    return activeChart() ?? openCharts().sort((a, b) => age(a) - age(b))[0];
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private follow(): void {
    const active = activeChart()?.uri.toString();
    const open = new Set(openCharts().map(({ uri }) => uri.toString()));
    const others = this.used.filter((text) => text !== active && open.has(text));
    this.used = active === undefined ? others : [...others, active];
  }
}

function activeChart(): ChartTab | undefined {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? undefined : chartOf(activeTab);
}

function openCharts(): ChartTab[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.flatMap((tab) => chartOf(tab) ?? []);
}

function chartOf(tab: vscode.Tab): ChartTab | undefined {
  if (!(tab.input instanceof vscode.TabInputCustom)) return undefined;
  const { uri } = tab.input;
  const place = chartPlaceOfUri(uri.toString());
  return place && { tab, uri, place };
}
