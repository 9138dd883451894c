import { plotCanvas, plotInside } from "../support/plotPlaces";

/** What is painted in a colour in one column of a canvas, in device pixels from the canvas' top; null when nothing is. */
export type PaintedColumn = readonly [top: number, bottom: number] | null;

interface Inside {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Where it begins, below the top of the canvas. */
  readonly top: number;
}

/** As high as the canvas, as wide as what is inside the axes. */
function firstInside(): Inside {
  const canvas = document.querySelector<HTMLCanvasElement>(plotCanvas);
  const inside = document.querySelector(plotInside);
  const context = canvas?.getContext("2d");
  if (canvas === null || inside === null || context === null || context === undefined) {
    throw new Error("There is no plot");
  }
  const outer = canvas.getBoundingClientRect();
  const inner = inside.getBoundingClientRect();
  const ratio = canvas.width / outer.width;
  const left = Math.round((inner.left - outer.left) * ratio);
  const width = Math.round((inner.right - outer.left) * ratio) - left;
  const { data } = context.getImageData(left, 0, width, canvas.height);
  const top = Math.round((inner.top - outer.top) * ratio);
  return { pixels: new Uint32Array(data.buffer), width, height: canvas.height, top };
}

/** How much of the first plot's inside is painted in a colour, in device pixels; what shines through counts in part. */
export function inkOf(colour: string): number {
  const { pixels } = firstInside();
  const wanted = pixelOf(colour) & 0xffffff;
  let ink = 0;
  for (const pixel of pixels) if ((pixel & 0xffffff) === wanted) ink += (pixel >>> 24) / 255;
  return ink;
}

/** How many pixels are painted above the first plot's inside: the names of its axes, where they stand there. */
export function inkAbove(): number {
  const { pixels, width, top } = firstInside();
  return pixels.subarray(0, width * top).filter((pixel) => pixel !== 0).length;
}

/** The columns of the first plot's inside, from left to right, as they are painted in one colour. */
export function paintedColumns(colour: string): PaintedColumn[] {
  const { pixels, width, height } = firstInside();
  const wanted = pixelOf(colour);
  return Array.from({ length: width }, (_, x) => {
    let top = -1;
    let bottom = -1;
    for (let y = 0; y < height; y++) {
      if (pixels[y * width + x] !== wanted) continue;
      if (top < 0) top = y;
      bottom = y;
    }
    return top < 0 ? null : [top, bottom];
  });
}

/** `#rrggbb`, opaque, as a canvas keeps it on machines whose least byte comes first: all that browsers run on. */
function pixelOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0;
}

/** Where the first canvas and the inside of its plot lie, in device pixels: of the screen, and of the canvas. */
export interface DevicePlaces {
  /** Of the canvas as the browser shows it, against the window. */
  readonly shown: readonly number[];
  /** How many pixels the canvas has itself. */
  readonly own: readonly number[];
  /** Left, top, right and bottom of the inside, against the canvas. */
  readonly inside: readonly number[];
}

export function devicePlaces(): DevicePlaces {
  const canvas = document.querySelector<HTMLCanvasElement>(plotCanvas);
  const inside = document.querySelector(plotInside)?.getBoundingClientRect();
  if (canvas === null || inside === undefined) throw new Error("There is no plot");
  const outer = canvas.getBoundingClientRect();
  const ends = [
    inside.left - outer.left,
    inside.top - outer.top,
    inside.right - outer.left,
    inside.bottom - outer.top,
  ];
  return {
    shown: [outer.width, outer.height].map((px) => px * devicePixelRatio),
    own: [canvas.width, canvas.height],
    inside: ends.map((px) => px * devicePixelRatio),
  };
}

/** The colours of the first plot in one column and in one row of its inside, as `#rrggbb`; null where they are not opaque. */
export function coloursAlong(column: number, row: number): Record<"down" | "across", Colour[]> {
  const { pixels, width, height, top } = firstInside();
  const at = (x: number, y: number): Colour => colourOf(pixels[y * width + x] ?? 0);
  return {
    down: Array.from({ length: height - top }, (_, y) => at(column, top + y)),
    across: Array.from({ length: width }, (_, x) => at(x, top + row)),
  };
}

type Colour = string | null;

function colourOf(pixel: number): Colour {
  if (pixel >>> 24 !== 255) return null;
  const parts = [pixel & 255, (pixel >>> 8) & 255, (pixel >>> 16) & 255];
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
