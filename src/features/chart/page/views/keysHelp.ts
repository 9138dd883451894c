import { t } from "../../../../ui/l10n";
import { button, element } from "../../../../ui/element";
import { chartKeys } from "./keys";

/** The list of keyboard shortcuts, in a dialog over the page. */
export class KeysHelp {
  readonly root = element("dialog", { class: "keys", "aria-label": t("Keyboard shortcuts") });

  constructor() {
    const rows = chartKeys.map(({ shown, words }) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, ...shown.split(" ").map(cap)),
        element("td", { text: words() }),
      ),
    );
    this.root.append(
      element("h2", { text: t("Keyboard Shortcuts") }),
      element("p", { class: "muted", text: t("While the plot has focus") }),
      element("table", {}, element("tbody", {}, ...rows)),
      button({ class: "tool", text: t("Close") }, () => this.root.close()),
    );
  }

  open(): void {
    if (!this.root.open) this.root.showModal();
  }
}

function cap(key: string): HTMLElement {
  return element("kbd", { text: key });
}
