import "./editorWords";
import { type ChartPart, type FailureAction } from "../../../shared/chart/chartProtocol";
import { t } from "../../l10n";
import { button, element, setAttributes } from "./element";
import { type ChartActions } from "./shown";

const actionWords: Readonly<Record<FailureAction, () => string>> = {
  retry: () => t("Retry"),
  enterKey: () => t("Enter Key"),
  diagnose: () => t("Diagnose"),
  showLog: () => t("Show Log"),
};

/** A failure as it stands in the page. */
interface Told {
  /** What it says: as long as this is the same, its elements stay, and with them the focus. */
  readonly words: string;
  readonly root: HTMLElement;
  readonly buttons: readonly HTMLElement[];
}

/** What could not be fetched, in the service's own words, and what may help. */
export class FailureList {
  private readonly told = new Map<string, Told>();

  /** @param root - Holds the failures. */
  constructor(
    private readonly root: HTMLElement,
    private readonly actions: ChartActions,
  ) {}

  show(parts: readonly ChartPart[]): void {
    const failed = parts.filter(({ failure }) => failure !== null);
    for (const [id, { root }] of this.told) {
      if (failed.some((part) => part.id === id)) continue;
      root.remove();
      this.told.delete(id);
    }
    for (const part of failed) this.showPart(part);
  }

  private showPart({ id, title, failure, isLoading }: ChartPart): void {
    const words = JSON.stringify([title, failure]);
    const before = this.told.get(id);
    const told = before?.words === words ? before : this.made(id, title, failure, words);
    if (before === undefined) this.root.append(told.root);
    else if (before !== told) replace(before, told);
    this.told.set(id, told);
    // A button that is disabled in earnest would lose the focus.
    for (const each of told.buttons) setAttributes(each, { "aria-disabled": isLoading && "true" });
  }

  private made(id: string, title: string, failure: ChartPart["failure"], words: string): Told {
    const buttons = (failure?.actions ?? []).map((action) => {
      const made = button({ class: "tool framed", text: actionWords[action]() }, () => {
        if (made.ariaDisabled === "true") return;
        if (action === "retry") this.actions.retry(id);
        else this.actions.ask(action);
      });
      return made;
    });
    const root = element(
      "div",
      { class: "failure" },
      element("p", {}, element("strong", { text: title }), ` ${failure?.message ?? ""}`),
      element("div", { class: "tools" }, ...buttons),
    );
    return { words, root, buttons };
  }
}

/** The button with the focus hands it over to the one in its place. */
function replace(before: Told, told: Told): void {
  const place = before.buttons.findIndex((each) => each === document.activeElement);
  before.root.replaceWith(told.root);
  told.buttons[place]?.focus();
}
