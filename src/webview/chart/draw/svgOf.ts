import { type Mark, type Picture, type Run, type TextMark, pictureFont } from "./picture";

/** The picture as a document of SVG 1.1: one without script, style sheets or references to anything outside of it. */
export function svgOf(picture: Picture): string {
  const { width, height, background, title, description, marks } = picture;
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" font-family="${escaped(pictureFont)}">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${escaped(background)}"/>`,
    ...marks.map(elementOf),
    `</svg>\n`,
  ].join("\n");
}

function elementOf(mark: Mark): string {
  switch (mark.type) {
    case "line": {
      const dash = mark.dash.length === 0 ? "" : ` stroke-dasharray="${mark.dash.join(" ")}"`;
      const cap = mark.dash.length === 0 ? ` stroke-linecap="square"` : "";
      const stroke = `stroke="${escaped(mark.colour)}" stroke-width="${mark.width}"`;
      return `<path d="${pathOf(mark.runs)}" fill="none" ${stroke}${dash}${cap}/>`;
    }
    case "area": {
      const opacity = mark.opacity === 1 ? "" : ` fill-opacity="${mark.opacity}"`;
      return `<path d="${pathOf(mark.runs, "Z")}" fill="${escaped(mark.colour)}"${opacity}/>`;
    }
    case "text":
      return textOf(mark);
  }
}

function textOf({ text, x, y, sizePx, colour, isBold, anchor }: TextMark): string {
  const weight = isBold ? ` font-weight="bold"` : "";
  const start = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
  const place = `x="${rounded(x)}" y="${rounded(y)}" font-size="${sizePx}"`;
  return `<text ${place} fill="${escaped(colour)}"${weight}${start}>${escaped(text)}</text>`;
}

/** A run of one point is drawn as its cap. */
function pathOf(runs: readonly Run[], end = ""): string {
  return runs
    .map((run) => `M${run.map(rounded).join(" ")}${run.length === 2 ? "h0" : end}`)
    .join("");
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text for content and quoted attributes; what XML 1.0 has no characters for becomes U+FFFD. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd");
}
