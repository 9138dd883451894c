import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { type DataKind, type Reference, panelRef } from "../../src/shared/reference";
import { FrameWorker } from "../../src/store/frameWorker";
import { saveAs } from "../../src/features/documents/save/saveAs";
import {
  seriesInSelection,
  subjectsWithChosenKind,
} from "../../src/features/notebook/insertSubjects";
import { targetUri } from "../../src/editor/tabs/target";
import { sampleSignal } from "../support/sampleSeries";
import { windowContext } from "../support/windowContext";
import { servicesWith } from "../support/servicesWith";
import { type WindowContext } from "../../src/connect/context";

const series = sampleSignal("US", "SNAP");
const panel = panelRef({ ...series, tags: { country_iso: "*" } });

/** A workspace whose charts open as SNAP. */
function workspace(exportKind?: DataKind): WindowContext & { readonly chosen: unknown[] } {
  const connection = { kind: "sample", id: "sample", name: "Sample" } as const;
  const chosen: unknown[] = [];
  const context = windowContext({
    current: { connection, dataKind: "SNAP", asOf: "latest" },
    exportKind,
    setExportKind: (kind) => {
      chosen.push(kind);
      return Promise.resolve();
    },
  });
  return { ...context, chosen };
}

for (const [what, reference] of [
  ["a series", series],
  ["a panel", panel],
] satisfies [string, Reference][]) {
  const target = { connectionId: "sample", reference };

  describe(`the kind of ${what} that leaves the editor`, () => {
    for (const form of ["chart", "csv", "json"] as const) {
      it(`is that of its ${form}, which says it`, async () => {
        const called = seriesInSelection(targetUri(target, form));
        const context = workspace();
        assert.deepEqual(await subjectsWithChosenKind(called, context), [{ target }]);
        assert.deepEqual(context.chosen, []);
      });
    }

    it("is that of its text where that is saved", async () => {
      const reported: unknown[] = [];
      const context = workspace();
      const gone = new Error("gone");
      const parts = {
        services: servicesWith(() => Promise.reject(gone)),
        worker: new FrameWorker("nothing is decoded"),
        context,
        reporter: { report: (error: unknown) => Promise.resolve(void reported.push(error)) },
      };
      await saveAs(parts, targetUri(target, "csv"));
      // It was fetched at once.
      assert.deepEqual([reported, context.chosen], [[gone], []]);
    });

    it("is that of its row where the workspace has one", async () => {
      const context = workspace("SNAP");
      assert.deepEqual(await subjectsWithChosenKind(seriesInSelection({ target }), context), [
        { target },
      ]);
      assert.deepEqual(context.chosen, []);
    });

    it("is the chosen one, whatever new charts open as", async () => {
      const context = workspace("FIT");
      const fit = { ...target, reference: { ...reference, dataKind: "FIT" as const } };
      assert.deepEqual(await subjectsWithChosenKind(seriesInSelection({ target }), context), [
        { target: fit },
      ]);
      assert.deepEqual(context.chosen, []);
    });

    it("is another than the context's where a person has chosen that on the way", async () => {
      const other = { ...target, reference: { ...reference, dataKind: "FIT" as const } };
      const context = workspace();
      assert.deepEqual(await subjectsWithChosenKind(seriesInSelection(other), context), [
        { target: other },
      ]);
      assert.deepEqual(context.chosen, []);
    });

    it("is asked for, once, where nobody has chosen any", async () => {
      const context = workspace();
      const asked = subjectsWithChosenKind(seriesInSelection({ target }), context);
      while (context.chosen.length === 0) {
        await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
        await sleep(50);
      }
      assert.deepEqual(await asked, [{ target }]);
      assert.deepEqual(context.chosen, ["SNAP"]);
    });
  });
}
