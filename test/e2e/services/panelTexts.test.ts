import assert from "node:assert/strict";
import { keepInThemes } from "../../support/colourThemes";
import { connectByHand } from "../../support/connectByHand";
import { forwardTo } from "../../support/forwarder";
import { type SampleProgram, startSampleProgram } from "../../support/sampleProgram";
import { type TestServer, startServer } from "../../support/testServer";
import { useEditor } from "../../support/useEditor";

describe("panels of all countries as text", () => {
  const editor = useEditor();
  let independent: SampleProgram;
  let way: TestServer;

  before(async () => {
    independent = await startSampleProgram();
    const forward = forwardTo(() => independent.url);
    // What it is asked for data it never answers.
    way = await startServer((request, response) => {
      if (request.url?.includes("/data/") !== true) forward(request, response);
    });
  });
  after(async () => {
    await way.close();
    await independent.stop();
  });
  afterEach(() => editor.workbench.runCommand("View: Close All Editors"));

  /** All countries of a signal, as the palette offers them. */
  async function openAll(connection: string, form: "CSV" | "JSON"): Promise<void> {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Open Panel…");
    await quickInput.wait(`Open Panel · ${connection} · SNAP · latest`);
    await quickInput.type("infl");
    await quickInput.pick("INFL v2");
    await quickInput.wait("INFL v2 · SNAP · latest (2/3)");
    await quickInput.accept();
    await quickInput.wait("SNAP · latest (3/3)");
    await quickInput.pick(`Open as ${form}`);
  }

  it("beyond the limit of a tab have a preview that says so", async () => {
    const { workbench } = editor;
    await openAll("Sample", "JSON");
    const name = "SAMPLE INFL all country_iso.json";
    const page = await workbench.webview(`.failure strong:text('Could not open ${name}')`);
    const buttons = await page.getByRole("link").allInnerTexts();
    assert.deepEqual(buttons.slice(0, 3), ["Open Preview", "Open as CSV", "Save As…"]);
    await workbench.screenshot("panel-too-large");
    await page.getByRole("link", { name: "Open Preview" }).click();
    await workbench.codeLens("Open All as CSV").waitFor();
    const top = await workbench.page.locator(".codelens-decoration").first().innerText();
    assert.match(top, /^Only \d+ \w+ 20\d\d to \d+ \w+ \d+, of 1 Jan 1990 to /);
    await workbench.codeLens("Save All…").waitFor();
    const [, first = ""] = await workbench.visibleLines();
    assert.match(first, /"country_iso": ?"AT"/);
    await keepInThemes(editor, (kind) => workbench.screenshot(`panel-preview-${kind}`));
  });

  it("have other names side by side than one below the other", async () => {
    const { workbench } = editor;
    await openAll("Sample", "CSV");
    const long = "SAMPLE INFL all country_iso.csv";
    await workbench.keepTab(long);
    // As it was fetched for the preview.
    await workbench.statusBarItem(" of 40 variants · ").waitFor();
    await workbench.visibleLines();
    await workbench.runCommand("Macro Signals: Switch Between Long and Wide");
    await workbench.quickInput.wait("One Column of SAMPLE INFL all countries");
    await workbench.quickInput.pick("Aggregate");
    const wide = "SAMPLE INFL all country_iso wide Aggregate.csv";
    await workbench.waitForActiveTab(wide);
    await workbench.codeLens("Long").waitFor();
    assert.deepEqual(await workbench.tabs(), [long, wide]);
    await workbench.statusBarItem(" of 40 variants · ").waitFor();
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.statusBarItem(" of 40 variants · ").waitFor({ state: "hidden" });
    await workbench.tab(wide).click();
    await workbench.statusBarItem(" of 40 variants · ").waitFor();
    await keepInThemes(editor, (kind) => workbench.screenshot(`panel-names-${kind}`));
  });

  it("leave no tab behind when what they are fetched with is cancelled", async () => {
    const { workbench } = editor;
    const { notifications } = workbench;
    await connectByHand(workbench, { url: way.origin, key: independent.key });
    await openAll(new URL(way.origin).host, "CSV");
    const fetching = "Fetching INFL all country_iso.csv";
    await notifications.shown(fetching).waitFor();
    await workbench.screenshot("panel-fetching");
    await notifications.press(fetching, "Cancel");
    await workbench.tab("INFL all country_iso.csv").waitFor({ state: "detached" });
    assert.deepEqual(await workbench.tabs(), []);
    await workbench.statusBarItem(`${fetching} was canceled`).waitFor();
  });
});
