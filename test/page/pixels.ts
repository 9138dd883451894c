import { plotCanvas, plotInside } from "../support/plotPlaces";

/** The painted pixels of a colour in one column of a canvas, in device pixels from its top; null without any. */
export type PaintedColumn = readonly [top: number, bottom: number] | null;

interface Inside {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Its start, from the top of the canvas. */
  readonly top: number;
}

/** The height of the canvas, and the width inside of the axes. */
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

/** The area of a colour in the first plot's inside, in device pixels; translucent pixels count in part. */
export function inkOf(colour: string): number {
  const { pixels } = firstInside();
  const wanted = pixelOf(colour) & 0xffffff;
  let ink = 0;
  for (const pixel of pixels) if ((pixel & 0xffffff) === wanted) ink += (pixel >>> 24) / 255;
  return ink;
}

/** The number of painted pixels above the first plot's inside, where the names of its axes are. */
export function inkAbove(): number {
  const { pixels, width, top } = firstInside();
  return pixels.subarray(0, width * top).filter((pixel) => pixel !== 0).length;
}

/** The columns of the first plot's inside, from left to right, in one colour. */
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

/** `#rrggbb`, opaque, in the byte order of a canvas on little-endian machines, which all browsers run on. */
function pixelOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return ((255 << 24) | ((blue ?? 0) << 16) | ((green ?? 0) << 8) | (red ?? 0)) >>> 0;
}

/**
 * The positions of the first canvas and of the inside of its plot, in device pixels of the screen and of the canvas.
 */
export interface DevicePlaces {
  /** The canvas as the browser shows it, relative to the window. */
  readonly shown: readonly number[];
  /** The size of the canvas in its own pixels. */
  readonly own: readonly number[];
  /** Left, top, right and bottom of the inside, relative to the canvas. */
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

/** The colours of the first plot in one column and in one row of its inside, as `#rrggbb`; null if not opaque. */
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
