import { maxDay, minDay } from "../../../../shared/day";
import { t } from "../../../../ui/l10n";
import { element, setAttributes } from "../../../../ui/element";
import { formatRange, parseRange } from "../model/dayRanges";
import { type DayRange } from "../model/pane";
import { dateText } from "../../../../ui/dateText";

const allDays: DayRange = { from: minDay, to: maxDay };

/** Parses the range that a person typed into a box, or shows beside the box why it is not valid. */
export class TypedRange {
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
