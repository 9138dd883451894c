import { type Colour, colourOf } from "../../draw/colour";

const found = new Map<string, Colour>();

/** Parses a color from `getComputedStyle`, in any color space. */
export function computedColour(css: string): Colour {
  const known = colourOf(css) ?? found.get(css);
  if (known !== undefined) return known;
  const colour = drawnColour(css);
  found.set(css, colour);
  return colour;
}

/** The color of a pixel that is filled with a CSS color. */
function drawnColour(css: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) return [0, 0, 0, 0];
  const opacity = Number(/\/\s*([\d.]+)\)$/.exec(css)?.[1] ?? 1);
  // The pixel is filled opaquely, because a faint color would lose most of its precision.
  context.fillStyle = css.replace(/ \/ [\d.]+\)$/, ")");
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, opacity];
}
