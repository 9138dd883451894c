import assert from "node:assert/strict";
import { type PanelOutline } from "../../../../../../../src/features/chart/protocol";
import { panelFacts } from "../../../../../../../src/features/chart/page/model/panel/panelFacts";

const outline: PanelOutline = {
  identity: {
    service: "Sample data",
    isSample: true,
    title: "",
    subject: "INFL v2",
    variant: "all country_iso",
    dataKind: "FIT",
    asOf: "20240628T235959Z",
    path: "",
  },
  varying: "country_iso",
  asOf: null,
  fetchedAtMs: Date.UTC(2026, 10, 20, 9, 30, 15),
  coverage: "38 of 40 variants",
  omitted: 0,
  staleBecause: null,
  progress: null,
  failure: null,
};

describe("the description of a panel on one line", () => {
  it("names service, signal, variants, kind, as-of, coverage and the time of fetching", () => {
    assert.equal(
      panelFacts(outline),
      "SAMPLE, synthetic · Sample data · INFL v2 · all country_iso · FIT · as of 28 Jun 2024 · " +
        "38 of 40 variants · fetched 20 Nov 2026 09:30 UTC",
    );
  });

  it("states only that the panel is being fetched before its outline arrives", () => {
    const { identity } = outline;
    const unknown = { ...identity, service: "", isSample: false, subject: "", variant: "" };
    assert.equal(
      panelFacts({
        ...outline,
        identity: { ...unknown, dataKind: null, asOf: null },
        coverage: "",
        fetchedAtMs: null,
        progress: { done: 0, of: 0 },
      }),
      "Fetching…",
    );
  });
});
