import { drawOnCanvas } from "./canvas";
import { type Picture, pictureFont } from "./chartPicture";

/** Browsers refuse larger canvases. */
const longestSidePx = 16_384;
const mostPx = 2 ** 27;

/**
 * The picture as PNG, `scale` pixels for each of its own, fewer where a canvas cannot hold so many.
 *
 * @throws Error when the browser gives no canvas or no image.
 */
export async function pngOf(picture: Picture, scale: number): Promise<Blob> {
  const possible = Math.min(scale, largestScale(picture));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * possible);
  canvas.height = Math.round(picture.height * possible);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("the browser has no canvas to draw on");
  context.fillStyle = picture.background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  drawOnCanvas({ context, ratio: possible, font: pictureFont }, picture.marks);
  const image = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/png");
  });
  if (image === null) throw new Error("the browser made no image of the canvas");
  return image;
}

function largestScale({ width, height }: Picture): number {
  return Math.min(longestSidePx / Math.max(width, height), Math.sqrt(mostPx / (width * height)));
}
