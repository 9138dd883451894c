import { type Day, isoOfDay } from "../../../../shared/day";
import { formatChange, formatValue } from "../../../../shared/series/numberText";
import { drawnRow } from "../../../../shared/series/observations";
import { t } from "../../../l10n";
import { type BarScale } from "./barScale";
import { type Variant } from "../../model/panel/variants";
import { element, setAttributes, setText } from "../../../kit/element";

const svg = "http://www.w3.org/2000/svg";

/** One variant in the cross-section of its panel. */
export class CrossSectionRow {
  readonly root: HTMLElement;
  private readonly button = element("button", { type: "button", class: "variant" });
  private readonly name = element("span");
  private readonly day = element("span", { class: "muted" });
  private readonly bar = document.createElementNS(svg, "rect");
  private readonly ticks = document.createElementNS(svg, "path");
  private readonly newest = element("td", { class: "number newest" });
  private readonly third = element("td", { class: "number" });
  private readonly percentile = element("td", { class: "number" });

  constructor(id: string) {
    this.button.append(this.name, " ", this.day);
    this.root = element(
      "tr",
      { "data-variant": id },
      element("th", { scope: "row", class: "name" }, this.button),
      element("td", { class: "bar" }, this.picture()),
      this.newest,
      this.third,
      this.percentile,
    );
  }

  show({ name, unit, value, day, percentile, isUneven }: Variant, scale: BarScale): void {
    const text = formatValue(unit, value);
    const lastDay = isUneven && day !== null ? isoOfDay(day) : "";
    setText(this.name, name);
    setText(this.day, lastDay);
    setText(this.newest, text);
    setText(this.percentile, percentile === null ? "" : String(percentile));
    const subject = lastDay === "" ? name : `${name} ${lastDay}`;
    const label =
      percentile === null
        ? `${subject} ${text}`
        : t("{0} {1}, percentile {2}", subject, text, percentile);
    setAttributes(this.button, { "aria-label": label, title: name });
    const share = Number.isNaN(value) ? 0 : value / scale.reach;
    setAttributes(this.bar, { x: Math.min(0, share), width: Math.abs(share) });
    const tick = scale.tick / scale.reach;
    setAttributes(this.ticks, { d: `M${-tick} -0.4v1.8M${tick} -0.4v1.8` });
  }

  /** The value that stands on a day, or the change in sight. */
  showThird({ unit, line, change }: Variant, cursor: Day | null): void {
    const value = line?.values[drawnRow(line.days, cursor ?? 0)] ?? Number.NaN;
    setText(this.third, cursor === null ? formatChange(unit, change) : formatValue(unit, value));
  }

  mark(isHighlighted: boolean, isStop: boolean): void {
    this.root.classList.toggle("is-highlighted", isHighlighted);
    setAttributes(this.button, { "aria-pressed": `${isHighlighted}`, tabindex: isStop ? 0 : -1 });
  }

  /** As far below zero as above, zero in the middle; the ticks of all rows are one line. */
  private picture(): SVGSVGElement {
    const picture = document.createElementNS(svg, "svg");
    const zero = document.createElementNS(svg, "path");
    setAttributes(picture, {
      viewBox: "-1 0 2 1",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    setAttributes(zero, { class: "zero", d: "M0 -0.4v1.8" });
    setAttributes(this.bar, { y: 0.1, height: 0.8 });
    picture.append(this.ticks, this.bar, zero);
    return picture;
  }
}
