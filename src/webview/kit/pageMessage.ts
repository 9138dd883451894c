import { type ChartFailure, type FailureAction } from "../../shared/chart/chartProtocol";
import { t } from "../l10n";
import { button, element } from "./element";
import { actionText } from "./failureActions";

/** A failure's actions as the editor knows them; asking anew is a refresh. */
export type MessageAction = Exclude<FailureAction, "retry" | "openCached"> | "refresh";

/** What stands in the place of a page's numbers: that they are coming, that there are none, or why. */
export class PageMessage {
  readonly root = element("div", { class: "message" });

  /** @param onAction - Told what a person chose to do about a failure. */
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

  fail(title: string, { message, actions }: ChartFailure): void {
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

/** What keeps the numbers of a page from being what a person may take them for, a line each. */
export function bannerLines(banners: readonly string[]): readonly HTMLElement[] {
  return banners.map((text) => element("p", { role: "status", text }));
}
