import { type FailureAction } from "../shared/pageProtocol";
import { Announcer } from "./announcer";
import { button, element, placeChildren, setAttributes, setText } from "./element";
import { type FailedSubject } from "./failures";
import { FailureList } from "./failureList";
import { icon } from "./icon";
import { t } from "./l10n";
import { type MenuEntries, openMenuWith } from "./menu";
import { Notice, type NoticeOffer } from "./notice";
import { makeOneTabStop } from "./roving";

/** The texts around the content of a page. */
export interface FrameText {
  readonly title: string;
  /** The tooltip of the title. */
  readonly code?: string;
  readonly isSample: boolean;
  readonly subtitle: string;
  /** Warnings about the content, each on its own line. */
  readonly banners: readonly (string | HTMLElement)[];
  /** The subjects that could not be read: above the content, or in its place if there is none. */
  readonly failures: readonly FailedSubject[];
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
  | { readonly type: "failed"; readonly hasTools: boolean };

/** An action that a frame offers: refreshing everything, or an action on a failure. */
export type FrameAction = FailureAction | "refresh";

export interface FrameElements {
  /** Text between the title and the tools. */
  readonly aside?: HTMLElement;
  /** Controls beside the title, before Refresh and More. */
  readonly tools?: readonly Node[];
  readonly toolbar: readonly Node[];
  /** Bars above the content that stay when it is empty. */
  readonly above?: readonly Node[];
  readonly content: readonly Node[];
  readonly entries: MenuEntries;
  /** @param ids - The ids of the failed subjects, if it is an action on them. */
  readonly onAction: (action: FrameAction, ids: readonly string[]) => void;
}

/** The frame of a page: title, controls, warnings, content or a message in its place, source, notices. */
export class PageFrame {
  readonly root: HTMLElement;
  readonly announcer = new Announcer();
  private readonly notice = new Notice();
  private readonly title = element("h1");
  private readonly badge = element("span", { class: "badge", text: t("SAMPLE, synthetic") });
  private readonly subtitle = element("p", { class: "subtitle" });
  private readonly tools: HTMLElement;
  private readonly toolbar: HTMLElement;
  private readonly banners = element("div", { class: "banners", role: "status" });
  private readonly above: HTMLElement;
  private readonly failures: FailureList;
  private readonly message = element("div", { class: "message" });
  private readonly content: HTMLElement;
  private readonly facts = element("footer", {
    class: "facts",
    role: "region",
    "aria-label": t("What is shown"),
  });

  constructor(
    body: HTMLElement,
    private readonly parts: FrameElements,
  ) {
    this.tools = element("div", { class: "tools" }, ...(parts.tools ?? []));
    this.toolbar = element("div", { class: "toolbar", "aria-label": t("View") }, ...parts.toolbar);
    this.above = element("div", { class: "above" }, ...(parts.above ?? []));
    this.content = element("div", { class: "content" }, ...parts.content);
    this.failures = new FailureList(parts.onAction);
    const headline = element("div", { class: "headline" }, this.title, this.badge);
    const titles = element("div", { class: "titles" }, headline, this.subtitle);
    const label = { class: "tools", "aria-label": t("Actions") };
    const tools = element("div", label, this.tools, ...this.commonTools());
    const aside = parts.aside === undefined ? [] : [parts.aside];
    const header = element("header", { class: "header" }, titles, ...aside, tools);
    makeOneTabStop(tools);
    makeOneTabStop(this.toolbar);
    const { toolbar, banners, above, failures, message, content, facts } = this;
    const page = [header, toolbar, banners, above, failures.root, message, content, facts];
    this.root = element("main", { class: "page" }, ...page);
    body.append(this.root, this.notice.root, this.announcer.root);
  }

  show(text: FrameText, middle: Middle): void {
    setText(this.title, text.title);
    setAttributes(this.title, { title: text.code ?? false });
    this.badge.hidden = !text.isSample;
    setText(this.subtitle, text.subtitle);
    this.showBanners(text.banners);
    const isContent = middle.type === "content";
    const hasFailed = middle.type === "failed";
    const hasTools = isContent || ("hasTools" in middle && middle.hasTools);
    this.root.classList.toggle("is-failed", hasFailed);
    this.toolbar.hidden = this.tools.hidden = !hasTools;
    this.above.hidden = !isContent && middle.type !== "empty";
    this.facts.hidden = this.above.hidden && !hasTools;
    this.content.hidden = !isContent;
    this.failures.show(text.failures, hasFailed);
    this.message.hidden = isContent || hasFailed;
    placeChildren(this.message, messageOf(middle));
    placeChildren(
      this.facts,
      text.facts.flatMap((fact, at) => [...(at === 0 ? [] : [new Text(" · ")]), nodeOf(fact)]),
    );
  }

  /** Reports the outcome of an action, and offers others. */
  report(text: string, ...offers: readonly NoticeOffer[]): void {
    this.notice.show(text, ...offers);
    this.announcer.report(text);
  }

  private commonTools(): readonly HTMLElement[] {
    const label = t("Refresh");
    const refresh = button({ class: "tool", "aria-label": label, title: label }, () =>
      this.parts.onAction("refresh", []),
    );
    refresh.append(icon("refresh"));
    const more = button({ class: "tool" }, () => undefined);
    // A word, because three dots in the title bar above mean the editor's own menu.
    more.append(element("span", { text: t("More") }), icon("down"));
    openMenuWith(more, this.parts.entries);
    return [refresh, more];
  }

  /** Leaves equal banners in place, because a live region announces every replaced text. */
  private showBanners(banners: readonly (string | HTMLElement)[]): void {
    const known = new Map([...this.banners.children].map((each) => [each.textContent, each]));
    placeChildren(
      this.banners,
      banners.map((each) =>
        typeof each === "string" ? (known.get(each) ?? element("p", { text: each })) : each,
      ),
    );
  }
}

function messageOf(middle: Middle): readonly HTMLElement[] {
  switch (middle.type) {
    case "content":
    case "failed":
      return [];
    case "waiting":
      return [element("p", { class: "muted", text: t("Loading…") })];
    case "empty":
      return [element("p", { text: middle.text }), ...(middle.below ?? [])];
  }
}

function nodeOf(fact: string | HTMLElement): Node {
  return typeof fact === "string" ? new Text(fact) : fact;
}
