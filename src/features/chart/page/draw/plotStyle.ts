import {
  type Layer,
  mutedColour,
  totalColour,
  type Steps,
  type Stroke,
  vintageStrength,
} from "../model/pane";
import { type ChartTheme } from "./chartTheme";
import { blend, colourOf, contrastOf } from "./colour";

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

/** The contrast of the faintest vintage to its background: that of all lines, and of text in high contrast. */
const faintestContrast = { usual: 3, high: 7 };
/** The share of the way from the faintest vintage to ink for the newest but one, so that the newest stands out. */
const olderShare = 0.75;

/** The older, the fainter. */
function vintageInk(theme: ChartTheme, strength: number): string {
  const { background, foreground } = theme;
  const [ground, ink] = [colourOf(background), colourOf(foreground)];
  if (ground === undefined || ink === undefined || strength === 1) return foreground;
  const faintest = faintestShareOf(theme);
  return blend(ground, ink, faintest + (1 - faintest) * olderShare * strength);
}

const faintestShares = new WeakMap<ChartTheme, number>();

/** The least share of ink whose contrast suffices, in hundredths. */
function faintestShareOf(theme: ChartTheme): number {
  const share = faintestShares.get(theme) ?? newFaintestShare(theme);
  faintestShares.set(theme, share);
  return share;
}

function newFaintestShare({ background, foreground, isHighContrast }: ChartTheme): number {
  const [ground, ink] = [colourOf(background), colourOf(foreground)];
  if (ground === undefined || ink === undefined) return 1;
  const wanted = isHighContrast ? faintestContrast.high : faintestContrast.usual;
  for (let share = 0.3; share < 1; share += 0.01) {
    const mixed = colourOf(blend(ground, ink, share));
    if (mixed !== undefined && contrastOf(mixed, ground) >= wanted) return share;
  }
  return 1;
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
 * repeat, twice as long. In high contrast, a vintage has shorter dashes the older it is, and only the newest is solid.
 */
export function lineDash(theme: ChartTheme, { colour, dash }: Stroke): readonly number[] {
  const strength = vintageStrength(colour);
  if (theme.isHighContrast && strength !== undefined) return vintageDash(strength, dash);
  const [, ...broken] = theme.dashes;
  return theme.dashes[dash] ?? broken[dash % broken.length]?.map((px) => 2 * px) ?? [];
}

/** 13: longer dashes do not fit the swatch of a legend. */
const vintageDashPx = { oldest: 2, newest: 13, gap: 3, dot: 1.5 };

/** Each column after the first has one more dot between the dashes. */
function vintageDash(strength: number, column: number): readonly number[] {
  const { oldest, newest, gap, dot } = vintageDashPx;
  if (strength === 1 && column === 0) return [];
  const dots = Array.from({ length: column }, () => [dot, gap]).flat();
  return [oldest + Math.round((newest - oldest) * strength), gap, ...dots];
}

/**
 * The outer edge of a layer in the colour of the background, in high contrast only: its dash tells layers apart without
 * colours.
 */
export function edgesOf(layer: Layer, { isHighContrast }: ChartTheme): readonly Steps[] {
  return isHighContrast ? [{ ...layer, values: layer.upper }] : [];
}

/** In pixels of the page; a line that others are compared with is the thinnest, and older vintages are thin. */
export function lineWidth({ isHighContrast }: ChartTheme, colour: number): number {
  if (colour === mutedColour) return 1;
  const strength = vintageStrength(colour);
  if (strength === 1) return isHighContrast ? 3 : 2;
  if (strength !== undefined) return 1.2;
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
