import assert from "node:assert/strict";
import * as vscode from "vscode";
import { instantOfText } from "../../src/shared/instant";
import { type PanelRef } from "../../src/shared/reference";
import {
  targetUri,
  seriesTargetOf,
  panelTargetOf,
  selectedPanelsOf,
} from "../../src/editor/tabs/target";
const asOf = instantOfText("20240628T235959Z") ?? "latest";
const reference: PanelRef = {
  family: "panel",
  code: "INFL",
  version: 2,
  tags: { country_iso: "*" },
  dataKind: "FIT",
  asOf,
};
const target = { connectionId: "acme", reference };

describe("the panel that a command is about (SEC-12)", () => {
  it("is read from a row, a target or the URI of a tab in any form", () => {
    const uris = (["csv", "json", "chart"] as const).map((form) => targetUri(target, form));
    for (const argument of [{ target }, target, ...uris]) {
      assert.deepEqual(panelTargetOf(argument), target);
      assert.equal(seriesTargetOf(argument), undefined);
    }
  });

  it("has one URI, which carries a slice and not more", () => {
    const uri = targetUri(target, "csv", { columns: ["Level"] });
    assert.equal(
      uri.path,
      "/acme/signals/INFL/2/country_iso=*/FIT/20240628T235959Z/cols=Level/INFL all country_iso FIT 2024-06-28 wide Level.csv",
    );
    assert.deepEqual(panelTargetOf(uri), target);
  });

  it("is that of each selected row once", () => {
    const other = { ...target, reference: { ...reference, code: "GROWTH" } };
    const rows = [{ target }, { kind: "signal" }, { target: other }, { target }];
    assert.deepEqual(selectedPanelsOf({ target }, rows), [target, other]);
    assert.deepEqual(selectedPanelsOf({ target }), [target]);
  });

  const strangers: [what: string, argument: unknown][] = [
    ["nothing", undefined],
    ["a file", vscode.Uri.file("/etc/passwd")],
    ["a series", { ...target, reference: { ...reference, tags: { country_iso: ["US"] } } }],
    ["a base URL for a connection", { ...target, connectionId: "https://evil.example" }],
    ["a set that is none", { ...target, reference: { ...reference, tags: { country_iso: 7 } } }],
    ["an as-of that is none", { ...target, reference: { ...reference, asOf: "2024-02-30" } }],
  ];
  for (const [what, argument] of strangers) {
    it(`is not read from ${what}`, () => {
      assert.equal(panelTargetOf(argument), undefined);
    });
  }
});
