import assert from "node:assert/strict";
import { lineDash } from "../../../../../../src/features/chart/page/draw/plotStyle";
import { vintageColour } from "../../../../../../src/features/chart/page/model/pane";
import { dashedView } from "../../../../../../src/features/chart/page/views/dashedView";
import { namedTheme } from "../../../../../support/chartThemes";
import { line, pane, view } from "../../../../../support/chartViews";

const dashes = [[], [7, 4], [2, 3], [9, 3, 2, 3], [14, 4], [5, 2], [2, 6], [9, 3, 2, 3, 2, 3]];
const theme = { ...namedTheme, dashes, isHighContrast: true };

/** Lines of three columns, each of which is compared in two ways. */
const lines = [0, 1, 2].flatMap((dash) =>
  [0, 1, 2].map((colour) => line(`${colour}/${dash}`, [0], [0], { colour, dash })),
);

describe("dashedView", () => {
  it("leaves dashes unchanged if colours suffice", () => {
    const shown = view([pane(lines)]);
    assert.equal(dashedView(shown, { ...theme, isHighContrast: false }), shown);
  });

  it("gives no two lines the same dash, however many there are", () => {
    const patterns = dashesOf(lines).map((dash) => lineDash(theme, { colour: 0, dash }).join(" "));
    assert.equal(new Set(patterns).size, lines.length, patterns.join(", "));
  });

  it("keeps the dash of a line when others are compared with it", () => {
    const [alone, compared] = [lines.slice(0, 3), lines].map(dashesOf);
    assert.deepEqual(compared?.slice(0, 3), alone);
  });

  it("leaves vintages their dashes: the older, the shorter, and only the newest solid", () => {
    const strengths = Array.from({ length: 12 }, (_, at) => at / 11);
    const vintages = strengths.map((strength) =>
      line(`${strength}`, [0], [0], { colour: vintageColour(strength), dash: 0 }),
    );
    const fit = line("FIT", [0], [0], { colour: 0, dash: 0 });
    const [shown] = dashedView(view([pane([...vintages, fit])]), theme).panes;
    const lengths = (shown?.lines ?? []).map((each) => lineDash(theme, each)[0]);
    assert.deepEqual(lengths, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, undefined, 7]);
    const level = { colour: vintageColour(1), dash: 1 };
    assert.deepEqual(lineDash(theme, level), [13, 3, 1.5, 3]);
  });

  it("leaves the line of a difference solid", () => {
    const difference = pane([line("A − B", [0], [0], { colour: 7, dash: 0 })], {
      kind: "difference",
    });
    const [, dashed] = dashedView(view([pane(lines), difference]), theme).panes;
    assert.deepEqual(lineDash(theme, dashed?.lines[0] ?? { colour: 0, dash: Number.NaN }), []);
  });

  it("gives a line and its entry in the legend the same", () => {
    const [drawn] = lines.slice(-1);
    assert.ok(drawn);
    const entry = {
      ...({ id: "e", label: "", kind: "series", swatch: "line", isShown: true } as const),
      ...{ colour: drawn.colour, dash: drawn.dash, toggles: null, opens: null },
    };
    const dashed = dashedView(view([pane(lines)], { legend: [entry] }), theme);
    assert.equal(dashed.legend[0]?.dash, dashed.panes[0]?.lines.at(-1)?.dash);
  });
});

function dashesOf(shown: typeof lines): number[] {
  const [dashed] = dashedView(view([pane(shown)]), theme).panes;
  return (dashed?.lines ?? []).map(({ dash }) => dash);
}
