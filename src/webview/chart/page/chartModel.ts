import {
  type ChartPart,
  type PanelOutline,
  type ToChart,
  type ToldPart,
} from "../../../shared/chart/chartProtocol";
import { type ViewState, parseViewState } from "../../../shared/chart/viewState";
import { type ChartView, chartView } from "../model/chartView";
import { panelView } from "../model/panel/panelView";
import { type Shown } from "./shown";

/** What the editor says about the series of a chart. */
export type SeriesMessage = Extract<ToChart, { type: "show" | "part" | "panel" | "compareWith" }>;

interface ChartModelOptions {
  readonly title: string;
  /** What this page has kept when it was there last; undefined when it never was. */
  readonly kept: unknown;
  /** Whether it is a panel that the editor is going to tell of. */
  readonly isPanel: boolean;
}

/** What is known of a panel before the editor has told anything of it. */
const panelToCome: PanelOutline = {
  identity: {
    service: "",
    isSample: false,
    subject: "",
    variant: "",
    dataKind: null,
    asOf: null,
    path: "",
  },
  asOf: null,
  fetchedAtMs: null,
  coverage: "",
  beyond: 0,
  staleBecause: null,
  progress: { done: 0, of: 0 },
  failure: null,
};

/** The series of a chart as the editor told them last, and what a person has made of them. */
export class ChartModel {
  /** Of the newest `show`; 0 before the first one. */
  generation = 0;
  private isSample = false;
  private canUndo = false;
  private parts: readonly ChartPart[] = [];
  private panel: PanelOutline | null = null;
  private computed: Shown | undefined;
  private viewState: ViewState;
  /** Whether the state is of this page; else it is that of a page before, if the editor has one. */
  private isOwn: boolean;
  private title: string;

  constructor({ title, kept, isPanel }: ChartModelOptions) {
    this.title = title;
    this.panel = isPanel ? panelToCome : null;
    this.viewState = parseViewState(kept);
    this.isOwn = kept !== undefined;
  }

  get state(): ViewState {
    return this.viewState;
  }

  /** Whether some of what the chart shows is still to come. */
  get isAwaited(): boolean {
    return this.parts.length === 0 || this.parts.some(({ isLoading }) => isLoading);
  }

  get shown(): Shown {
    const { title, isSample, canUndo, parts, panel, state } = this;
    this.computed ??= { title, isSample, canUndo, parts, panel, state, view: this.view() };
    return this.computed;
  }

  /** Whether the message changed anything: what an older generation still says does not. */
  receive(message: SeriesMessage): boolean {
    const { generation } = message;
    const isCurrent =
      message.type === "show" ? generation > this.generation : generation === this.generation;
    if (!isCurrent) return false;
    this.computed = undefined;
    switch (message.type) {
      case "show":
        this.generation = generation;
        this.title = message.title;
        this.isSample = message.isSample;
        this.canUndo = message.canUndo;
        this.parts = message.parts;
        this.panel = message.panel;
        if (!this.isOwn) this.change(parseViewState(message.state));
        return true;
      case "part":
        if (!this.isWanted(message.part)) return false;
        this.parts = withPart(this.parts, message.part);
        return true;
      case "panel":
        this.panel = message.panel;
        return true;
      case "compareWith":
        this.change(message.comparison);
        return true;
    }
  }

  change(change: Partial<ViewState>): void {
    this.isOwn = true;
    this.viewState = { ...this.viewState, ...change };
    this.computed = undefined;
    this.parts = this.parts.filter((part) => this.isWanted(part));
  }

  private view(): ChartView {
    const { parts, panel, state } = this;
    return panel === null ? chartView(parts, state) : panelView(panel, parts, state);
  }

  /** What was compared and no longer is may still be on its way. */
  private isWanted({ role, identity }: ToldPart): boolean {
    if (role === "kind") return this.viewState.isKindCompared;
    return role === "part" || identity.asOf === this.viewState.vintage;
  }
}

function withPart(parts: readonly ChartPart[], told: ToldPart): readonly ChartPart[] {
  const before = parts.find(({ id }) => id === told.id);
  const data = told.data === "unchanged" ? (before?.data ?? null) : told.data;
  const part = { ...told, data };
  if (before === undefined) return [...parts, part];
  return parts.map((each) => (each === before ? part : each));
}
