/** What is painted in a colour in one column of a canvas, in device pixels from the canvas' top; null when nothing is. */
export type PaintedColumn = readonly [top: number, bottom: number] | null;

interface Inside {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
}

/** As high as the canvas, as wide as what is inside the axes. */
function firstInside(): Inside {
  const canvas = document.querySelector<HTMLCanvasElement>(".uplot canvas");
  const inside = document.querySelector(".uplot .u-over");
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
  return { pixels: new Uint32Array(data.buffer), width, height: canvas.height };
}

/** How much of the first plot's inside is painted in a colour, in device pixels; what shines through counts in part. */
export function inkOf(colour: string): number {
  const { pixels } = firstInside();
  const wanted = pixelOf(colour) & 0xffffff;
  let ink = 0;
  for (const pixel of pixels) if ((pixel & 0xffffff) === wanted) ink += (pixel >>> 24) / 255;
  return ink;
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
