import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chartUri } from "../../src/shared/chartPlace";
import { placeUri } from "../../src/shared/place";
import { signalRef } from "../../src/shared/reference";
import { selectedTargetsOf, seriesTargetOf, seriesTargetsOf } from "../../src/editor/tabs/target";

const reference = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
const target = { connectionId: "acme", reference };

describe("what a command is about (SEC-12)", () => {
  it("is read from a row, a target or the URI of a document", () => {
    const uri = vscode.Uri.parse(placeUri({ connectionId: "acme", reference, form: "json" }), true);
    for (const argument of [{ target }, target, uri]) {
      assert.deepEqual(seriesTargetOf(argument), target);
    }
  });

  it("is each series of a chart, and the one of anything else", () => {
    const other = { connectionId: "sample", reference };
    const parts = [{ connectionId: "acme", reference }, other] as const;
    const chart = vscode.Uri.parse(chartUri({ parts }), true);
    assert.deepEqual(seriesTargetsOf(chart), [target, { connectionId: "sample", reference }]);
    assert.equal(seriesTargetOf(chart), undefined);
    const alone = vscode.Uri.parse(chartUri({ parts: [other] }), true);
    assert.deepEqual(seriesTargetsOf(alone), [{ connectionId: "sample", reference }]);
    assert.deepEqual(seriesTargetsOf({ target }), [target]);
    assert.deepEqual(seriesTargetsOf(vscode.Uri.file("/a.chart")), []);
  });

  it("is each series of the selected rows once, and the row's own without a selection", () => {
    const other = { connectionId: "acme", reference: { ...reference, code: "GROWTH" } };
    const folder = { kind: "signal" };
    const rows = [{ target }, folder, { target: other }, { target }];
    assert.deepEqual(selectedTargetsOf({ target }, rows), [target, other]);
    for (const selection of [undefined, [], [{ target }], "rows"]) {
      assert.deepEqual(selectedTargetsOf({ target }, selection), [target]);
    }
    assert.deepEqual(selectedTargetsOf(undefined), []);
  });

  const strangers: [what: string, argument: unknown][] = [
    ["nothing", undefined],
    ["a text", "macro-signals:/acme"],
    ["a file", vscode.Uri.file("/etc/passwd")],
    ["an empty object", {}],
    ["a row without a series", { target: undefined }],
    ["a base URL for a connection", { ...target, connectionId: "https://evil.example" }],
    ["no reference", { ...target, reference: null }],
    ["a reference of no family", { ...target, reference: { ...reference, family: "files" } }],
    ["a code that is no text", { ...target, reference: { ...reference, code: 7 } }],
    [
      "a kind that leaves its segment",
      { ...target, reference: { ...reference, dataKind: "../x" } },
    ],
    ["an as-of that is none", { ...target, reference: { ...reference, asOf: "2024-02-30" } }],
  ];
  for (const [what, argument] of strangers) {
    it(`is not read from ${what}`, () => {
      assert.equal(seriesTargetOf(argument), undefined);
    });
  }

  it("does not change with the object it was read from", () => {
    const tags = { country_iso: "US" };
    const argument = { connectionId: "acme", reference: { ...reference, tags, more: "x" } };
    const found = seriesTargetOf(argument);
    tags.country_iso = "DE";
    argument.connectionId = "evil";
    assert.deepEqual(found, target);
  });

  it("may fail to be read, and the caller of the command learns nothing", async () => {
    const trap = {
      get target(): never {
        throw new Error("a trap");
      },
    };
    const commands = [
      "openChart",
      "addToChart",
      "openCsv",
      "openJson",
      "saveAs",
      "compareKinds",
      "compareKindsAsText",
      "compareVintages",
      "showCoverage",
      "showCoverageCsv",
    ];
    for (const name of commands) {
      const answer: unknown = await vscode.commands.executeCommand(`macroSignals.${name}`, trap);
      assert.equal(answer, undefined);
    }
    await vscode.commands.executeCommand("notifications.clearAll");
  });
});
