import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { ChartTab } from "../../support/chartTab";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
import { keepInThemes } from "../../support/colourThemes";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { type TestServer, startServer } from "../../support/testServer";
import { useEditor } from "../../support/useEditor";

// Each test goes on where the one before it ended.
describe("pins that are kept offline", () => {
  const editor = useEditor();
  skipAfterFailure();
  let service: SampleProgram;
  /** The service behind the proxy; undefined while it cannot be reached. */
  let running: SampleProgram | undefined;
  let way: TestServer;
  const spain = "Inflation v2 · Spain";
  const all = "Inflation v2 · all countries";

  before(async () => {
    const { session, workbench } = editor;
    await session.changeSettings({ "macroSignals.cache.latestMinutes": 0 }, workbench);
    service = await startSampleProgram();
    running = service;
    way = await startServer(forwardTo(() => running?.url));
    await connectByHand(workbench, { url: way.origin, key: service.key });
  });
  after(async () => {
    await way.close();
    await service.stop();
  });

  function dataRequests(): number {
    return way.requests.filter(({ target }) => target.includes("/data/")).length;
  }

  /** Changes settings, and keeps what the extension has written: the connection and the marks of pins. */
  async function changeSettings(changes: Readonly<Record<string, unknown>>): Promise<void> {
    const { session, workbench } = editor;
    const written = await readFile(session.server.settingsFile, "utf8");
    const settings = JSON.parse(written) as Record<string, unknown>;
    await session.changeSettings({ ...settings, ...changes }, workbench);
  }

  it("state how many series they keep, and their size", async () => {
    const { workbench } = editor;
    const line = `signals/INFL/2/country_iso=ES/SNAP/latest @ ${way.origin}`;
    const folder = { name: "Europe", pins: [line] };
    const pins = [folder, line.replace("ES", "*"), `pages/latest @ ${way.origin}`];
    await changeSettings({ "macroSignals.pins": pins });
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    await pinned.chooseInMenu("Europe", "Keep Offline");
    const { notifications } = workbench;
    assert.match(
      await notifications.read("kept offline"),
      /^1 series is kept offline \([\d.]+ kB\)\. All offline copies: [\d.]+ kB of 500 MB\.$/,
    );
    await notifications.clear();
    await pinned.chooseInMenu(all, "Keep Offline");
    assert.match(
      await notifications.read("kept offline"),
      /^40 series are kept offline \([\d.]+ MB\)\./,
    );
    await notifications.clear();
    await pinned.expand("Europe");
    await pinned.rows("Europe | offline").waitFor();
    for (const row of [spain, all]) {
      await pinned.rows(row).locator(".monaco-icon-label[class*='decoration']").first().waitFor();
    }
    await changeSettings({});
    await keepInThemes(editor, (kind) => workbench.screenshot(`pinned-offline-${kind}`));
    const before = dataRequests();
    await pinned.chooseInSubmenu(spain, "Pin", "Refresh Offline Copy");
    await notifications.read("1 series is kept offline");
    assert.equal(dataRequests(), before + 1);
    await notifications.clear();
  }).timeout(180_000);

  it("outlive Clear Cache, and open from another start of the editor without the service", async () => {
    const { workbench } = editor;
    const { notifications } = workbench;
    await workbench.runCommand("View: Close All Editors");
    await workbench.runCommand("Macro Signals: Clear Cache");
    const dialog = workbench.page.locator(".monaco-dialog-box", {
      hasText: "Also delete the offline copies of pins?",
    });
    await dialog.locator(".monaco-button", { hasText: "Keep Offline Copies" }).click();
    await notifications.read("Offline copies kept:");
    await notifications.clear();
    running = undefined;
    const before = dataRequests();
    await workbench.reload();
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    await pinned.expand("Europe");
    await pinned.doubleClick("INFL · Spain");
    const chart = await ChartTab.drawn(workbench, "INFL v2 ES");
    await chart.waitForPicture();
    await pinned.doubleClick("INFL · all countries");
    await workbench.webview(".plots canvas, .panel canvas");
    await workbench.screenshot("pinned-offline-panel");
    assert.ok(dataRequests() >= before);
  }).timeout(180_000);

  it("are released when they are no longer kept", async () => {
    const { workbench } = editor;
    running = service;
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    await pinned.chooseInMenu("Europe", "Stop Keeping Offline");
    assert.ok((await pinned.texts()).some((text) => text.includes("Spain")));
    await pinned
      .rows()
      .filter({ hasText: /Spain.*offline/ })
      .waitFor({ state: "detached" });
  });
});
