import { type FoundSeries } from "../../../shared/chart/chartProtocol";
import { t } from "../../l10n";
import { button, element } from "./element";
import { icon } from "./icon";
import { Lazy } from "./lazy";
import { SearchPopup, type SearchOptions } from "./searchPopup";

/** The button that opens a search for series to add. */
export class SearchBox {
  readonly root = element("div", { class: "search" });
  private readonly popup: Lazy<SearchPopup>;

  constructor(options: SearchOptions) {
    const opener = button(
      { class: "tool", title: t("Add a series to this chart"), "aria-expanded": "false" },
      () => this.popup.get().toggle(),
    );
    opener.append(icon("add"), element("span", { text: t("Add") }));
    this.root.append(opener);
    this.popup = new Lazy(() => new SearchPopup(this.root, opener, options));
  }

  /** An answer to what was searched for. */
  showFound(text: string, rows: readonly FoundSeries[], note: string): void {
    if (this.popup.isMade) this.popup.get().showFound(text, rows, note);
  }
}
