import { type ChartAction, type FromChart } from "../../../shared/chart/chartProtocol";
import { type ViewState } from "../../../shared/chart/viewState";
import { type Day } from "../../../shared/day";
import { type ForecastComponent } from "../../../shared/forecastComponents";
import { type DataKind } from "../../../shared/reference";
import { openingBridge, openingSight } from "../model/bridge";
import { allDays, rangeWithin } from "../model/dayRanges";
import { type DayRange } from "../model/pane";
import { withColumnToggled, withPartToggled } from "../model/toggles";
import { type ChartModel } from "./chartModel";
import { type ChartActions, forecastData, otherKind, type PanelChange } from "./shown";

/** What the page does when something has changed. */
interface PageChanges {
  readonly model: ChartModel;
  readonly post: (message: FromChart) => void;
  readonly cursor: () => Day | null;
  /** Of what shows the days in sight, in pixels. */
  readonly plotWidth: () => number;
  /** Something else than what is in sight changed. */
  readonly onChange: () => void;
  readonly onRange: () => void;
  /** A day of the bridge was moved, maybe by a pointer that moves on. */
  readonly onBridge: () => void;
  readonly onCursor: (day: Day | null) => void;
}

/** Turns what a person does into a new state of the view, or a question to the editor. */
export class PageActions implements ChartActions {
  /** Which day of the bridge the next click sets. */
  private nextEnd: "from" | "to" = "from";

  constructor(private readonly page: PageChanges) {}

  ask(action: ChartAction): void {
    this.page.post({ type: "do", action });
  }

  retry(id: string): void {
    this.page.post({ type: "retry", id });
  }

  openCached(id: string): void {
    this.page.post({ type: "openCached", id });
  }

  switchKind(kind: DataKind): void {
    this.page.post({ type: "switchKind", kind });
  }

  remove(id: string): void {
    this.page.post({ type: "remove", id });
  }

  openPart(id: string): void {
    this.page.post({ type: "openPart", id });
  }

  showRange(range: DayRange): void {
    const { bounds } = this.page.model.shown.view;
    const within = rangeWithin(range, bounds);
    if (within === undefined) return;
    const isAll = within.from === bounds.from && within.to === bounds.to;
    this.page.model.change({ range: isAll ? allDays : within, years: null });
    this.page.onRange();
  }

  showYears(years: number | null): void {
    this.page.model.change({ range: years === null ? allDays : null, years });
    this.page.onRange();
  }

  toggleColumn(name: string): void {
    this.change(withColumnToggled(this.page.model.state, name));
  }

  togglePart(id: string): void {
    this.change(withPartToggled(this.page.model.state, id));
  }

  openComponent(component: ForecastComponent): void {
    this.change({ component });
  }

  toggleKind(): void {
    if (otherKind(this.page.model.shown) === undefined) return;
    this.change({ isKindCompared: !this.page.model.state.isKindCompared });
    this.compare();
  }

  toggleVintage(): void {
    if (this.page.model.state.vintage === null) {
      this.ask("compareVintage");
      return;
    }
    this.change({ vintage: null });
    this.compare();
  }

  /** Tells the editor what is compared: it adds that, and ends what no longer is. */
  compare(): void {
    const { generation, state } = this.page.model;
    const { isKindCompared, vintage } = state;
    this.page.post({ type: "compare", generation, isKindCompared, vintage });
  }

  toggleTable(): void {
    this.change({ isTable: !this.page.model.state.isTable });
  }

  arrange(change: PanelChange): void {
    this.change(change);
  }

  toggleBridge(): void {
    const { parts, state, view } = this.page.model.shown;
    const data = forecastData(parts);
    const bridge = data === undefined ? undefined : openingBridge(data);
    this.nextEnd = "from";
    if (state.bridge !== null || bridge === undefined) {
      this.change({ bridge: null });
      return;
    }
    const range = openingSight(bridge, view.range, view.bounds, this.page.plotWidth());
    this.change(range === undefined ? { bridge } : { bridge, range, years: null });
  }

  setBridge(change: { from?: Day; to?: Day; component?: ForecastComponent }): void {
    const { bridge } = this.page.model.state;
    if (bridge === null) return;
    const { bounds } = this.page.model.shown.view;
    const clamped = (day: Day): Day => Math.min(bounds.to, Math.max(bounds.from, day));
    const { from, to, component } = { ...bridge, ...change };
    // The end that is moved alone stops at the other one.
    const start = clamped(change.to === undefined ? Math.min(from, to) : from);
    const next = { from: start, to: Math.max(start, clamped(to)), component };
    this.page.model.change({ bridge: next });
    this.page.onBridge();
  }

  press(): void {
    const day = this.page.cursor();
    const { bridge } = this.page.model.state;
    if (day === null || bridge === null) return;
    const { from, to } = bridge;
    if (this.nextEnd === "from") this.setBridge({ from: day, to: Math.max(day, to) });
    else this.setBridge({ from: Math.min(day, from), to: Math.max(day, from) });
    this.nextEnd = this.nextEnd === "from" ? "to" : "from";
  }

  moveCursor(day: Day | null): void {
    this.page.onCursor(day);
  }

  private change(change: Partial<ViewState>): void {
    this.page.model.change(change);
    this.page.onChange();
  }
}
