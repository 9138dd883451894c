import assert from "node:assert/strict";
import { type ChartPart } from "../../../../../../../src/features/chart/protocol";
import {
  defaultViewState,
  type ViewState,
} from "../../../../../../../src/features/chart/model/viewState";
import { mutedColour } from "../../../../../../../src/features/chart/page/model/pane";
import { panelView } from "../../../../../../../src/features/chart/page/model/panel/panelView";
import { chartSummary } from "../../../../../../../src/features/chart/page/model/summary";
import { type ChartView } from "../../../../../../../src/features/chart/page/model/chartView";
import { drawnColumns } from "../../../../../../../src/features/chart/page/model/drawnColumns";
import { spokenRows } from "../../../../../../../src/features/chart/page/model/readout";
import { day } from "../../../../../../support/chartFrames";
import { failedPart } from "../../../../../../support/chartStates";
import { linesOf, partOf, signalData } from "../../../../../../support/chartParts";
import { panelBefore, panelOutline } from "../../../../../../support/panelFrames";

/** One variant whose values begin on 2026-11-16. */
function variant(name: string, values: readonly (number | null)[]): ChartPart {
  return partOf(signalData({ Level: values, Aggregate: values }), { id: name, title: name });
}

const parts = [variant("DE", [5, 3]), variant("JP", [0, 9]), variant("US", [1, 2])];

function viewOf(state: Partial<ViewState> = {}, own: readonly ChartPart[] = parts): ChartView {
  return panelView(panelOutline(), own, { ...defaultViewState, ...state });
}

function titlesOf({ panes }: ChartView): readonly string[] {
  return panes.map(({ title }) => title);
}

describe("the chart of a panel", () => {
  it("shows its variants as small multiples, however few they are, by name", () => {
    const view = viewOf();
    assert.deepEqual([view.isMultiples, titlesOf(view)], [true, ["DE", "JP", "US"]]);
    assert.deepEqual(titlesOf(viewOf({}, parts.slice(0, 1))), ["DE"]);
  });

  it("sorts them by newest value, and by change in sight", () => {
    assert.deepEqual(titlesOf(viewOf({ sort: "newest" })), ["JP", "DE", "US"]);
    assert.deepEqual(titlesOf(viewOf({ sort: "change" })), ["JP", "US", "DE"]);
  });

  it("sorts by the change of other days when others are in sight", () => {
    const three = [variant("US", [1, 9, 2]), variant("DE", [5, 3, 4])];
    const range = { from: day("2026-11-17"), to: day("2026-11-18") };
    assert.deepEqual(titlesOf(viewOf({ sort: "change" }, three)), ["US", "DE"]);
    assert.deepEqual(titlesOf(viewOf({ sort: "change", range }, three)), ["DE", "US"]);
  });

  it("has no pane for a variant without columns, and one for all others", () => {
    const bare = partOf(
      { ...signalData({ Level: [1, 2] }), columns: [] },
      { id: "AT", title: "AT" },
    );
    const view = viewOf({}, [bare, ...parts]);
    assert.deepEqual(titlesOf(view), ["DE", "JP", "US"]);
    assert.deepEqual(
      view.legend.map(({ label }) => label),
      viewOf().legend.map(({ label }) => label),
    );
    assert.deepEqual(
      view.panel?.variants.map(({ name, value }) => [name, value]),
      [
        ["JP", 9],
        ["DE", 3],
        ["US", 2],
        ["AT", Number.NaN],
      ],
    );
    assert.equal(view.panel.column, "Aggregate");
  });

  it("has one scale, of all variants", () => {
    const ranged = viewOf().panes.map(({ axes }) =>
      (axes[0]?.rangedWith ?? []).map(({ id }) => id).toSorted(),
    );
    const all = ["DE/Aggregate", "JP/Aggregate", "US/Aggregate"];
    assert.deepEqual(ranged, [all, all, all]);
  });

  it("draws at most 60 of them, lists all in the cross-section, and states that", () => {
    const many = Array.from({ length: 300 }, (_, place) => variant(`C${place}`, [place, place]));
    const view = viewOf({ sort: "newest" }, many);
    assert.equal(view.panes.length, 60);
    assert.deepEqual([titlesOf(view)[0], titlesOf(view)[59]], ["C299", "C240"]);
    assert.equal(view.panel?.variants.length, 300);
    const words = "60 of 300 variants, sorted by newest value, largest first";
    assert.equal(view.panel.drawn, words);
    assert.ok(view.facts.includes(words));
  });

  it("orders panes, cross-section and heat strip independently", () => {
    const view = viewOf({
      sort: "name",
      crossSort: { column: "newest", isAscending: true },
      panelView: "heatStrip",
      stripSort: "change",
    });
    assert.deepEqual(titlesOf(view), ["DE", "JP", "US"]);
    const { variants = [], strip = null } = view.panel ?? {};
    assert.deepEqual(
      variants.map(({ name }) => name),
      ["US", "DE", "JP"],
    );
    assert.deepEqual(
      strip?.rows.map(({ variant }) => variant.name),
      ["JP", "US", "DE"],
    );
    assert.equal(
      view.panel?.drawn,
      "3 variants, sorted by change over visible range, largest first",
    );
    assert.equal(viewOf({ panelView: "panes" }).panel?.strip, null);
  });

  it("shows one variant alone in full size, on its own scale, and then all others again", () => {
    const view = viewOf({ fullSize: "JP", highlighted: "DE" });
    assert.deepEqual([view.isMultiples, titlesOf(view)], [false, ["JP"]]);
    const [pane] = view.panes;
    assert.deepEqual([pane?.kind, pane?.axes[0]?.rangedWith], ["main", undefined]);
    // The highlighted one is behind it, too.
    assert.deepEqual(
      pane?.lines.map(({ label }) => label),
      ["JP", "DE"],
    );
    assert.equal(view.panel?.full?.id, "JP");
    assert.equal(view.panel.variants.length, 3);
    assert.equal(viewOf({ fullSize: "FR" }).panes.length, 3);
  });

  it("draws the highlighted variant behind each other one, on the same scale", () => {
    const view = viewOf({ highlighted: "DE" });
    assert.deepEqual(linesOf(view.panes), [
      ["DE", 0, 0],
      ["JP", 0, 0],
      ["DE", mutedColour, 0],
      ["US", 0, 0],
      ["DE", mutedColour, 0],
    ]);
    const entry = view.legend.at(-1);
    assert.deepEqual([entry?.label, entry?.kind, entry?.toggles], ["DE", "highlight", "DE"]);
    assert.deepEqual(
      view.newest.map(({ id }) => id),
      ["DE/Aggregate", "JP/Aggregate", "US/Aggregate"],
    );
  });

  it("is exported as a table in the order of its plots, whatever is highlighted", () => {
    const columnsOf = (view: ChartView): readonly string[] =>
      drawnColumns(view).map(({ label }) => label);
    assert.deepEqual(columnsOf(viewOf({ highlighted: "US" })), ["DE", "JP", "US"]);
    const many = Array.from({ length: 61 }, (_, place) => variant(`C${place}`, [place, place]));
    const omitted = columnsOf(viewOf({ highlighted: "C60" }, many));
    assert.deepEqual(
      [omitted.length, omitted[0], omitted[59], omitted[60]],
      [61, "C0", "C59", "C60"],
    );
  });

  it("has the other kind of a variant in its pane, in another colour, and names both", () => {
    const fit = [variant("US", [9, 8]), variant("DE", [7, 6])].map((part) => ({
      ...part,
      id: `${part.id}/FIT`,
      role: "kind" as const,
      identity: { ...part.identity, dataKind: "FIT" as const },
    }));
    const state = { isKindCompared: true };
    const view = viewOf(state, [...parts, ...fit]);
    assert.deepEqual(linesOf(view.panes), [
      ["DE SNAP", 0, 0],
      ["DE FIT", 1, 0],
      ["JP SNAP", 0, 0],
      ["US SNAP", 0, 0],
      ["US FIT", 1, 0],
    ]);
    assert.deepEqual(
      view.legend.map(({ label, colour, swatch }) => [label, colour, swatch]),
      [
        ["Aggregate", 0, "none"],
        ["Level", 1, "none"],
        ["SNAP", 0, "line"],
        ["FIT", 1, "line"],
      ],
    );
    // The cross-section shows the panel's own kind, and its heading names that.
    assert.equal(view.panel?.heading, "Country · SNAP");
    assert.deepEqual(
      view.panel.variants.map(({ name, value }) => [name, value]),
      [
        ["JP", 9],
        ["DE", 3],
        ["US", 2],
      ],
    );
    const both = viewOf({ ...state, columns: ["Level", "Aggregate"] }, [...parts, ...fit]);
    assert.equal(both.panel?.heading, "Country · Aggregate · SNAP");
    assert.deepEqual(linesOf(both.panes).slice(0, 4), [
      ["DE Aggregate SNAP", 0, 0],
      ["DE Level SNAP", 1, 0],
      ["DE Aggregate FIT", 0, 1],
      ["DE Level FIT", 1, 1],
    ]);
  });

  it("names the listed column in the heading if several are shown", () => {
    const headingWith = (columns: readonly string[]): string | undefined =>
      viewOf({ columns }).panel?.heading;
    assert.equal(headingWith(["Aggregate"]), "Country");
    assert.equal(headingWith(["Level"]), "Country");
    assert.equal(headingWith(["Level", "Aggregate"]), "Country · Aggregate");
  });

  it("highlights no variant that it does not have", () => {
    const view = viewOf({ highlighted: "FR" });
    assert.equal(view.panes.flatMap(({ lines }) => lines).length, 3);
    assert.deepEqual(
      view.legend.map(({ kind }) => kind),
      ["column", "column"],
    );
  });

  it("shows series that were hidden in another chart", () => {
    assert.equal(viewOf({ hidden: ["US", "DE"] }).panes.length, 3);
  });

  it("describes the panel once for all variants", () => {
    assert.deepEqual(viewOf().facts, [
      "Acme · api.acme.example · INFL v2 · all country_iso · SNAP · as of 20 Nov 2026 09:30 UTC" +
        " · 12 of 13 variants · 1 without data · last day 21 Nov 2026, 1 ends earlier" +
        " · fetched 20 Nov 2026 09:30 UTC",
      "3 variants, sorted by name",
    ]);
    const before = panelView(panelBefore(), [], defaultViewState);
    assert.deepEqual(before.facts, [
      "Acme · api.acme.example · INFL v2 · all country_iso · SNAP · as of latest · Fetching…",
    ]);
  });

  it("states why it is stale, and that it is a sample", () => {
    const identity = { ...panelOutline().identity, isSample: true };
    const old = panelOutline({ identity, staleBecause: "offline" });
    const [facts = ""] = panelView(old, parts, defaultViewState).facts;
    assert.match(facts, /^SAMPLE, synthetic · .* · could not be refreshed: offline$/);
  });

  it("has no pane for a variant that failed, but a row in the cross-section", () => {
    const failed = failedPart({ id: "FR", title: "FR", data: null });
    const view = viewOf({ sort: "newest" }, [failed, ...parts]);
    assert.deepEqual(titlesOf(view), ["JP", "DE", "US"]);
    assert.equal(view.panel?.variants.at(-1)?.name, "FR");
  });

  it("has a short description for screen readers", () => {
    const words = chartSummary(viewOf());
    assert.equal(
      words,
      "3 variants, sorted by name. 16 Nov 2026 to 17 Nov 2026." +
        " 12 of 13 variants · 1 without data · last day 21 Nov 2026, 1 ends earlier",
    );
  });

  it("announces the highlighted variant at the crosshair, not all variants", () => {
    const at = (highlighted: string | null): unknown => {
      const state = { ...defaultViewState, highlighted };
      const rows = spokenRows({ view: viewOf({ highlighted }), state }, day("2026-11-16"));
      return rows.map(({ label, value }) => [label, value]);
    };
    assert.deepEqual([at(null), at("DE")], [[], [["DE", 5]]]);
    const full = viewOf({ fullSize: "JP" });
    const rows = spokenRows({ view: full, state: defaultViewState }, day("2026-11-16"));
    assert.deepEqual(
      rows.map(({ label, value }) => [label, value]),
      [["JP", 0]],
    );
  });
});
