import assert from "node:assert/strict";
import { type Locator } from "playwright-core";
import { keepInThemes } from "../support/colourThemes";
import { skipAfterFailure } from "../support/skipAfterFailure";
import { useEditor } from "../support/useEditor";

const steps = ["connect", "find", "compare", "insert"] as const;
type Step = (typeof steps)[number];

// `npm start`, before a connection is chosen. Each test goes on where the one before it ended.
describe("the window of npm start", () => {
  const editor = useEditor({ isDemo: true, settings: { "macroSignals.connection": "" } });
  skipAfterFailure();

  function attribute(step: Step): string {
    return `="macro-signals.macro-signals#start#${step}"]`;
  }

  /** Brings the walkthrough to the front and shows a step of it; the part of the page that holds it. */
  async function show(step: Step): Promise<Locator> {
    const { page } = editor.workbench;
    const shown = page.locator(`.getting-started-step[data-step-id${attribute(step)}`);
    if (!(await shown.isVisible())) {
      await editor.workbench.runCommand("Macro Signals: Open Walkthrough");
      await shown.waitFor();
    }
    const isExpanded = shown.and(page.locator(".expanded"));
    if (!(await isExpanded.isVisible())) await shown.click();
    await isExpanded.waitFor();
    return shown;
  }

  async function press(step: Step, button: string): Promise<void> {
    await (await show(step)).getByRole("button", { name: button, exact: true }).click();
  }

  async function waitForCompletion(step: Step): Promise<void> {
    const mark = editor.workbench.page.locator(`[data-done-step-id${attribute(step)}`);
    await mark.and(editor.workbench.page.locator('[aria-checked="true"]')).waitFor();
  }

  /** The steps that are complete. */
  async function completeSteps(): Promise<Step[]> {
    const { page } = editor.workbench;
    await show("connect");
    const states = steps.map(async (step): Promise<Step[]> => {
      const mark = page.locator(`[data-done-step-id${attribute(step)}`);
      return (await mark.getAttribute("aria-checked")) === "true" ? [step] : [];
    });
    return (await Promise.all(states)).flat();
  }

  it("opens with the walkthrough, of which no step is complete", async () => {
    const { workbench } = editor;
    // A narrower page leaves out the pictures.
    await workbench.page.setViewportSize({ width: 1680, height: 900 });
    await workbench.page
      .locator(`.getting-started-step.expanded[data-step-id${attribute("connect")}`)
      .waitFor();
    assert.equal((await workbench.tabs()).length, 1);
    assert.deepEqual(await completeSteps(), []);
    await keepInThemes(editor, async (kind) => {
      for (const step of steps) {
        await show(step);
        await workbench.webview("svg[role=img]");
        await workbench.screenshot(`walkthrough-${step}-${kind}`);
      }
    });
  });

  it("welcomes in its views, whose sample data are one click away and complete the first step", async () => {
    const { workbench } = editor;
    const forecasts = await workbench.openView("Macro Signals", "Forecasts");
    assert.match(
      await forecasts.message("sample data"),
      /use the sample data, .+\s+Connect to a Service/,
    );
    const signals = await workbench.openView("Macro Signals", "Signals");
    assert.equal(
      (await signals.message("Connect to a Service")).replace(/\s+/g, " "),
      "Browse macro signals as of any point in time. Explore with sample data: no account needed; the data are synthetic and stay on this computer. Connect to a Service",
    );
    assert.equal(await workbench.statusBarItem("latest").count(), 0);
    await workbench.screenshot("welcome");
    await signals.pressInWelcome("Explore with sample data");
    const [first] = await signals.texts();
    assert.equal(first, "Asset Class Trend ASSET v1");
    assert.equal(await signals.description(), "Sample, synthetic");
    await workbench.statusBarItem("Sample · SNAP · latest").waitFor();
    await waitForCompletion("connect");
    assert.deepEqual(await completeSteps(), ["connect"]);
  });

  it("completes the next one with a series that is chosen, not with a search", async () => {
    const { workbench } = editor;
    await press("find", "Search Signals");
    await workbench.quickInput.wait("Search Signals");
    await workbench.quickInput.cancel();
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    assert.deepEqual(await completeSteps(), ["connect"]);
    await signals.openToSide("Australia");
    await workbench.waitForChart("SAMPLE INFL AU.chart");
    await waitForCompletion("find");
    assert.deepEqual(await completeSteps(), ["connect", "find"]);
  });

  it("completes the third one when both kinds are in a chart", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.tab("SAMPLE INFL AU.chart").click({ button: "middle" });
    await press("compare", "Compare SNAP with FIT");
    await quickInput.wait("variants of");
    await quickInput.type("infl austria");
    await quickInput.rows("INFL v1 · Austria").waitFor();
    await quickInput.pick("INFL v2 · Austria");
    const chart = await workbench.waitForChart("SAMPLE INFL AT.chart");
    await chart.getByText("SNAP − FIT").first().waitFor();
    await waitForCompletion("compare");
    await workbench.screenshot("walkthrough-compared");
  });

  it("completes the last one with what was inserted", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await press("insert", "Insert Code");
    await quickInput.wait("variants");
    await quickInput.type("infl austria");
    await quickInput.rows("INFL v1 · Austria").waitFor();
    await quickInput.pick("INFL v2 · Austria");
    await quickInput.wait("SNAP or FIT for Inserted");
    await quickInput.pick("FIT");
    await quickInput.pick("New Unsaved Notebook");
    await quickInput.pick("Values");
    const { page } = workbench;
    await page
      .locator(".notebookOverlay .view-line", { hasText: "INFL/2/country_iso=AT" })
      .waitFor();
    await show("insert");
    await waitForCompletion("insert");
    assert.deepEqual(await completeSteps(), [...steps]);
    await workbench.screenshot("walkthrough-complete");
  });

  it("has a Help menu in both views, with the guide as rendered pages and the log (15.1.9)", async () => {
    const { workbench } = editor;
    const { page, quickInput } = workbench;
    const entries = page.locator(".monaco-menu .action-label");
    for (const name of ["Forecasts", "Signals"]) {
      const view = await workbench.openView("Macro Signals", name);
      await view.pressInTitle("More Actions");
      await entries.filter({ hasText: /^Help$/ }).hover();
      await entries.filter({ hasText: "Open Guide…" }).waitFor();
      const help = await page.locator(".monaco-submenu .action-label:visible").allInnerTexts();
      assert.deepEqual(
        help.filter((text) => text !== ""),
        ["Open Walkthrough", "Open Guide…", "Diagnose Connection", "Show Log"],
      );
      await workbench.screenshot(`help-${name}`);
      // Submenu and menu.
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
    }
    await workbench.runCommand("Macro Signals: Open Guide…");
    await quickInput.wait("Guide");
    await workbench.screenshot("guide");
    // The last of more pages than are in sight.
    await quickInput.type("troubleshooting");
    await quickInput.pick("Troubleshooting");
    await workbench.waitForReport("Troubleshooting");
    await workbench.screenshot("guide-page");
    await workbench.runCommand("Macro Signals: Show Log");
    await workbench.notifications
      .shown("The log stays empty")
      .or(workbench.page.locator(".output-view .view-line", { hasText: "[info]" }))
      .first()
      .waitFor();
  });
});
