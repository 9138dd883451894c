import assert from "node:assert/strict";
import { isoOfDay } from "../../../src/shared/day";
import { consecutiveDays, day, part, scores, show, signalData } from "../../support/chartFrames";
import {
  departures,
  drawnExtremes,
  expectedExtremes,
  scaleOf,
  valueOfPixel,
} from "../../support/drawnExtremes";
import { pageProgram } from "../../support/pageProgram";
import { dayText } from "../../support/peopleNumbers";
import { plotInside } from "../../support/plotPlaces";
import { type ChartPage, useChartPages } from "../../support/chartPage";

/** The functions that `test/page/pixels.ts` puts into the page. */
declare const pixels: {
  paintedColumns(colour: string): (readonly [number, number] | null)[];
  coloursAlong(column: number, row: number): Record<"down" | "across", (string | null)[]>;
  devicePlaces(): Record<"shown" | "own" | "inside", readonly number[]>;
};

/** The colour of the first series on a light background. */
const colour = "#0063d3";
/** 9, 20 and 55 % of the foreground on a light background. */
const [gridColour, guideColour, axisColour] = ["#ededed", "#d8d8d8", "#939393"];

/**
 * Scores with level ends, from which the scale of a drawing is read: a tenth of the days at 2.75, the last tenth at
 * −2.75. Between them every 17th value is missing, a run of days too, and two values are isolated.
 */
function knownValues(count: number): Float64Array {
  const values = scores(count);
  const tenth = Math.floor(count / 10);
  values.fill(2.75, 0, tenth);
  values.fill(-2.75, count - tenth);
  values.fill(Number.NaN, 3 * tenth, 3 * tenth + Math.floor(tenth / 2));
  values[5 * tenth] = 2.9;
  values[7 * tenth] = -2.9;
  return values;
}

async function showing(chart: ChartPage, days: Int32Array, values: Float64Array): Promise<void> {
  await chart.post(show([part(signalData(days, { Aggregate: values }))]));
}

/** The state of a page that shows exactly these days. */
function showingDays(from: number, to: number): object {
  return { version: 1, range: { from, to }, columns: ["Aggregate"], axis: "three" };
}

describe("the pixels of the chart", () => {
  const pages = useChartPages();

  const cases = [
    [90, 1],
    [400, 1.5],
    [4_000, 2],
    [40_000, 1],
    [40_000, 1.5],
  ] as const;
  for (const [count, pixelRatio] of cases) {
    it(`reach the extremes of ${count} days in each column, gaps included, at ${pixelRatio} pixels`, async () => {
      const days = consecutiveDays("1970-01-01", count);
      const values = knownValues(count);
      const range = { from: 0, to: count - 1 };
      const state = showingDays(range.from, range.to);
      const chart = await pages.open({ pixelRatio, state });
      await showing(chart, days, values);
      await chart.page.evaluate(await pageProgram("test/page/pixels.ts", "pixels"));
      const painted = await chart.page.evaluate((each) => pixels.paintedColumns(each), colour);
      const at = (share: number): (typeof painted)[number] =>
        painted[Math.floor(share * painted.length)] ?? null;
      const scale = scaleOf(
        { value: 2.75, painted: at(0.05) },
        { value: -2.75, painted: at(0.95) },
      );
      // The dot of the newest value covers the last columns.
      const covered = Math.ceil(3.5 * pixelRatio);
      const [top = 0, bottom = 0] = painted.at(-1) ?? [];
      assert.ok(bottom - top + 1 >= 5 * pixelRatio);
      const drawn = painted
        .slice(0, painted.length - covered)
        .map((each) => drawnExtremes(each, scale));
      const expected = expectedExtremes(days, values, range, painted.length);
      assert.ok(painted.length > 500 * pixelRatio, `${painted.length} columns`);
      assert.deepEqual(departures(drawn, expected, valueOfPixel(scale)), []);
    });
  }

  for (const ratio of [1, 1.25, 1.5, 2]) {
    it(`are whole ones at ${ratio} for each pixel of the page: line, guides and grid`, async () => {
      // Ten years of 2, then of −2, and some days more; the axis reaches from −3 to 3.
      const to = day("1979-12-31");
      const days = consecutiveDays("1970-01-01", to + 50);
      const fall = day("1975-03-01");
      const values = Float64Array.from(days, (each) => (each < fall ? 2 : -2));
      const chart = await pages.open({ pixelRatio: ratio, state: showingDays(0, to) });
      await showing(chart, days, values);
      await chart.page.evaluate(await pageProgram("test/page/pixels.ts", "pixels"));

      const { shown, own, inside } = await chart.page.evaluate(() => pixels.devicePlaces());
      const [left = 0, top = 0, right = 0, bottom = 0] = inside.map(Math.round);
      // The browser lays out in steps of a 64th of a pixel.
      for (const [index, px] of [...shown, ...inside].entries()) {
        const whole = [...own, left, top, right, bottom][index] ?? Number.NaN;
        assert.ok(Math.abs(px - whole) <= ratio / 32, `${px} instead of ${whole}`);
      }

      const [width, height] = [right - left, bottom - top];
      const rowOf = (value: number): number => Math.round((height * (3 - value)) / 6);
      const columnOf = (each: number): number => Math.floor((each / to) * width);
      const thick = Math.floor(1.6 * ratio);
      const [above, below] = [Math.floor((thick - 1) / 2), Math.floor(thick / 2)];
      const painted = await chart.page.evaluate((each) => pixels.paintedColumns(each), colour);
      const expected = Array.from({ length: width }, (_, column) => [
        top + rowOf(column <= columnOf(fall) + below ? 2 : -2) - above,
        top + rowOf(column < columnOf(fall) - above ? 2 : -2) + below,
      ]);
      assert.deepEqual(painted, expected);

      const beside = columnOf(day("1972-01-01")) + 9;
      const { down, across } = await chart.page.evaluate((at) => pixels.coloursAlong(...at), [
        beside,
        rowOf(2.5),
      ] as const);
      const thin = Math.floor(ratio);
      const from = (start: number, count: number): number[] =>
        Array.from({ length: count }, (_, index) => start + index);
      // The plot has no upright lines.
      assert.deepEqual(placesOf(across), []);
      assert.deepEqual(placesOf(down.slice(0, height)), [
        ...from(0, thin).map((row) => [row, gridColour]),
        ...from(rowOf(2) - above, thick).map((row) => [row, colour]),
        ...from(rowOf(1), thin).map((row) => [row, guideColour]),
        ...from(rowOf(0), thin).map((row) => [row, axisColour]),
        ...from(rowOf(-1), thin).map((row) => [row, guideColour]),
        ...from(rowOf(-2), thin).map((row) => [row, guideColour]),
      ]);
      // Below the inside is the axis of days.
      assert.deepEqual(placesOf(down.slice(height, height + 2 + thin)).length, thin);
    });
  }

  it("agree at the crosshair with the value of the frame on that day", async () => {
    const days = consecutiveDays("2020-01-01", 60);
    const values = Float64Array.from(days, (_, row) =>
      row % 7 === 3 ? Number.NaN : row / 20 - 1.5,
    );
    const [from, to] = [day("2020-01-01"), day("2020-02-29")];
    const chart = await pages.open({ state: showingDays(from, to) });
    await showing(chart, days, values);
    const inside = await chart.page.locator(plotInside).first().boundingBox();
    assert.ok(inside !== null);
    const reported: (readonly string[])[] = [];
    // The crosshair stops at days with a value.
    const rows = Array.from(days.keys()).filter((row) => !Number.isNaN(values[row]));
    for (const row of rows) {
      const x = inside.x + Math.min(inside.width - 1, (inside.width * row) / 59);
      await chart.page.mouse.move(x, inside.y + 40);
      reported.push(await readoutOf(chart));
    }
    const expected = rows.map((row) => [dayText(isoOfDay(days[row] ?? 0)), scoreText(values[row])]);
    assert.deepEqual(reported, expected);
  });

  it("have the crosshair in the column of its day", async () => {
    // One day has an extreme value, so that its column can be found in the picture.
    const days = consecutiveDays("2020-01-01", 300);
    const values = Float64Array.from(days, (_, row) => (row === 200 ? 2.5 : 0));
    const chart = await pages.open({ state: showingDays(day("2020-01-01"), day("2020-10-26")) });
    await showing(chart, days, values);
    await chart.page.evaluate(await pageProgram("test/page/pixels.ts", "pixels"));
    const painted = await chart.page.evaluate((each) => pixels.paintedColumns(each), colour);
    const heights = painted.map((each) => (each === null ? 0 : each[1] - each[0]));
    const tallest = heights.indexOf(Math.max(...heights));
    const inside = await chart.page.locator(plotInside).first().boundingBox();
    assert.ok(inside !== null);
    await chart.page.mouse.move(inside.x + tallest + 1, inside.y + 40);
    assert.deepEqual(await readoutOf(chart), ["19 Jul 2020", "+2.50"]);
  });
});

/** The positions at which colours are opaque, and those colours. */
function placesOf(colours: readonly (string | null)[]): (readonly [number, string])[] {
  return colours.flatMap((each, place) => (each === null ? [] : [[place, each] as const]));
}

/** The day and the first value that the readout shows at the crosshair. */
async function readoutOf({ page }: ChartPage): Promise<readonly string[]> {
  const readout = page.getByRole("complementary", { name: "Values" });
  const [day, value] = await Promise.all([
    readout.getByRole("columnheader").first().innerText(),
    readout.getByRole("row").nth(1).getByRole("cell").first().innerText(),
  ]);
  return [day, value];
}

/** As people read scores: with a sign and two decimals, a dash for none. */
function scoreText(value = Number.NaN): string {
  if (Number.isNaN(value)) return "–";
  const digits = Math.abs(value).toFixed(2);
  if (digits === "0.00") return digits;
  return `${value < 0 ? "−" : "+"}${digits}`;
}
