import * as vscode from "vscode";

/** Scores from this size on fill their side. */
const fullScore = 1.5;
/** Number of steps on each side. */
const steps = 12;
const sidePx = 7;
const zeroPx = 8;

/** Icons cannot use theme colours; these are the blue and orange of charts in the editor's own themes. */
const colours = {
  light: { above: "#1a85ff", below: "#d18616", zero: "#767676" },
  dark: { above: "#3794ff", below: "#d18616", zero: "#a0a0a0" },
};

export interface BarIcon {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
}

const icons = new Map<string, BarIcon>();

/** A small bar from zero: right and blue above it, left and orange below; 25 lengths in all. */
export function barIcon(score: number, isStale: boolean): BarIcon {
  const length = Math.round(Math.max(-1, Math.min(1, score / fullScore)) * steps);
  const key = `${length} ${isStale}`;
  const known = icons.get(key);
  if (known !== undefined) return known;
  const icon = {
    light: iconUri(length, isStale, colours.light),
    dark: iconUri(length, isStale, colours.dark),
  };
  icons.set(key, icon);
  return icon;
}

function iconUri(length: number, isStale: boolean, colour: typeof colours.light): vscode.Uri {
  const width = (Math.abs(length) / steps) * sidePx;
  const x = length < 0 ? zeroPx - width : zeroPx + 1;
  const fill = length < 0 ? colour.below : colour.above;
  const bar =
    length === 0
      ? ""
      : `<rect x="${x}" y="3.5" width="${width}" height="9" fill="${fill}" opacity="${isStale ? 0.45 : 1}"/>`;
  const zero = `<rect x="${zeroPx}" width="1" height="16" fill="${colour.zero}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16">${bar}${zero}</svg>`;
  const data = Buffer.from(svg).toString("base64");
  return vscode.Uri.parse(`data:image/svg+xml;base64,${data}`, true);
}
