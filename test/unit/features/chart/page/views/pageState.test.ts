import assert from "node:assert/strict";
import { type ChartPart, type PartRole } from "../../../../../../src/features/chart/protocol";
import {
  openedRevisions,
  type ViewState,
  defaultViewState,
} from "../../../../../../src/features/chart/model/viewState";
import { isAwaited } from "../../../../../../src/features/chart/page/model/series";
import { shownOf } from "../../../../../../src/features/chart/page/views/pageState";
import { panelBefore, panelOutline } from "../../../../../support/panelFrames";
import { StatePage } from "../../../../../support/statePage";
import { forecastData, partOf, signalData } from "../../../../../support/chartParts";

function part(id: string, role: PartRole = "part", title = id, asOf = "latest"): ChartPart {
  return partOf(null, { id, role, title, identity: { asOf } });
}

function shownPage(kept?: unknown, state: unknown = null): StatePage {
  const page = new StatePage(kept);
  // One signal, which can be compared, and a forecast.
  const parts = [part("a"), { ...part("b"), family: "forecast" } as const];
  const show = {
    type: "show",
    generation: 2,
    title: "INFL US",
    isSample: true,
    canUndo: false,
    bound: null,
  } as const;
  page.hears({ ...show, parts, panel: null, state });
  return page;
}

function idsOf({ state }: StatePage): readonly string[] {
  return state.parts.map(({ id }) => id);
}

describe("the state of the page", () => {
  it("has a title before any series arrives", () => {
    const { title, parts, view } = shownOf(new StatePage().state);
    assert.deepEqual([title, parts.length, view.panes.length], ["INFL", 0, 0]);
  });

  it("replaces a part in its place, and adds a new one after the others", () => {
    const page = shownPage();
    page.hears({ type: "part", generation: 2, part: part("a", "part", "again") });
    page.hears({ type: "toggleKind" });
    page.hears({ type: "part", generation: 2, part: part("c", "kind") });
    assert.deepEqual(idsOf(page), ["a", "b", "c"]);
    assert.equal(page.state.parts[0]?.title, "again");
  });

  it("keeps the data of a part when its other properties change", () => {
    const page = shownPage();
    const data = signalData({ Level: [1] });
    const reported = { ...part("a"), data, isLoading: false };
    page.hears({ type: "part", generation: 2, part: reported });
    const refreshed = { ...reported, data: "unchanged", isLoading: true } as const;
    page.hears({ type: "part", generation: 2, part: refreshed });
    const [shown, other] = page.state.parts;
    assert.deepEqual([shown?.data?.columns, shown?.isLoading], [data.columns, true]);
    page.hears({ type: "part", generation: 2, part: { ...refreshed, id: "b" } });
    assert.equal(other?.data, null);
  });

  it("ignores messages of an older generation, and before the first `show`", () => {
    const page = shownPage();
    const shown = {
      type: "show",
      title: "old",
      isSample: false,
      canUndo: false,
      bound: null,
      panel: null,
      state: null,
    } as const;
    const older = { ...shown, parts: [part("z")] };
    assert.equal(page.hears({ ...older, generation: 1 }), false);
    assert.equal(page.hears({ ...older, generation: 2 }), false);
    assert.equal(page.hears({ type: "part", generation: 1, part: part("y") }), false);
    assert.equal(page.hears({ type: "part", generation: 3, part: part("y") }), false);
    assert.equal(
      page.hears({ type: "compareWith", generation: 1, comparison: { vintage: "latest" } }),
      false,
    );
    assert.deepEqual(idsOf(page), ["a", "b"]);
    assert.equal(page.hears({ ...older, generation: 3 }), true);
    assert.deepEqual(idsOf(page), ["z"]);
  });

  it("shows a draft in the order of its series until it is composed", () => {
    const page = shownPage();
    const shownIds = (): readonly string[] => shownOf(page.state).parts.map(({ id }) => id);
    for (const id of ["c", "d", "a"]) page.hears({ type: "draft", id });
    for (const id of ["d", "c"]) page.hears({ type: "part", generation: 2, part: part(id) });
    assert.deepEqual(shownIds(), ["b", "c", "d"]);
    page.hears({ type: "draft", id: "a" });
    assert.deepEqual(shownIds(), ["b", "c", "d", "a"]);
    page.hears({ type: "compose" });
    const ids = ["b", "c", "d", "a"];
    assert.deepEqual(page.said.slice(-2), [
      { type: "draft", generation: 2, ids },
      { type: "compose", ids },
    ]);
  });

  it("has no draft once the same series are chosen again, and keeps one series", () => {
    const page = shownPage();
    for (const id of ["a", "b"]) page.hears({ type: "draft", id });
    assert.deepEqual(shownOf(page.state).parts.length, 1);
    page.hears({ type: "draft", id: "a" });
    page.hears({ type: "compose" });
    assert.deepEqual([page.state.draft, page.said.at(-1)?.type], [null, "draft"]);
    const many = Array.from({ length: 40 }, (_, index) => `series ${index}`);
    for (const id of many) page.hears({ type: "draft", id });
    assert.equal(page.state.draft?.length, 40);
  });

  it("drops series that are no longer compared, also when they arrive late", () => {
    const page = shownPage();
    page.hears({ type: "toggleKind" });
    const comparison = { vintage: "20240628T235959Z" };
    page.hears({ type: "compareWith", generation: 2, comparison });
    const old = part("d", "vintage", "d", "20240628T235959Z");
    for (const each of [part("c", "kind"), old]) {
      page.hears({ type: "part", generation: 2, part: each });
    }
    page.hears({ type: "toggleKind" });
    assert.equal(page.hears({ type: "part", generation: 2, part: part("c", "kind") }), false);
    assert.deepEqual(idsOf(page), ["a", "b", "d"]);
    page.hears({
      type: "compareWith",
      generation: 2,
      comparison: { vintage: "20240331T235959Z" },
    });
    assert.deepEqual(idsOf(page), ["a", "b"]);
    assert.equal(page.state.view.vintage, "20240331T235959Z");
    assert.equal(page.hears({ type: "part", generation: 2, part: old }), false);
    const chosen = part("e", "vintage", "e", "20240331T235959Z");
    assert.equal(page.hears({ type: "part", generation: 2, part: chosen }), true);
    assert.deepEqual(idsOf(page), ["a", "b", "e"]);
  });

  it("opens the revisions of a comparison that is chosen outside", () => {
    const page = shownPage();
    const comparison = { vintage: "20240628T235959Z", revisions: openedRevisions };
    page.hears({ type: "compareWith", generation: 2, comparison });
    const { vintage, revisions } = page.state.view;
    assert.deepEqual({ vintage, revisions }, comparison);
  });

  it("reports its comparisons to the editor with each chart and each change", () => {
    const page = shownPage();
    page.hears({ type: "toggleKind" });
    page.hears({ type: "toggleVintage" });
    const compare = { type: "compare", generation: 2, vintage: null } as const;
    assert.deepEqual(page.said, [
      { ...compare, isKindCompared: false },
      { ...compare, isKindCompared: true },
      { type: "do", action: "compareVintage" },
    ]);
  });

  it("passes requests on to the editor, without a change of the state", () => {
    const page = shownPage();
    page.said.length = 0;
    assert.equal(page.hears({ type: "retry", id: "a" }), false);
    assert.equal(page.hears({ type: "search", text: "gro" }), false);
    assert.deepEqual(page.said, [
      { type: "retry", id: "a" },
      { type: "search", generation: 2, text: "gro" },
    ]);
  });

  describe("with days 20773 to 20782", () => {
    const days = Int32Array.from({ length: 10 }, (_, row) => 20_773 + row);
    const values = { _Forecast: Array.from(days, () => 0.01) };

    function forecastPage(): StatePage {
      const page = new StatePage();
      const parts = [partOf(forecastData(values, { days }), { id: "a", family: "forecast" })];
      const show = { type: "show", generation: 1, title: "SPX", isSample: false } as const;
      page.hears({ ...show, canUndo: false, bound: null, parts, panel: null, state: null });
      return page;
    }

    function bridgeOf({ state }: StatePage): readonly unknown[] {
      const { bridge } = state.view;
      return [bridge?.from, bridge?.to];
    }

    it("cuts a range to its bounds, and detects when it is all", () => {
      const page = forecastPage();
      page.hears({ type: "showRange", range: { from: 20_775, to: 30_000 } });
      assert.deepEqual(page.state.view.range, { from: 20_775, to: 20_782 });
      assert.equal(page.hears({ type: "showRange", range: { from: 1, to: 2 } }), false);
      page.hears({ type: "showRange", range: { from: 20_773, to: 20_782 } });
      const all = page.state.view.range;
      page.hears({ type: "showYears", years: null });
      assert.deepEqual(page.state.view.range, all);
    });

    it("points at a line without a change of the view", () => {
      const page = forecastPage();
      const { view } = page.state;
      page.hears({ type: "emphasise", id: "a/Aggregate" });
      assert.equal(page.state.emphasised, "a/Aggregate");
      assert.equal(page.state.view, view);
      assert.equal(page.hears({ type: "emphasise", id: "a/Aggregate" }), false);
      page.hears({ type: "emphasise", id: null });
      assert.equal(page.state.emphasised, null);
    });

    it("has no crosshair on a day out of sight", () => {
      const page = forecastPage();
      page.hears({ type: "moveCursor", day: 20_774 });
      assert.equal(page.hears({ type: "moveCursor", day: 20_774 }), false);
      page.hears({ type: "showRange", range: { from: 20_774, to: 20_780 } });
      assert.equal(page.state.cursor, 20_774);
      page.hears({ type: "showRange", range: { from: 20_775, to: 20_780 } });
      assert.equal(page.state.cursor, null);
    });

    it("opens the bridge without changing the days in sight", () => {
      const page = forecastPage();
      page.hears({ type: "showRange", range: { from: 20_773, to: 20_775 } });
      const { range } = page.state.view;
      page.hears({ type: "toggleBridge" });
      assert.deepEqual(page.state.view.range, range);
    });

    it("pins the day of the crosshair, at most two in order, and unpins a pinned one", () => {
      const page = forecastPage();
      assert.equal(page.hears({ type: "press" }), false);
      for (const [day, pins] of [
        [20_779, [20_779]],
        [20_776, [20_776, 20_779]],
        [20_779, [20_776]],
        [20_780, [20_776, 20_780]],
        [20_774, [20_774]],
      ] as const) {
        page.hears({ type: "moveCursor", day });
        page.hears({ type: "press" });
        assert.deepEqual(page.state.view.pins, pins);
      }
      page.hears({ type: "unpin" });
      assert.deepEqual(page.state.view.pins, []);
      assert.equal(page.hears({ type: "unpin" }), false);
    });

    it("keeps the chosen axis", () => {
      const page = forecastPage();
      page.hears({ type: "arrange", change: { axis: { min: 0, max: 0.1 } } });
      assert.deepEqual(page.state.view.axis, { min: 0, max: 0.1 });
    });

    it("sets the days A and B of the bridge in turns, A never behind B", () => {
      const page = forecastPage();
      page.hears({ type: "toggleBridge" });
      assert.deepEqual(bridgeOf(page), [20_773, 20_782]);
      for (const [day, bridge] of [
        [20_776, [20_776, 20_782]],
        [20_779, [20_776, 20_779]],
        [20_781, [20_781, 20_781]],
        [20_774, [20_774, 20_781]],
      ] as const) {
        page.hears({ type: "moveCursor", day });
        page.hears({ type: "press" });
        assert.deepEqual(bridgeOf(page), bridge);
      }
    });

    it("opens the bridge with the days that were set before it was closed", () => {
      const page = forecastPage();
      page.hears({ type: "toggleBridge" });
      page.hears({ type: "setBridge", change: { from: 20_776, to: 20_779 } });
      page.hears({ type: "toggleBridge" });
      assert.equal(page.state.view.bridge, null);
      page.hears({ type: "toggleBridge" });
      assert.deepEqual(bridgeOf(page), [20_776, 20_779]);
    });

    it("stops an end of the bridge that is moved alone at the other end, and at the bounds", () => {
      const page = forecastPage();
      page.hears({ type: "toggleBridge" });
      page.hears({ type: "setBridge", change: { to: 20_778 } });
      page.hears({ type: "setBridge", change: { from: 20_999 } });
      assert.deepEqual(bridgeOf(page), [20_778, 20_778]);
      page.hears({ type: "setBridge", change: { from: 1, to: 99_999 } });
      assert.deepEqual(bridgeOf(page), [20_773, 20_782]);
    });
  });

  describe("in a tab that moved from another chart", () => {
    const level: ViewState = { ...defaultViewState, columns: ["Level"], isTable: true };

    it("opens with the view that the editor sends", () => {
      assert.deepEqual(shownPage(undefined, level).state.view, level);
      assert.deepEqual(
        shownPage(undefined, { version: 7, isTable: true }).state.view,
        defaultViewState,
      );
      assert.deepEqual(shownPage().state.view, defaultViewState);
    });

    it("keeps its own saved view (UI-03)", () => {
      const own = { ...defaultViewState, columns: ["Momentum"] };
      assert.deepEqual(shownPage(own, level).state.view, own);
    });

    it("keeps changes that a person made meanwhile", () => {
      const page = shownPage(undefined, level);
      page.hears({ type: "toggleTable" });
      const parts = [part("a")];
      const again = {
        type: "show",
        title: "",
        isSample: false,
        canUndo: false,
        bound: null,
        panel: null,
      } as const;
      page.hears({ ...again, generation: 3, parts, state: level });
      assert.deepEqual(page.state.view, { ...level, isTable: false });
    });

    it("shows the comparisons of the adopted view", () => {
      const page = shownPage(undefined, { ...defaultViewState, isKindCompared: true });
      page.hears({ type: "part", generation: 2, part: part("c", "kind") });
      assert.deepEqual(idsOf(page), ["a", "b", "c"]);
    });
  });

  describe("of a panel", () => {
    const panel = panelOutline();
    const parts = [partOf(signalData({ Level: [1] }), { id: "us" })];
    const show = {
      type: "show",
      generation: 1,
      title: "INFL",
      isSample: false,
      canUndo: false,
      bound: null,
      state: null,
    } as const;

    it("shows its variants as small multiples", () => {
      const page = new StatePage();
      page.hears({ ...show, parts, panel });
      assert.deepEqual(
        shownOf(page.state).view.panes.map(({ id }) => id),
        ["us"],
      );
    });

    it("applies its progress, except from an older generation", () => {
      const page = new StatePage();
      page.hears({ ...show, parts: [], panel: panelBefore() });
      const further = panelBefore({ progress: { done: 27, of: 40 } });
      assert.equal(page.hears({ type: "panel", generation: 0, panel: further }), false);
      assert.equal(page.hears({ type: "panel", generation: 1, panel: further }), true);
      assert.deepEqual(page.state.panel?.progress, { done: 27, of: 40 });
      assert.equal(isAwaited(page.state.parts), true);
    });
  });
});

describe("a legend", () => {
  it("shows one part or one column alone", () => {
    const page = shownPage();
    page.hears({ type: "showAlone", isColumn: false, id: "b" });
    assert.deepEqual(page.state.view.hidden, ["a"]);
    page.hears({ type: "showAlone", isColumn: true, id: "Level" });
    assert.deepEqual(page.state.view.columns, ["Level"]);
  });
});

describe("pins", () => {
  const pinned = (...pins: number[]): StatePage => shownPage({ ...defaultViewState, pins });

  it("stop at the other one", () => {
    const page = pinned(10, 20);
    page.hears({ type: "movePin", index: 0, day: 15 });
    page.hears({ type: "movePin", index: 1, day: 12 });
    assert.deepEqual(page.state.view.pins, [15, 16]);
    page.hears({ type: "movePin", index: 0, day: 30 });
    assert.deepEqual(page.state.view.pins, [15, 16]);
  });

  it("move freely if there is one, and cannot move without one", () => {
    const one = pinned(10);
    one.hears({ type: "movePin", index: 0, day: 30 });
    assert.deepEqual(one.state.view.pins, [30]);
    const none = pinned();
    none.hears({ type: "movePin", index: 1, day: 30 });
    assert.deepEqual(none.state.view.pins, []);
  });

  it("are removed one by one, or together", () => {
    const page = pinned(10, 20);
    page.hears({ type: "unpin", index: 0 });
    assert.deepEqual(page.state.view.pins, [20]);
    const both = pinned(10, 20);
    both.hears({ type: "unpin" });
    assert.deepEqual(both.state.view.pins, []);
  });
});
