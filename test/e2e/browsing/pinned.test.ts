import assert from "node:assert/strict";
import { ChartTab } from "../../support/chartTab";
import { keepInThemes } from "../../support/colourThemes";
import { useEditor } from "../../support/useEditor";

const brazil = "signals/INFL/2/country_iso=BR/SNAP/latest @ sample";
const notALine = "signals/INFL @ sample";

/** What a person writes in the settings: a folder, a name, and what cannot be opened here. */
const byHand = [
  {
    name: "Inflation",
    pins: [{ name: "Down under", pin: brazil.replace("BR", "AU") }, brazil],
  },
  "pages/latest @ sample",
  "profiles/country_iso=US/FIT @ sample",
  "forecasts/SPX/USD/12 Months @ sample",
  "signals/INFL/2/country_iso=US/SNAP/latest @ https://api.acme.com/prefix",
  "charts/research/inflation.macrochart.json",
  notALine,
];

describe("the view of pins", () => {
  const editor = useEditor();

  it("has what was pinned in another view, also when the window is loaded again, and what settings say", async () => {
    const { workbench, session } = editor;
    const empty = await workbench.openView("Macro Signals", "Pinned");
    await empty.message("Keep what you follow here");
    await workbench.screenshot("pinned-empty");
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.pressInline("Australia", "Pin");
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    const australia = "Inflation v2 · Australia";
    await pinned.find(australia);
    await pinned.waitForValue(australia);
    await workbench.reload();

    const again = await workbench.openView("Macro Signals", "Pinned");
    await again.doubleClick(australia);
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.runCommand("Macro Signals: Search Signals…");
    const { quickInput } = workbench;
    await quickInput.wait("variants of 34 signals");
    await quickInput.type("austria infl");
    await quickInput.pressInline("INFL v2 · Austria", "Pin");
    await quickInput.cancel();
    await again.find("Inflation v2 · Austria");
    await signals.doubleClick("Belgium");
    const belgium = await ChartTab.drawn(workbench, "SAMPLE INFL v2 BE");
    await belgium.choose("Pin");
    await again.find("Inflation v2 · Belgium");
    await session.changeSettings({ "macroSignals.pins": byHand }, workbench);
    await again.expand("Inflation");
    await again.waitForValue("Down under");
    await again.waitForValue("Inflation v2 · Brazil");
    await again.find(notALine);
    await again.waitForDescription("Sample, synthetic");
    await keepInThemes(editor, (kind) => workbench.screenshot(`pinned-${kind}`));
    await session.changeSettings({ "macroSignals.pins": byHand }, workbench);
    await again.chooseInMenu("Inflation", "Open All");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 BR");
    await again.click(notALine);
    await workbench.waitForActiveTab("settings.json");
    await again.pressInline(notALine, "Unpin");
    await again.rows(notALine).waitFor({ state: "detached" });
    assert.ok((await again.texts()).some((text) => text.startsWith("Latest Signals")));
  }).timeout(180_000);
});
