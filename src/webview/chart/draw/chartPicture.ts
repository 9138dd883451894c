import { t } from "../../l10n";
import { type ChartView } from "../model/chartView";
import { type ChartTheme } from "./chartTheme";
import { type Box, type Mark, ruleMark, textMark } from "./marks";
import { headBlock } from "./pictureHead";
import { panesBlock } from "./picturePanes";
import { wrapText } from "./textWidth";
import { dateText } from "../../kit/dateText";

/** What is drawn, in order: SVG and canvas make the same of it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly background: string;
  /** What it shows and what that is, for those who cannot see it. */
  readonly title: string;
  readonly description: string;
  readonly marks: readonly Mark[];
}

/** Found on every system, or replaced by a font of the same widths. */
export const pictureFont = "Helvetica, Arial, sans-serif";

export interface PictureRequest {
  readonly title: string;
  readonly view: ChartView;
  readonly theme: ChartTheme;
  /** In pixels; the picture is as wide, and higher where its words and plots need it. */
  readonly width: number;
  readonly height: number;
}

const marginPx = 20;
const gapPx = 12;
const footPx = { size: 10, row: 14, above: 10 };

/** The chart as it stands in a page of print: title, legend, plots, and below them what every series is. */
export function chartPicture(request: PictureRequest): Picture {
  const { title, view, theme, width, height } = request;
  const inside = { left: marginPx, top: marginPx, width: width - 2 * marginPx, height: 0 };
  const head = headBlock(title, view, theme, inside);
  const words = footText(view);
  const footLines = words.flatMap((line) => wrapText(line, inside.width, footPx.size));
  const footHeight = footPx.above + footLines.length * footPx.row;
  const plotsTop = marginPx + head.height + gapPx;
  const plotsHeight = height - marginPx - footHeight - gapPx - plotsTop;
  const plots = panesBlock(view, theme, { ...inside, top: plotsTop, height: plotsHeight });
  const footTop = plotsTop + plots.height + gapPx;
  return {
    width,
    height: Math.max(height, Math.ceil(footTop + footHeight + marginPx)),
    background: theme.background,
    title: view.isSample ? `${title} (${t("SAMPLE, synthetic")})` : title,
    description: [view.comparison ?? "", ...words].filter((line) => line !== "").join("\n"),
    marks: [
      ...head.marks,
      ...plots.marks,
      ...footMarks(footLines, theme, { ...inside, top: footTop }),
    ],
  };
}

/** Which days are shown, the newest values, and what each series is. */
function footText({ range, facts, panes, newest, panel }: ChartView): readonly string[] {
  if (panes.length === 0) return facts;
  // Of a panel they stand in the picture.
  const values = (panel?.full === null ? [] : newest).map(({ label, text, detail }) =>
    t("{0} {1}, {2}", label, text, detail),
  );
  return [
    t("Shown: {0} to {1}", dateText(range.from), dateText(range.to)),
    ...(values.length === 0 ? [] : [t("Newest: {0}", values.join("; "))]),
    ...facts,
  ];
}

function footMarks(lines: readonly string[], theme: ChartTheme, box: Box): readonly Mark[] {
  const { left, top, width } = box;
  return [
    ruleMark({ x: left, y: top, length: width, colour: theme.grid }),
    ...lines.map((text, index) =>
      textMark({
        text,
        x: left,
        y: top + footPx.above + footPx.size + index * footPx.row,
        sizePx: footPx.size,
        colour: theme.muted,
      }),
    ),
  ];
}
