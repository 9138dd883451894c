import assert from "node:assert/strict";
import * as vscode from "vscode";
import { tagAxes } from "../../src/catalog/panelStart";
import { VariantSpace } from "../../src/catalog/variantSpace";
import { type ConnectedService } from "../../src/connect/connectedServices";
import {
  axisRows,
  setOf,
  tickedOf,
  valueRows,
  withMore,
} from "../../src/features/browse/palette/panelSteps";
import { SignalListSource } from "../../src/features/browse/palette/signalListSource";
import { deferred } from "../support/deferred";
import { hostSetting } from "../support/hostResult";
import { signalsTreeOver } from "../support/signalsTreeOver";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";
import { systemClock } from "../../src/shared/clock";

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
    assert.equal(source.completeness(), "34 signals");
    assert.deepEqual(labels("infl"), ["INFL v2", "INFL v1"]);
    assert.deepEqual(labels("inflation v1"), ["INFL v1"]);
    const [first] = source.rows("terms");
    assert.ok(first?.effect.kind === "choose");
    assert.equal(first.effect.signal.code, "TERMS");
  });

  it("says what a signal runs over, and finds it by that", async () => {
    await open(hostSetting().sample.url, hostSetting().sample.key);
    const [inflation] = source.rows("infl");
    assert.equal(inflation?.description, "Inflation · Country · 40 variants");
    const [earnings] = source.rows("earn");
    assert.match(
      earnings?.description ?? "",
      /^Earnings Revisions · Country × Sector · \d+ variants$/,
    );
    const sectors = ["EARN v1", "FLOWS v1", "LENDING v1", "MARGIN v1", "PRICE v1"];
    for (const typed of ["sector", "Sector earn"]) {
      const found = labels(typed).toSorted();
      assert.deepEqual(found, typed === "sector" ? sectors : ["EARN v1"]);
    }
    assert.ok(labels("country_iso").includes("INFL v2"));
  });

  it("grows while definitions come, row by row in the same order", async () => {
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
    source = new SignalListSource(services.get);
    source.start();
    const texts = (): (string | undefined)[] =>
      source.rows("").map(({ description }) => description);
    await until("the first definition", () => (labels("sector")[0] === "B v0" ? true : undefined));
    assert.deepEqual(texts(), ["A", "B · Sector · 1 variant", "C"]);
    assert.match(source.completeness(), /^3 signals; variants of \d not known; loading…$/);
    gate.resolve(undefined);
    await loaded();
    assert.deepEqual(texts(), ["A · Country · 2 variants", "B · Sector · 1 variant", "C"]);
    assert.deepEqual(labels(""), ["A v0", "B v0", "C v0"]);
    // C is asked for again once it is chosen, and told then.
    assert.equal(source.completeness(), "3 signals; variants of 1 not known");
    assert.ok(source.rows("c")[0]?.effect.kind === "choose");
    await server.close();
  });

  it("asks before it fetches very many definitions", async () => {
    const codes = Array.from({ length: 501 }, (_, index) => `S${index}`);
    const server = await startServer((request, response) => {
      const isListing = request.url === "/api/v3/signal/";
      const definition = '{"tags":[{"kind":"sector","values":["Energy"]}]}';
      response.end(isListing ? JSON.stringify(codes) : definition);
    });
    await open(server.origin);
    assert.equal(server.requests.length, 1);
    const [load, first] = source.rows("");
    assert.equal(load?.label, "Load the variants of 501 signals");
    assert.equal(first?.description, "S0");
    assert.ok(load.effect.kind === "run");
    load.effect.run();
    await loaded();
    assert.equal(server.requests.length, 502);
    assert.equal(source.completeness(), "501 signals");
    assert.equal(source.rows("")[0]?.description, "S0 · Sector · 1 variant");
    await server.close();
  });

  it("lists only those that have variants with the chosen values, and counts just these", async () => {
    services = new TreeServices(hostSetting().sample.url, hostSetting().sample.key);
    source = new SignalListSource(services.get, { chosen: { sector: "Energy" } });
    source.start();
    await loaded();
    assert.deepEqual(labels("").toSorted(), [
      "EARN v1",
      "FLOWS v1",
      "LENDING v1",
      "MARGIN v1",
      "PRICE v1",
    ]);
    const [earnings] = source.rows("earn");
    assert.match(earnings?.description ?? "", /^Earnings Revisions · Country · \d+ variants$/);
    // What is held is nothing to run over.
    assert.deepEqual(labels("sector earn"), ["Nothing matches"]);
  });

  it("lists those last whose definitions failed, which may have such variants, and asks again", async () => {
    let isBroken = true;
    const country = '{"kind":"country_iso","values":["US"]}';
    const both = `{"kind":"sector","values":["Energy"],"sub_tags":[${country}]}`;
    const server = await startServer((request, response) => {
      const code = request.url?.split("/").at(-3) ?? "";
      if (request.url === "/api/v3/signal/") response.end('["A","B","C"]');
      else if (code === "A" && isBroken) {
        response.statusCode = 400;
        response.end('{"detail":"closed today"}');
      } else response.end(`{"tags":[${code === "C" ? country : both}]}`);
    });
    services = new TreeServices(server.origin);
    source = new SignalListSource(services.get, { chosen: { sector: "Energy" } });
    source.start();
    await loaded();
    assert.deepEqual(labels(""), ["B v0", "A v0"]);
    assert.equal(source.completeness(), "1 signal; variants of 1 not known");
    const [failed, ...others] = source.rows("a");
    assert.deepEqual(others, []);
    assert.equal(
      failed?.description,
      "variants cannot be listed: the service returned 400: closed today",
    );
    assert.ok(failed.effect.kind === "run");
    isBroken = false;
    const before = server.requests.length;
    failed.effect.run();
    await loaded();
    const asked = server.requests.slice(before).map(({ target }) => target);
    assert.deepEqual(asked, ["/api/v3/signal/A/0/"]);
    assert.deepEqual(labels(""), ["A v0", "B v0"]);
    assert.equal(source.rows("")[0]?.effect.kind, "choose");
    assert.equal(source.completeness(), "2 signals");
    await server.close();
  });

  it("gives the editor its turn while the variants of known definitions are counted", async () => {
    services = new TreeServices(hostSetting().sample.url, hostSetting().sample.key);
    let [ms, taken, isDone] = [0, 0, false];
    const items = Array.from({ length: 100 }, (_, version) => ({ code: "A", version, name: "A" }));
    const catalog = {
      availableSignals: () => Promise.resolve({ value: { items } }),
      readDefinitions: () => Promise.resolve(),
      cachedDefinition: () => {
        taken++;
        ms += 4;
        return { tags: [] };
      },
      loadDefinitions: () => Promise.resolve(),
    };
    const connected = { catalog } as unknown as ConnectedService;
    const clock = { ...systemClock, elapsed: () => ms };
    source = new SignalListSource(() => Promise.resolve(connected), { chosen: {} }, clock);
    const takenByTurn = [0];
    const watch = (): void => {
      takenByTurn.push(taken);
      if (!isDone) setImmediate(watch);
    };
    setImmediate(watch);
    source.start();
    await loaded();
    isDone = true;
    assert.equal(taken, items.length);
    const max = Math.max(...takenByTurn.map((count, turn) => count - (takenByTurn[turn - 1] ?? 0)));
    // What takes 4 ms each ends the 8 ms of a turn with the second.
    assert.equal(max, 2);
  });

  it("says why there is no list, and asks again", async () => {
    let isBroken = true;
    const server: TestServer = await startServer((_, response) => {
      if (isBroken) response.statusCode = 400;
      response.end(isBroken ? '{"detail":"closed today"}' : '["A"]');
    });
    await open(server.origin);
    const [failed] = source.rows("");
    assert.equal(failed?.description, "the service returned 400: closed today");
    isBroken = false;
    assert.ok(failed.effect.kind === "run");
    failed.effect.run();
    await loaded();
    assert.deepEqual(labels(""), ["A v0"]);
    await server.close();
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
