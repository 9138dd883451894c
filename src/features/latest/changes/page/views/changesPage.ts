import { type FromChanges } from "../../messages";
import {
  type ChangeScore,
  changeScores,
  type Moves,
  movesOf,
  type Production,
  productionsOf,
} from "../../../../../shared/changes";
import { formatCount } from "../../../../../shared/series/numberText";
import { momentText } from "../../../../../ui/dateText";
import { Editor, parseKept } from "../../../../../ui/editor";
import { button, element, placeChildren, setAttributes, setText } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { t } from "../../../../../ui/l10n";
import { type MenuEntry } from "../../../../../ui/menu";
import { type RowHandlers } from "../../../../../ui/rowList";
import { Segments } from "../../../../../ui/segments";
import { dayEndingAt, endOfDayMs, sinceDay } from "../../../model/since";
import {
  type NewestContent,
  newestWarnings,
  NewestPage,
  type PageLook,
} from "../../../page/newestPage";
import { type PageIdentity } from "../../../protocol";
import { type ChangesAnswer, type ChangesMessage } from "../../protocol";
import {
  loneForecastRows,
  loneRows,
  moveRow,
  productionHead,
  productionRow,
} from "./changedSignalRows";
import {
  changesFacts,
  changesSubtitle,
  firstLookTexts,
  missingOffer,
  sinceText,
} from "./changesTexts";
import { changesView, type ChangesViewState } from "./changesViewState";
import { type Count, countsOf } from "./counts";
import { DayFetch, requestsOffer } from "./dayFetch";
import { ForecastSection } from "./forecastSection";
import {
  subjectMessage,
  rowEntries,
  type RowSubject,
  subjectKey,
  type SubjectRow,
} from "./rowCommands";
import { Section } from "./section";

interface Shown {
  readonly answer: ChangesAnswer;
  /** By score; each is computed once. */
  readonly changes: Map<ChangeScore, ScoreChanges>;
}

interface ScoreChanges {
  readonly moves: Moves;
  readonly productions: readonly Production[];
}

/** The What Changed page: the differences between two answers. */
export class ChangesPage implements NewestContent<ChangesAnswer, Shown, ChangesMessage> {
  readonly editor = new Editor<FromChanges, ChangesViewState>((kept) =>
    parseKept(changesView, kept),
  );
  private readonly sinceText = element("span");
  private readonly since = button({ class: "tool framed-line" }, () =>
    this.editor.post({ type: "askSince" }),
  );
  private readonly until = element("span", { class: "muted" });
  private readonly score = new Segments<ChangeScore>(t("Score"), (score) => this.change({ score }));
  private readonly fetch = new DayFetch(
    (message) => this.editor.post(message),
    (text) => this.page.announce(text),
  );
  private readonly fetchBar = element("div", { class: "fetch-bar" });
  private readonly older = button(
    { class: "tool framed", text: t("Compare with Older Values…") },
    () => this.editor.post({ type: "askSince" }),
  );
  private readonly firstTools = element("div", { class: "tools" });
  private readonly counts = element("nav", { class: "counts", "aria-label": t("Sections") });
  private readonly countButtons = new Map<Count["section"], HTMLButtonElement>();
  private readonly columns = element("div", { class: "columns" });
  private readonly withoutForecasts = element("p", {
    class: "muted",
    text: t(
      "Forecasts are not compared: the service has no older ones. The chart of a forecast explains a change: choose Change Bridge there.",
    ),
  });
  private readonly handlers: RowHandlers<RowSubject> = {
    keyOf: subjectKey,
    onOpen: (subject, isBeside) => this.run(subject, isBeside ? "openBeside" : "open"),
    menuOf: (subject) => rowEntries(subject, (command) => this.run(subject, command)),
  };
  private readonly productions: Section;
  private readonly flips: Section;
  private readonly moves: Section;
  private readonly others: Section;
  private readonly forecasts: ForecastSection;
  private readonly page: NewestPage<ChangesAnswer, Shown, ChangesMessage>;

  constructor(body: HTMLElement) {
    const axis = t("by size; ring: before, dot: now, axis −3 to +3");
    this.productions = this.section("productions", t("Productions"), t("newest first"), 6, [
      productionHead(),
    ]);
    this.flips = this.section("flips", t("Sign Flips"), axis, 8);
    this.moves = this.section("moves", t("Largest Moves"), t("by size, excluding sign flips"), 9);
    this.others = this.section("lone", t("Appeared, Vanished, Stale"), "", 8);
    this.forecasts = new ForecastSection({
      handlers: this.handlers,
      onChange: (changes) => this.change(changes),
      onWhole: () => this.toggleWhole("forecasts"),
      onMissing: (summaries) => this.askDetails(summaries),
    });
    const { productions, flips, moves, others, forecasts, columns } = this;
    this.since.append(this.sinceText, icon("down"));
    this.score.root.classList.add("push");
    columns.append(
      element("div", {}, ...[productions, flips, moves].map(({ root }) => root)),
      element("div", {}, forecasts.section.root, others.root, this.withoutForecasts),
    );
    const since = element("span", { class: "muted", text: t("Since") });
    this.page = new NewestPage<ChangesAnswer, Shown, ChangesMessage>(
      body,
      {
        toolbar: [
          element("div", { class: "tools" }, since, this.since, this.until),
          this.score.root,
        ],
        above: [this.fetchBar],
        content: [element("div", { class: "scrolled", tabindex: -1 }, this.counts, columns)],
        entries: () => this.entries(),
      },
      this,
    );
  }

  titleOf(): string {
    return t("What Changed");
  }

  start(): void {
    this.editor.post({ type: "ready", pair: this.editor.view.pair });
  }

  /** @param id - The name of the section in the view settings, and the class of its table. */
  private section(
    id: string,
    title: string,
    note: string,
    first: number,
    head: readonly HTMLElement[] = [],
  ): Section {
    const body = element("tbody");
    const form = id === "flips" ? "moves flips" : id;
    const table = element("table", { class: `list ${form}` }, ...head, body);
    const { handlers } = this;
    const onWhole = (): void => this.toggleWhole(id);
    return new Section({ title, note, first, handlers, onWhole }, table, body);
  }

  receive(message: ChangesMessage): void {
    const { shown } = this.page;
    switch (message.type) {
      case "details":
        if (message.generation !== shown?.answer.generation) return;
        this.forecasts.take(message.details);
        this.drawForecasts(shown.answer);
        return;
      case "dayRequests":
        this.fetch.ask(message);
        if (message.requests > 0) this.showSince(endOfDayMs(message.day), false);
        else if (shown !== undefined) this.showSinceOf(shown.answer);
        return;
      case "dayProgress":
        this.fetch.note(message.done, message.of);
        this.showSince(endOfDayMs(message.day), false);
    }
  }

  private change(changes: Partial<ChangesViewState>): void {
    this.editor.keep(changes);
    this.page.render();
  }

  private toggleWhole(id: string): void {
    const { whole } = this.editor.view;
    this.change({
      whole: whole.includes(id) ? whole.filter((each) => each !== id) : [...whole, id],
    });
  }

  answered(_: PageIdentity, answer: ChangesAnswer): Shown {
    this.forecasts.forget();
    if (answer.missing === null) this.editor.keep({ pair: answer.pair });
    return { answer, changes: new Map<ChangeScore, ScoreChanges>() };
  }

  private askDetails(summaries: readonly number[]): void {
    const { shown } = this.page;
    if (shown === undefined) return;
    const { generation } = shown.answer;
    this.editor.post({ type: "details", generation, summaries: Int32Array.from(summaries) });
  }

  lookOf({ answer }: Shown): PageLook {
    return {
      subtitle: changesSubtitle(answer),
      warnings: newestWarnings({ ...answer, fetchedAtMs: answer.newestMs }),
      facts: changesFacts(answer),
      middle: answer.pair === null ? this.firstLook(answer) : { type: "content" },
    };
  }

  draw(shown: Shown): void {
    const { answer } = shown;
    this.showSinceOf(answer);
    setText(this.until, t("until {0}", momentText(answer.newestMs)));
    this.showScore(answer.signals !== null);
    if (answer.pair === null) return;
    this.fetch.begin(missingOffer(answer));
    placeChildren(this.fetchBar, [this.fetch.root]);
    const { moves, productions } = scoreChangesOf(shown, this.editor.view.score);
    placeChildren(
      this.counts,
      countsOf(answer, moves, productions).map((count) => this.countButton(count)),
    );
    this.drawSignals(answer, moves, productions);
    this.drawForecasts(answer);
  }

  private showScore(hasSignals: boolean): void {
    this.score.root.hidden = !hasSignals;
    const texts = { aggregate: t("Aggregate"), level: t("Level"), momentum: t("Momentum") };
    this.score.show(
      changeScores.map((value) => ({ value, text: texts[value], tooltip: "" })),
      this.editor.view.score,
    );
  }

  private showSinceOf({ pair, missing, isLastLook }: ChangesAnswer): void {
    const missingMs = missing === null ? null : endOfDayMs(missing.day);
    this.showSince(pair?.sinceMs ?? missingMs, isLastLook);
  }

  /** Shows the older time of a comparison, or of one that is being fetched. */
  private showSince(sinceMs: number | null, isLastLook: boolean): void {
    const text = sinceText(sinceMs, isLastLook);
    setText(this.sinceText, text);
    setAttributes(this.since, { "aria-label": t("Since {0}", text) });
  }

  /** Explains why there is nothing to compare with yet, and offers a comparison with a week ago. */
  private firstLook(answer: ChangesAnswer): PageLook["middle"] {
    const { newestMs, hasOlder, missing } = answer;
    const day = sinceDay("week", newestMs) ?? 0;
    this.fetch.begin(missing === null ? { day, requests: 0, text: "" } : requestsOffer(missing));
    this.older.hidden = !hasOlder;
    placeChildren(this.firstTools, [this.fetch.root, this.older]);
    const [text, ...lines] = firstLookTexts(answer);
    const below = lines.map((line) => element("p", { class: "muted", text: line }));
    return { type: "empty", text, below: [...below, this.firstTools], hasTools: true };
  }

  private drawSignals(
    { signals, forecasts }: ChangesAnswer,
    moves: Moves,
    productions: readonly Production[],
  ): void {
    const { score, whole } = this.editor.view;
    const hasSignals = signals !== null;
    for (const { root } of [this.productions, this.flips, this.moves]) root.hidden = !hasSignals;
    if (hasSignals) {
      const largest = Math.max(0, ...productions.map(sizeOf));
      const rowOf = (each: Production): SubjectRow =>
        productionRow(each, signals.signals.indexOf(each.signal), largest);
      this.productions.show(
        productions.map((each) => () => rowOf(each)),
        whole.includes("productions"),
      );
      const rowsOf = (all: Moves["flips"]): readonly (() => SubjectRow)[] =>
        all.map((move) => () => moveRow(signals, move));
      this.flips.show(rowsOf(moves.flips), whole.includes("flips"));
      this.moves.show(rowsOf(moves.others), whole.includes("moves"));
    }
    const lone = [
      ...(hasSignals ? loneRows(signals, score) : []),
      ...(forecasts === null ? [] : loneForecastRows(forecasts)),
    ];
    this.others.show(lone, whole.includes("lone"));
    // A comparison with series often has nothing to show in the second column.
    this.others.root.hidden = forecasts === null && lone.length === 0;
    this.columns.classList.toggle("single", forecasts === null);
  }

  private drawForecasts({ signals, forecasts }: ChangesAnswer): void {
    this.forecasts.section.root.hidden = forecasts === null;
    this.withoutForecasts.hidden =
      forecasts !== null || signals === null || dayEndingAt(signals.olderMs) === undefined;
    if (forecasts !== null) this.forecasts.show(forecasts, this.editor.view);
  }

  /** The button of a section, which keeps the focus when its numbers change. */
  private countButton({ section, count, text, below }: Count): HTMLElement {
    const { productions, flips, moves, others } = this;
    const sections = { productions, flips, moves, others, forecasts: this.forecasts.section };
    const known = this.countButtons.get(section);
    const made = known ?? button({ class: "count" }, () => sections[section].goTo());
    this.countButtons.set(section, made);
    made.replaceChildren(
      element("b", { text: formatCount(count) }),
      element("span", { text }),
      element("span", { class: "muted small-text", text: below }),
    );
    return made;
  }

  private run(subject: RowSubject, command: Parameters<typeof subjectMessage>[1]): void {
    const { shown } = this.page;
    const message = shown && subjectMessage(subject, command, shown.answer.generation);
    if (message !== undefined) this.editor.post(message);
  }

  private entries(): readonly (MenuEntry | null)[] {
    const { editor } = this;
    const { answer } = this.page.shown ?? {};
    const entry = (label: string, action: "openCsv" | "openJson" | "showLog"): MenuEntry => ({
      label,
      run: () => editor.post({ type: "do", action }),
    });
    if (!answer?.pair) return [entry(t("Show Log"), "showLog")];
    const { generation } = answer;
    const copy = {
      label: t("Copy as Markdown"),
      run: () => editor.post({ type: "copyMarkdown", generation, score: editor.view.score }),
    };
    return [copy, null, entry(t("Open as CSV"), "openCsv"), entry(t("Open as JSON"), "openJson")];
  }
}

function sizeOf({ meanSize }: Production): number {
  return Number.isNaN(meanSize) ? 0 : meanSize;
}

function scoreChangesOf({ answer: { signals }, changes }: Shown, score: ChangeScore): ScoreChanges {
  const known = changes.get(score);
  if (known !== undefined) return known;
  const found =
    signals === null
      ? { moves: { flips: [], others: [] }, productions: [] }
      : { moves: movesOf(signals.changed, score), productions: productionsOf(signals, score) };
  changes.set(score, found);
  return found;
}
