import assert from "node:assert/strict";
import fc from "fast-check";
import { type ChartData, type ChartPart } from "../../../../../src/features/chart/protocol";
import {
  defaultViewState,
  type ViewState,
} from "../../../../../src/features/chart/model/viewState";
import { signalRef } from "../../../../../src/shared/reference";
import { chartDataOf } from "../../../../../src/features/chart/host/chartData";
import { chartExcerptOf } from "../../../../../src/features/chart/host/chartExcerpt";
import { roundedExcerpt } from "../../../../../src/features/chart/host/roundedExcerpt";
import { columnExtremes } from "../../../../../src/features/chart/page/draw/columnExtremes";
import { sourceOf, valueRangesOf } from "../../../../../src/features/chart/page/draw/plotData";
import { footText } from "../../../../../src/features/chart/page/model/foot";
import { panelHeadValue } from "../../../../../src/features/chart/page/model/panel/panelHead";
import { panelView } from "../../../../../src/features/chart/page/model/panel/panelView";
import { receivedPart } from "../../../../../src/features/chart/page/model/receivedPart";
import { part } from "../../../../support/chartFrames";
import { panelOutline } from "../../../../support/panelFrames";
import { runs } from "../../../../support/propertyRuns";

const reference = signalRef({ code: "I", version: 1, tags: {}, dataKind: "FIT", asOf: "latest" });
const age = { latestAsOf: null, fetchedAtMs: 1_700_000_000_000, staleBecause: null };
const rows = 9_000;

interface Shape {
  /** Rows for which a value stays. */
  readonly stays: number;
  /** Rows without a value at the end. */
  readonly stale: number;
  readonly seed: number;
}

function fetchedOf({ stays, stale, seed }: Shape): Parameters<typeof chartDataOf>[0] {
  const days = Int32Array.from({ length: rows }, (_, row) => 11_000 + row);
  const values = Float64Array.from(days, (_, row) =>
    row < rows - stale ? Math.sin(seed * (1 + Math.floor(row / stays))) : Number.NaN,
  );
  const columns = [{ name: "Aggregate", type: "number", values } as const];
  return { reference, frame: { days, columns }, ...age, repairs: [], slice: null };
}

function asPart(data: ChartData, place: number): ChartPart {
  return part(data, { id: `acme/${place}`, title: `Country ${place}` });
}

/** All that a panel says, and the axes of its panes. */
function words(parts: readonly ChartPart[], state: ViewState): unknown {
  const panel = panelOutline();
  const view = panelView(panel, parts, state);
  const { variants, summary } = view.panel ?? assert.fail("no panel");
  const { bounds, range, newest, facts, legend, panes } = view;
  const cross = variants.map(({ line: _line, change: _change, ...told }) => told);
  const axes = panes.map((pane) => valueRangesOf(pane, range, 44));
  const said = [panelHeadValue(view), footText({ parts, panel, view })];
  return { bounds, range, newest, facts, legend, cross, axes, said, summary };
}

describe("an excerpt of a panel's variant", () => {
  const shape = fc.record({
    stays: fc.constantFrom(1, 7, 30, 91),
    stale: fc.constantFrom(0, 1, 20, 400),
    seed: fc.integer({ min: 1, max: 1_000 }),
  });

  it("gives the same numbers as all rows, and is drawn at the same places", () => {
    fc.assert(
      fc.property(fc.array(shape, { minLength: 2, maxLength: 4 }), (shapes) => {
        const fetched = shapes.map(fetchedOf);
        const excerpts = fetched.map((each, place) => {
          const excerpt = chartExcerptOf(each, defaultViewState, true) ?? assert.fail("no excerpt");
          return receivedPart({ ...asPart(excerpt, place), data: roundedExcerpt(excerpt) });
        });
        const whole = fetched.map((each, place) => asPart(chartDataOf(each), place));
        assert.deepEqual(words(excerpts, defaultViewState), words(whole, defaultViewState));
        const drawn = [excerpts, whole].map((parts) => {
          const { panes, range } = panelView(panelOutline(), parts, defaultViewState);
          return panes.flatMap(({ lines }) =>
            lines.map(({ days, values }) => columnExtremes(sourceOf(days, values), range, 150)),
          );
        });
        for (const [place, rounded] of (drawn[0] ?? []).entries()) {
          for (const name of ["first", "min", "max", "last"] as const) {
            const exact = drawn[1]?.[place]?.[name] ?? assert.fail("nothing drawn");
            // Of a pane of a thousand pixels, a hundredth of one.
            const isFar = (value: number, at: number): boolean =>
              Math.abs(value - (exact[at] ?? Number.NaN)) > 2e-5 ||
              Number.isNaN(value) !== Number.isNaN(exact[at]);
            assert.equal(rounded[name].findIndex(isFar), -1);
          }
        }
      }),
      { numRuns: runs(30) },
    );
  });

  it("takes 7.5 kB for ten years of daily values", () => {
    const excerpt = chartExcerptOf(
      fetchedOf({ stays: 1, stale: 0, seed: 7 }),
      defaultViewState,
      true,
    );
    const [column] = roundedExcerpt(excerpt ?? assert.fail("no excerpt")).columns;
    const { values = assert.fail("no column") } = column ?? {};
    assert.ok(!(values instanceof Float64Array));
    // 3,663 rows, of which those from 2024-09-03 to 2024-10-03 are exact.
    assert.deepEqual([values.levels.length, values.exact.length], [3_663 - 31, 31]);
  });

  for (const state of [
    { sort: "change" },
    { panelView: "heatStrip" },
    { fullSize: "acme/1" },
  ] as const) {
    it(`is not made when older values are printed: ${JSON.stringify(state)}; that of a series is`, () => {
      const fetched = fetchedOf({ stays: 1, stale: 0, seed: 7 });
      assert.ok(chartExcerptOf(fetched, { ...defaultViewState, ...state }) !== undefined);
      assert.equal(chartExcerptOf(fetched, { ...defaultViewState, ...state }, true), undefined);
    });
  }
});
