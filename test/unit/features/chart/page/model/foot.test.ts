import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../src/features/chart/protocol";
import { footText } from "../../../../../../src/features/chart/page/model/foot";
import { failureOf, consecutiveDays, day } from "../../../../../support/chartFrames";
import { partOf, signalData, viewOf } from "../../../../../support/chartParts";
import { observedByPandas, seriesOf } from "../../../../../support/observed";

function footOf(...parts: readonly ChartPart[]): string {
  return footText({ parts, panel: null, view: viewOf(parts) });
}

/** A series of the observations' fixture, whose last day is 20 Nov 2026. */
function fixture(name: string, changes: Partial<ChartPart> = {}, fetchedAtMs?: number): ChartPart {
  const series = observedByPandas[name];
  assert.ok(series);
  const { days, values } = seriesOf(series);
  const age = fetchedAtMs === undefined ? {} : { fetchedAtMs };
  return partOf(signalData({ Aggregate: [...values] }, { days, ...age }), changes);
}

describe("the foot of a chart", () => {
  it("states the newest observation, how far it is carried forward, how often it changes, and its lag", () => {
    // By the releases of make-observations.py; 20 Nov 2026 is the day of the fetch.
    assert.equal(
      footOf(fixture("monthly")),
      "Newest observation 13 Nov 2026, carried forward to 20 Nov 2026 · changes monthly · up to date",
    );
    assert.equal(
      footOf(fixture("daily", {}, Date.UTC(2026, 10, 24))),
      "Newest observation 20 Nov 2026 · changes daily · 2 business days behind today",
    );
  });

  it("omits an unknown step", () => {
    const data = signalData({ Aggregate: [1, 2] }, { days: consecutiveDays("2026-11-19", 2) });
    assert.equal(footOf(partOf(data)), "Newest observation 20 Nov 2026 · up to date");
  });

  it("states that a series that could not be refreshed was up to date when fetched", () => {
    const data = signalData(
      { Aggregate: [1] },
      { days: consecutiveDays("2026-11-20", 1), staleBecause: "offline" },
    );
    assert.equal(footOf(partOf(data)), "Newest observation 20 Nov 2026 · up to date when fetched");
  });

  it("lists all steps of several series, and the largest lag", () => {
    const late = signalData({ Aggregate: [1] }, { days: consecutiveDays("2026-11-18", 1) });
    assert.equal(
      footOf(fixture("monthly", { id: "m" }), partOf(late, { id: "l" })),
      "Newest observations 13 Nov 2026 to 18 Nov 2026 · changes monthly · 2 business days behind today",
    );
  });

  it("names the shown slice, whose series may go on", () => {
    const lastDay = day("2026-11-20");
    const slice = { words: "..2026-11-18; Aggregate", lastDay };
    const days = consecutiveDays("2026-11-18", 1);
    assert.equal(
      footOf(partOf(signalData({ Aggregate: [1] }, { days, slice }))),
      "slice ..2026-11-18; Aggregate · Newest observation 18 Nov 2026 · up to date",
    );
  });

  it("shows only the progress before data arrive, and is empty below the reason of a failure", () => {
    const loading = partOf(null);
    assert.equal(footOf(loading), "Fetching…");
    assert.equal(footOf(), "Fetching…");
    assert.equal(footOf({ ...loading, isLoading: false, failure: failureOf("503", []) }), "");
    assert.equal(
      footOf(partOf(signalData({ Aggregate: [] }, { days: new Int32Array(0) }))),
      "No data",
    );
  });

  it("shows notes that may surprise a reader, each once and with its series (DATA-10, DATA-17)", () => {
    const [late, double, text] = [
      "has days after its as-of",
      "duplicate rows counted once: 2",
      "Level contains text instead of numbers: “n.a.” on 2024-06-27",
    ];
    const withNotes = (id: string, ...repairs: readonly string[]): ChartPart =>
      partOf(signalData({ Aggregate: [1] }, { repairs }), { id, title: id });
    assert.match(footOf(withNotes("US", late, double)), new RegExp(` · ${late} · ${double}$`));
    const two = footOf(withNotes("US", late), withNotes("DE", late, text));
    assert.ok(two.endsWith(` · ${late} · DE: ${text}`), two);
    const mismatches = [{ component: "Forecast", rows: Int32Array.of(0, 1) }] as const;
    const data = signalData({ Aggregate: [1] }, { repairs: [text, late, double], mismatches });
    assert.ok(footOf(partOf(data)).endsWith(` · ${text} · ${late} · ${double} · 1 more note`));
  });

  it("leaves the message about missing numeric columns to the stage", () => {
    const parts = [partOf(signalData({}, { repairs: ["Level is text"] }))];
    assert.deepEqual(viewOf(parts).panes, []);
    assert.deepEqual(viewOf(parts).notes, ["Level is text"]);
    const hidden = viewOf(parts, { hidden: [parts[0]?.id ?? ""] });
    assert.deepEqual([hidden.panes, hidden.notes], [[], []]);
  });
});
