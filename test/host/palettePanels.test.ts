import assert from "node:assert/strict";
import * as vscode from "vscode";
import { silentLog } from "../../src/shared/log";
import { axesOf } from "../../src/catalog/panelStart";
import { VariantSpace } from "../../src/catalog/variantSpace";
import { axisRows, setOf, valueRows } from "../../src/vscode/palette/panelSteps";
import { SignalListSource } from "../../src/vscode/palette/signalListSource";
import { SeriesFailures } from "../../src/vscode/report/seriesFailures";
import { SignalsGrouping } from "../../src/vscode/tree/signalsGrouping";
import { SignalsTree } from "../../src/vscode/tree/signalsTree";
import { hostSetting } from "../support/hostResult";
import { memento } from "../support/memento";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

describe("what a panel is fetched from", () => {
  let services: TreeServices;
  let source: SignalListSource;

  async function open(...given: ConstructorParameters<typeof TreeServices>): Promise<void> {
    services = new TreeServices(...given);
    source = new SignalListSource(services.get);
    source.start();
    await loaded();
  }

  async function loaded(): Promise<void> {
    await until("the end of loading", () => (source.isLoading ? undefined : true));
  }

  const labels = (typed: string): string[] => source.rows(typed).map(({ label }) => label);

  afterEach(() => {
    source.dispose();
    services.dispose();
  });

  it("lists the signals of the sample service, the highest version first", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    assert.equal(source.completeness(), "30 signals");
    assert.deepEqual(labels("infl"), ["INFL v2", "INFL v1"]);
    assert.deepEqual(labels("inflation v1"), ["INFL v1"]);
    const [first] = source.rows("terms");
    assert.equal(first?.description, "Terms of Trade");
    assert.ok(first.effect.kind === "choose");
    assert.equal(first.effect.signal.code, "TERMS");
  });

  it("lists only those that are asked for", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    source.dispose();
    source = new SignalListSource(services.get, ({ code }) => code.startsWith("T"));
    source.start();
    await loaded();
    assert.deepEqual(labels("").toSorted(), ["TERMS v1", "THEME v1", "TRADE v1"]);
  });

  it("says why there is no list, and asks again", async () => {
    let isBroken = true;
    const server: TestServer = await startServer((_, response) => {
      if (isBroken) response.statusCode = 400;
      response.end(isBroken ? '{"detail":"closed today"}' : '["A"]');
    });
    await open(server.origin);
    const [failed] = source.rows("");
    assert.equal(failed?.description, "the service answered 400: closed today");
    isBroken = false;
    assert.ok(failed.effect.kind === "run");
    failed.effect.run();
    await loaded();
    assert.deepEqual(labels(""), ["A v0"]);
    await server.close();
  });

  it("is all variants below a row of the tree, and nothing for anything else", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    const tree = new SignalsTree({
      services,
      context: services,
      reporter: services,
      seriesFailures: new SeriesFailures(),
      grouping: new SignalsGrouping(memento()),
      log: silentLog,
      language: "en",
      mayLoad: () => Promise.resolve(false),
    });
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
    const rows = axisRows(axesOf(space)).map(({ label, description }) => [label, description]);
    assert.deepEqual(rows, [
      ["Country, for one Sector", "country_iso × sector"],
      ["Sector, for one Country", "sector × country_iso"],
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
});
