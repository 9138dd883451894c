import { type PageIdentity } from "../../../protocol";
import { type FromChanges } from "../../messages";
import { type PageFailure } from "../../../../../shared/pageProtocol";
import {
  type ChangeScore,
  type Moves,
  movesOf,
  type Production,
  productionsOf,
} from "../../../../../shared/changes";
import { type ChangesAnswer, type ForecastSides, type ToChanges } from "../../protocol";
import { dayEndingAt, endOfDayMs } from "../../../model/since";
import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { Announcer } from "../../../../../ui/announcer";
import { Editor } from "../../../../../ui/editor";
import { button, element, setText } from "../../../../../ui/element";
import { type MenuEntry } from "../../../../../ui/menu";
import { Notice } from "../../../../../ui/notice";
import { bannerLines, PageMessage } from "../../../../../ui/pageMessage";
import { PlacedMenu } from "../../../../../ui/placedMenu";
import { type RowKeys } from "../../../../../ui/rowKeys";
import { changesBanners, changesFacts, missingOffer } from "./changesTexts";
import { ChangesHead } from "./changesHead";
import { type Count, countsOf } from "./counts";
import { DayFetch } from "./dayFetch";
import { FirstLook } from "./firstLook";
import { ForecastSection } from "./forecastSection";
import { rowEntries, subjectOf } from "./rowCommands";
import { isWhole, Section } from "./section";
import {
  goneForecastRow,
  loneRows,
  moveRow,
  newForecastRow,
  productionHead,
  productionRow,
} from "./changedSignalRows";
import { newForecast, newSummaries } from "../model/forecastMoves";
import { parseChangesViewState, type ChangesViewState } from "./changesViewState";

interface Shown {
  readonly identity: PageIdentity;
  readonly answer: ChangesAnswer;
  /** By score; each is computed once. */
  readonly changes: Map<ChangeScore, ScoreChanges>;
}

interface ScoreChanges {
  readonly moves: Moves;
  readonly productions: readonly Production[];
}

/** The What Changed page: the differences between two answers. */
export class ChangesPage {
  private readonly editor = new Editor<FromChanges, ChangesViewState>(parseChangesViewState);
  private state = this.editor.kept;
  private shown: Shown | undefined;
  private readonly announcer = new Announcer();
  private readonly notice = new Notice();
  private readonly menu = new PlacedMenu();
  private readonly banners = element("div", { class: "banners" });
  private readonly message = new PageMessage((action) => this.post({ type: "do", action }));
  private readonly fetch = new DayFetch((message) => this.post(message));
  private readonly firstLook = new FirstLook(this.message, this.fetch, (message) =>
    this.post(message),
  );
  private readonly counts = element("nav", { class: "counts", "aria-label": t("Sections") });
  private readonly columns = element("div", { class: "columns" });
  private readonly withoutForecasts = element("p", {
    class: "muted",
    text: t(
      "Forecasts are not compared: the service has no older ones. The chart of a forecast explains a change: choose Change Bridge there.",
    ),
  });
  private readonly facts = element("footer", { class: "facts" });
  private readonly head: ChangesHead;
  private readonly productions: Section;
  private readonly flips: Section;
  private readonly moves: Section;
  private readonly others: Section;
  private readonly forecasts: ForecastSection;

  constructor(private readonly body: HTMLElement) {
    this.head = new ChangesHead({
      onRefresh: () => this.post({ type: "do", action: "refresh" }),
      onSince: () => this.post({ type: "askSince" }),
      onScore: (score) => this.change({ score }),
      entries: () => this.entries(),
    });
    const keys = this.rowKeys();
    const onWhole = (id: string): void => this.toggleWhole(id);
    const section = (id: string, title: string, note: string, first: number): Section => {
      const form = id === "flips" ? "moves flips" : id;
      const table = element("table", { class: `list ${form}`, "aria-label": title });
      return new Section({ id, title, note, first, keys, onWhole }, table);
    };
    const axis = t("by size; ring: before, dot: now, axis −3 to +3");
    this.productions = section("productions", t("Productions"), t("newest first"), 6);
    this.flips = section("flips", t("Sign Flips"), axis, 8);
    this.moves = section("moves", t("Largest Moves"), t("by size, excluding sign flips"), 9);
    this.others = section("lone", t("Appeared, Vanished, Stale"), "", 8);
    this.forecasts = new ForecastSection({
      keys,
      onChange: (changes) => this.change(changes),
      onWhole,
      onMissing: (summaries) => this.askDetails(summaries),
    });
  }

  start(): void {
    const { head, banners, message, counts, columns, facts } = this;
    const { productions, flips, moves, others, forecasts } = this;
    columns.append(
      element("div", {}, ...[productions, flips, moves].map(({ root }) => root)),
      element("div", {}, forecasts.section.root, others.root, this.withoutForecasts),
    );
    const scrolled = element("div", { class: "scrolled", tabindex: -1 }, counts, columns);
    const page = element(
      "main",
      { class: "page" },
      ...[head.root, banners, message.root, scrolled, facts],
    );
    const { menu, notice, announcer } = this;
    this.body.append(page, menu.root, notice.root, announcer.root);
    addEventListener("message", ({ data }: MessageEvent<ToChanges>) => this.receive(data));
    addEventListener("error", ({ message: words }) =>
      this.post({ type: "failed", message: words }),
    );
    this.post({ type: "ready", pair: this.state.pair });
  }

  private post(message: FromChanges): void {
    this.editor.post(message);
  }

  private receive(message: ToChanges): void {
    switch (message.type) {
      case "wait":
        if (this.shown !== undefined) return;
        this.head.name(message.identity.isSample);
        this.banners.replaceChildren();
        this.message.wait();
        this.showContent(false);
        return;
      case "show":
        this.shown = {
          identity: message.identity,
          answer: message.answer,
          changes: new Map<ChangeScore, ScoreChanges>(),
        };
        this.forecasts.forget();
        if (message.answer.missing === null) this.keep({ pair: message.answer.pair });
        this.render();
        return;
      case "details":
        this.takeDetails(message.generation, message.details);
        return;
      case "dayRequests":
        this.fetch.ask(message);
        if (message.requests > 0) this.head.showSince(endOfDayMs(message.day), false);
        else if (this.shown !== undefined) this.head.show(this.shown.answer, this.state.score);
        return;
      case "dayProgress":
        this.fetch.note(message.done, message.of);
        this.head.showSince(endOfDayMs(message.day), false);
        return;
      case "fail":
        this.fail(message.identity, message.failure);
        return;
      case "told":
        this.notice.show(message.words);
        this.announcer.report(message.words);
    }
  }

  private fail(identity: PageIdentity, failure: PageFailure): void {
    this.shown = undefined;
    this.head.name(identity.isSample);
    this.banners.replaceChildren();
    const title = t("Could not open {0}", t("What Changed"));
    this.message.fail(title, failure);
    this.showContent(false);
    this.announcer.report(`${title}. ${failure.message}`);
  }

  private takeDetails(generation: number, details: readonly ForecastSides[]): void {
    if (generation !== this.shown?.answer.generation) return;
    this.forecasts.take(details);
    this.renderForecasts();
  }

  private askDetails(summaries: readonly number[]): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { generation } = shown.answer;
    this.post({ type: "details", generation, summaries: Int32Array.from(summaries) });
  }

  private keep(changes: Partial<ChangesViewState>): void {
    this.state = { ...this.state, ...changes };
    this.editor.keep(this.state);
  }

  private change(changes: Partial<ChangesViewState>): void {
    this.keep(changes);
    this.render();
  }

  private toggleWhole(id: string): void {
    const { whole } = this.state;
    this.change({
      whole: whole.includes(id) ? whole.filter((each) => each !== id) : [...whole, id],
    });
  }

  private render(): void {
    const { shown } = this;
    if (shown === undefined) return;
    const { identity, answer } = shown;
    this.head.name(identity.isSample);
    this.head.show(answer, this.state.score);
    this.banners.replaceChildren(...bannerLines(changesBanners(identity, answer)));
    setText(this.facts, changesFacts(identity, answer).join(" · "));
    if (answer.pair === null) {
      this.showContent(false);
      this.facts.hidden = false;
      this.firstLook.show(answer);
      return;
    }
    this.banners.append(this.fetch.root);
    this.fetch.begin(missingOffer(answer));
    this.message.hide();
    this.showContent(true);
    const { moves, productions } = scoreChangesOf(shown, this.state.score);
    this.counts.replaceChildren(
      ...countsOf(answer, moves, productions).map((count) => this.countButton(count)),
    );
    this.renderSignals(answer, moves, productions);
    this.renderForecasts();
  }

  private renderSignals(
    answer: ChangesAnswer,
    moves: Moves,
    productions: readonly Production[],
  ): void {
    const { signals, forecasts } = answer;
    const { score } = this.state;
    this.productions.root.hidden =
      this.flips.root.hidden =
      this.moves.root.hidden =
        signals === null;
    if (signals !== null) {
      const largest = productions.reduce((size, each) => Math.max(size, sizeOf(each)), 0);
      const rows = this.cut(this.productions, productions).map((each) =>
        productionRow(each, signals.signals.indexOf(each.signal), largest),
      );
      this.showTable(this.productions, rows, productions.length, productionHead());
      for (const [section, all] of [
        [this.flips, moves.flips],
        [this.moves, moves.others],
      ] as const) {
        const shownMoves = this.cut(section, all).map((move) => moveRow(signals, move));
        this.showTable(section, shownMoves, all.length);
      }
    }
    const lone = [
      ...(signals === null ? [] : loneRows(signals, score)),
      ...(forecasts === null
        ? []
        : [
            ...newSummaries(forecasts).map(
              (at) => () => newForecastRow(newForecast(forecasts, at)),
            ),
            ...forecasts.vanished.map((each) => () => goneForecastRow(each)),
          ]),
    ];
    const loneShown = this.cut(this.others, lone).map((row) => row());
    this.showTable(this.others, loneShown, lone.length);
    // A comparison with series often has nothing to show in the second column.
    this.others.root.hidden = forecasts === null && lone.length === 0;
    this.columns.classList.toggle("single", forecasts === null);
  }

  private renderForecasts(): void {
    const { shown, state } = this;
    const { signals = null, forecasts = null } = shown?.answer ?? {};
    this.forecasts.section.root.hidden = forecasts === null;
    this.withoutForecasts.hidden =
      forecasts !== null || signals === null || dayEndingAt(signals.olderMs) === undefined;
    if (shown?.answer.forecasts) {
      this.forecasts.show(shown.answer.forecasts, state);
    }
  }

  private cut<T>(section: Section, all: readonly T[]): readonly T[] {
    return all.slice(0, section.countOf(all.length, isWhole(this.state, section)));
  }

  private showTable(
    section: Section,
    rows: readonly HTMLElement[],
    all: number,
    head?: HTMLElement,
  ): void {
    const parts = head === undefined ? [] : [element("thead", {}, head)];
    const body = element("tbody", {}, ...rows);
    section.show([...parts, body], all, isWhole(this.state, section));
  }

  private countButton({ section, count, text, below }: Count): HTMLElement {
    const sections = {
      productions: this.productions,
      flips: this.flips,
      moves: this.moves,
      forecasts: this.forecasts.section,
      others: this.others,
    };
    const made = button({ class: "count" }, () => sections[section].goTo());
    made.append(
      element("b", { text: formatCount(count) }),
      element("span", { text }),
      element("span", { class: "muted small-text", text: below }),
    );
    return made;
  }

  private rowKeys(): RowKeys {
    return {
      onOpen: (row, isBeside) => this.open(row, isBeside),
      onMenu: (row) => this.openMenu(row),
      onUnfold: (row, isOpening) => this.forecasts.unfold(row, isOpening),
    };
  }

  private open(row: HTMLElement, isBeside: boolean): void {
    const { shown } = this;
    const subject = shown && subjectOf(row, shown.answer);
    if (subject === undefined) return;
    const message = subject.run(isBeside ? "openBeside" : "open");
    if (message !== undefined) this.post(message);
  }

  private openMenu(row: HTMLElement): void {
    const { shown } = this;
    const subject = shown && subjectOf(row, shown.answer);
    if (subject === undefined) return;
    this.menu.open(
      row,
      rowEntries(subject, (message) => this.post(message)),
      row,
    );
  }

  private entries(): readonly (MenuEntry | null)[] {
    const { answer } = this.shown ?? {};
    const opened = (label: string, action: "openCsv" | "openJson"): MenuEntry => ({
      label,
      run: () => this.post({ type: "do", action }),
    });
    if (!answer?.pair) return [];
    const { generation } = answer;
    const copy = {
      label: t("Copy as Markdown"),
      run: () => this.post({ type: "copyMarkdown", generation, score: this.state.score }),
    };
    return [copy, null, opened(t("Open as CSV"), "openCsv"), opened(t("Open as JSON"), "openJson")];
  }

  /** Shows the sections, or hides them to make room for a message. */
  private showContent(isShown: boolean): void {
    this.counts.hidden = this.columns.hidden = this.facts.hidden = !isShown;
    this.columns.parentElement?.toggleAttribute("hidden", !isShown);
    if (this.shown === undefined) this.head.hide();
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
