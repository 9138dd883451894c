import { type PageFailure, type FailureAction } from "../shared/pageProtocol";
import { t } from "./l10n";
import { button, element } from "./element";
import { actionText } from "./failureActions";

/** The actions of a failure that a page sends to the host; Retry is a refresh. */
export type MessageAction = Exclude<FailureAction, "retry" | "openCached"> | "refresh";

/** Replaces a page's numbers: while they load, when there are none, or after a failure. */
export class PageMessage {
  readonly root = element("div", { class: "message" });

  /** @param onAction - Called with the action that the user chose for a failure. */
  constructor(private readonly onAction: (action: MessageAction) => void) {}

  hide(): void {
    this.root.replaceChildren();
    this.root.hidden = true;
  }

  say(words: string, ...below: readonly HTMLElement[]): void {
    this.root.replaceChildren(element("p", { text: words }), ...below);
    this.root.hidden = false;
  }

  wait(): void {
    this.root.replaceChildren(element("p", { class: "muted", text: t("Loading…") }));
    this.root.hidden = false;
  }

  fail(title: string, { message, actions }: PageFailure): void {
    const buttons = actions.flatMap((action) => this.actionButton(action));
    this.root.replaceChildren(
      element(
        "div",
        { class: "failure" },
        element("p", {}, element("strong", { text: title }), ` ${message}`),
        element("div", { class: "tools" }, ...buttons),
      ),
    );
    this.root.hidden = false;
  }

  private actionButton(action: FailureAction): readonly HTMLElement[] {
    if (action === "openCached") return [];
    return [
      button({ class: "tool framed", text: actionText[action]() }, () => {
        if (action === "retry") this.wait();
        this.onAction(action === "retry" ? "refresh" : action);
      }),
    ];
  }
}

/** Warnings about the numbers of a page, one line each. */
export function bannerLines(banners: readonly string[]): readonly HTMLElement[] {
  return banners.map((text) => element("p", { role: "status", text }));
}
