import { formatCount } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { element, setText } from "../../../../../ui/element";
import { openMenuWith } from "../../../../../ui/menu";
import { type HeatView } from "../model/heatView";
import { histogramOf, type ColumnStatistics } from "../model/columnStatistics";
import { limits } from "./heatMapViewState";
import { valueText } from "./heatMapLabels";

const svg = "http://www.w3.org/2000/svg";
const bins = 40;
const ramp = { width: 200, height: 8, bars: 12 };

/** The strip below the table: the legend of colors, the distribution of values, and the selection. */
export class Strip {
  readonly root = element("div", { class: "strip" });
  private readonly score = element("span", { class: "muted" });
  private readonly picture = element("button", { type: "button", class: "tool legend-button" });
  private readonly bars = document.createElementNS(svg, "svg");
  private readonly ends = element("span", { class: "ends" });
  private readonly selected = element("div", { class: "selected" });
  private readonly marks = element("span", { class: "muted small-text" });
  private limit = 2;

  constructor(onLimit: (limit: number) => void) {
    this.bars.setAttribute("class", "bars");
    this.bars.setAttribute("viewBox", `0 0 ${ramp.width} ${ramp.bars}`);
    this.bars.setAttribute("aria-hidden", "true");
    this.picture.setAttribute("aria-label", t("Color Limits"));
    this.picture.title = t("Color Limits");
    this.picture.append(this.bars, element("span", { class: "ramp" }));
    const scale = element("div", { class: "scale" }, this.picture, this.ends);
    openMenuWith(this.picture, () =>
      limits.map((limit) => ({
        label: `±${limit}`,
        isChecked: limit === this.limit,
        run: () => onLimit(limit),
      })),
    );
    this.root.append(
      element("div", { class: "legend-part" }, this.score, scale),
      this.marks,
      this.selected,
    );
  }

  show(view: HeatView, score: string, limit: number): void {
    this.limit = limit;
    this.marks.replaceChildren(...marksOf(view));
    setText(this.score, score);
    const labels = [`≤ −${limit}`, "0", `≥ +${limit}`];
    this.ends.replaceChildren(...labels.map((text) => element("span", { text })));
    const counts = histogramOf(view.values(), limit, bins);
    const most = Math.max(1, ...counts);
    const width = ramp.width / bins;
    const rects = [...counts].map((count, at) => {
      const rect = document.createElementNS(svg, "rect");
      const height = (count / most) * ramp.bars;
      rect.setAttribute("x", `${at * width}`);
      rect.setAttribute("y", `${ramp.bars - height}`);
      rect.setAttribute("width", `${width - 1}`);
      rect.setAttribute("height", `${height}`);
      return rect;
    });
    this.bars.replaceChildren(...rects);
  }

  /** @param cells - The number of selected cells, with or without values. */
  showSelected(cells: number, statistics: ColumnStatistics): void {
    const words = selectionLabels(statistics);
    const isShown = cells > 1;
    this.selected.replaceChildren(
      ...(isShown
        ? words.map(([name, value]) =>
            element("span", {}, `${name} `, element("b", { text: value })),
          )
        : []),
    );
  }
}

function marksOf({ changes, hasOnlyFlips }: HeatView): readonly (Node | string)[] {
  if (hasOnlyFlips) {
    const sample = (name: string): Node =>
      element("span", { class: `flip-sample ${name}`, "aria-hidden": "true" });
    return [
      sample("up"),
      ` ${t("was negative, now positive")} · `,
      sample("down"),
      ` ${t("was positive, now negative")} · ${unchangedText()}`,
    ];
  }
  if (changes !== undefined) return [unchangedText()];
  const corner = element("span", { class: "corner", "aria-hidden": "true" });
  return [corner, ` ${t("older than the newest day in its column · blank: no value")}`];
}

function unchangedText(): string {
  return t("dot: unchanged · blank: no value");
}

/** The statistics of a selection, as labels with values. */
export function selectionLabels({
  count,
  mean,
  median,
  smallest,
  largest,
}: ColumnStatistics): readonly (readonly [name: string, value: string])[] {
  const values: readonly (readonly [string, number])[] = [
    [t("Mean"), mean],
    [t("Median"), median],
    [t("Min"), smallest],
    [t("Max"), largest],
  ];
  const counted = [t("Count"), formatCount(count)] as const;
  return count === 0
    ? [counted]
    : [counted, ...values.map(([name, value]) => [name, valueText(value)] as const)];
}
