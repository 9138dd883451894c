import { type Colour, colourOf } from "../../draw/colour";

const found = new Map<string, Colour>();

/** A colour as `getComputedStyle` gives it, in whatever space it was mixed. */
export function computedColour(css: string): Colour {
  const known = colourOf(css) ?? found.get(css);
  if (known !== undefined) return known;
  const colour = drawnColour(css);
  found.set(css, colour);
  return colour;
}

/** The colour of a pixel that is filled with it. */
function drawnColour(css: string): Colour {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (context === null) return [0, 0, 0, 0];
  const opacity = Number(/\/\s*([\d.]+)\)$/.exec(css)?.[1] ?? 1);
  // Filled without its opacity: a faint color would lose most of its digits.
  context.fillStyle = css.replace(/ \/ [\d.]+\)$/, ")");
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, opacity];
}
