import { panelAttribute, type ToChart } from "../../../shared/chart/chartProtocol";
import { type Day } from "../../../shared/day";
import { t } from "../../l10n";
import { type ChartTheme } from "../draw/chartTheme";
import { rowAt } from "../draw/columnExtremes";
import { type ChartView } from "../model/chartView";
import { spokenRows } from "../model/readout";
import { missAt, roundingWords } from "../model/rounding";
import { cursorSummary } from "../model/summary";
import { Announcer } from "./announcer";
import { ChartModel } from "./chartModel";
import { dashedView } from "./dashedView";
import { Editor } from "./editor";
import { runKey } from "./keys";
import { type MenuEntries } from "./menu";
import { moreEntries } from "./moreEntries";
import { Notice } from "./notice";
import { PageActions } from "./pageActions";
import { PageLayout } from "./pageLayout";
import { type Shown } from "./shown";
import { currentTheme, watchTheme } from "./theme";

/** More failures than these of one page are not told: the first ones say why. */
const mostFailures = 20;

/** The page of one chart: hears the editor and the person, and draws what they make of it. */
export class ChartPage {
  private readonly editor = new Editor();
  private readonly announcer = new Announcer();
  private readonly notice = new Notice();
  private readonly model: ChartModel;
  private readonly actions: PageActions;
  private readonly layout: PageLayout;
  private theme: ChartTheme = currentTheme();
  private cursor: Day | null = null;
  /** What the next frame draws. */
  private due: "all" | "range" | undefined;
  private failures = 0;

  constructor(body: HTMLElement) {
    const isPanel = body.hasAttribute(panelAttribute);
    this.model = new ChartModel({ title: document.title, kept: this.editor.kept, isPanel });
    this.actions = new PageActions({
      model: this.model,
      post: (message) => this.editor.post(message),
      cursor: () => this.cursor,
      plotWidth: () => this.layout.plotWidth,
      onChange: () => this.changed(),
      onRange: () => this.zoomed("range"),
      onBridge: () => this.zoomed("all"),
      onCursor: (day) => this.moved(day),
    });
    this.layout = new PageLayout(body, {
      actions: this.actions,
      entries: this.entries(),
      onSearch: (text) =>
        this.editor.post({ type: "search", generation: this.model.generation, text }),
      onAdd: (id) => this.editor.post({ type: "add", id }),
      onKey: (event) => this.key(event),
      extras: [this.announcer.root, this.notice.root],
    });
  }

  /** Shows the frame of the chart at once, and asks the editor what stands in it. */
  start(): void {
    addEventListener("message", ({ data }: MessageEvent<ToChart>) => this.hear(data));
    addEventListener("error", ({ message }) => this.failed(message));
    addEventListener("unhandledrejection", ({ reason }) => this.failed(String(reason)));
    addEventListener("keydown", (event) => this.undo(event));
    watchTheme(() => {
      this.theme = currentTheme();
      this.draw();
    });
    this.draw();
    this.editor.post({ type: "ready" });
  }

  /** As in every editor; a text that is typed has an undo of its own. */
  private undo(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
    const isUndo = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === "z";
    if (!isUndo || !this.model.shown.canUndo || target instanceof HTMLInputElement) return;
    event.preventDefault();
    this.actions.ask("undoComposition");
  }

  private entries(): MenuEntries {
    return moreEntries({
      actions: this.actions,
      shown: () => this.shown,
      theme: () => this.theme,
      post: (message) => this.editor.post(message),
      notice: this.notice,
      tell: (words) => this.announcer.tell(words),
      showKeys: () => this.layout.showKeys(),
    });
  }

  /** What stands in the page, as the theme wants it drawn. */
  private get shown(): Shown {
    const { shown } = this.model;
    return { ...shown, view: dashedView(shown.view, this.theme) };
  }

  private hear(message: ToChart): void {
    switch (message.type) {
      case "show":
      case "part":
      case "panel":
      case "compareWith": {
        const { isAwaited } = this.model;
        if (!this.model.receive(message)) return;
        if (message.type === "compareWith") this.changed();
        else this.drawSoon("all");
        // What was waited for does not wait for the next frame.
        if (isAwaited && !this.model.isAwaited) this.drawDue();
        if (message.type === "part" || message.type === "panel") return;
        this.editor.keep(this.model.state);
        this.actions.compare();
        return;
      }
      case "found":
        if (message.generation !== this.model.generation) return;
        this.layout.search.showFound(message.text, message.rows, message.note);
        return;
      case "told":
        this.announcer.tell(message.words);
        this.notice.show(message.words);
    }
  }

  private changed(): void {
    this.editor.keep(this.model.state);
    this.draw();
  }

  /** A pointer that is dragged changes much within one frame. */
  private zoomed(what: "all" | "range"): void {
    this.editor.keepZoomed(this.model.state);
    this.drawSoon(what);
  }

  /** Of what comes within one frame the last is drawn. */
  private drawSoon(what: "all" | "range"): void {
    if (this.due === undefined) requestAnimationFrame(() => this.drawDue());
    if (this.due !== "all") this.due = what;
  }

  private drawDue(): void {
    const { due, cursor } = this;
    if (due === undefined) return;
    const { from, to } = this.model.shown.view.range;
    // What is out of sight is pointed at no more.
    if (cursor !== null && (cursor < from || cursor > to)) this.moved(null);
    this.due = undefined;
    if (due === "all") this.draw();
    else this.layout.showRange(this.shown);
  }

  private moved(day: Day | null): void {
    this.cursor = day;
    if (this.due !== "all") this.layout.showCursor(this.shown, day);
    if (day === null) return;
    this.announcer.tellRested(() => {
      const { shown } = this;
      const rounding = roundingWords(missAt(shown.view, day));
      return cursorSummary(day, spokenRows(shown, day), rounding);
    });
  }

  private draw(): void {
    this.layout.show(this.shown, this.cursor, this.theme);
  }

  private key(event: KeyboardEvent): void {
    const { view } = this.model.shown;
    if (view.panes.length === 0) return;
    const isKnown = runKey(event, {
      actions: this.actions,
      range: view.range,
      bounds: view.bounds,
      cursor: this.cursor,
      nextDay: (day, direction) => nextDay(view, day, direction),
      showKeys: () => this.layout.showKeys(),
    });
    if (isKnown) event.preventDefault();
  }

  private failed(message: string): void {
    if (this.failures++ >= mostFailures) return;
    this.editor.post({ type: "failed", message: message.slice(0, 1000) });
    this.announcer.tell(t("The chart failed. See the log."));
  }
}

/** The nearest day after (1) or before (-1) another on which anything drawn has a row; undefined where there is none. */
function nextDay(
  { panes }: Pick<ChartView, "panes">,
  day: Day,
  direction: 1 | -1,
): Day | undefined {
  const drawn = panes.flatMap(({ lines, layers }) => [...lines, ...layers]);
  const found = [...new Set(drawn.map(({ days }) => days))].flatMap((days) => {
    const each = direction === 1 ? days[rowAt(days, day + 1)] : days[rowAt(days, day) - 1];
    return each === undefined ? [] : [each];
  });
  if (found.length === 0) return undefined;
  return direction === 1 ? Math.min(...found) : Math.max(...found);
}
