import { t } from "../../l10n";
import { type ChartView } from "../model/chartView";
import { type LegendEntry } from "../model/legend";
import { type ChartTheme } from "./chartTheme";
import { type Block, type Box, type Mark, noteSizePx, rectMark, ruleMark, textMark } from "./marks";
import { areaOpacity, lineColour, lineDash } from "./plotStyle";
import { cutText, textWidth, wrapText } from "./textWidth";

const titlePx = 18;
const legendPx = 12;
const swatchPx = { width: 22, height: 10, gap: 6 };
const rowPx = { title: 26, note: 16, legend: 20 };

/** The title, what was compared, and the legend, in as many rows as the width asks for. */
export function headBlock(
  title: string,
  view: ChartView,
  theme: ChartTheme,
  { left, top, width }: Box,
): Block {
  const badge = view.isSample ? t("SAMPLE, synthetic") : "";
  const badgePx = badge === "" ? 0 : textWidth(badge, legendPx, true) + 24;
  const right = left + width;
  const marks: Mark[] = [
    textMark({
      text: cutText(title, width - badgePx, titlePx, true),
      x: left,
      y: top + titlePx - 3,
      sizePx: titlePx,
      isBold: true,
      colour: theme.foreground,
    }),
    ...(badge === "" ? [] : badgeMarks(badge, theme, right, top)),
  ];
  let height = rowPx.title;
  for (const line of view.comparison === null ? [] : wrapText(view.comparison, width, noteSizePx)) {
    marks.push(textMark({ text: line, x: left, y: top + height + 10, colour: theme.muted }));
    height += rowPx.note;
  }
  const entries = view.legend.filter(({ isShown, swatch }) => isShown && swatch !== "none");
  const legend = legendBlock(entries, theme, { left, top: top + height, width, height: 0 });
  return { marks: [...marks, ...legend.marks], height: height + legend.height };
}

/** The words in a frame at the right edge. */
function badgeMarks(text: string, theme: ChartTheme, right: number, top: number): readonly Mark[] {
  const left = right - textWidth(text, legendPx, true) - 16;
  const frame = { left, top, width: right - left, height: 20 };
  const edgePx = 1.5;
  const within = {
    left: left + edgePx,
    top: top + edgePx,
    width: frame.width - 2 * edgePx,
    height: frame.height - 2 * edgePx,
  };
  return [
    rectMark(frame, theme.warning),
    rectMark(within, theme.background),
    textMark({
      text,
      x: (left + right) / 2,
      y: top + 14.5,
      sizePx: legendPx,
      isBold: true,
      anchor: "middle",
      colour: theme.warning,
    }),
  ];
}

function legendBlock(entries: readonly LegendEntry[], theme: ChartTheme, box: Box): Block {
  const marks: Mark[] = [];
  const besideText = swatchPx.width + swatchPx.gap;
  let x = box.left;
  let y = box.top + rowPx.legend / 2;
  for (const entry of entries) {
    const label = cutText(entry.label, box.width - besideText, legendPx);
    const width = besideText + textWidth(label, legendPx);
    if (x > box.left && x + width > box.left + box.width) {
      x = box.left;
      y += rowPx.legend;
    }
    marks.push(
      ...swatchMarks(entry, theme, x, y),
      textMark({
        text: label,
        x: x + besideText,
        y: y + legendPx * 0.36,
        sizePx: legendPx,
        colour: theme.foreground,
      }),
    );
    x += width + 20;
  }
  const height = entries.length === 0 ? 0 : y + rowPx.legend / 2 - box.top;
  return { marks, height };
}

/** A sample of the line or the area with its edge, its middle at `y`. */
function swatchMarks(
  { swatch, colour, dash, tint }: LegendEntry,
  theme: ChartTheme,
  x: number,
  y: number,
): readonly Mark[] {
  const { width, height } = swatchPx;
  const own = lineColour(theme, colour);
  const line = (stroke: string, pattern: number): Mark =>
    ruleMark({ x, y, length: width, colour: stroke, width: 2, dash: lineDash(theme, pattern) });
  if (swatch === "line") return [line(own, dash)];
  return [
    rectMark({ left: x, top: y - height / 2, width, height }, own, areaOpacity(theme, tint)),
    ...(theme.isHighContrast ? [line(theme.background, dash)] : []),
  ];
}
