import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type Locator } from "playwright-core";
import { ChartTab } from "../../support/chartTab";
import { keepInThemes } from "../../support/colourThemes";
import { isShownWithin } from "../../support/inTime";
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

  it("has what was pinned in another view, and what settings say", async () => {
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
    await pinned.doubleClick(australia);
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.runCommand("Macro Signals: Search Signals…");
    const { quickInput } = workbench;
    await quickInput.wait("variants of 34 signals");
    await quickInput.type("austria infl");
    await quickInput.pressInline("INFL v2 · Austria", "Pin");
    await quickInput.cancel();
    await pinned.find("Inflation v2 · Austria");
    await signals.doubleClick("Belgium");
    const belgium = await ChartTab.drawn(workbench, "SAMPLE INFL v2 BE");
    await belgium.choose("Pin");
    await pinned.find("Inflation v2 · Belgium");
    await session.changeSettings({ "macroSignals.pins": byHand }, workbench);
    await pinned.expand("Inflation");
    await pinned.waitForValue("Down under");
    await pinned.waitForValue("Inflation v2 · Brazil");
    await pinned.find(notALine);
    await pinned.waitForDescription("Sample, synthetic");
    await keepInThemes(editor, (kind) => workbench.screenshot(`pinned-${kind}`));
    await session.changeSettings({ "macroSignals.pins": byHand }, workbench);
    await pinned.chooseInMenu("Inflation", "Open All");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 BR");
    await pinned.click(notALine);
    await workbench.waitForActiveTab("settings.json");
    await pinned.pressInline(notALine, "Unpin");
    await pinned.rows(notALine).waitFor({ state: "detached" });
    assert.ok((await pinned.texts()).some((text) => text.startsWith("Latest Signals")));
  }).timeout(180_000);

  it("has rows that were pinned by keys, and dragged there and among themselves", async () => {
    const { workbench, session } = editor;
    const { keyboard } = workbench.page;
    await session.changeSettings({ "macroSignals.pins": [] }, workbench);
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    await pinned.message("Keep what you follow here");
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.click("Australia");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU");
    await workbench.runCommand("Macro Signals: Focus on Signals View");
    await signals.waitForFocusedRow("Australia");
    await keyboard.press("Shift+F10");
    await workbench.page.locator(".monaco-menu").waitFor();
    // Its last entry.
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    const australia = "Inflation v2 · Australia";
    await pinned.find(australia);

    await signals.select("Belgium");
    const [belgium, all] = ["Inflation v2 · Belgium", "Inflation v2 · all countries"];
    await drag(await signals.find("Belgium"), await pinned.find(australia), pinned.rows(belgium));
    const inflation = await signals.find("Inflation v2 | INFL");
    await drag(inflation, await pinned.find(australia), pinned.rows(all));
    await pinned.pressInTitle("New Folder of Pins…");
    await workbench.quickInput.type("Pacific");
    await workbench.quickInput.accept();
    // An empty folder is open.
    const inFolder = pinned
      .rows(australia)
      .and(workbench.page.locator('.monaco-list-row[aria-level="2"]'));
    await drag(await pinned.find(australia), await pinned.find("Pacific"), inFolder);
    const [first] = await pinned.texts();
    assert.match(first ?? "", /^Inflation v2 · Belgium/);
    const top = pinned.rows().first().filter({ hasText: "all countries" });
    await drag(await pinned.find(all), await pinned.find(belgium), top);
    const text = await readFile(session.server.settingsFile, "utf8");
    const settings = JSON.parse(text) as Record<string, unknown>;
    assert.deepEqual(settings["macroSignals.pins"], [
      brazil.replace("BR", "*"),
      brazil.replace("BR", "BE"),
      { name: "Pacific", pins: [brazil.replace("BR", "AU")] },
    ]);
  }).timeout(180_000);

  it("has what is dragged there while it is empty", async () => {
    const { workbench, session } = editor;
    await session.changeSettings({ "macroSignals.pins": [] }, workbench);
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    await pinned.message("Keep what you follow here");
    const signals = await workbench.openView("Macro Signals", "Signals");
    await pinned.dropWhileEmpty(await signals.find("Inflation v2 | INFL"));
    await pinned.find("Inflation v2 · all countries");
  }).timeout(180_000);

  it("loses neither comments nor what another window has pinned, also when the window is loaded again", async () => {
    const { workbench, session } = editor;
    await session.changeSettings({ "macroSignals.pins": ["pages/latest @ sample"] }, workbench);
    await workbench.runCommand("Preferences: Open User Settings (JSON)");
    await workbench.waitForActiveTab("settings.json");
    const text = await readFile(session.server.settingsFile, "utf8");
    await workbench.replaceEditorText(
      text.replace('"pages/latest', '// What moves\n    "pages/latest'),
    );
    await workbench.runCommand("View: Close Editor");
    const other = await session.openWindow(workbench.page.context());
    const elsewhere = await other.openView("Macro Signals", "Pinned");
    await elsewhere.find("Latest Signals");
    for (const [window, country] of [
      [workbench, "Australia"],
      [other, "Belgium"],
    ] as const) {
      const signals = await window.openView("Macro Signals", "Signals");
      await signals.expand("Inflation v2 | INFL");
      await signals.pressInline(country, "Pin");
      const pinned = await window.openView("Macro Signals", "Pinned");
      await pinned.find(`Inflation v2 · ${country}`);
    }
    await elsewhere.find("Inflation v2 · Australia");
    const written = await readFile(session.server.settingsFile, "utf8");
    assert.match(
      written,
      /"macroSignals.pins": \[\s*\/\/ What moves\s*"pages\/latest @ sample",\s*"[^"]*AU[^"]*",\s*"[^"]*BE[^"]*"\s*\]/,
    );
    await other.page.close();
    await workbench.reload();
    const again = await workbench.openView("Macro Signals", "Pinned");
    for (const country of ["Australia", "Belgium"]) await again.find(`Inflation v2 · ${country}`);
    await session.changeSettings({ "macroSignals.pins": [] }, workbench);
  }).timeout(180_000);

  it("has links to its rows, which ask before they open anything", async () => {
    const { workbench, session } = editor;
    await session.changeSettings({ "macroSignals.pins": [brazil] }, workbench);
    await workbench.runCommand("View: Close All Editors");
    const pinned = await workbench.openView("Macro Signals", "Pinned");
    await pinned.chooseInSubmenu("Inflation v2 · Brazil", "Copy As", "Copy Link");
    await workbench.statusBarItem("Copied a link").waitFor();
    const link = String(await workbench.page.evaluate("navigator.clipboard.readText()"));
    assert.match(link, /:\/\/macro-signals\.macro-signals\/open\?service=sample&ref=signals/);
    await follow(link.replace("BR", "CL"));
    await inDialog("Open SAMPLE INFL CL · SNAP · latest from Sample?", "Cancel");
    assert.deepEqual(await workbench.tabs(), []);
    await follow(link.replace("BR", "CL"));
    await inDialog("Open SAMPLE INFL CL · SNAP · latest from Sample?", "Open");
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 CL");
    await follow(link.replace("service=sample", "service=https%3A%2F%2Fapi.acme.com"));
    const refused = "The link points to api.acme.com, but there is no connection to it.";
    assert.deepEqual(await workbench.notifications.buttons(refused), ["Connect to api.acme.com…"]);
    await workbench.notifications.clear();
    await follow(`${link}&more=1`);
    await workbench.notifications.read("The link cannot be read.");
    await workbench.notifications.clear();
  }).timeout(180_000);

  /**
   * Drags a row onto another one once no tooltip covers them. A drop is lost while the view replaces its rows, and a person
   * drags again.
   */
  async function drag(row: Locator, onto: Locator, outcome: Locator): Promise<void> {
    const { page } = editor.workbench;
    for (let left = 3; left > 0; left--) {
      await page.mouse.move(0, 0);
      await page.locator(".workbench-hover:visible").waitFor({ state: "hidden" });
      await row.dragTo(onto);
      if (await isShownWithin(outcome, 5_000)) return;
    }
    await outcome.waitFor();
  }

  /** Opens a link as the editor does once the system has passed it on. */
  async function follow(link: string): Promise<void> {
    const { workbench } = editor;
    await workbench.runCommand("Developer: Open URL");
    await workbench.quickInput.type(link);
    await workbench.quickInput.accept();
    await inDialog("extension to open this URI", "Open");
  }

  async function inDialog(words: string, button: string): Promise<void> {
    const dialog = editor.workbench.page.locator(".monaco-dialog-box", { hasText: words });
    await dialog.locator(".monaco-button", { hasText: button }).first().click();
    await dialog.waitFor({ state: "detached" });
  }
});
