import assert from "node:assert/strict";
import { type ChangesAnswer } from "../../../../../../src/features/latest/changes/protocol";
import { changeRows } from "../../../../../../src/features/latest/changes/host/changesText";
import { changesMarkdown } from "../../../../../../src/features/latest/changes/host/changesMarkdown";
import { changesFixture, changesOf } from "../../../../../support/changesFixture";
import { explorerAnswer } from "../../../../../support/explorerAnswers";
import { finish } from "../../../../../../src/shared/finish";

describe("changes as Markdown", () => {
  const signals = changesOf(changesFixture);
  const newer = explorerAnswer([
    ["SPX", "USD", "1 Year", "None", 0.051],
    ["DAX", "EUR", "1 Year", "None", 0.02],
    ["UKX", "GBP", "1 Year", "None", 0.03],
  ]);
  const answer: ChangesAnswer = {
    generation: 1,
    pair: { sinceMs: Date.UTC(2026, 10, 13, 7, 52), toMs: Date.UTC(2026, 10, 20, 18, 2) },
    isLastLook: true,
    newestMs: 0,
    signals,
    forecasts: {
      olderMs: 1,
      newerMs: 2,
      newer,
      older: Int32Array.of(0, 1, -1),
      before: Float64Array.of(0.05, 0.02, Number.NaN),
      vanished: [{ summary: 2, market: "Gold", detail: "1 Year · USD · None", total: 0.149 }],
    },
    keptSinceMs: 0,
    hasOlder: false,
    staleBecause: null,
    missing: null,
    notice: null,
  };
  it("lists no forecast that differs only by rounding (DATA-14)", () => {
    const { forecasts } = answer;
    assert.ok(forecasts !== null);
    const before = Float64Array.of(0.05, 0.3 - 0.28, Number.NaN);
    assert.notEqual(before[1], 0.02);
    const rows = [...changeRows({ signals: null, forecasts: { ...forecasts, before } })];
    assert.deepEqual(
      rows.map(({ what, name }) => [what, name]),
      [
        ["forecast", "The SPX"],
        ["appeared", "The UKX"],
        ["vanished", "Gold"],
      ],
    );
  });

  const identity = {
    service: "Sample *data* www.x.org",
    isSample: true,
    signal: null,
    otherAsOf: null,
    archived: null,
    archiveBeginsMs: null,
  };
  const sections = finish(changesMarkdown(answer, "aggregate", identity)).split("\n## ");

  it("names the service and the compared times", () => {
    assert.equal(
      sections[0],
      "# What changed\n\nSAMPLE, synthetic · Sample \\*data\\* www\\.x.org · 13 Nov 2026 07:52 UTC to 20 Nov 2026 18:02 UTC\n",
    );
  });

  it("has a table for each section, with its total and the largest 20 rows", () => {
    const { flips, others, productions } = changesFixture.expected.aggregate;
    const tables = sections.slice(1).map((section) => {
      const [title = "", , ...lines] = section.split("\n");
      return [title, lines.filter((line) => line.startsWith("| ")).length - 1] as const;
    });
    const most = (count: number): number => Math.min(count, 20) + 1;
    assert.deepEqual(tables, [
      [`Productions (${productions.length})`, most(productions.length)],
      [`Sign flips, Aggregate (${flips.length})`, most(flips.length)],
      [`Largest moves, Aggregate (${others.length})`, most(others.length)],
      ["Appeared (1)", 2],
      ["Vanished (1)", 2],
      ["Stale (2)", 3],
      ["Forecasts moved (1)", 2],
      ["Forecasts that appeared (1)", 2],
      ["Forecasts that vanished (1)", 2],
    ]);
  });

  it("lists the moves in order, with rounded numbers", () => {
    const { others } = changesFixture.expected.aggregate;
    const rows = (sections[3] ?? "").split("\n").slice(4);
    const names = rows.flatMap((row) => {
      const [, code, country] = row.split(" | ").map((cell) => cell.replace("| ", ""));
      return code === undefined || country === undefined ? [] : [row.split("|")[1]?.trim()];
    });
    assert.deepEqual(
      names,
      others.slice(0, 20).map(({ row }) => row.split(" ")[0]),
    );
    assert.ok(
      (sections[7] ?? "").includes(
        "| The SPX | 1 Year · USD · None | 5.00 % | 5.10 % | +10.0 bp |",
      ),
    );
  });
});
