import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type PanelStart, tagAxes } from "../../src/catalog/panelStart";
import { ReadableNames } from "../../src/catalog/readableNames";
import { VariantSpace } from "../../src/catalog/variantSpace";
import { type SeriesChoice } from "../../src/features/browse/palette/seriesSource";
import { SignalSource } from "../../src/features/browse/palette/signalSource";
import {
  axisRows,
  setOf,
  tickedOf,
  valueRows,
  withMore,
} from "../../src/features/search/panelSteps";
import { deferred } from "../support/deferred";
import { hostSetting } from "../support/hostResult";
import { signalsTreeOver } from "../support/signalsTreeOver";
import { startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

describe("the list of panels", () => {
  let services: TreeServices;
  let source: SignalSource;

  async function open(...given: ConstructorParameters<typeof TreeServices>): Promise<void> {
    services = new TreeServices(...given);
    source = new SignalSource(services.get, new ReadableNames("en"));
    source.start();
    await loaded();
  }

  async function loaded(): Promise<void> {
    await until("the end of loading", () => (source.isLoading ? undefined : true));
  }

  const rows = (typed: string, start?: PanelStart): readonly SeriesChoice[] =>
    source.find("panel", typed, 200, start).items;
  const labels = (typed: string, start?: PanelStart): string[] =>
    rows(typed, start).map(({ label }) => label);

  afterEach(() => {
    source.dispose();
    services.dispose();
  });

  it("lists the signals of the sample service, the highest version first", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    assert.equal(labels("").length, 34);
    assert.deepEqual(labels("infl"), ["INFL v2", "INFL v1"]);
    assert.deepEqual(labels("inflation v1"), ["INFL v1"]);
    const [first] = rows("terms");
    assert.ok(first?.effect.kind === "panel");
    assert.equal(first.effect.signal.code, "TERMS");
  });

  it("says what a signal runs over, and finds it by that", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    const [inflation] = rows("infl");
    assert.equal(inflation?.description, "Panel · Inflation · Country · 40 variants");
    const [earnings] = rows("earn");
    assert.match(
      earnings?.description ?? "",
      /^Panel · Earnings Revisions · Country × Sector · \d+ variants$/,
    );
    const sectors = ["EARN v1", "FLOWS v1", "LENDING v1", "MARGIN v1", "PRICE v1"];
    for (const typed of ["sector", "Sector earn"]) {
      const found = labels(typed).toSorted();
      assert.deepEqual(found, typed === "sector" ? sectors : ["EARN v1"]);
    }
    assert.ok(labels("country_iso").includes("INFL v2"));
  });

  it("says what a signal runs over once its definition is there, and lists it before", async () => {
    const gate = deferred<undefined>();
    const server = await startServer((request, response) => {
      if (request.url === "/api/v3/signal/") response.end('["A","B","C"]');
      else if (request.url === "/api/v3/signal/A/0/") {
        void gate.promise.then(() =>
          response.end('{"tags":[{"kind":"country_iso","values":["US","DE"]}]}'),
        );
      } else if (request.url === "/api/v3/signal/B/0/") {
        response.end('{"tags":[{"kind":"sector","values":["Energy"]}]}');
      } else {
        response.statusCode = 400;
        response.end("{}");
      }
    });
    services = new TreeServices(server.origin);
    source = new SignalSource(services.get, new ReadableNames("en"));
    source.start();
    const texts = (): (string | undefined)[] => rows("").map(({ description }) => description);
    await until("the first definition", () => (labels("sector")[0] === "B v0" ? true : undefined));
    assert.deepEqual(texts(), ["Panel · A", "Panel · B · Sector · 1 variant", "Panel · C"]);
    gate.resolve(undefined);
    await loaded();
    const [first, ...others] = texts();
    assert.equal(first, "Panel · A · Country · 2 variants");
    assert.deepEqual(others, ["Panel · B · Sector · 1 variant", "Panel · C"]);
    assert.deepEqual(labels(""), ["A v0", "B v0", "C v0"]);
    await server.close();
  });

  it("lists only those that have variants with the chosen values", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    const start = { chosen: { sector: "Energy" } };
    const sectors = ["EARN v1", "FLOWS v1", "LENDING v1", "MARGIN v1", "PRICE v1"];
    assert.deepEqual(labels("", start).toSorted(), sectors);
    assert.equal(source.find("panel", "", 2, start).total, 5);
    const [earnings] = rows("earn", start);
    assert.match(
      earnings?.description ?? "",
      /^Panel · Earnings Revisions · Country · \d+ variants$/,
    );
    assert.equal(labels("").length, 34);
  });

  it("is all variants below a row of the tree, and nothing for anything else", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    const tree = signalsTreeOver(services);
    const rows = await tree.provider.getChildren();
    const row = rows.find((each) => each.kind === "signal" && each.signal.code === "TERMS");
    assert.ok(row?.kind === "signal");
    // Before it was shown nobody can have called for it.
    assert.equal(tree.panelSubject(row), undefined);
    tree.provider.getTreeItem(row);
    const subject = { connectionId: "sample", dataKind: "SNAP", asOf: "latest", chosen: {} };
    assert.deepEqual(tree.panelSubject(row), { ...subject, signal: row.signal });
    for (const stranger of [undefined, {}, { ...row }, vscode.Uri.file("/a")]) {
      assert.equal(tree.panelSubject(stranger), undefined);
    }
    tree.dispose();
  });
});

describe("the questions about a panel", () => {
  it("name what it may run over, and what is held", () => {
    const country = { kind: "country_iso", values: ["US"] };
    const space = VariantSpace.of([
      { ...country, subTags: [{ kind: "sector", values: ["Energy"] }] },
    ]);
    const rows = axisRows(tagAxes(space)).map(({ label, description }) => [label, description]);
    assert.deepEqual(rows, [
      ["Country, for one Sector", undefined],
      ["Sector, for one Country", undefined],
    ]);
  });

  it("name a tag kind as the service does only where two have one name", () => {
    const space = VariantSpace.of([
      { kind: "country_iso", values: ["US"], subTags: [] },
      { kind: "country_name", values: ["Chad"], subTags: [] },
      { kind: "sector", values: ["Energy"], subTags: [] },
    ]);
    const rows = axisRows(tagAxes(space)).map(({ label, description }) => [label, description]);
    assert.deepEqual(rows.toSorted(), [
      ["Country", "country_iso"],
      ["Country", "country_name"],
      ["Sector", undefined],
    ]);
  });

  it("show values as people look for them, and all of them are whatever there is", () => {
    const rows = valueRows("country_iso", ["US", "DE", "half \ud800"]);
    const texts = rows.map(({ label, description }) => [label, description]);
    assert.deepEqual(texts, [
      ["Germany", "DE"],
      ["United States", "US"],
    ]);
    assert.equal(setOf(["DE", "US"], rows), "*");
    assert.deepEqual(setOf(["US"], rows), ["US"]);
  });

  it("show 10,000 of many values, and say how many more there are (LIST-04)", () => {
    const values = Array.from({ length: 12_345 }, (_, index) => `Fund ${index}`);
    assert.deepEqual(
      valueRows("fund", values)
        .map(({ value }) => value)
        .toSorted(),
      values.slice(0, 10_000).toSorted(),
    );
    assert.equal(withMore("Choose the Fund", values), "Choose the Fund (2345 more not shown)");
    const max = values.slice(0, 10_000);
    assert.equal(valueRows("fund", max).length, 10_000);
    assert.equal(withMore("Choose the Fund", max), "Choose the Fund");
  });

  it("tick what was ticked before, as far as it is there, and all at first", () => {
    const rows = valueRows("country_iso", ["US", "DE"]);
    const cases: [before: Parameters<typeof tickedOf>[1], ticked: string[]][] = [
      [undefined, ["DE", "US"]],
      ["*", ["DE", "US"]],
      [["US", "JP"], ["US"]],
      [["JP"], ["DE", "US"]],
    ];
    for (const [before, ticked] of cases) assert.deepEqual(tickedOf(rows, before), ticked);
  });
});
