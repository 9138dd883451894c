import { type Day } from "../../../../../shared/day";
import { formatChange, formatValue } from "../../../../../shared/series/numberText";
import { drawnValue } from "../../../../../shared/series/observations";
import { dateText } from "../../../../../ui/dateText";
import { element, setAttributes, setText } from "../../../../../ui/element";
import { svgShape } from "../../../../../ui/svgShape";
import { t } from "../../../../../ui/l10n";
import { type Variant } from "../../model/panel/variants";
import { type BarScale } from "../../model/panel/barScale";

/** One variant in the cross-section of its panel. */
export class CrossSectionRow {
  readonly root: HTMLElement;
  private readonly name = element("span");
  private readonly day = element("span", { class: "muted" });
  private readonly bar = svgShape("rect", { y: 0.15, height: 0.7 });
  private readonly ticks = [upright(), upright()];
  private readonly newest = element("td", { class: "number newest" });
  private readonly third = element("td", { class: "number" });
  private readonly percentile = element("td", { class: "number" });

  constructor(id: string) {
    this.root = element(
      "tr",
      {
        "data-key": id,
        tabindex: -1,
        title: t("Click to draw this line behind all others; double-click for full size"),
      },
      element("th", { scope: "row", class: "name" }, this.name, " ", this.day),
      element("td", { class: "bar" }, this.picture()),
      this.newest,
      this.third,
      this.percentile,
    );
  }

  show({ name, unit, value, day, percentile, isUneven }: Variant, scale: BarScale): void {
    setText(this.name, name);
    setText(this.day, isUneven && day !== null ? dateText(day) : "");
    setText(this.newest, formatValue(unit, value));
    setText(this.percentile, percentile === null ? "" : String(percentile));
    const share = Number.isNaN(value) ? 0 : value / scale.reach;
    setAttributes(this.bar, {
      class: share < 0 ? "below" : "above",
      x: Math.min(0, share),
      width: Math.abs(share),
    });
    const tick = scale.tick / scale.reach;
    for (const [index, each] of this.ticks.entries()) {
      const x = index === 0 ? -tick : tick;
      setAttributes(each, { x1: x, x2: x });
    }
  }

  /** Shows the value on a day in the third column; for null, the change over one month. */
  showThird({ unit, line, month }: Variant, cursor: Day | null): void {
    const value = line === null || cursor === null ? Number.NaN : drawnValue(line, cursor);
    setText(this.third, cursor === null ? formatChange(unit, month) : formatValue(unit, value));
  }

  mark(isHighlighted: boolean): void {
    this.root.classList.toggle("is-highlighted", isHighlighted);
    setAttributes(this.root, { "aria-selected": `${isHighlighted}` });
  }

  /** The picture of the bar, with zero in the middle; the ticks of all rows form one line. */
  private picture(): SVGSVGElement {
    const picture = svgShape("svg", {
      viewBox: "-1 0 2 1",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    picture.append(...this.ticks, this.bar, upright({ class: "zero" }));
    return picture;
  }
}

function upright(attributes: Readonly<Record<string, string>> = {}): SVGLineElement {
  return svgShape("line", { y1: -0.4, y2: 1.4, ...attributes });
}
