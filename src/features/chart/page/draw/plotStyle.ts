import { type Layer, type Line, mutedColour, totalColour } from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { blend, colourOf } from "./colour";

/** Width of a handle of the overview, and least width of its window, for touch. Handles lie outside the window. */
export const overviewTargetPx = 24;

/** How lines and areas look, on the screen as in exports. */
export function lineColour(theme: ChartTheme, colour: number): string {
  if (colour === mutedColour) return theme.behind;
  if (colour === totalColour) return theme.foreground;
  return theme.lines[colour % theme.lines.length] ?? theme.foreground;
}

/** For text in the colour of a line. */
export function inkColour(theme: ChartTheme, colour: number): string {
  return colour < 0
    ? lineColour(theme, colour)
    : (theme.inks[colour % theme.inks.length] ?? theme.foreground);
}

/** The color of what is above zero, or rises: the theme's blue. */
export function positiveColour(theme: ChartTheme): string {
  return lineColour(theme, 0);
}

/** The color of what is below zero, or falls: the theme's orange. */
export function negativeColour(theme: ChartTheme): string {
  return lineColour(theme, 1);
}

/** In pixels of the page; empty for a solid line. Beyond the theme's dashes come those that are not solid, twice as long. */
export function lineDash({ dashes }: ChartTheme, dash: number): readonly number[] {
  const [, ...broken] = dashes;
  return dashes[dash] ?? broken[dash % broken.length]?.map((px) => 2 * px) ?? [];
}

/** What is drawn of a line. */
export type Steps = Pick<Line, "days" | "values" | "unit" | "colour" | "dash">;

/**
 * The outer edge of a layer, drawn in the colour of the background where contrast is high: who sees no colours tells
 * layers apart by its dash. None elsewhere.
 */
export function edgesOf(layer: Layer, { isHighContrast }: ChartTheme): readonly Steps[] {
  return isHighContrast ? [{ ...layer, values: layer.upper }] : [];
}

/** In pixels of the page; a line that others are compared with is never the strongest. */
export function lineWidth({ isHighContrast }: ChartTheme, colour: number): number {
  if (colour === mutedColour) return 1;
  return isHighContrast ? 2 : 1.6;
}

/** How much thicker the line is that a person points at. */
export const emphasis = 1.5;

/** How much stays of the colours of other lines meanwhile. */
const fadedShare = 0.62;

/** The colour of a line beside one that is emphasised; in high contrast its own. */
export function fadedColour(theme: ChartTheme, colour: number): string {
  const own = lineColour(theme, colour);
  const [ground, ink] = [colourOf(theme.background), colourOf(own)];
  if (theme.isHighContrast || ground === undefined || ink === undefined) return own;
  return blend(ground, ink, fadedShare);
}

/** The opacity of an area with a tint; higher in high contrast. */
export function areaOpacity({ isHighContrast }: ChartTheme, tint = 0.45): number {
  return isHighContrast ? 1 - 0.6 * (1 - tint) : tint;
}

/** How far the background shows on either side of a line in front of areas, in pixels of the page. */
export function casingPx({ layers }: { readonly layers: readonly unknown[] }): number {
  return layers.length > 0 ? 1.5 : 0;
}

/** Marks where components do not add up, in pixels of the page; `space` is from the start of one to that of the next. */
export const markPx = { width: 2, height: 6, space: 3 };
