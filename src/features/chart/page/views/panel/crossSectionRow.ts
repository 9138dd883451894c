import { type Day } from "../../../../../shared/day";
import { formatChange, formatValue } from "../../../../../shared/series/numberText";
import { drawnValue } from "../../../../../shared/series/observations";
import { dateText } from "../../../../../ui/dateText";
import { element, setAttributes, setText } from "../../../../../ui/element";
import { svgShape } from "../../../../../ui/svgShape";
import { t } from "../../../../../ui/l10n";
import { textWidth } from "../../draw/textWidth";
import { type Variant } from "../../model/panel/variants";
import { type BarScale } from "../../model/panel/barScale";

/** The size of names, and the width of their column beside the panes; panel.css repeats both. */
const namePx = { size: 11, width: 80 };

/** One variant in the cross-section of its panel. */
export class CrossSectionRow {
  readonly root: HTMLElement;
  private readonly name = element("span");
  private readonly day = element("span", { class: "muted" });
  private readonly bar = svgShape("rect", { y: 0.15, height: 0.7 });
  private readonly ticks = [upright(), upright()];
  private readonly newest = element("td", { class: "number newest" });
  private readonly third = element("td", { class: "number third" });
  private readonly percentile = element("td", { class: "number percentile" });
  private readonly heading = element(
    "th",
    { scope: "row", class: "name" },
    this.name,
    " ",
    this.day,
  );

  constructor() {
    this.root = element(
      "tr",
      { title: t("Click to draw this line behind all others; double-click for full size") },
      this.heading,
      element("td", { class: "bar" }, this.picture()),
      this.newest,
      this.third,
      this.percentile,
    );
  }

  /** @param isNarrow - Whether the row is in the narrow list beside the panes. */
  show(variant: Variant, scale: BarScale, isNarrow: boolean): void {
    const { name, shortName, unit, value, day, percentile, isUneven } = variant;
    const isWhole = !isNarrow || textWidth(name, namePx.size) <= namePx.width;
    setText(this.name, isWhole ? name : shortName);
    const uneven = isUneven && day !== null ? dateText(day) : "";
    setText(this.day, isNarrow ? "" : uneven);
    // The accessible name contains the visible text (WCAG 2.5.3).
    setAttributes(this.heading, {
      "aria-label": !isWhole && `${shortName}, ${name}`,
      title: uneven !== "" && uneven,
    });
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
