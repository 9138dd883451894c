import { type Layer, mutedColour, totalColour, type Steps, vintageStrength } from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { blend, colourOf } from "./colour";

/**
 * The width of a handle of the overview, and the least width of its window, large enough for touch. Handles lie outside
 * the window.
 */
export const overviewTargetPx = 24;

/** The colour of a line or an area, on the screen and in exports. */
export function lineColour(theme: ChartTheme, colour: number): string {
  if (colour === mutedColour) return theme.behind;
  if (colour === totalColour) return theme.foreground;
  const strength = vintageStrength(colour);
  if (strength !== undefined) return vintageInk(theme, strength);
  return theme.lines[colour % theme.lines.length] ?? theme.foreground;
}

/** The faintest vintage has a contrast of at least 2.5 with its background; its label identifies it too. */
const faintestShare = 0.45;

function vintageInk(
  { background, foreground, isHighContrast }: ChartTheme,
  strength: number,
): string {
  const [ground, ink] = [colourOf(background), colourOf(foreground)];
  if (isHighContrast || ground === undefined || ink === undefined) return foreground;
  return blend(ground, ink, faintestShare + (1 - faintestShare) * strength);
}

/** The colour for text of a line's colour. */
export function inkColour(theme: ChartTheme, colour: number): string {
  const strength = vintageStrength(colour) ?? 1;
  if (strength < 1) return theme.muted;
  return colour < 0
    ? lineColour(theme, colour)
    : (theme.inks[colour % theme.inks.length] ?? theme.foreground);
}

/** The colour of rises and of values above zero: the theme's blue. */
export function positiveColour(theme: ChartTheme): string {
  return lineColour(theme, 0);
}

/** The colour of falls and of values below zero: the theme's orange. */
export function negativeColour(theme: ChartTheme): string {
  return lineColour(theme, 1);
}

/**
 * The dash of a line in pixels of the page; empty for a solid line. Beyond the theme's dashes, those that are not solid
 * repeat, twice as long.
 */
export function lineDash({ dashes }: ChartTheme, dash: number): readonly number[] {
  const [, ...broken] = dashes;
  return dashes[dash] ?? broken[dash % broken.length]?.map((px) => 2 * px) ?? [];
}

/**
 * The outer edge of a layer in the colour of the background, in high contrast only: its dash tells layers apart without
 * colours.
 */
export function edgesOf(layer: Layer, { isHighContrast }: ChartTheme): readonly Steps[] {
  return isHighContrast ? [{ ...layer, values: layer.upper }] : [];
}

/** In pixels of the page; a line that others are compared with is the thinnest. */
export function lineWidth({ isHighContrast }: ChartTheme, colour: number): number {
  if (colour === mutedColour) return 1;
  return isHighContrast ? 2 : 1.6;
}

/** The factor by which the line that a person points at is thicker. */
export const emphasis = 1.5;

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

/** The width of the background on either side of a line in front of areas, in pixels of the page. */
export function casingPx({ layers }: { readonly layers: readonly unknown[] }): number {
  return layers.length > 0 ? 1.5 : 0;
}

/**
 * The size of marks on rows whose components do not add up, in pixels of the page; `space` is from the start of one to
 * that of the next.
 */
export const markPx = { width: 2, height: 6, space: 3 };
