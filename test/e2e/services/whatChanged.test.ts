import assert from "node:assert/strict";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { startServer, type TestServer } from "../../support/testServer";
import { useEditor } from "../../support/useEditor";

const key = "key-of-both-productions";

// Each test continues from the one before it.
describe("what changed since the last look", () => {
  const editor = useEditor();
  skipAfterFailure();
  let services: readonly SampleProgram[];
  /** The current production of the service. */
  let production = 0;
  let way: TestServer;

  before(async () => {
    const { workbench, session } = editor;
    // Newest values expire at once, so that the service is asked at each look.
    await session.changeSettings({ "macroSignals.cache.latestMinutes": 0 }, workbench);
    services = await Promise.all([
      startSampleProgram({ key, until: "2026-05-29" }),
      startSampleProgram({ key, until: "2026-06-30" }),
    ]);
    way = await startServer(forwardTo(() => services[production]?.url));
    await connectByHand(workbench, { url: way.origin, key });
  });
  after(async () => {
    await way.close();
    for (const service of services) await service.stop();
  });

  it("is nothing at first, and the page explains what it will show", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: What Changed");
    const page = await workbench.webview(".message p");
    await page.getByText("There is nothing to compare yet.").waitFor();
    await workbench.screenshot("what-changed-first");
    await workbench.runCommand("View: Close All Editors");
  });

  it("is shown after the next production, as a page and as CSV", async () => {
    const { workbench } = editor;
    production = 1;
    await workbench.runCommand("Macro Signals: What Changed");
    const page = await workbench.webview(".counts .count");
    await page.getByRole("button", { name: /^Since your last visit, / }).waitFor();
    const counts = await page.locator(".count").allInnerTexts();
    assert.match(counts.join("\n"), /^[1-9]\d*\s+productions/);
    await page.locator(".item .drawn svg").first().waitFor();
    await workbench.screenshot("what-changed");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Open as CSV" }).click();
    await workbench.waitForActiveTab("What Changed.csv");
    const [header] = await workbench.visibleLines();
    assert.match(header ?? "", /^what,code,version,name,variant,value,Date_before,Date,/);
    await workbench.tab("What Changed.changes").click();
    const shown = await workbench.webview(".flips tr");
    await shown.locator(".flips tr").first().click();
    await workbench.page.locator(".tab.active[data-resource-name$='.chart']").waitFor();
  });
});
