import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { colourOf, contrastOf } from "../../../../../../src/features/chart/page/draw/colour";
import {
  inkColour,
  lineColour,
  lineWidth,
} from "../../../../../../src/features/chart/page/draw/plotStyle";
import { vintageColour } from "../../../../../../src/features/chart/page/model/pane";
import { vintagesOf } from "../../../../../../src/features/chart/page/model/shownVintages";
import { namedTheme } from "../../../../../support/chartThemes";
import { linesOf, partOf, signalData, viewOf } from "../../../../../support/chartParts";

const ends = ["20240630T235959Z", "latest", "20240331T235959Z"];

function vintage(asOf: string, dataKind: "SNAP" | "FIT" = "SNAP"): ChartPart {
  const data = signalData({ Aggregate: [1, 2], Level: [3, 4] });
  return partOf(data, { id: `${dataKind} ${asOf}`, title: dataKind, identity: { asOf, dataKind } });
}

describe("a chart of vintages", () => {
  const snaps = ends.map((asOf) => vintage(asOf));
  const fit = vintage("latest", "FIT");

  it("has the as-ofs of one signal, oldest first, whatever else is of the other kind", () => {
    const asOfs = ["20240331T235959Z", "20240630T235959Z", "latest"];
    assert.deepEqual(vintagesOf(snaps), { kind: "SNAP", asOfs });
    assert.deepEqual(vintagesOf([fit, ...snaps]), { kind: "SNAP", asOfs });
    const fits = ends.map((asOf) => vintage(asOf, "FIT"));
    assert.deepEqual(vintagesOf(fits), { kind: "FIT", asOfs });
  });

  it("is none with two as-ofs, or with another signal", () => {
    const other = partOf(signalData({ Aggregate: [1] }), { identity: { subject: "GROW v1" } });
    assert.equal(vintagesOf(snaps.slice(1)), undefined);
    assert.equal(vintagesOf([...snaps.slice(1), fit]), undefined);
    assert.equal(vintagesOf([...snaps, other]), undefined);
    assert.equal(vintagesOf([]), undefined);
  });

  it("labels each line with its as-of, and draws the newest strongest and the other kind in blue", () => {
    const view = viewOf([...snaps, fit]);
    assert.deepEqual(linesOf(view.panes.slice(0, 1)), [
      ["30 Jun 2024", vintageColour(0.5), 0],
      ["Now", vintageColour(1), 0],
      ["31 Mar 2024", vintageColour(0), 0],
      ["FIT", 0, 0],
    ]);
    const both = viewOf(snaps, { columns: ["Aggregate", "Level"] });
    assert.deepEqual(linesOf(both.panes).slice(0, 2), [
      ["30 Jun 2024 Aggregate", vintageColour(0.5), 0],
      ["30 Jun 2024 Level", vintageColour(0.5), 1],
    ]);
  });

  it("stays one plot, with any number of vintages, until a person chooses panes", () => {
    const many = Array.from({ length: 24 }, (_, at) => vintage(`${2000 + at}1231T235959Z`));
    assert.equal(viewOf(many).isMultiples, false);
    assert.equal(viewOf(many, { arrangement: "panes" }).isMultiples, true);
  });

  it("is drawn in the foreground: the newest fully and thick, older ones fainter, with enough contrast", () => {
    const theme = { ...namedTheme, background: "#000000", foreground: "#ffffff", muted: "#aaaaaa" };
    const shadesIn = (own: typeof theme): readonly string[] =>
      [0, 0.5, 0.99, 1].map((strength) => lineColour(own, vintageColour(strength)));
    assert.deepEqual(shadesIn(theme), ["#5c5c5c", "#999999", "#d5d5d5", "#ffffff"]);
    const contrasts = [theme, { ...theme, isHighContrast: true }].map((own) => {
      const [faintest, ground] = [shadesIn(own)[0] ?? "", own.background].map(colourOf);
      return faintest && ground ? Math.floor(10 * contrastOf(faintest, ground)) / 10 : 0;
    });
    assert.deepEqual(contrasts, [3.1, 7]);
    const widths = [0, 0.99, 1].map((strength) => lineWidth(theme, vintageColour(strength)));
    assert.deepEqual(widths, [1.2, 1.2, 2]);
    const inks = [0, 1].map((strength) => inkColour(theme, vintageColour(strength)));
    assert.deepEqual(inks, ["#aaaaaa", "#ffffff"]);
  });
});
