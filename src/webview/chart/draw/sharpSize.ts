/** In pixels of the page. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How many pixels of the page may stay free for the sake of sharpness. */
const mostFreePx = 8;

/**
 * The size of a canvas within `size` that has whole pixels of the device, so that the browser shows it as it is drawn;
 * whole pixels of the page too where that costs little, for whoever lays out by those.
 */
export function sharpSize({ width, height }: Size, ratio: number): Size {
  return { width: sharpLength(width, ratio), height: sharpLength(height, ratio) };
}

function sharpLength(px: number, ratio: number): number {
  for (let free = 0; free < Math.min(mostFreePx, px - 1); free++) {
    const length = Math.floor(px) - free;
    const devicePx = length * ratio;
    if (Math.abs(devicePx - Math.round(devicePx)) < 1e-3) return length;
  }
  return Math.max(1, Math.floor(px * ratio + 1e-6)) / ratio;
}
