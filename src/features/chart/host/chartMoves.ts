import * as vscode from "vscode";
import {
  type AnyChartPlace,
  type ChartPlace,
  chartPlaceOf,
  chartUri,
  isPanelChart,
  type PanelChartPlace,
} from "../../../shared/chartPlace";
import { isVariantOf } from "../../../catalog/panelVariants";
import { seriesOfKey } from "../../../shared/composedPlace";
import { type AsOf } from "../../../shared/instant";
import { type DataKind } from "../../../shared/reference";
import { commandId } from "../../../editor/commandNames";
import { replaceTab } from "../../../editor/tabs/replaceTab";
import { notLaterThan, vintageOf, withAsOf, withKind, withoutSeries } from "./changedPlace";
import { type SeriesTarget, targetPath } from "../../../shared/place";
import { askAsOf, type AsOfQuestion } from "../../../editor/prompt/askAsOf";

export interface ChartMovesOptions {
  readonly place: AnyChartPlace;
  readonly panel: vscode.WebviewPanel;
  readonly name: () => string;
  /** The URI of the tab: the chart's own, or that of the file that holds it. */
  readonly tabUri: vscode.Uri;
  /** The latest as-of that the service accepts, milliseconds since 1970-01-01 UTC. */
  readonly latestMs: () => Promise<number>;
  /** The window's as-of. */
  readonly bound: () => AsOf;
  /**
   * Called before the tab moves to another place.
   *
   * @param change - The change of kind or as-of; absent when series are added or removed.
   */
  readonly moving: (place: AnyChartPlace, change?: PlaceChange) => void;
  /** Called before another place opens beside the chart. */
  readonly openingBeside: (place: ChartPlace) => void;
}

/** Changes the kind or as-of of a chart. */
export type PlaceChange = (place: AnyChartPlace) => AnyChartPlace;

/** Moves the tab of a chart to other places. */
export class ChartMoves {
  constructor(private readonly options: ChartMovesOptions) {}

  /** Shows other series in the chart. A panel has the variants of its signal: none can be added or removed. */
  async compose(keys: readonly string[]): Promise<void> {
    if (isPanelChart(this.options.place)) return;
    await this.goTo(chartPlaceOf(keys.flatMap((key) => seriesOfKey(key) ?? [])));
  }

  /** Adds a variant of a panel to the most recently used chart of series. */
  async addVariant(key: string): Promise<void> {
    const { place } = this.options;
    const variant = isPanelChart(place) ? variantOf(place, key) : undefined;
    if (variant !== undefined)
      await vscode.commands.executeCommand(commandId("addToChart"), variant);
  }

  async remove(key: string): Promise<void> {
    const { place } = this.options;
    if (!isPanelChart(place)) await this.goTo(withoutSeries(place, key));
  }

  async openPart(key: string): Promise<void> {
    const { place } = this.options;
    if (isPanelChart(place)) {
      const variant = variantOf(place, key);
      if (variant !== undefined) await this.openBeside(variant);
    } else await this.goTo(chartPlaceOf(place.parts.filter((part) => targetPath(part) === key)));
  }

  async switchKind(kind: DataKind): Promise<void> {
    await this.change((place) => withKind(place, kind));
  }

  /** Asks for an as-of and applies it to all signals of the chart. */
  async setAsOf(): Promise<void> {
    const { place } = this.options;
    const current = vintageOf(place)?.asOf;
    if (current === undefined) return;
    const title = vscode.l10n.t("As-Of for {0}", this.options.name());
    const latestMs = await this.options.latestMs();
    const asOf = await chooseAsOf({ title, current, latestMs, bound: this.options.bound() });
    if (asOf !== undefined) await this.change((each) => withAsOf(each, asOf));
  }

  /** Reopens the later series of the chart as of the window's as-of. */
  async reopen(): Promise<void> {
    const asOf = this.options.bound();
    await this.change((each) => notLaterThan(each, asOf));
  }

  /** Asks for the vintage to compare the first signal with. */
  async otherVintage(): Promise<AsOf | undefined> {
    const { place } = this.options;
    const other = vintageOf(place)?.asOf;
    if (other === undefined) return undefined;
    const title = vscode.l10n.t("Compare {0} with As-Of", this.options.name());
    const latestMs = await this.options.latestMs();
    return chooseAsOf({ title, other, latestMs, bound: this.options.bound() });
  }

  /** Shows another place in this chart's tab. */
  async goTo(place: AnyChartPlace | undefined, change?: PlaceChange): Promise<void> {
    const own = chartUri(this.options.place);
    if (place === undefined || chartUri(place) === own) return;
    this.options.moving(place, change);
    const tab = this.ownTab;
    const target = vscode.Uri.parse(chartUri(place), true);
    if (tab === undefined) await vscode.commands.executeCommand("vscode.open", target);
    else await replaceTab(tab, target);
  }

  /** Opens a series beside this chart, whose tab is kept. */
  async openBeside(series: SeriesTarget): Promise<void> {
    await this.keepTab();
    const { openingBeside, panel } = this.options;
    const { viewColumn } = panel;
    const place = this.alone(series);
    openingBeside(place);
    const target = vscode.Uri.parse(chartUri(place), true);
    await vscode.commands.executeCommand("vscode.open", target, {
      ...(viewColumn === undefined ? {} : { viewColumn }),
    });
  }

  private async change(change: PlaceChange): Promise<void> {
    await this.goTo(change(this.options.place), change);
  }

  private alone(series: SeriesTarget): ChartPlace {
    const { slice } = this.options.place;
    return { parts: [series], ...(slice === undefined ? {} : { slice }) };
  }

  /** Keeps a preview tab: otherwise the next click in a tree replaces it, and Go Back cannot return to it. */
  async keepTab(): Promise<void> {
    const tab = this.ownTab;
    if (tab?.isPreview !== true || !tab.isActive || !tab.group.isActive) return;
    await vscode.commands.executeCommand("workbench.action.keepEditor");
  }

  private get ownTab(): vscode.Tab | undefined {
    const { panel, tabUri } = this.options;
    const own = tabUri.toString();
    const { viewColumn, viewType } = panel;
    const tabs = vscode.window.tabGroups.all.flatMap((group) =>
      group.viewColumn === viewColumn ? group.tabs : [],
    );
    return tabs.find(
      ({ input }) =>
        input instanceof vscode.TabInputCustom &&
        input.viewType === viewType &&
        input.uri.toString() === own,
    );
  }
}

/** The variant of a panel that a page names; undefined for any other text. */
function variantOf(
  { connectionId, reference: panel }: PanelChartPlace,
  key: string,
): SeriesTarget | undefined {
  const series = seriesOfKey(key);
  const isOwn = series?.connectionId === connectionId && isVariantOf(panel, series.reference);
  return isOwn ? series : undefined;
}

/** Undefined if the person dismisses the question. */
async function chooseAsOf(question: AsOfQuestion): Promise<AsOf | undefined> {
  const answer = await askAsOf(question);
  return answer.kind === "given" ? answer.value : undefined;
}
