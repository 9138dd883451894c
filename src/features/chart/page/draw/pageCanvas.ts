import { drawOnCanvas } from "./canvas";
import { type Mark } from "./marks";

/** @param ratio - Drawn pixels per CSS pixel. */
export type MarksAt = (ratio: number) => readonly Mark[];

const shown = new WeakMap<HTMLCanvasElement, MarksAt>();

/** Draws a canvas of the page, and keeps its marks so that an image of the page can draw them with more pixels. */
export function paintCanvas(
  canvas: HTMLCanvasElement,
  ratio: number,
  font: string,
  marksAt: MarksAt,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  shown.set(canvas, marksAt);
  context.clearRect(0, 0, canvas.width, canvas.height);
  drawOnCanvas({ context, ratio, font }, marksAt(ratio));
}

/** The marks that a canvas of the page shows. */
export function marksOnCanvas(canvas: HTMLCanvasElement, ratio: number): readonly Mark[] {
  return shown.get(canvas)?.(ratio) ?? [];
}
