import { type PageProgram, panelAttribute, type ToChart } from "../../protocol";
import { type ViewState } from "../../model/viewState";
import { type Day } from "../../../../shared/day";
import { t } from "../../../../ui/l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { nextObserved } from "../model/observed";
import { spokenRows } from "../model/readout";
import { missAt } from "../model/rounding";
import { isAwaited } from "../model/series";
import { cursorSummary, pinSummary } from "../model/summary";
import { afterPaint } from "./afterPaint";
import { dashedView } from "./dashedView";
import { canShowHistory, dayForHistory, showHistory } from "./historyPanel";
import { runKey } from "./keys";
import { type MenuEntries } from "../../../../ui/menu";
import { moreEntries, type MoreOptions } from "./moreEntries";
import { roundingText } from "../../../../ui/roundingText";
import { PageLayout } from "./pageLayout";
import {
  type Dispatch,
  firstState,
  isSameView,
  type PageEvent,
  type PageState,
  preparation,
  shownOf,
  update,
  type Updated,
} from "./pageState";
import { inPieces } from "./pieces";
import { type Shown } from "./shown";
import { Tab } from "./tab";
import { currentTheme, watchTheme } from "./theme";

/** 100 ms: data that arrive sooner are drawn without the empty frame, which would only flicker and delay them. */
const patienceMs = 100;

/** Further failures of one page are not reported: the first ones give the reason. */
const maxFailures = 20;

/** The page of one chart: applies messages of the editor and actions of the person to its state, and draws that. */
export class ChartPage {
  private readonly tab = new Tab();
  private readonly layout: PageLayout;
  private readonly dispatch: Dispatch = (event) => this.happened(event);
  private state: PageState;
  private theme: ChartTheme = currentTheme();
  private drawn: PageState | undefined;
  private isToldDrawn = false;
  private isDue = false;
  /** Events that wait for the computation in progress; undefined if there is none. */
  private waiting: PageEvent[] | undefined;
  private failures = 0;

  constructor(private readonly body: HTMLElement) {
    const isPanel = body.hasAttribute(panelAttribute);
    this.state = firstState({ title: document.title, kept: this.tab.kept, isPanel });
    const { dispatch } = this;
    this.layout = new PageLayout(body, {
      dispatch,
      entries: this.entries(),
      onKey: (event) => this.key(event),
      post: (message) => this.tab.post(message),
    });
  }

  /** Shows the message that arrived with the program, and listens to the editor. */
  start(program: PageProgram): void {
    addEventListener("message", ({ data }: MessageEvent<ToChart | PageProgram>) => {
      // The program arrives twice if the document requested it while it was on its way.
      this.hear(data.type === "program" ? data.message : data);
    });
    addEventListener("error", ({ message }) => this.failed(message));
    addEventListener("unhandledrejection", ({ reason }) => this.failed(String(reason)));
    addEventListener("keydown", (event) => this.undo(event));
    watchTheme(() => {
      this.theme = currentTheme();
      this.drawn = undefined;
      this.draw();
    });
    // While hidden, the frame is built but not laid out.
    this.body.hidden = true;
    setTimeout(() => this.reveal(), patienceMs);
    this.hear(program.message);
    this.draw();
  }

  /** Shows the empty frame and the progress of data that have not arrived. */
  private reveal(): void {
    if (this.body.hidden === false) return;
    this.body.hidden = false;
    this.drawn = undefined;
    this.draw();
  }

  /** Undoes the last addition on Ctrl+Z or ⌘Z, except in a text box, which has its own undo. */
  private undo(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const isUndo = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "z";
    if (!isUndo || !this.state.canUndo || target instanceof HTMLInputElement) return;
    event.preventDefault();
    this.dispatch({ type: "do", action: "undoComposition" });
  }

  private entries(): MenuEntries {
    let made: MenuEntries | undefined;
    const options = (): MoreOptions => ({
      dispatch: this.dispatch,
      page: this.layout.frame.root,
      shown: () => this.shown,
      theme: () => this.theme,
      post: (message) => this.tab.post(message),
      report: (words, ...offers) => this.layout.frame.report(words, ...offers),
      showKeys: () => this.layout.showKeys(),
    });
    return () => (made ??= moreEntries(options()))();
  }

  /** The contents of the page, with the dashes of the theme. */
  private get shown(): Shown {
    const shown = shownOf(this.state);
    return { ...shown, view: dashedView(shown.view, this.theme) };
  }

  private hear(message: ToChart): void {
    switch (message.type) {
      case "found":
        if (message.generation !== this.state.generation) return;
        this.layout.showFound(message);
        return;
      case "told":
        this.layout.frame.report(message.words);
        return;
      case "show":
      case "part":
      case "bound":
      case "panel":
      case "compareWith":
        this.dispatch(message);
    }
  }

  /**
   * Prepares long series before an event changes the picture. Later events wait for that, in their order, except those
   * that only move the crosshair or the emphasis.
   */
  private happened(event: PageEvent): void {
    const isPointing = event.type === "moveCursor" || event.type === "emphasise";
    if (this.waiting !== undefined && !(isPointing && this.waiting.length === 0)) {
      this.waiting.push(event);
      return;
    }
    const before = this.state;
    const updated = update(before, event);
    // Another range shows the same lines.
    if (isSameView(before, updated.state) || isOtherRange(before, updated.state)) {
      this.become(event, updated);
      return;
    }
    const waiting: PageEvent[] = [];
    this.waiting = waiting;
    inPieces(preparedFor(updated.state), () => {
      this.waiting = undefined;
      try {
        this.become(event, this.state === before ? updated : update(this.state, event));
      } finally {
        this.resume(waiting);
      }
    });
  }

  /** Handles the waiting events, even if one of them fails. */
  private resume(waiting: PageEvent[]): void {
    const next = waiting.shift();
    if (next === undefined) return;
    try {
      this.happened(next);
    } finally {
      this.resume(waiting);
    }
  }

  private become(event: PageEvent, { state, messages }: Updated): void {
    const before = this.state;
    this.state = state;
    const isNewChart = event.type === "show" && state !== before;
    const isDragged = isDrag(before.view, state.view);
    if (isDragged) this.tab.keepZoomed(state.view);
    else if (before.view !== state.view || isNewChart) this.tab.keep(state.view);
    for (const message of messages) this.tab.post(message);
    const isDone = before.view !== state.view && !isDragged;
    const hasCome = isAwaited(before.parts) && !isAwaited(state.parts);
    // The result of an action, and the first complete data, are drawn at once.
    if (isDone || hasCome) this.draw();
    else this.drawSoon();
    if (before.cursor !== state.cursor) this.showCursor(state.cursor);
    if (before.emphasised !== state.emphasised) this.layout.showEmphasised(state.emphasised);
    if (before.view.pins !== state.view.pins)
      this.layout.frame.announcer.report(pinSummary(this.shown));
  }

  /** Only the last of the states that arrive within one frame is drawn. */
  private drawSoon(): void {
    if (this.isDue || isDrawn(this.drawn, this.state)) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  /** Draws only the days in sight, or everything. */
  private draw(): void {
    const { drawn, state } = this;
    if (isDrawn(drawn, state)) return;
    if (!isNothingThere(state)) this.body.hidden = false;
    // While hidden, the page is built once and drawn again when it is revealed.
    else if (this.body.hidden !== false && drawn !== undefined) return;
    this.drawn = state;
    if (drawn !== undefined && isOtherRange(drawn, state))
      this.layout.showRange(this.shown, this.theme);
    else this.layout.show(this.shown, this.state.cursor, this.theme);
    this.tellDrawn();
  }

  private tellDrawn(): void {
    if (this.isToldDrawn || isAwaited(this.state.parts)) return;
    this.isToldDrawn = true;
    afterPaint(() => this.tab.post({ type: "drawn" }));
  }

  private showCursor(day: Day | null): void {
    this.layout.showCursor(this.shown, day);
    if (day === null) return;
    this.layout.frame.announcer.reportRested(() => {
      const { shown } = this;
      const rounding = roundingText(missAt(shown.view, day));
      return cursorSummary(day, spokenRows(shown, day), rounding);
    });
  }

  private key(event: KeyboardEvent): void {
    const { view } = shownOf(this.state);
    if (view.panes.length === 0) return;
    const isKnown = runKey(event, {
      dispatch: this.dispatch,
      range: view.range,
      bounds: view.bounds,
      cursor: this.state.cursor,
      axis: this.state.view.axis,
      nextDay: (day, direction) => nextObserved(view.panes, day, direction),
      showKeys: () => this.layout.showKeys(),
      showHistory: () => {
        const { shown } = this;
        if (!canShowHistory(shown)) return;
        showHistory(this.dispatch, dayForHistory(shown, this.state.cursor));
      },
    });
    if (isKnown) event.preventDefault();
  }

  private failed(message: string): void {
    if (this.failures++ >= maxFailures) return;
    this.tab.post({ type: "failed", message: message.slice(0, 1000) });
    this.layout.frame.announcer.report(t("The chart failed. See the log."));
  }
}

/** Skips failures: they happen again, and are reported, when the state is drawn. */
function* preparedFor(state: PageState): Generator<void, void> {
  try {
    yield* preparation(state);
  } catch {
    // The page continues, and drawing reports the failure.
  }
}

/** Whether nothing that the page is to show has arrived yet. */
function isNothingThere({ parts, panel }: PageState): boolean {
  if (panel !== null) return parts.length === 0 && panel.progress !== null;
  return parts.every(({ data, isLoading }) => data === null && isLoading);
}

/** Whether the page already shows this state, except for the crosshair. */
function isDrawn(drawn: PageState | undefined, state: PageState): boolean {
  return drawn !== undefined && isToldSame(drawn, state) && drawn.view === state.view;
}

/** Whether only the days in sight differ. */
function isOtherRange(drawn: PageState, state: PageState): boolean {
  const changed = changedIn(drawn.view, state.view);
  return (
    isToldSame(drawn, state) &&
    changed.length > 0 &&
    changed.every((name) => name === "range" || name === "years")
  );
}

/** The properties beside the view on which the picture depends. */
const reported = ["title", "isSample", "canUndo", "parts", "draft", "panel", "bound"] as const;

function isToldSame(one: PageState, other: PageState): boolean {
  return reported.every((name) => one[name] === other[name]);
}

/** Whether the change is one of many while a pointer is dragged. */
function isDrag(before: ViewState, view: ViewState): boolean {
  const changed = changedIn(before, view);
  const isBridgeCached = (before.bridge === null) === (view.bridge === null);
  const dragged = ["range", "years", ...(isBridgeCached ? ["bridge"] : [])];
  return changed.length > 0 && changed.every((name) => dragged.includes(name));
}

function changedIn<T extends object>(one: T, other: T): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).flatMap(([name, value]) => (values.get(name) === value ? [] : [name]));
}
