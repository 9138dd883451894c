import { type FailureAction, type PageFailure } from "../shared/pageProtocol";
import { Announcer } from "./announcer";
import { button, element, placeChildren, setText } from "./element";
import { actionText } from "./failureActions";
import { icon } from "./icon";
import { t } from "./l10n";
import { type MenuEntries, openMenuWith } from "./menu";
import { Notice } from "./notice";
import { makeOneTabStop } from "./roving";

/** The texts around the content of a page. */
export interface FrameText {
  readonly title: string;
  readonly isSample: boolean;
  readonly subtitle: string;
  /** Warnings about the content, each on its own line. */
  readonly banners: readonly string[];
  /** The source of the content, in the footer. */
  readonly facts: readonly (string | HTMLElement)[];
}

/** The middle of a page: its content, or a message in its place. */
export type Middle =
  | { readonly type: "content" | "waiting" }
  | {
      readonly type: "empty";
      readonly text: string;
      readonly below?: readonly HTMLElement[];
      /** Whether the controls remain, because they can change it. */
      readonly hasTools: boolean;
    }
  | { readonly type: "failed"; readonly attempt: string; readonly failure: PageFailure };

/** The actions that a frame offers; Retry is sent as a refresh. */
export type FrameAction = Exclude<FailureAction, "retry" | "openCached"> | "refresh";

export interface FrameElements {
  /** Controls beside the title, before Refresh and More. */
  readonly tools?: readonly HTMLElement[];
  readonly toolbar: readonly HTMLElement[];
  /** Bars above the content that stay when it is empty. */
  readonly above?: readonly HTMLElement[];
  readonly content: readonly HTMLElement[];
  readonly entries: MenuEntries;
  readonly onAction: (action: FrameAction) => void;
}

/** The frame of a page: title, controls, warnings, content or a message in its place, source, notices. */
export class PageFrame {
  readonly announcer = new Announcer();
  private readonly notice = new Notice();
  private readonly title = element("h1");
  private readonly badge = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly subtitle = element("p", { class: "subtitle" });
  private readonly tools: HTMLElement;
  private readonly toolbar: HTMLElement;
  private readonly banners = element("div", { class: "banners", role: "status" });
  private readonly above: HTMLElement;
  private readonly message = element("div", { class: "message" });
  private readonly content: HTMLElement;
  private readonly facts = element("footer", { class: "facts" });

  constructor(
    body: HTMLElement,
    private readonly parts: FrameElements,
  ) {
    this.tools = element("div", { class: "tools" }, ...(parts.tools ?? []));
    this.toolbar = element("div", { class: "toolbar", "aria-label": t("View") }, ...parts.toolbar);
    this.above = element("div", { class: "above" }, ...(parts.above ?? []));
    this.content = element("div", { class: "content" }, ...parts.content);
    const headline = element("div", { class: "headline" }, this.title, this.badge);
    const titles = element("div", { class: "titles" }, headline, this.subtitle);
    const label = { class: "tools", "aria-label": t("Actions") };
    const tools = element("div", label, this.tools, ...this.commonTools());
    const header = element("header", { class: "header" }, titles, tools);
    makeOneTabStop(tools);
    makeOneTabStop(this.toolbar);
    const { toolbar, banners, above, message, content, facts } = this;
    const page = [header, toolbar, banners, above, message, content, facts];
    body.append(element("main", { class: "page" }, ...page), this.notice.root, this.announcer.root);
  }

  show({ title, isSample, subtitle, banners, facts }: FrameText, middle: Middle): void {
    setText(this.title, title);
    this.badge.hidden = !isSample;
    setText(this.subtitle, subtitle);
    this.showBanners(banners);
    const isContent = middle.type === "content";
    const isAnswered = isContent || middle.type === "empty";
    this.toolbar.hidden = this.tools.hidden =
      !isContent && !(middle.type === "empty" && middle.hasTools);
    this.above.hidden = this.facts.hidden = !isAnswered;
    this.content.hidden = !isContent;
    this.message.hidden = isContent;
    placeChildren(this.message, this.messageOf(middle));
    placeChildren(
      this.facts,
      facts.flatMap((fact, at) => [...(at === 0 ? [] : [new Text(" · ")]), nodeOf(fact)]),
    );
    if (middle.type === "failed") {
      this.announcer.report(`${middle.attempt}. ${middle.failure.message}`);
    }
  }

  /** Reports the outcome of an action. */
  report(text: string): void {
    this.notice.show(text);
    this.announcer.report(text);
  }

  private commonTools(): readonly HTMLElement[] {
    const label = t("Refresh");
    const refresh = button({ class: "tool", "aria-label": label, title: label }, () =>
      this.parts.onAction("refresh"),
    );
    refresh.append(icon("refresh"));
    const more = button({ class: "tool" }, () => undefined);
    // A word, because three dots in the title bar above mean the editor's own menu.
    more.append(t("More"), icon("down"));
    openMenuWith(more, this.parts.entries);
    return [refresh, more];
  }

  /** Leaves equal banners in place, because a live region announces every replaced text. */
  private showBanners(banners: readonly string[]): void {
    const known = [...this.banners.children].map(({ textContent }) => textContent);
    if (known.join("\n") === banners.join("\n")) return;
    this.banners.replaceChildren(...banners.map((text) => element("p", { text })));
  }

  private messageOf(middle: Middle): readonly HTMLElement[] {
    switch (middle.type) {
      case "content":
        return [];
      case "waiting":
        return [element("p", { class: "muted", text: t("Loading…") })];
      case "empty":
        return [element("p", { text: middle.text }), ...(middle.below ?? [])];
      case "failed":
        return [this.failure(middle.attempt, middle.failure)];
    }
  }

  private failure(attempt: string, { message, actions }: PageFailure): HTMLElement {
    const buttons = actions.flatMap((action) => {
      if (action === "openCached") return [];
      const sent = action === "retry" ? "refresh" : action;
      return button({ class: "tool framed", text: actionText[action]() }, () =>
        this.parts.onAction(sent),
      );
    });
    return element(
      "div",
      { class: "failure" },
      element("p", {}, element("strong", { text: attempt }), ` ${message}`),
      element("div", { class: "tools" }, ...buttons),
    );
  }
}

function nodeOf(fact: string | HTMLElement): Node {
  return typeof fact === "string" ? new Text(fact) : fact;
}
