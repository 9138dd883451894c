import assert from "node:assert/strict";
import { keepInThemes } from "../../support/colourThemes";
import { useEditor } from "../../support/useEditor";

describe("what is asked about panels", () => {
  const editor = useEditor();
  before(() =>
    editor.session.changeSettings({ "macroSignals.tree.open": "csv" }, editor.workbench),
  );
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  const ticked = (count: number): Promise<void> =>
    editor.workbench.page
      .locator(".quick-input-count:visible", { hasText: `${count} Selected` })
      .waitFor();
  const back = (): Promise<void> => editor.workbench.quickInput.pressButton("Back");

  /** From the list of signals to the countries of one sector. */
  async function chooseEnergy(): Promise<void> {
    const { quickInput } = editor.workbench;
    await quickInput.pick("EARN v1");
    await quickInput.wait("SAMPLE · EARN v1 · SNAP · latest (2/5)");
    await quickInput.pick("Country, for one Sector");
    await quickInput.wait("SAMPLE · EARN v1 · SNAP · latest (3/5)");
    assert.equal(await quickInput.placeholder(), "Choose the Sector for all variants");
    await quickInput.pick("Energy");
    await quickInput.wait("SAMPLE · EARN v1 · Energy · SNAP · latest (4/5)");
  }

  it("leads from signal to values and back again, with what was ticked kept", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Open Panel…");
    await quickInput.wait("Open Panel · Sample · SNAP · latest");
    await quickInput.type("sector");
    const described = quickInput.rows("EARN v1").filter({
      hasText: /Earnings Revisions · Country × Sector · \d+ variants/,
    });
    await described.waitFor();
    await chooseEnergy();
    await quickInput.untickAll();
    await quickInput.type("united");
    await quickInput.rows("United States").waitFor();
    const found = await quickInput.labels();
    assert.deepEqual(found.toSorted(), ["United Kingdom", "United States"]);
    await quickInput.tick("United Kingdom");
    await quickInput.tick("United States");
    await quickInput.accept();
    await quickInput.wait("SAMPLE · EARN v1 · Energy · 2 · SNAP · latest (5/5)");
    await back();
    await quickInput.wait("Energy · SNAP · latest (4/5)");
    await ticked(2);
    await back();
    await quickInput.wait("SAMPLE · EARN v1 · SNAP · latest (3/5)");
    await back();
    await quickInput.wait("SAMPLE · EARN v1 · SNAP · latest (2/5)");
    await back();
    await quickInput.wait("Open Panel · Sample · SNAP · latest");
    assert.equal(await quickInput.value(), "sector");
    await chooseEnergy();
    await ticked(2);
    await workbench.screenshot("panel-values-kept");
    await quickInput.accept();
    await quickInput.wait("SAMPLE · EARN v1 · Energy · 2 · SNAP · latest (5/5)");
    await quickInput.pick("Open as CSV");
    await workbench.statusBarItem("2 of 2 variants · last day ").waitFor();
    const [head, first = ""] = await workbench.visibleLines();
    assert.equal(head, "Date,country_iso,sector,Level,Momentum,Aggregate");
    assert.match(first, /^\d{4}-\d\d-\d\d,GB,Energy,/);
  });

  it("is nothing of several selected rows that have one way each", async () => {
    const { workbench } = editor;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.select("Inflation v1 | INFL · superseded");
    await signals.select("Inflation v2 | INFL");
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    await workbench.waitForKeptTab("SAMPLE INFL all country_iso.csv");
    await workbench.page.locator(".tabs-container .tab").nth(1).waitFor({ timeout: 90_000 });
    assert.equal((await workbench.tabs()).length, 2);
  });

  it("is how to insert one, and why not otherwise", async () => {
    const { workbench } = editor;
    const { quickInput, notifications } = workbench;
    const signals = await workbench.openView("Macro Signals", "Signals");
    await signals.chooseInMenu("Inflation v2 | INFL", "Open All Variants");
    await workbench.waitForActiveTab("SAMPLE INFL all country_iso.csv");
    // Its tab says its kind, which is not asked for.
    await workbench.runCommand("Macro Signals: Insert Code…");
    // Both versions are open, and either may be in front.
    await quickInput.wait(" · all countries · SNAP · latest");
    await quickInput.pick("New Unsaved Notebook");
    await quickInput.wait("SNAP · latest into Untitled.ipynb");
    await quickInput.press("Live Request");
    const words = await notifications.read("Live Request is not available here");
    assert.equal(words, "Live Request is not available here: a panel needs a file.");
    await quickInput.wait("SNAP · latest into Untitled.ipynb");
    await quickInput.rows("Save First…").waitFor();
    await workbench.screenshot("panel-insert-ways");
    await quickInput.cancel();
    await notifications.clear();
    await workbench.runCommand("View: Revert and Close Editor");
    await keepInThemes(editor, async (kind) => {
      await workbench.runCommand("Macro Signals: Open Panel…");
      await quickInput.wait("34 signals");
      await quickInput.rows().filter({ hasText: "Country · 40 variants" }).first().waitFor();
      await workbench.screenshot(`panel-signals-${kind}`);
      await quickInput.type("sector");
      await quickInput.rows("EARN v1").waitFor();
      await workbench.screenshot(`panel-signals-found-${kind}`);
      await quickInput.cancel();
    });
  });
});
