import assert from "node:assert/strict";
import { type Frame } from "playwright-core";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { skipAfterFailure } from "../../support/skipAfterFailure";
import { type TestServer, startServer } from "../../support/testServer";
import { useEditor } from "../../support/useEditor";

const themes = [
  { kind: "vs", setting: "Default Light Modern" },
  { kind: "vs-dark", setting: "Default Dark Modern" },
  { kind: "hc-black", setting: "Default High Contrast" },
  { kind: "hc-light", setting: "Default High Contrast Light" },
] as const;

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
  let report: Frame;
  let writtenAt = 0;
  let service: SampleProgram;
  let way: TestServer;
  let delayMs = 0;
  before(async () => {
    service = await startSampleProgram();
    const forward = forwardTo(() => service.url);
    way = await startServer((request, response) => {
      setTimeout(() => forward(request, response), delayMs);
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
    report = await workbench.waitForReport("Diagnosis of Sample", passed);
    writtenAt = performance.now();
    const rows = await report.locator("tbody tr").all();
    const cells = await Promise.all(rows.map((row) => row.locator("td").allInnerTexts()));
    assert.deepEqual(
      cells.map(([, step = ""]) => step.replaceAll("\u00a0", " ")),
      steps,
    );
    assert.deepEqual(new Set(cells.map(([mark]) => mark)), new Set(["✓", "–"]));
  });

  it("moves nothing in view while a slow service is diagnosed", async () => {
    const { workbench } = editor;
    await connectByHand(workbench, { url: way.origin, key: service.key });
    delayMs = 800;
    await workbench.runCommand("Macro Signals: Diagnose Connection");
    const { host } = new URL(way.origin);
    report = await workbench.waitForReport(`Diagnosis of ${host}`);
    await report.locator("p", { hasText: /^Step \d+ of 12…$/ }).waitFor();
    await report.evaluate("window.scrollTo(0, 60)");
    const before = await placesIn(report);
    await workbench.screenshot("diagnosis-under-way");
    await report.locator("p", { hasText: "All steps that were run passed." }).waitFor();
    assert.deepEqual(await placesIn(report), before);
    await workbench.screenshot("diagnosis-of-slow");
    delayMs = 0;
  });

  it("shows the finished diagnosis when its tab comes to the front again", async () => {
    const { workbench } = editor;
    // Long enough for the last update of the document to be over.
    await workbench.page.waitForTimeout(Math.max(0, writtenAt + 10_000 - performance.now()));
    await workbench.runCommand("View: Close Editor");
    report = await workbench.waitForReport("Diagnosis of Sample", passed);
  });

  for (const { kind, setting } of themes) {
    it(`is readable in ${kind}`, async () => {
      const { workbench, session } = editor;
      await session.changeSettings({ "workbench.colorTheme": setting }, workbench);
      await workbench.waitForTheme(kind);
      // The editor loads its page anew.
      report = await workbench.waitForReport("Diagnosis of Sample", passed);
      await workbench.screenshot(`diagnosis-${kind}`);
    });
  }

  it("gives its text to be copied", async () => {
    const { workbench } = editor;
    await workbench.pressInEditorTitle("Reopen as source file");
    const text = await workbench.editorText();
    assert.match(text, /^# Diagnosis of `Sample`\n/);
    await workbench.runCommand("View: Close All Editors");
  });
});
