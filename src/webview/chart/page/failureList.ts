import { type ChartPart, type FailureAction } from "../../../shared/chart/chartProtocol";
import { t } from "../../l10n";
import { button, element } from "./element";
import { type ChartActions } from "./shown";

const words: Readonly<Record<FailureAction, () => string>> = {
  retry: () => t("Retry"),
  enterKey: () => t("Enter Key"),
  diagnose: () => t("Diagnose"),
  showLog: () => t("Show Log"),
};

/** What could not be fetched, in the service's own words, and what may help. */
export class FailureList {
  readonly root = element("div", { class: "failures", role: "alert" });
  private drawn: readonly ChartPart[] = [];

  constructor(private readonly actions: ChartActions) {}

  show(parts: readonly ChartPart[]): void {
    const failed = parts.filter(({ failure }) => failure !== null);
    const isSame =
      failed.length === this.drawn.length && failed.every((part, i) => part === this.drawn[i]);
    if (isSame) return;
    this.drawn = failed;
    this.root.replaceChildren(...failed.map((part) => this.shown(part)));
  }

  private shown({ id, title, failure, isLoading }: ChartPart): HTMLElement {
    const buttons = (failure?.actions ?? []).map((action) => {
      const run = (): void =>
        action === "retry" ? this.actions.retry(id) : this.actions.ask(action);
      const made = button({ class: "tool framed", text: words[action]() }, run);
      made.disabled = isLoading;
      return made;
    });
    return element(
      "div",
      { class: "failure" },
      element("p", {}, element("strong", { text: title }), ` ${failure?.message ?? ""}`),
      element("div", { class: "tools" }, ...buttons),
    );
  }
}
