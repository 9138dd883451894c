import "./image.css";
import { formatCount } from "../../../../../shared/series/numberText";
import { element, setText } from "../../../../../ui/element";
import { t } from "../../../../../ui/l10n";
import { type ChartTheme } from "../../draw/chartTheme";
import { type Box, type Mark, type Picture } from "../../draw/marks";
import { gridPx } from "../../model/panel/panelGrid";
import { clipped, elementMarks, type Reading } from "./elementMarks";
import { breaksOf, solidElements, wholeSpan } from "./pageBreaks";
import {
  columnDays,
  type ColumnDays,
  countIn,
  endsBetween,
  type PaneRow,
  paneRows,
  reachPx,
  type PixelSpan,
} from "./paneRows";
import { Ruler } from "./textLines";

/** The part that an image shows of a page higher than two screens. */
export type ImageExtent = "whole" | "inSight" | "pages";

export interface ImageRequest {
  readonly theme: ChartTheme;
  readonly title: string;
  readonly description: string;
  /** Image pixels per CSS pixel. */
  readonly ratio: number;
}

/** The maximum height of an image, as a multiple of the window's height. */
export const mostScreens = 2;

/** The page in three parts, one below the other. */
interface Parts {
  readonly width: number;
  readonly head: Part;
  readonly body: Part;
  readonly foot: Part;
  readonly tables: readonly TableHead[];
  readonly rows: readonly PaneRow[];
  readonly days: readonly ColumnDays[];
}

/** The column headings of a table, for pages on which its rows continue. */
interface TableHead extends Part {
  readonly end: number;
}

interface Part {
  readonly top: number;
  readonly height: number;
  readonly marks: readonly Mark[];
}

/** The height of an image of the whole page, and the number of pages of one screen's height. */
export function wholeSize(page: HTMLElement): { readonly height: number; readonly pages: number } {
  return pictured(page, true, () => {
    const spans = spansOf(page, partsOf(page));
    return { height: page.offsetHeight, pages: spans.length };
  });
}

/** The images of a page: one, or one for each of its pages. */
export function imagesOf(
  page: HTMLElement,
  extent: ImageExtent,
  request: ImageRequest,
): readonly Picture[] {
  const inSight = sightOf(page);
  return pictured(page, extent !== "inSight", () => {
    if (extent === "inSight") return [sightPicture(page, inSight(), request)];
    const boxes = partsOf(page);
    const parts = readParts(page, boxes, request);
    const spans = extent === "pages" ? spansOf(page, boxes) : [undefined];
    return spans.map((span) => pictureOf(parts, span, request));
  });
}

/** The visible part, which states how many small panes it shows if it does not show all. */
function sightPicture(page: HTMLElement, seen: PixelSpan, request: ImageRequest): Picture {
  const { body } = partsOf(page);
  const span = wholeSpan(page, body, seen);
  const rows = paneRows(page, body);
  const shown = countIn(span, rows);
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  const note = element("p", { class: "pane-count" });
  if (shown > 0 && shown < all) {
    setText(note, t("{0} of {1} panes", formatCount(shown), formatCount(all)));
    part(page, ".legend-row").append(note);
  }
  try {
    // The note may have moved the body, in which the span stays the same.
    return pictureOf(readParts(page, partsOf(page), request), span, request);
  } finally {
    note.remove();
  }
}

/** Reads the page in its layout for images. The layout is restored before the browser can paint it. */
function pictured<T>(page: HTMLElement, isWhole: boolean, read: () => T): T {
  const { scrollX: x, scrollY: y } = window;
  const scrolled = [...page.querySelectorAll("*")].flatMap((each) =>
    each.scrollTop === 0 && each.scrollLeft === 0
      ? []
      : [{ each, top: each.scrollTop, left: each.scrollLeft }],
  );
  // The plots would grow into the room of hidden parts, so their size is fixed.
  const fixed = [...page.querySelectorAll<HTMLElement>(".plots, .table")];
  const before = [page, ...fixed].map((each) => ({ each, css: each.style.cssText }));
  const heights = fixed.map((each) => each.offsetHeight);
  page.style.width = `${page.offsetWidth}px`;
  fixed.forEach((each, index) => {
    each.style.flex = "none";
    each.style.height = `${heights[index]}px`;
  });
  page.classList.add("is-pictured");
  page.classList.toggle("is-whole", isWhole);
  try {
    return read();
  } finally {
    page.classList.remove("is-pictured", "is-whole");
    for (const { each, css } of before) each.style.cssText = css;
    for (const { each, top, left } of scrolled) each.scrollTo({ top, left, behavior: "instant" });
    window.scrollTo({ left: x, top: y, behavior: "instant" });
  }
}

/**
 * Returns a function that measures the visible part of the page's body, relative to the top of the body. It is called
 * once the page is pictured: elements that an image omits move those below them.
 */
function sightOf(page: HTMLElement): () => PixelSpan {
  const { top: start } = part(page, ".middle").getBoundingClientRect();
  const foot = part(page, ".facts").getBoundingClientRect();
  const end = Math.min(innerHeight, foot.top);
  const seen = [...page.querySelectorAll(solidElements)].flatMap((each) => {
    const { top, bottom } = each.getBoundingClientRect();
    return bottom > Math.max(0, start) && top < end ? [{ each, top }] : [];
  });
  return () => {
    const body = part(page, ".middle").getBoundingClientRect().top;
    const remaining = seen.filter(({ each }) => each.getClientRects().length > 0);
    const placeOf = (y: number, beside = remaining[0]): number =>
      beside === undefined
        ? y - start
        : y - beside.top + beside.each.getBoundingClientRect().top - body;
    const from = start >= 0 ? 0 : Math.max(0, placeOf(0));
    return { from, to: Math.max(from + 1, placeOf(end, remaining.at(-1))) };
  };
}

type Boxes = Readonly<Record<"head" | "body" | "foot", Box>>;

function partsOf(page: HTMLElement): Boxes {
  const origin = page.getBoundingClientRect();
  const body = part(page, ".middle").getBoundingClientRect().top - origin.top;
  const foot = part(page, ".facts").getBoundingClientRect().top - origin.top;
  const box = (top: number, bottom: number): Box => {
    return { left: 0, top, width: origin.width, height: bottom - top };
  };
  return { head: box(0, body), body: box(body, foot), foot: box(foot, origin.height) };
}

/** The elements that the page lays out one below the other. */
const blocks = ":scope > :not(.above, .content), :scope > :is(.above, .content) > *";

function readParts(page: HTMLElement, boxes: Boxes, { theme, ratio }: ImageRequest): Parts {
  const { left: x, top: y, width } = page.getBoundingClientRect();
  const ground = theme.background;
  const reading: Reading = { origin: { x, y }, ruler: new Ruler(), ground, ratio };
  const marksIn = ({ top, height }: Box): readonly Mark[] =>
    [...page.querySelectorAll(blocks)]
      .filter((each) => {
        const middle = each.getBoundingClientRect().top - y;
        return middle >= top - 0.5 && middle < top + height - 0.5;
      })
      .flatMap((each) => elementMarks(each, reading));
  const partOf = (box: Box): Part => ({ top: box.top, height: box.height, marks: marksIn(box) });
  const { head, body, foot } = boxes;
  const tables = tablesIn(page).map(({ table, head: row }): TableHead => {
    const { top, height } = row.getBoundingClientRect();
    const end = table.getBoundingClientRect().bottom - y;
    return { top: top - y, height, end, marks: elementMarks(row, reading) };
  });
  return {
    width,
    head: partOf(head),
    body: partOf(body),
    foot: partOf(foot),
    tables,
    rows: paneRows(page, body),
    days: columnDays(page, reading),
  };
}

function tablesIn(page: HTMLElement): readonly { table: Element; head: Element }[] {
  const tables = page.querySelectorAll(":is(.series, .cross, .statistics, .components) table");
  return [...tables].flatMap((table) => {
    const head = table.querySelector("thead tr");
    return head === null ? [] : [{ table, head }];
  });
}

function part(page: HTMLElement, selector: string): Element {
  return page.querySelector(selector) ?? page;
}

/** @param span - The part of the body; undefined for all of it. */
function pictureOf(
  { width, head, body, foot, tables, rows, days }: Parts,
  span: PixelSpan | undefined,
  { theme, title, description }: ImageRequest,
): Picture {
  const { background, font } = theme;
  const own = { width: Math.ceil(width), background, font, title, description };
  if (span === undefined) {
    const height = Math.ceil(foot.top + foot.height);
    return { ...own, height, marks: [...head.marks, ...body.marks, ...foot.marks] };
  }
  const from = body.top + Math.round(span.from);
  const height = Math.max(1, body.top + Math.round(Math.min(span.to, body.height)) - from);
  const continued = tables.filter(({ top, end }) => top < from - 1 && end > from + 1);
  const headsPx = Math.max(0, ...continued.map((each) => Math.ceil(each.height)));
  const moved = (marks: readonly Mark[], box: Box, top: number): Mark => ({
    type: "group",
    box: { ...box, top },
    marks: clipped(marks, box).marks,
  });
  const heads = continued.map((each) =>
    moved(each.marks, { left: 0, top: each.top, width, height: each.height }, body.top),
  );
  const bodyBox = { left: 0, top: from, width, height };
  const footBox = { left: 0, top: foot.top, width, height: foot.height };
  const bodyTop = body.top + headsPx;
  const daysTop = bodyTop + height;
  // Days are only below the lowest panes, which may be on another page.
  const below = endsBetween(span, rows) ? days : [];
  const footTop = daysTop + (below.length > 0 ? gridPx.below : 0);
  return {
    ...own,
    height: Math.ceil(footTop + foot.height),
    marks: [
      ...head.marks,
      ...heads,
      moved(body.marks, bodyBox, bodyTop),
      ...below.map((each) => moved(each.marks, each.box, daysTop - reachPx)),
      moved(foot.marks, footBox, footTop),
    ],
  };
}

/** The body in pieces that fill the window with the head and the foot; broken between rows and panes. */
function spansOf(page: HTMLElement, { head, body, foot }: Boxes): readonly PixelSpan[] {
  // Column headings are repeated on pages on which the rows of a table continue.
  const heads = tablesIn(page).map((each) => each.head.getBoundingClientRect().height);
  const daysPx = paneRows(page, body).length > 0 ? gridPx.below : 0;
  // A page may begin with rows of the table and end with panes.
  const added = daysPx + Math.max(0, ...heads);
  const room = Math.max(innerHeight, leastPagePx) - head.height - foot.height - added;
  return breaksOf(page, body, room);
}

/** The minimum height of a page: a low window would otherwise produce many pages. */
const leastPagePx = 600;
