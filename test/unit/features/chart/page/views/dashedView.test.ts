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
    const patterns = dashesOf(lines).map((dash) => lineDash(theme, dash).join(" "));
    assert.equal(new Set(patterns).size, lines.length, patterns.join(", "));
  });

  it("keeps the dash of a line when others are compared with it", () => {
    const [alone, compared] = [lines.slice(0, 3), lines].map(dashesOf);
    assert.deepEqual(compared?.slice(0, 3), alone);
  });

  it("tells vintages apart, the newest solid", () => {
    const strengths = Array.from({ length: 24 }, (_, at) => at / 23);
    const vintages = strengths.map((strength) =>
      line(`${strength}`, [0], [0], { colour: vintageColour(strength), dash: 0 }),
    );
    const dashesNow = dashesOf(vintages);
    assert.equal(new Set(dashesNow).size, 24);
    assert.deepEqual(lineDash(theme, dashesNow.at(-1) ?? Number.NaN), []);
  });

  it("leaves the line of a difference solid", () => {
    const difference = pane([line("A − B", [0], [0], { colour: 7, dash: 0 })], {
      kind: "difference",
    });
    const [, dashed] = dashedView(view([pane(lines), difference]), theme).panes;
    assert.deepEqual(lineDash(theme, dashed?.lines[0]?.dash ?? Number.NaN), []);
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
