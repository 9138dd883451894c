import assert from "node:assert/strict";
import * as vscode from "vscode";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { dayOfIso } from "../../src/shared/day";
import { type Instant } from "../../src/shared/instant";
import { placeUri } from "../../src/shared/place";
import { silentLog } from "../../src/shared/log";
import { Connections } from "../../src/connect/connections";
import { ContextState } from "../../src/connect/context";
import { itInBoth } from "../support/inBothEditors";
import { memento } from "../support/memento";
import { nextEvent } from "../support/nextEvent";
import { sampleSignal } from "../support/sampleSeries";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../support/userSettings";
import { SliceDecorations } from "../../src/features/documents/seriesDocuments";
import { contextText } from "../../src/contextStatus";
import { withChosenKind } from "../../src/connect/chooseDataKind";
import { WindowAsOf } from "../../src/connect/windowAsOf";

describe("the context", () => {
  const acme = { name: "Acme", baseUrl: "https://api.acme.example" };
  let original: UserSettings;
  let connections: Connections;
  let workspaceState: vscode.Memento;
  let context: ContextState;

  before(() => (original = userSettings()));
  beforeEach(async () => {
    await setUserSettings({ connections: { acme }, connection: undefined });
    connections = new Connections(memento(), silentLog);
    workspaceState = memento();
    context = new ContextState(connections, workspaceState, new WindowAsOf(workspaceState));
  });
  afterEach(() => {
    context.dispose();
    connections.dispose();
  });
  after(() => restoreUserSettings(original));

  it("is not there before a connection is active", () => {
    assert.equal(context.current, undefined);
  });

  itInBoth("has the active connection, the service's own kind and latest at first", async () => {
    const changed = nextEvent(context.onDidChange);
    await connections.activate("acme");
    await changed;
    const { current } = context;
    assert.deepEqual(
      [current?.connection.id, current?.dataKind, current?.asOf],
      ["acme", "SNAP", "latest"],
    );
  });

  it("has the as-of that was set, also after a reload, until it is latest again", async () => {
    await connections.activate("acme");
    const changed = nextEvent(context.onDidChange);
    const asOf = "20240628T235959Z" as Instant;
    await context.asOf.set(asOf);
    await changed;
    assert.equal(context.current?.asOf, asOf);
    const reopened = new ContextState(connections, workspaceState, new WindowAsOf(workspaceState));
    assert.equal(reopened.current?.asOf, asOf);
    assert.equal(reopened.asOf.gate.bound, asOf);
    await reopened.asOf.set("latest");
    assert.equal(reopened.asOf.gate.bound, "latest");
    // Another window keeps its own.
    assert.equal(context.current.asOf, asOf);
    reopened.dispose();
  });

  it("is as of latest if the stored as-of is not an instant", async () => {
    await connections.activate("acme");
    for (const kept of ["20240631T000000Z", "2024-06-28", 20240628, null]) {
      const state = memento();
      await state.update("context.asOf", kept);
      const reopened = new ContextState(connections, state, new WindowAsOf(state));
      assert.equal(reopened.current?.asOf, "latest");
      reopened.dispose();
    }
  });

  it("is gone again when the settings lose the connection", async () => {
    await connections.activate("acme");
    await setUserSettings({ connections: undefined, connection: "acme" });
    assert.equal(context.current, undefined);
  });

  itInBoth(
    "remembers the kind that a workspace chose for new charts; exports follow it",
    async () => {
      await connections.activate("acme");
      assert.equal(context.exportKind, undefined);
      const changed = nextEvent(context.onDidChange);
      await context.setDataKind("FIT");
      await changed;
      const reopened = new ContextState(
        connections,
        workspaceState,
        new WindowAsOf(workspaceState),
      );
      assert.deepEqual([reopened.current?.dataKind, reopened.exportKind], ["FIT", "FIT"]);
      reopened.dispose();
    },
  );

  it("keeps no kind of exports when nobody answers", async () => {
    await connections.activate("acme");
    const asked = withChosenKind([{ reference: sampleSignal("US", "SNAP") }], context);
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    assert.deepEqual(await asked, []);
    assert.equal(context.exportKind, undefined);
  });

  it("opens new charts as before after the kind of exports is chosen", async () => {
    await connections.activate("acme");
    const asked = withChosenKind([{ reference: sampleSignal("US", "SNAP") }], context);
    await vscode.commands.executeCommand("workbench.action.quickOpenSelectNext");
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.deepEqual(await asked, [{ reference: sampleSignal("US", "FIT") }]);
    assert.deepEqual([context.current?.dataKind, context.exportKind], ["SNAP", "FIT"]);
    const reopened = new ContextState(connections, workspaceState, new WindowAsOf(workspaceState));
    assert.deepEqual([reopened.current?.dataKind, reopened.exportKind], ["SNAP", "FIT"]);
    reopened.dispose();
  });

  it("names the kind of exports beside the kind of new charts where they differ", async () => {
    await connections.activate("acme");
    const { current } = context;
    assert.ok(current !== undefined);
    const { text, tooltip, label } = contextText({ ...current, exportKind: "FIT" }, false);
    assert.equal(text, "Acme · SNAP · latest");
    assert.match(tooltip, /\n\nInserts are FIT$/);
    assert.match(label, /kind SNAP, as of latest\. Inserts are FIT$/);
    assert.doesNotMatch(contextText({ ...current, exportKind: "SNAP" }, false).tooltip, /Inserts/);
    const asOf = "20240628T235959Z" as Instant;
    const past = contextText({ ...current, asOf }, false);
    assert.equal(past.text, "Acme · SNAP · as of 28 Jun 2024");
    assert.match(past.label, /kind SNAP, as of 28 Jun 2024$/);
  });

  it("has a renamed connection under the same id (15.2)", async () => {
    await connections.activate("acme");
    await connections.rename("acme", "Acme Research");
    const { current } = context;
    assert.deepEqual([current?.connection.id, current?.connection.name], ["acme", "Acme Research"]);
  });

  it("is gone with its removed connection, whose id is never given again (15.2)", async () => {
    await connections.activate("acme");
    await connections.remove("acme");
    assert.equal(context.current, undefined);
    assert.deepEqual(connections.services, []);
    const typed = parseBaseUrl("https://acme");
    assert.ok(typed.ok);
    assert.equal((await connections.add(typed.baseUrl)).id, "acme-2");
  });

  it("tells nothing any more once it is disposed", async () => {
    let reported = 0;
    context.onDidChange(() => reported++);
    context.dispose();
    context.dispose();
    await connections.activate("acme");
    assert.equal(reported, 0);
  });
});

describe("the decoration of a document", () => {
  const decorations = new SliceDecorations();
  const place = { connectionId: "acme", reference: sampleSignal(), form: "csv" } as const;

  it("marks a part of a series", () => {
    const from = dayOfIso("2024-01-02");
    assert.ok(from !== undefined);
    const uri = vscode.Uri.parse(placeUri({ ...place, slice: { from, columns: ["Level"] } }), true);
    const tooltip = decorations.provideFileDecoration(uri)?.tooltip;
    assert.equal(tooltip, "Part of the series: 2024-01-02.., cols=Level");
  });

  it("leaves whole series and other files alone", () => {
    const whole = vscode.Uri.parse(placeUri(place), true);
    for (const uri of [whole, vscode.Uri.file("/a/b.csv")]) {
      assert.equal(decorations.provideFileDecoration(uri), undefined);
    }
  });
});
