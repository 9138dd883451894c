import {
  type AreaMark,
  type LineMark,
  type Mark,
  type Picture,
  pictureFont,
  type Run,
} from "./picture";

/** What is used of a canvas' `CanvasRenderingContext2D`. */
export interface PictureContext {
  fillStyle: unknown;
  strokeStyle: unknown;
  globalAlpha: number;
  lineWidth: number;
  lineCap: string;
  font: string;
  textAlign: string;
  textBaseline: string;
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void;
  setLineDash(segments: number[]): void;
  beginPath(): void;
  closePath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  fill(): void;
  stroke(): void;
  fillRect(x: number, y: number, width: number, height: number): void;
  fillText(text: string, x: number, y: number): void;
}

/** Draws the picture over the upper left of a canvas, `scale` of whose pixels make one of the picture. */
export function drawPicture(context: PictureContext, picture: Picture, scale: number): void {
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.fillStyle = picture.background;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = "alphabetic";
  for (const mark of picture.marks) drawMark(context, mark);
}

function drawMark(context: PictureContext, mark: Mark): void {
  switch (mark.type) {
    case "line":
      drawLine(context, mark);
      return;
    case "area":
      fillArea(context, mark);
      return;
    case "text":
      context.font = `${mark.isBold ? "bold " : ""}${mark.sizePx}px ${pictureFont}`;
      context.textAlign = mark.anchor === "middle" ? "center" : mark.anchor;
      context.fillStyle = mark.colour;
      context.fillText(mark.text, mark.x, mark.y);
  }
}

function drawLine(context: PictureContext, { runs, colour, width, dash }: LineMark): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = dash.length === 0 ? "square" : "butt";
  context.setLineDash([...dash]);
  context.beginPath();
  for (const run of runs) tracePath(context, run);
  context.stroke();
}

function fillArea(context: PictureContext, { runs, colour, opacity }: AreaMark): void {
  context.globalAlpha = opacity;
  context.fillStyle = colour;
  context.beginPath();
  for (const run of runs) {
    tracePath(context, run);
    context.closePath();
  }
  context.fill();
  context.globalAlpha = 1;
}

function tracePath(context: PictureContext, run: Run): void {
  const [x = 0, y = 0] = run;
  context.moveTo(x, y);
  // A run of one point is drawn as its cap.
  if (run.length === 2) context.lineTo(x, y);
  for (let at = 2; at < run.length; at += 2) context.lineTo(run[at] ?? x, run[at + 1] ?? y);
}
