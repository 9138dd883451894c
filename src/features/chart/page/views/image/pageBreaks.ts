import { type Box, type Mark } from "../../draw/marks";
import { marksOnCanvas } from "../../draw/pageCanvas";
import { endWithDays, paneRows, type PixelSpan, withWholeRows } from "./paneRows";

const solidBlocks = ".pane, .statistics-head, .bridge-panel h2, .pane-heading, p";

/** Elements that a page break avoids cutting. */
export const solidElements = `tr, .strip canvas, ${solidBlocks}`;

/** Divides the body into the fewest pieces up to a height that cut no row, no pane and no text of a heat strip. */
export function breaksOf(page: HTMLElement, body: Box, height: number): readonly PixelSpan[] {
  const solid = solidSpans(page, body);
  const spans: PixelSpan[] = [];
  let from = 0;
  while (from < body.height - 0.5) {
    const to = from + height >= body.height ? body.height : breakIn(solid, from, from + height);
    spans.push({ from, to });
    from = to;
  }
  return spans;
}

/** The visible part of the body, without a partly visible row or pane at its end. */
export function wholeSpan(page: HTMLElement, body: Box, seen: PixelSpan): PixelSpan {
  const { from, to } = withWholeRows(seen, paneRows(page, body));
  const isAll = to >= body.height - 0.5;
  return { from, to: isAll ? body.height : breakIn(solidSpans(page, body), from, to) };
}

/** The lowest break above the limit that cuts nothing; the limit if there is none. */
function breakIn(solid: readonly PixelSpan[], from: number, limit: number): number {
  let at = limit;
  for (;;) {
    const cut = solid.filter((each) => each.from < at && each.to > at);
    if (cut.length === 0) return at;
    at = Math.min(...cut.map((each) => each.from));
    if (at <= from) return limit;
  }
}

function solidSpans(page: HTMLElement, body: Box): readonly PixelSpan[] {
  const start = page.getBoundingClientRect().top + body.top;
  const spanOf = (element: Element): PixelSpan => {
    const { top: from, bottom: to } = element.getBoundingClientRect();
    return { from: from - start, to: to - start };
  };
  // Only the text of a row must stay whole: rows beside panes seldom start where the panes do.
  const rows = [...page.querySelectorAll("tr")].map((row) => {
    const { from, to } = spanOf(row);
    const free = Math.max(0, (to - from - rowTextPx) / 2);
    return { from: from + free, to: to - free };
  });
  const others = [...page.querySelectorAll(`:is(${solidBlocks}):not(.is-compact > .pane)`)];
  const strips = [...page.querySelectorAll<HTMLCanvasElement>(".strip canvas")].flatMap((canvas) =>
    textSpans(marksOnCanvas(canvas, 1), spanOf(canvas).from),
  );
  const all = [...rows, ...others.map(spanOf), ...paneSpans(page, body), ...strips];
  return all.filter(({ from, to }) => to > from);
}

/** The rows of small panes, including the days below the lowest ones. */
function paneSpans(page: HTMLElement, body: Box): readonly PixelSpan[] {
  return paneRows(page, body).map((row) => ({ from: row.from, to: endWithDays(row) }));
}

/** The height of the text in a row. */
const rowTextPx = 14;

function textSpans(marks: readonly Mark[], top: number): readonly PixelSpan[] {
  return marks.flatMap((mark) =>
    mark.type === "text"
      ? [{ from: top + mark.y - mark.sizePx, to: top + mark.y + mark.sizePx / 4 }]
      : [],
  );
}
