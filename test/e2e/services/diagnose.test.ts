import assert from "node:assert/strict";
import { type Frame } from "playwright-core";
import { keepInThemes } from "../../support/colourThemes";
import { connectByHand } from "../../support/connectByHand";
import { deferred } from "../../support/deferred";
import { forwardTo } from "../../support/forwarder";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { type TestServer, startServer } from "../../support/testServer";
import { useEditor } from "../../support/useEditor";

const passed = "All steps that were run passed.";

const steps = [
  "Name (DNS)",
  "Connection (TCP)",
  "Proxy",
  "TLS",
  "First response",
  "Authentication",
  "Listing",
  "Series as Parquet",
  "Series as CSV",
  "Series as JSON",
  "As-of",
  "Clock",
];

/** Where the columns begin, where the rows of the checklist are, and how far the page is scrolled. */
async function placesIn(report: Frame): Promise<unknown> {
  return report.evaluate(`({
    columns: [...document.querySelectorAll("th")].map((cell) => cell.getBoundingClientRect().left),
    first: document.querySelector("td").getBoundingClientRect().top,
    scrolled: window.scrollY,
  })`);
}

// Each test goes on where the one before it ended.
describe("Diagnose Connection", () => {
  const editor = useEditor();
  before(() => editor.session.changeSettings({ "editor.wordWrap": "on" }, editor.workbench));
  skipAfterFailure();
  let service: SampleProgram;
  let way: TestServer;
  /** What the service waits for before it answers. */
  let gate: Promise<undefined> = Promise.resolve(undefined);
  before(async () => {
    service = await startSampleProgram();
    const forward = forwardTo(() => service.url);
    way = await startServer((request, response) => {
      void gate.then(() => forward(request, response));
    });
  });
  after(async () => {
    await way.close();
    await service.stop();
  });

  it("writes down what works as a checklist, made to be sent to a support desk", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Diagnose Connection");
    await workbench.waitForActiveTab("Diagnosis of Sample.md");
    const report = await workbench.waitForReport("Diagnosis of Sample", passed);
    const rows = await report.locator("tbody tr").all();
    const cells = await Promise.all(rows.map((row) => row.locator("td").allInnerTexts()));
    assert.deepEqual(
      cells.map(([, step = ""]) => step.replaceAll("\u00a0", " ")),
      steps,
    );
    assert.deepEqual(new Set(cells.map(([mark]) => mark)), new Set(["✓", "–"]));
    await keepInThemes(editor, async (kind) => {
      // The editor loads its page anew.
      await workbench.waitForReport("Diagnosis of Sample", passed);
      await workbench.screenshot(`diagnosis-${kind}`);
    });
    await workbench.pressInEditorTitle("Reopen as source file");
    assert.match(await workbench.editorText(), /^# Diagnosis of `Sample`\n/);
    await workbench.runCommand("View: Close All Editors");
  });

  it("moves nothing in view while a slow service is diagnosed", async () => {
    const { workbench } = editor;
    await connectByHand(workbench, { url: way.origin, key: service.key });
    const answer = deferred<undefined>();
    gate = answer.promise;
    await workbench.runCommand("Macro Signals: Diagnose Connection");
    const { host } = new URL(way.origin);
    const report = await workbench.waitForReport(`Diagnosis of ${host}`);
    await report.locator("p", { hasText: /^Step \d+ of 12…$/ }).waitFor();
    await report.evaluate("window.scrollTo(0, 60)");
    const before = await placesIn(report);
    await workbench.screenshot("diagnosis-under-way");
    answer.resolve(undefined);
    await report.locator("p", { hasText: passed }).waitFor();
    assert.deepEqual(await placesIn(report), before);
    await workbench.screenshot("diagnosis-of-slow");
  });

  it("shows the finished diagnosis when its tab comes to the front again", async () => {
    const { workbench } = editor;
    await workbench.runCommand("View: Close All Editors");
    const answer = deferred<undefined>();
    gate = answer.promise;
    await workbench.runCommand("Macro Signals: Diagnose Connection");
    const { host } = new URL(way.origin);
    await workbench.waitForReport(`Diagnosis of ${host}`);
    const progress = workbench.page
      .locator(".notification-list-item")
      .filter({ hasText: `Diagnosing ${host}` });
    await progress.waitFor();
    await workbench.runCommand("File: New Untitled Text File");
    answer.resolve(undefined);
    await progress.waitFor({ state: "detached" });
    await workbench.runCommand("View: Close Editor");
    await workbench.waitForReport(`Diagnosis of ${host}`, passed);
  });
});
