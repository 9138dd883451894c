import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "../model/chartView";
import { type DayRange } from "../model/pane";
import { allDays, formatRange, isSameRange, newestYears, parseRange } from "../model/dayRanges";
import { button, element, setAttributes } from "../../../../ui/element";
import { type Dispatch } from "./pageState";

/** The choices of years; null for all. */
const choices: readonly (number | null)[] = [1, 5, 10, null];

/** Buttons for the newest years, and a box for any range. */
export class RangeControls {
  readonly root = element("div", { class: "tools range" });
  private readonly buttons: ReadonlyMap<number | null, HTMLButtonElement>;
  private readonly box = element("input", {
    type: "text",
    class: "range-box",
    "aria-label": t("Range"),
    title: t("2020, 2020Q2, 2020-03..2020-06 or 2020-03-15.."),
    spellcheck: "false",
    autocomplete: "off",
  });
  private typed: TypedRange | undefined;
  private bounds: DayRange = { from: 0, to: 0 };
  private text = "";

  constructor(private readonly dispatch: Dispatch) {
    this.buttons = new Map(choices.map((years) => [years, this.choice(years)]));
    const group = element(
      "div",
      { class: "segments", role: "group", "aria-label": t("Recent years") },
      ...this.buttons.values(),
    );
    this.root.append(group, element("div", { class: "range-field" }, this.box));
    this.box.addEventListener("keydown", ({ key }) => {
      if (key === "Enter" && this.text !== "") this.typed?.apply(this.bounds);
      if (key === "Escape") this.reset();
    });
    this.box.addEventListener("focus", () => {
      this.typed ??= new TypedRange(this.box, (range) =>
        this.dispatch({ type: "showRange", range }),
      );
      this.box.select();
    });
    this.box.addEventListener("blur", () => this.reset());
  }

  show({ bounds, range, panes }: ChartView): void {
    this.bounds = bounds;
    this.text = panes.length === 0 ? "" : formatRange(range);
    const isAll = isSameRange(range, bounds);
    for (const [years, each] of this.buttons) {
      // If the series is no longer than this, only "All" is pressed.
      const isIts =
        years === null ? isAll : !isAll && isSameRange(range, newestYears(bounds, years));
      setAttributes(each, { "aria-pressed": `${panes.length > 0 && isIts}` });
    }
    if (document.activeElement !== this.box) this.reset();
  }

  private reset(): void {
    this.box.value = this.text;
  }

  private choice(years: number | null): HTMLButtonElement {
    const text = years === null ? t("All") : t("{0}Y", years);
    const title = t("Key: {0}", keyOfYears(years));
    return button({ class: "tool", text, title }, () =>
      this.dispatch({ type: "showYears", years }),
    );
  }
}

function keyOfYears(years: number | null): string {
  return years === null ? "A" : `${years % 10}`;
}

/** Parses the range that a person typed into a box, or shows beside the box why it is not valid. */
class TypedRange {
  private readonly hint = element("p", { id: "range-hint", class: "hint", role: "alert" });

  constructor(
    private readonly box: HTMLInputElement,
    private readonly onRange: (range: DayRange) => void,
  ) {
    this.hint.hidden = true;
    box.after(this.hint);
    box.addEventListener("input", () => this.say(""));
    box.addEventListener("blur", () => this.say(""));
    box.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.say("");
    });
  }

  apply(bounds: DayRange): void {
    const range = parseRange(this.box.value, bounds);
    this.say(range === undefined ? whyNot(this.box.value, bounds) : "");
    if (range === undefined) return;
    this.onRange(range);
    this.box.value = formatRange(range);
    this.box.select();
  }

  /** Shows a hint; an empty text hides it. */
  private say(words: string): void {
    const isRefused = words !== "";
    this.hint.textContent = words;
    this.hint.hidden = !isRefused;
    setAttributes(this.box, {
      "aria-invalid": isRefused && "true",
      "aria-describedby": isRefused && this.hint.id,
    });
  }
}

/** Explains why a text is not a range of days between the bounds. */
function whyNot(text: string, bounds: DayRange): string {
  if (parseRange(text, allDays) !== undefined) {
    return t("The data run from {0} to {1}.", dateText(bounds.from), dateText(bounds.to));
  }
  const turned = text.trim().split("..").reverse().join("..");
  if (parseRange(turned, allDays) !== undefined) return t("{0} ends before it begins.", text);
  return t("Enter {0}, {1}, {2} or {3}", "2020", "2020Q2", "2020-03..2020-06", "2020-03-15..");
}
