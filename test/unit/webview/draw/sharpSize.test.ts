import assert from "node:assert/strict";
import fc from "fast-check";
import { sharpSize } from "../../../../src/webview/chart/draw/sharpSize";
import { runs } from "../../../support/propertyRuns";

describe("sharpSize", () => {
  const cases: [ratio: number, width: number, sharp: number][] = [
    [1, 333, 333],
    [1, 333.4, 333],
    [1.25, 333, 332],
    [1.5, 333, 332],
    [1.75, 335, 332],
    [2, 333, 333],
    [3, 333.4, 333],
  ];
  for (const [ratio, width, sharp] of cases) {
    it(`makes ${sharp} of ${width} pixels at ${ratio}`, () => {
      assert.equal(sharpSize({ width, height: 10 }, ratio).width, sharp);
    });
  }

  it("has whole pixels of the device, at most eight of the page fewer", () => {
    const length = fc.double({ min: 20, max: 4_000, noNaN: true });
    const ratio = fc.double({ min: 0.5, max: 4, noNaN: true });
    fc.assert(
      fc.property(length, ratio, (height, each) => {
        const sharp = sharpSize({ width: 99, height }, each).height;
        const devicePx = sharp * each;
        assert.ok(Math.abs(devicePx - Math.round(devicePx)) <= 1e-3, `${devicePx}`);
        assert.ok(sharp <= height + 1e-5 && sharp > height - 9, `${sharp}`);
      }),
      { numRuns: runs() },
    );
  });
});
