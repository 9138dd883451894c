import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import type * as vscode from "vscode";
import { type SignalsNode } from "../../src/catalog/signalsNode";
import { silentLog } from "../../src/shared/log";
import { signalRef } from "../../src/shared/reference";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { type CatalogRow } from "../../src/features/browse/catalogTree";
import { SignalsGrouping } from "../../src/features/browse/signalsGrouping";
import { SignalsTree } from "../../src/features/browse/signalsTree";
import { deferred } from "../support/deferred";
import { itemText } from "../support/itemText";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";

type Row = CatalogRow<SignalsNode>;

const listing = ["INFL", "GROWTH"].map((code) => ({ code, version: 1, name: `${code} name` }));
const one = { tags: [{ kind: "country_iso", values: ["US"] }] };

function answer(body: unknown, status = 200): RequestListener {
  return (_, response) => response.writeHead(status).end(JSON.stringify(body));
}

describe("the tree of signals that an earlier session has used", () => {
  let folder: TemporaryFolder;
  let server: TestServer;
  let list: RequestListener;
  let services: TreeServices;
  let grouping: SignalsGrouping;
  let tree: SignalsTree;
  /** Lets the service list, in this way. */
  let release: (by: RequestListener) => void;
  let asked: number;

  beforeEach(async () => {
    folder = temporaryFolder("cached-signals");
    list = answer(listing);
    server = await startServer((request, response) => {
      const isListing = request.url === "/api/v3/signal/";
      (isListing ? list : answer(one))(request, response);
    });
    show();
    await texts("INFL name | INFL v1");
    close();
    const answered = deferred<RequestListener>();
    list = (...exchange) => void answered.promise.then((by) => by(...exchange));
    release = answered.resolve;
    asked = server.requests.length;
    show();
  });
  afterEach(async () => {
    close();
    await server.close();
    folder.remove();
  });

  function show(): void {
    services = new TreeServices(server.origin, undefined, undefined, folder.path);
    grouping = new SignalsGrouping(memento());
    tree = new SignalsTree({
      services,
      context: services,
      offline: services.offline,
      reporter: services,
      seriesFailures: new SeriesFailures(),
      grouping,
      log: silentLog,
      expanded: new ExpandedRows(memento(), "rows"),
      language: "en",
      mayLoad: () => Promise.resolve(false),
    });
    tree.setVisible(true);
  }

  function close(): void {
    for (const part of [tree, grouping, services]) part.dispose();
  }

  /** The label and description of a row, as it is shown. */
  function textOf(row: Row): string {
    return itemText(tree.provider.getTreeItem(row));
  }

  async function rows(...path: readonly string[]): Promise<Row[]> {
    let found = await tree.provider.getChildren();
    for (const text of path) {
      const row = found.find((each) => textOf(each) === text);
      assert.ok(row !== undefined, `${text} is not among: ${found.map(textOf).join(", ")}`);
      found = await tree.provider.getChildren(row);
    }
    return found;
  }

  async function texts(...path: readonly string[]): Promise<string[]> {
    return (await rows(...path)).map(textOf);
  }

  async function idOf(text: string): Promise<string | undefined> {
    const items: vscode.TreeItem[] = (await rows()).map((row) => tree.provider.getTreeItem(row));
    return items.find((item) => itemText(item) === text)?.id;
  }

  async function changed(by: RequestListener): Promise<void> {
    const change = nextEvent(tree.provider.onDidChangeTreeData);
    release(by);
    await change;
  }

  it("has its rows before the service answers, variants too", async () => {
    assert.deepEqual(await texts(), ["GROWTH name | GROWTH v1", "INFL name | INFL v1"]);
    assert.deepEqual(await texts("INFL name | INFL v1"), ["United States | US"]);
    assert.equal(tree.status.message, "");
    release(answer(listing));
  });

  it("has them by tag, too", async () => {
    await grouping.set("tag");
    assert.ok((await texts()).includes("Country"));
    assert.deepEqual(await texts("Country"), ["United States | US"]);
    release(answer(listing));
  });

  it("puts what the service then lists in their place, with one request", async () => {
    const before = await idOf("INFL name | INFL v1");
    await changed(answer([listing[0]]));
    assert.deepEqual(await texts(), ["INFL name | INFL v1"]);
    assert.ok(before !== undefined);
    assert.equal(await idOf("INFL name | INFL v1"), before);
    assert.equal(server.requests.length, asked + 1);
  });

  it("keeps them while the service is away, says so above them, and reports nothing", async () => {
    await rows();
    await changed(answer({}, 503));
    assert.equal((await texts()).length, 2);
    assert.match(
      tree.status.message,
      /^The service cannot be reached. This list was fetched \d+ \w+ \d{4} \d\d:\d\d UTC\.$/,
    );
    assert.deepEqual(services.reported, []);
  });

  it("shows them no more once the key is refused, and asks for it once", async () => {
    await rows();
    await changed(answer({}, 401));
    const [row, ...others] = await rows();
    assert.ok(row !== undefined);
    assert.deepEqual(others, []);
    assert.equal(tree.provider.getTreeItem(row).contextValue, "failure.key.failed");
    await rows();
    assert.equal(services.reported.length, 1);
    assert.equal(tree.status.message, "");
  });

  it("waits for the service when it is refreshed", async () => {
    await rows();
    const refreshed = tree.refresh();
    release(answer([listing[0]]));
    await refreshed;
    assert.deepEqual(await texts(), ["INFL name | INFL v1"]);
  });

  it("finds the row of a signal that only the service lists", async () => {
    await rows();
    const tags = { country_iso: "US" };
    const wanted = { code: "NEW", version: 1, dataKind: "SNAP", asOf: "latest" } as const;
    const found = tree.rowOf(signalRef({ ...wanted, tags }));
    release(answer([...listing, { code: "NEW", version: 1, name: "New" }]));
    assert.equal((await found)?.kind, "variant");
  });
});
