import assert from "node:assert/strict";
import { type ChartPart, type PartRole } from "../../../../src/shared/chart/chartProtocol";
import { type ViewState, defaultViewState } from "../../../../src/shared/chart/viewState";
import { ChartModel } from "../../../../src/webview/chart/page/chartModel";
import { panelBefore, panelOutline } from "../../../support/panelFrames";
import { partOf, signalData } from "../../../support/chartParts";

function part(id: string, role: PartRole = "part", title = id, asOf = "latest"): ChartPart {
  return partOf(null, { id, role, title, identity: { asOf } });
}

function shownModel(kept?: unknown, state: unknown = null): ChartModel {
  const model = new ChartModel({ title: "INFL", kept, isPanel: false });
  const parts = [part("a"), part("b")];
  const show = {
    type: "show",
    generation: 2,
    title: "INFL US",
    isSample: true,
    canUndo: false,
  } as const;
  model.receive({ ...show, parts, panel: null, state });
  return model;
}

function idsOf(model: ChartModel): readonly string[] {
  return model.shown.parts.map(({ id }) => id);
}

describe("ChartModel", () => {
  it("has a title before it is told of any series", () => {
    const { title, parts, view } = new ChartModel({
      title: "INFL",
      kept: undefined,
      isPanel: false,
    }).shown;
    assert.deepEqual([title, parts.length, view.panes.length], ["INFL", 0, 0]);
  });

  it("replaces a part in its place, and adds a new one behind the others", () => {
    const model = shownModel();
    model.receive({ type: "part", generation: 2, part: part("a", "part", "again") });
    model.change({ isKindCompared: true });
    model.receive({ type: "part", generation: 2, part: part("c", "kind") });
    assert.deepEqual(idsOf(model), ["a", "b", "c"]);
    assert.equal(model.shown.parts[0]?.title, "again");
  });

  it("keeps the data of a part whose other things change", () => {
    const model = shownModel();
    const data = signalData({ Level: [1] });
    const told = { ...part("a"), data, isLoading: false };
    model.receive({ type: "part", generation: 2, part: told });
    const refreshed = { ...told, data: "unchanged", isLoading: true } as const;
    model.receive({ type: "part", generation: 2, part: refreshed });
    const [shown, other] = model.shown.parts;
    assert.deepEqual([shown?.data === data, shown?.isLoading], [true, true]);
    model.receive({ type: "part", generation: 2, part: { ...refreshed, id: "b" } });
    assert.equal(other?.data, null);
  });

  it("drops what an older generation says, and what none has said yet", () => {
    const model = shownModel();
    const shown = {
      type: "show",
      title: "old",
      isSample: false,
      canUndo: false,
      panel: null,
      state: null,
    } as const;
    const older = { ...shown, parts: [part("z")] };
    assert.equal(model.receive({ ...older, generation: 1 }), false);
    assert.equal(model.receive({ ...older, generation: 2 }), false);
    assert.equal(model.receive({ type: "part", generation: 1, part: part("y") }), false);
    assert.equal(model.receive({ type: "part", generation: 3, part: part("y") }), false);
    assert.equal(
      model.receive({ type: "compareWith", generation: 1, comparison: { vintage: "latest" } }),
      false,
    );
    assert.deepEqual(idsOf(model), ["a", "b"]);
    assert.equal(model.receive({ ...older, generation: 3 }), true);
    assert.deepEqual(idsOf(model), ["z"]);
  });

  it("puts away what is no longer compared, also when it arrives late", () => {
    const model = shownModel();
    model.change({ isKindCompared: true, vintage: "20240628T235959Z" });
    const old = part("d", "vintage", "d", "20240628T235959Z");
    for (const each of [part("c", "kind"), old]) {
      model.receive({ type: "part", generation: 2, part: each });
    }
    model.change({ isKindCompared: false });
    assert.equal(model.receive({ type: "part", generation: 2, part: part("c", "kind") }), false);
    assert.deepEqual(idsOf(model), ["a", "b", "d"]);
    model.receive({
      type: "compareWith",
      generation: 2,
      comparison: { vintage: "20240331T235959Z" },
    });
    assert.deepEqual(idsOf(model), ["a", "b"]);
    assert.equal(model.state.vintage, "20240331T235959Z");
    assert.equal(model.receive({ type: "part", generation: 2, part: old }), false);
    const chosen = part("e", "vintage", "e", "20240331T235959Z");
    assert.equal(model.receive({ type: "part", generation: 2, part: chosen }), true);
    assert.deepEqual(idsOf(model), ["a", "b", "e"]);
  });

  describe("in a tab that comes from another place", () => {
    const level: ViewState = { ...defaultViewState, columns: ["Level"], isTable: true };

    it("opens with the view that the editor hands over", () => {
      assert.deepEqual(shownModel(undefined, level).state, level);
      assert.deepEqual(
        shownModel(undefined, { version: 7, isTable: true }).state,
        defaultViewState,
      );
      assert.deepEqual(shownModel().state, defaultViewState);
    });

    it("keeps what it had when it was there before (UI-03)", () => {
      const own = { ...defaultViewState, columns: ["Momentum"] };
      assert.deepEqual(shownModel(own, level).state, own);
    });

    it("keeps what a person has done meanwhile", () => {
      const model = shownModel(undefined, level);
      model.change({ isTable: false });
      const parts = [part("a")];
      const again = {
        type: "show",
        title: "",
        isSample: false,
        canUndo: false,
        panel: null,
      } as const;
      model.receive({ ...again, generation: 3, parts, state: level });
      assert.deepEqual(model.state, { ...level, isTable: false });
    });

    it("shows what the view that it takes over compares", () => {
      const model = shownModel(undefined, { ...defaultViewState, isKindCompared: true });
      model.receive({ type: "part", generation: 2, part: part("c", "kind") });
      assert.deepEqual(idsOf(model), ["a", "b", "c"]);
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
      state: null,
    } as const;

    it("shows its variants as small multiples", () => {
      const model = new ChartModel({ title: "INFL", kept: undefined, isPanel: false });
      model.receive({ ...show, parts, panel });
      assert.deepEqual(
        model.shown.view.panes.map(({ id }) => id),
        ["us"],
      );
    });

    it("hears how far it is, not from an older generation", () => {
      const model = new ChartModel({ title: "INFL", kept: undefined, isPanel: false });
      model.receive({ ...show, parts: [], panel: panelBefore() });
      const further = panelBefore({ progress: { done: 27, of: 40 } });
      assert.equal(model.receive({ type: "panel", generation: 0, panel: further }), false);
      assert.equal(model.receive({ type: "panel", generation: 1, panel: further }), true);
      assert.deepEqual(model.shown.panel?.progress, { done: 27, of: 40 });
      assert.equal(model.isAwaited, true);
    });
  });
});
