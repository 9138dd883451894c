import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { type Revisions } from "../../../src/shared/series/revisions";
import { type Instant } from "../../../src/shared/instant";
import { type PanelRef, type SignalRef, panelRef } from "../../../src/shared/reference";
import { fetchPanel } from "../../../src/store/tables";
import { tableSources } from "../../../src/connect/tableSources";
import { lineHover } from "../../../src/features/notebook/lines/hoverText";
import { CachedSeries } from "../../../src/features/notebook/lines/cachedSeries";
import { lineItems } from "../../../src/features/notebook/lines/lineItems";
import { linesIn } from "../../../src/features/notebook/lines/lineSubject";
import { panelLineDrift } from "../../../src/features/notebook/lines/driftFlow";
import { panelDriftText } from "../../../src/features/notebook/lines/driftText";
import { type RefreshMode, plannedChange } from "../../../src/features/notebook/lines/lineChange";
import {
  type RefreshOutcome,
  refreshLines,
} from "../../../src/features/notebook/lines/refreshLines";
import { duckDb } from "../../support/duckDb";
import { DuckFiles } from "../../support/duckFiles";
import { hostSetting } from "../../support/hostResult";
import { itWith } from "../../support/interpreters";
import { LineBench, placeIn, placesIn } from "../../support/lineBench";
import { tableOfCsv } from "../../support/ranCode";
import { fetchedCsv, pastAsOf, sampleSignal } from "../../support/sampleSeries";
import { servicesWith } from "../../support/servicesWith";

const { signal } = new AbortController();
const countries = ["DE", "US"];

function panelOf(parts: Partial<PanelRef> = {}): PanelRef {
  const tags = { country_iso: countries };
  const all = {
    code: "INFL",
    version: 2,
    tags,
    dataKind: "FIT",
    asOf: pastAsOf,
    ...parts,
  } as const;
  const reference = panelRef(all);
  if (reference.family !== "panel") throw new RangeError("a series");
  return reference;
}

describe("reference lines of panels", function () {
  this.timeout(60_000);
  let bench: LineBench;
  beforeEach(() => (bench = new LineBench()));
  afterEach(() => bench.dispose());

  const refresh = (
    document: vscode.TextDocument,
    mode: RefreshMode = "refresh",
  ): Promise<RefreshOutcome> => refreshLines(bench, placesIn(document), { mode, signal });

  function panelIn(document: vscode.TextDocument): PanelRef & { readonly asOf: Instant } {
    const { reference } = placeIn(document).line;
    assert.ok(reference.family === "panel" && reference.asOf !== "latest");
    return { ...reference, asOf: reference.asOf };
  }

  itWith(duckDb, "DuckDB")(
    "changes line and path in one edit, to a file with the values of now",
    async () => {
      const text = await bench.code(panelOf(), "file");
      const [old = ""] = bench.dataFiles;
      const document = await bench.script(text);
      const { changed, failed } = await refresh(document);
      assert.deepEqual([changed.length, failed], [1, []]);
      const [added = ""] = bench.dataFiles.filter((name) => name !== old);
      assert.ok(document.getText().includes(`data/${added}`) && !document.getText().includes(old));
      const { asOf, tags } = panelIn(document);
      assert.deepEqual(tags, { country_iso: countries });
      const duck = await DuckFiles.open();
      try {
        for (const country of countries) {
          const reference = { ...sampleSignal(country), asOf };
          const { days, columns } = tableOfCsv(await fetchedCsv(hostSetting().sample, reference));
          const rows = days.map((day, row) => [
            day,
            country,
            ...columns.map(([, values]) => values[row] ?? null),
          ]);
          const sql = `SELECT * FROM FILE WHERE country_iso = '${country}'`;
          const file = path.join(bench.path, "data", added);
          assert.deepEqual(await duck.rows(sql, file), rows);
        }
      } finally {
        await duck.close();
      }
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), text);
    },
  );

  it("changes nothing while the values are the same, and writes a file that is gone again", async () => {
    const document = await bench.script(await bench.code(panelOf(), "file"));
    await refresh(document);
    const [text, files] = [document.getText(), bench.dataFiles];
    const again = await refresh(document);
    assert.deepEqual([again.changed.length, again.unchanged.length], [0, 1]);
    assert.deepEqual([document.getText(), bench.dataFiles], [text, files]);
    rmSync(path.join(bench.path, "data"), { recursive: true });
    await refresh(document);
    assert.equal(bench.dataFiles.length, 1);
    assert.ok(document.getText().includes(bench.dataFiles[0] ?? "?"));
  });

  it("writes a file that is gone again, also within the second of its line", async () => {
    const document = await bench.script(await bench.code(panelOf(), "file"));
    const { dataFiles } = bench;
    rmSync(path.join(bench.path, "data"), { recursive: true });
    const place = placeIn(document);
    const line = { ...place.line, reference: panelIn(document) };
    const member = await fetchPanel(tableSources(bench.services), {
      connectionId: bench.services.connection.id,
      reference: line.reference,
    });
    const how = { mode: "refresh", signal } as const;
    const change = await plannedChange(bench, { ...place, line, kind: "panel", member }, how);
    assert.ok("file" in change);
    assert.deepEqual(bench.dataFiles, dataFiles);
  });

  it("makes FIT of SNAP, and changes a line that stands alone", async () => {
    const document = await bench.script(await bench.code(panelOf({ dataKind: "SNAP" }), "file"));
    await refresh(document, "fit");
    assert.equal(panelIn(document).dataKind, "FIT");
    assert.ok(bench.dataFiles.some((name) => name.includes("_FIT_asof-")));
    const line = document.lineAt(0).text.replace(/\d{8}T\d{6}Z/, "latest");
    const alone = await bench.script(`${line}\n`, "alone.py");
    await refresh(alone, "freeze");
    assert.match(panelIn(alone).asOf, /^\d{8}T/);
  });

  it("is refreshed as of one instant with the series beside it", async () => {
    const [one, all] = [
      await bench.code(sampleSignal(), "file"),
      await bench.code(panelOf(), "file"),
    ];
    const document = await bench.script(`${one}\n\n${all}\n`);
    await refresh(document);
    const asOfs = placesIn(document).map(({ line: { reference } }) =>
      reference.family === "forecast" ? "" : reference.asOf,
    );
    assert.deepEqual([asOfs.length, new Set(asOfs).size], [2, 1]);
  });

  it("sends nothing to a service without a connection (SEC-20)", async () => {
    const text = await bench.code(panelOf(), "file");
    const document = await bench.script(text.replace(/ @ \S+/, " @ https://api.acme.example/"));
    const { failed } = await refresh(document);
    assert.match(String(failed[0]?.error), /^UnknownServiceError/);
    assert.equal(bench.dataFiles.length, 1);
  });

  it("has a drift of variants, days and values, counted by other means", async () => {
    const reference = panelOf({ dataKind: "SNAP" });
    const document = await bench.script(await bench.code(reference, "file"));
    const onProgress = (): void => undefined;
    const parts = bench;
    const place = placeIn(document);
    const found = await panelLineDrift(parts, place, reference, { signal, onProgress });
    assert.deepEqual([found.drift.added, found.drift.gone], [[], []]);
    for (const country of countries) {
      const one: SignalRef = { ...sampleSignal(country, "SNAP"), asOf: "latest" };
      const [then, now] = await Promise.all(
        [sampleSignal(country, "SNAP"), one].map(async (each) =>
          tableOfCsv(await fetchedCsv(hostSetting().sample, each)),
        ),
      );
      assert.ok(then !== undefined && now !== undefined);
      const own = found.drift.changed.find(({ values }) => values[0] === country);
      const earlier = new Set(then.days);
      const added = now.days.filter((day) => !earlier.has(day));
      assert.ok(own !== undefined);
      assert.equal(own.daysAdded.length, added.length);
      for (const [index, [name, values]] of now.columns.entries()) {
        const before = new Map(then.days.map((day, row) => [day, then.columns[index]?.[1][row]]));
        const pairs = now.days
          .map((day, row) => [before.get(day) ?? null, values[row] ?? null] as const)
          .filter(([first, second]) => first !== null && second !== null) as [number, number][];
        const column: Revisions | undefined = own.columns.find((each) => each.name === name);
        assert.equal(column?.compared, pairs.length);
        const visible = pairs.filter(([first, second]) => Math.abs(second - first) >= 0.005);
        assert.equal(column.revised, visible.length);
        assert.equal(
          column.revised + column.smaller,
          pairs.filter(([first, second]) => first !== second).length,
        );
        assert.equal(
          column.signFlips,
          visible.filter(([first, second]) => first * second < 0).length,
        );
      }
    }
    const text = panelDriftText(found.head, found.tagKinds, found.drift, "all.csv");
    const sections = ["| Revised |", "| Added ", "| Removed |", "Variants changed: ", "## Largest"];
    const places = sections.map((section) => text.indexOf(section));
    assert.ok(!places.includes(-1));
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
    assert.match(text, /\| country_iso \| Column/);
  });

  it("offers all that a line of a series does, and says what it is", async () => {
    const document = await bench.script(await bench.code(panelOf(), "file"));
    const [found] = linesIn(document);
    assert.ok(found?.line !== undefined);
    const items = lineItems(found, document.uri, bench.connections);
    assert.deepEqual(
      items.map(({ text }) => text.replace(/\$\([\w-]+\) /, "")),
      ["INFL DE+US · FIT · as of 28 Jun 2024", "Refresh", "Open Chart", "Show Drift"],
    );
    const services = servicesWith(() => bench.services.get("acme"));
    const { connections } = bench;
    const hover = await lineHover(found.line, new CachedSeries({ connections, services }), signal);
    assert.match(hover?.value ?? "", /^INFL DE\\?\+US FIT 28 Jun 2024/);
    const words = hover?.value.replaceAll(/\\([^\w\s])/g, "$1") ?? "";
    assert.match(words, /\n2 of 2 variants · last day \d+ \w+ 2024.* · as of 28 Jun 2024\n/);
    assert.match(hover?.value ?? "", /\[Open Chart\]\(command:macroSignals\.openChart\?/);
  });
});
