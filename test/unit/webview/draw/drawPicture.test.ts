import assert from "node:assert/strict";
import { drawPicture } from "../../../../src/webview/chart/draw/drawPicture";
import { type Mark, textMark } from "../../../../src/webview/chart/draw/picture";

describe("drawPicture", () => {
  it("fills the background, then draws the marks, at the scale of the canvas", () => {
    const told = drawn([
      { type: "area", runs: [[0, 0, 4, 0, 4, 2]], colour: "green", opacity: 0.5 },
      {
        type: "line",
        runs: [
          [0, 1, 2, 3],
          [5, 5],
        ],
        colour: "red",
        width: 2,
        dash: [7, 4],
      },
      textMark({ text: "2020", x: 10, y: 20, colour: "black", anchor: "middle", isBold: true }),
    ]);
    assert.deepEqual(told, [
      "setTransform 2 0 0 2 0 0",
      "fillRect 0 0 80 60 (white, 1)",
      "beginPath",
      "moveTo 0 0",
      "lineTo 4 0",
      "lineTo 4 2",
      "closePath",
      "fill (green, 0.5)",
      "setLineDash 7 4",
      "beginPath",
      "moveTo 0 1",
      "lineTo 2 3",
      "moveTo 5 5",
      "lineTo 5 5",
      "stroke (red, 2, butt)",
      "fillText 2020 10 20 (black, 1, bold 11px Helvetica, Arial, sans-serif, center)",
    ]);
  });

  it("leaves neither a dash nor an opacity to the next mark", () => {
    const told = drawn([
      { type: "area", runs: [], colour: "green", opacity: 0.5 },
      { type: "line", runs: [], colour: "red", width: 1, dash: [7] },
      { type: "line", runs: [], colour: "blue", width: 1, dash: [] },
      { type: "area", runs: [], colour: "green", opacity: 1 },
    ]);
    assert.deepEqual(
      told.filter((call) => /^(fill|stroke|setLineDash)\b/.test(call)),
      [
        "fill (green, 0.5)",
        "setLineDash 7",
        "stroke (red, 1, butt)",
        "setLineDash",
        "stroke (blue, 1, square)",
        "fill (green, 1)",
      ],
    );
  });
});

/** The calls that draw the marks, with what they draw with. */
function drawn(marks: readonly Mark[]): readonly string[] {
  const canvas = new RecordingCanvas();
  const size = { width: 80, height: 60, background: "white", title: "", description: "" };
  drawPicture(canvas, { ...size, marks }, 2);
  return canvas.calls;
}

class RecordingCanvas {
  readonly calls: string[] = [];
  fillStyle: unknown = "";
  strokeStyle: unknown = "";
  globalAlpha = 1;
  lineWidth = 1;
  lineCap = "";
  font = "";
  textAlign = "";
  textBaseline = "";
  setTransform = this.recorded("setTransform");
  setLineDash = (segments: number[]): void => this.recorded("setLineDash")(...segments);
  beginPath = this.recorded("beginPath");
  closePath = this.recorded("closePath");
  moveTo = this.recorded("moveTo");
  lineTo = this.recorded("lineTo");
  fill = this.recorded("fill", () => [this.fillStyle, this.globalAlpha]);
  stroke = this.recorded("stroke", () => [this.strokeStyle, this.lineWidth, this.lineCap]);
  fillRect = this.recorded("fillRect", () => [this.fillStyle, this.globalAlpha]);
  fillText = this.recorded("fillText", () => [
    this.fillStyle,
    this.globalAlpha,
    this.font,
    this.textAlign,
  ]);

  private recorded(name: string, style?: () => unknown[]): (...values: unknown[]) => void {
    return (...values) => {
      const words = [name, ...values.map(String)];
      if (style !== undefined) words.push(`(${style().join(", ")})`);
      this.calls.push(words.join(" "));
    };
  }
}
