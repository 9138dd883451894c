import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chartUri } from "../../../src/shared/chartPlace";
import { forecastRef } from "../../../src/shared/reference";
import {
  droppedTargets,
  rowDragging,
  rowsMime,
  seriesMime,
  uriListMime,
} from "../../../src/features/browse/dragRows";
import { sampleSignal } from "../../support/sampleSeries";

const us = { connectionId: "sample", reference: sampleSignal("US") };
const de = { connectionId: "acme", reference: sampleSignal("DE") };
const spx = {
  connectionId: "sample",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};

async function dragged(...rows: readonly unknown[]): Promise<vscode.DataTransfer> {
  const dataTransfer = new vscode.DataTransfer();
  const token = new vscode.CancellationTokenSource().token;
  await rowDragging.handleDrag?.(rows, dataTransfer, token);
  return dataTransfer;
}

async function urisIn(dataTransfer: vscode.DataTransfer): Promise<string[]> {
  const text = (await dataTransfer.get(uriListMime)?.asString()) ?? "";
  return text.split("\r\n");
}

async function treeOpens(form: string | undefined): Promise<void> {
  const section = vscode.workspace.getConfiguration("macroSignals");
  await section.update("tree.open", form, vscode.ConfigurationTarget.Global);
}

describe("dragging rows", () => {
  afterEach(() => treeOpens(undefined));

  it("carries the series of one row, or of several with each series once", async () => {
    const one = await dragged({ kind: "variant", target: us });
    assert.deepEqual(await droppedTargets(one), [us]);
    const rows = [us, { kind: "signal" }, spx, us, de].map((target) =>
      "kind" in target ? target : { kind: "variant", target },
    );
    assert.deepEqual(await droppedTargets(await dragged(...rows)), [us, spx, de]);
  });

  it("carries the documents that clicks would open", async () => {
    const { connectionId: connection, reference } = us;
    const chart = chartUri({ parts: [{ connectionId: connection, reference }] });
    assert.deepEqual(await urisIn(await dragged({ target: us })), [chart]);
    await treeOpens("csv");
    const uris = await urisIn(await dragged({ target: us }, { target: spx }));
    assert.deepEqual(
      uris.map((uri) => decodeURIComponent(uri).split("/").at(-1)),
      ["SAMPLE INFL US FIT 2024-06-28.csv", "SAMPLE SPX USD 12 Months.csv"],
    );
  });

  it("carries no series of rows that are none", async () => {
    const transfer = await dragged({ kind: "signal", label: "Inflation" });
    assert.deepEqual(await droppedTargets(transfer), []);
    assert.deepEqual(
      Array.from(transfer, ([mime]) => mime),
      [rowsMime],
    );
  });

  for (const [what, text] of [
    ["no JSON", "{"],
    ["no list", '{"connectionId": "sample"}'],
    ["no series", '[1, null, {"connectionId": "sample", "reference": {"family": "signal"}}]'],
    ["an address in place of a connection", JSON.stringify([{ ...us, connectionId: "https://e" }])],
  ] as const) {
    it(`takes nothing from a drop that holds ${what}`, async () => {
      const transfer = new vscode.DataTransfer();
      transfer.set(seriesMime, new vscode.DataTransferItem(text));
      assert.deepEqual(await droppedTargets(transfer), []);
    });
  }
});
