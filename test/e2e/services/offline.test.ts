import assert from "node:assert/strict";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { type TestServer, startServer } from "../../support/testServer";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

// Each test goes on where the one before it ended.
describe("a service that goes away", () => {
  const editor = useEditor();
  skipAfterFailure();
  let service: SampleProgram;
  /** What stands behind the way to it; undefined while it is away. */
  let running: SampleProgram | undefined;
  let way: TestServer;
  let expected: string;

  before(async () => {
    const { session, workbench } = editor;
    // What was fetched is old at once, so that the service is asked whenever something is opened.
    await session.changeSettings({ "macroSignals.cache.latestMinutes": 0 }, workbench);
    service = await startSampleProgram();
    running = service;
    way = await startServer(forwardTo(() => running?.url));
  });
  after(async () => {
    await way.close();
    await service.stop();
  });

  function signalsView(): Promise<TreeView> {
    return editor.workbench.openView("Macro Signals", "Signals");
  }

  it("gives a series while it is there", async () => {
    const { workbench } = editor;
    await connectByHand(workbench, { url: way.origin, key: service.key });
    const signals = await signalsView();
    await signals.expand("Inflation v2 | INFL");
    await signals.openCsv("Australia");
    await workbench.keepTab("INFL AU.csv");
    expected = await fetchedCsv(service, { ...sampleSignal("AU", "SNAP"), asOf: "latest" });
    assert.equal(await workbench.editorText(), expected);
  });

  it("is still there to browse and read from another start of the editor", async () => {
    const { workbench } = editor;
    running = undefined;
    const asked = way.requests.length;
    await workbench.reload();
    await workbench.waitForActiveTab("INFL AU.csv");
    assert.equal(await workbench.editorText(), expected);
    const signals = await signalsView();
    const [first] = await signals.texts();
    assert.equal(first, "Asset Class Trend ASSET v1");
    assert.match(
      await signals.message("cannot be reached"),
      /^The service cannot be reached. This list was fetched /,
    );
    const opened = await signals.find("Inflation v2 | INFL");
    assert.equal(await opened.getAttribute("aria-expanded"), "true");
    await signals.find("Australia");
    // What is restored asks for the row that was open, and for no other.
    const definitions = way.requests.slice(asked).flatMap(({ target }) => {
      return /\/signal\/([^/?]+)\/\d+\/(?:\?|$)/.exec(target)?.[1] ?? [];
    });
    assert.deepEqual(
      [...new Set(definitions)].filter((code) => code !== "INFL"),
      [],
    );
  });

  it("shows in the status bar and on what is old", async () => {
    const { workbench } = editor;
    await workbench.statusBarItem(/^127\.0\.0\.1.* · SNAP · latest · offline$/).waitFor();
    await workbench.pressInEditorTitle("Why Is This Out of Date?");
    const words = await workbench.notifications.read("INFL AU");
    assert.match(
      words,
      /^INFL AU is out of date. It was fetched .* UTC and could not be refreshed since: cannot reach /,
    );
    assert.deepEqual(await workbench.notifications.buttons("INFL AU"), ["Refresh"]);
    await workbench.screenshot("offline");
  });

  it("is told once, and costs no message when a further try is in vain", async () => {
    const { workbench } = editor;
    await workbench.notifications.clear();
    await workbench.runCommand("Macro Signals: Refresh Series");
    assert.deepEqual(await workbench.notifications.buttons("Could not refresh INFL AU.csv"), [
      "Diagnose",
    ]);
    await workbench.notifications.clear();
    await workbench.runCommand("Macro Signals: Refresh Series");
    await workbench.statusBarItem(/Could not refresh INFL AU\.csv/).waitFor();
    assert.equal(await workbench.notifications.shown("cannot reach").count(), 0);
  });

  it("takes one action once it is back", async () => {
    const { workbench } = editor;
    running = service;
    await workbench.runCommand("Macro Signals: Refresh Series");
    await workbench.statusBarItem(/^127\.0\.0\.1.* · SNAP · latest$/).waitFor();
    assert.equal(await workbench.editorText(), expected);
  });

  it("leaves nothing behind once the cache is cleared", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Clear Cache");
    const words = await workbench.notifications.read("Cleared the cache");
    assert.match(
      words,
      /^Cleared the cache: [1-9]\d* series, \d+ definitions? and \d+ listings?, [\d.]+ [kM]B$/,
    );
    await workbench.screenshot("cache-cleared");
  });
});
