import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type SignalsNode } from "../../src/catalog/signalsNode";
import { NetworkError } from "../../src/service/errors";
import { placeOfUri, scheme } from "../../src/shared/place";
import { referencePath } from "../../src/shared/referencePath";
import { type Searching } from "../../src/features/search/searching";
import { openPanel } from "../../src/features/search/panelFlow";
import { type SignalsTree } from "../../src/features/browse/signalsTree";
import { signalsTreeOver } from "../support/signalsTreeOver";
import { type TestServer, startServer } from "../support/testServer";
import { TreeServices } from "../support/treeServices";
import { until } from "../support/until";

const definitions = new Map([
  ["A", '[{"kind":"country_iso","values":["US","DE"]}]'],
  ["B", '[{"kind":"sector","values":["Energy","Banks"]}]'],
  // Nothing addresses it.
  ["NONE", "[]"],
]);

/**
 * The tabs as they stand, each by what it shows. One that the extension itself could not read has a page, and for a moment a
 * text beside it.
 */
function tabs(): readonly (readonly [shown: string, isPreview: boolean])[] {
  const shown = new Map<string, boolean>();
  for (const { input, isPreview } of vscode.window.tabGroups.all.flatMap((group) => group.tabs)) {
    if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) {
      const reference = placeOfUri(input.uri.with({ scheme }).toString())?.reference;
      if (reference !== undefined) shown.set(referencePath(reference), isPreview);
    }
  }
  return [...shown];
}

describe("Open All Variants on several rows", () => {
  let server: TestServer;
  let services: TreeServices;
  let tree: SignalsTree;
  let parts: Searching;
  let rows: ReadonlyMap<string, SignalsNode>;
  let said: string[];
  const { showInformationMessage, showWarningMessage } = vscode.window;

  before(async () => {
    server = await startServer((request, response) => {
      const { url = "" } = request;
      const listed = [...definitions.keys(), "BROKEN", "LOST"];
      const many = Array.from({ length: 11 }, (_, index) => `M${index}`);
      const code = url.split("/").at(-3) ?? "";
      if (url === "/api/v3/signal/") {
        response.end(JSON.stringify([...listed, ...many]));
        return;
      }
      const tags = many.includes(code) ? definitions.get("A") : definitions.get(code);
      if (tags === undefined) response.statusCode = 400;
      response.end(tags === undefined ? '{"detail":"closed"}' : `{"tags":${tags}}`);
    });
    services = new TreeServices(server.origin);
    const connections = { find: () => services.current?.connection };
    parts = { services, connections, failures: services } as unknown as Searching;
    tree = signalsTreeOver(services);
    const all = await tree.provider.getChildren();
    for (const row of all) tree.provider.getTreeItem(row);
    rows = new Map(
      all.flatMap((row) => (row.kind === "signal" ? [[row.signal.code, row] as const] : [])),
    );
    await vscode.workspace
      .getConfiguration("macroSignals")
      .update("tree.open", "csv", vscode.ConfigurationTarget.Global);
  });
  beforeEach(() => {
    said = [];
    services.reported.length = 0;
    Object.assign(vscode.window, {
      showInformationMessage: (words: string) => {
        said.push(words);
        return Promise.resolve(undefined);
      },
      showWarningMessage: (words: string) => {
        said.push(words);
        return Promise.resolve(undefined);
      },
    });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage });
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(async () => {
    await vscode.workspace
      .getConfiguration("macroSignals")
      .update("tree.open", undefined, vscode.ConfigurationTarget.Global);
    tree.dispose();
    services.dispose();
    await server.close();
  });

  async function open(...codes: readonly string[]): Promise<void> {
    const selected = codes.map((code) => rows.get(code) ?? { kind: "variant" });
    await openPanel(parts, tree.selectedPanels(selected[0], selected), selected[0]);
  }

  it("opens each of them in a tab that stays", async () => {
    await open("A", "B", "A");
    const expected = [
      ["signals/A/0/country_iso=*/SNAP/latest", false],
      ["signals/B/0/sector=*/SNAP/latest", false],
    ];
    await until("the tabs", () => (tabs().length === expected.length ? true : undefined));
    assert.deepEqual(tabs(), expected);
    assert.deepEqual([said, services.reported], [[], []]);
  });

  it("says once which rows have none", async () => {
    await open("A", "a variant's row", "NONE", "another");
    await until("the tab", () => (tabs().length === 1 ? true : undefined));
    assert.deepEqual(said, ["3 of 4 selected rows are not panels."]);
    assert.deepEqual(services.reported, []);
  });

  it("opens what can be and tells once what failed, which can be tried again", async () => {
    await open("BROKEN", "B", "LOST");
    await until("the message", () => services.reported[0]);
    assert.deepEqual(
      tabs().map(([shown]) => shown),
      ["signals/B/0/sector=*/SNAP/latest"],
    );
    const [{ context, error } = { context: undefined, error: undefined }, ...more] =
      services.reported;
    assert.deepEqual(more, []);
    assert.equal(context?.attempt, "Could not open panels of BROKEN, LOST");
    assert.match(String(error), /400/);
    assert.ok(context.retry !== undefined);
    const before = server.requests.length;
    await context.retry();
    await until("the second message", () => services.reported[1]);
    const asked = server.requests.slice(before).map(({ target }) => target);
    assert.deepEqual(asked.toSorted(), ["/api/v3/signal/BROKEN/0/", "/api/v3/signal/LOST/0/"]);
    assert.deepEqual(said, []);
  });

  it("tells once that there is no connection, and can be tried again", async () => {
    const gone = new NetworkError({ request: "GET /", attempts: 1 }, "gone", "ECONNREFUSED");
    const offline = { ...parts, services: { get: () => Promise.reject(gone) } };
    const selected = [rows.get("A"), rows.get("B")];
    await openPanel(
      offline as unknown as Searching,
      tree.selectedPanels(selected[0], selected),
      selected[0],
    );
    const [reported, ...others] = await until("the message", () =>
      services.reported.length > 0 ? services.reported : undefined,
    );
    assert.deepEqual(others, []);
    assert.equal(reported?.error, gone);
    assert.equal(reported.context.attempt, "Could not open panels of A, B");
    assert.equal(reported.context.connectionId, "sample");
    assert.ok(reported.context.retry !== undefined);
    assert.deepEqual([said, tabs()], [[], []]);
  });

  it("asks before it opens more than ten, and opens none without an answer", async () => {
    await open(...Array.from({ length: 11 }, (_, index) => `M${index}`));
    assert.deepEqual([said, tabs()], [["This opens 11 tabs."], []]);
  });

  it("is none of what is not the tree's own", () => {
    const stranger = { kind: "signal" };
    assert.deepEqual(tree.selectedPanels(stranger, [stranger, rows.get("A")]), {
      subjects: [],
      without: 0,
    });
  });

  it("is of the row that called where no others are selected", () => {
    for (const selection of [undefined, []]) {
      const { subjects, without } = tree.selectedPanels(rows.get("A"), selection);
      assert.deepEqual([subjects.map(({ signal }) => signal?.code), without], [["A"], 0]);
    }
  });
});
