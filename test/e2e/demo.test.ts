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
    await signals.expand("Inflation | INFL v2");
    await signals.click("Australia");
    await workbench.waitForChart("SAMPLE INFL AU.chart");
  });
});
