import { t } from "../../l10n";
import { element } from "../../kit/element";
import { type Shown } from "./shown";

/** What each series is: always in sight. */
export class FactLines {
  readonly root = element("footer", {
    class: "facts",
    role: "region",
    "aria-label": t("What is shown"),
    tabindex: 0,
  });
  private drawn = "";

  show({ view }: Shown): void {
    const key = JSON.stringify(view.facts);
    if (key === this.drawn) return;
    this.drawn = key;
    this.root.replaceChildren(...view.facts.map(lineOf));
  }
}

const separator = " · ";

/** A line breaks between facts, not within one. */
function lineOf(text: string): HTMLElement {
  const facts = text.split(separator).map((fact) => element("span", { text: fact }));
  return element("p", {}, ...facts.flatMap((fact, at) => (at === 0 ? [fact] : [separator, fact])));
}
