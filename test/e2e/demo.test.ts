import { demoSettings } from "../support/editorSettings";
import { useEditor } from "../support/useEditor";

describe("the example folder of npm start", () => {
  const editor = useEditor({ settings: demoSettings });

  it("opens with a README that leads to a first chart (15.2)", async () => {
    const { workbench } = editor;
    const page = await workbench.webview("ol li");
    await page.locator("ol li").filter({ hasText: "click Australia: its chart opens" }).waitFor();
    await workbench.screenshot("demo");
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.click("Australia");
    await workbench.waitForChart("SAMPLE INFL AU.chart");
  });

  it("shows a log, or says why it is empty (15.1.9)", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Show Log");
    await workbench.notifications
      .shown("The log stays empty")
      .or(workbench.page.locator(".output-view .view-line", { hasText: "[info]" }))
      .first()
      .waitFor();
  });
});
