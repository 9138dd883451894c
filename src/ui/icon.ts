const svg = "http://www.w3.org/2000/svg";

/** Strokes in a 16 by 16 box. */
const strokes = {
  add: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  clock: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11M8 5v3.2l2 1.3",
  refresh: "M13 8a5 5 0 1 1-1.6-3.7M13 2.5V5h-2.5",
  undo: "M6 3.5 3 6.5l3 3M3 6.5h6a3.5 3.5 0 0 1 0 7H7",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  save: "M8 2.5v7.5M4.8 7 8 10.2 11.2 7M3 13.5h10",
  check: "M3 8.5 6.5 12 13 4.5",
  close: "M4.5 4.5l7 7M11.5 4.5l-7 7",
  down: "M5 6.5 8 9.5l3-3",
  bridge: "M2 13V9h3v4M6.5 9V5h3M11 5V3h3v10",
  warning: "M8 2.5 14 13H2ZM8 6.5v3M8 11.3v.01",
  plug: "M2.5 13.5 5 11M13.5 2.5 11 5M5.3 7.2l3.5 3.5-1.4 1.4a2.5 2.5 0 0 1-3.5-3.5ZM10.7 8.8 7.2 5.3l1.4-1.4a2.5 2.5 0 0 1 3.5 3.5Z",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 3.5v9",
} as const;

export type IconName = keyof typeof strokes;

/** An icon beside or instead of a text; the control around it has the label. */
export function icon(name: IconName): SVGSVGElement {
  const picture = document.createElementNS(svg, "svg");
  picture.setAttribute("viewBox", "0 0 16 16");
  picture.setAttribute("aria-hidden", "true");
  picture.setAttribute("class", `icon icon-${name}`);
  const path = document.createElementNS(svg, "path");
  path.setAttribute("d", strokes[name]);
  picture.append(path);
  return picture;
}
