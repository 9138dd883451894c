/** Red, green and blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, opacity: number];

/** Parses `#rgb`, `#rrggbb`, `#rrggbbaa` or `rgb(…)`, as the editor writes colours; undefined for anything else. */
export function colourOf(text: string): Colour | undefined {
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(text)?.[1];
  if (hex !== undefined) return colourOfHex(hex);
  const parts = /^rgba?\(([^()]+)\)$/i
    .exec(text)?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  const [red, green, blue, opacity = 1] = parts ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  const colour: Colour = [red, green, blue, opacity];
  return colour.every(Number.isFinite) ? colour : undefined;
}

/** Mixes a share (0 to 1) of one colour over another, which is opaque: `#rrggbb`. */
export function blend(below: Colour, above: Colour, share: number): string {
  const opacity = above[3] * share;
  const mixed = [0, 1, 2].map((i) => {
    const [low, high] = [below[i] ?? 0, above[i] ?? 0];
    return Math.round(low + (high - low) * opacity);
  });
  return `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** The contrast of two opaque colours, from 1 to 21 (WCAG 2.2, contrast ratio and relative luminance). */
export function contrastOf(one: Colour, other: Colour): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf([red, green, blue]: Colour): number {
  const linear = (part: number): number => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function colourOfHex(hex: string): Colour {
  const width = hex.length > 4 ? 2 : 1;
  const part = (index: number): number => {
    const digits = hex.slice(index * width, (index + 1) * width);
    return digits === "" ? 255 : parseInt(width === 1 ? digits + digits : digits, 16);
  };
  return [part(0), part(1), part(2), part(3) / 255];
}
