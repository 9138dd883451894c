import { dateText } from "../../../../ui/dateText";
import { t } from "../../../../ui/l10n";
import { type ChartView } from "../model/chartView";
import { type DayRange } from "../model/pane";
import { newestYears } from "../../../../shared/dayRange";
import { allDays, formatRange, isSameRange, parseRange } from "../model/dayRanges";
import { element, setAttributes } from "../../../../ui/element";
import { type Segment, Segments } from "../../../../ui/segments";
import { type Dispatch } from "./pageState";

/** The numbers of years to choose from, and all. */
const choices = ["1", "5", "10", "all"] as const;
type Choice = (typeof choices)[number];

/** Buttons for the newest years, and a box for any range. */
export class RangeControls {
  readonly root = element("div", { class: "tools range" });
  private readonly years: Segments<Choice>;
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
    this.years = new Segments(t("Recent years"), (choice) =>
      dispatch({ type: "showYears", years: yearsOf(choice) }),
    );
    this.years.show(segments(), undefined);
    this.root.append(this.years.root, element("div", { class: "range-field" }, this.box));
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
    // When the series is no longer than one of the choices, only "All" is marked.
    const isAll = isSameRange(range, bounds);
    const chosen = choices.find((choice) => {
      const years = yearsOf(choice);
      return years === null ? isAll : !isAll && isSameRange(range, newestYears(bounds, years));
    });
    this.years.show(segments(), panes.length === 0 ? undefined : chosen);
    if (document.activeElement !== this.box) this.reset();
  }

  private reset(): void {
    this.box.value = this.text;
  }
}

/** The number of years of a choice; null for all. */
function yearsOf(choice: Choice): number | null {
  return choice === "all" ? null : Number(choice);
}

function segments(): readonly Segment<Choice>[] {
  return choices.map((value) => {
    const years = yearsOf(value);
    const key = years === null ? "A" : `${years % 10}`;
    const text = years === null ? t("All") : t("{0}Y", years);
    return { value, text, tooltip: t("Key: {0}", key) };
  });
}

/** Parses the range typed into a box, or explains beside the box why it is not valid. */
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
