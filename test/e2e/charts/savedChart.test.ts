import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ChartTab } from "../../support/chartTab";
import { isShownWithin } from "../../support/inTime";
import { type TreeView } from "../../support/treeView";
import { useEditor } from "../../support/useEditor";

const title = "SAMPLE INFL v2 AU + INFL v2 AT";

describe("a chart that is saved", () => {
  const editor = useEditor();
  let signals: TreeView;
  let file: string;

  before(async () => {
    signals = await editor.workbench.openView("Macro Signals", "Signals");
    await signals.expand("Inflation v2 | INFL");
    await signals.doubleClick("Australia");
    await ChartTab.drawn(editor.workbench, "SAMPLE INFL v2 AU");
    await signals.chooseInMenu("Austria", "Add to Chart");
  });

  async function openFile(): Promise<void> {
    const { quickInput } = editor.workbench;
    await editor.workbench.runCommand("Go to File...");
    await quickInput.wait();
    await quickInput.type(path.basename(file));
    await quickInput.pick(path.basename(file));
  }

  it("is a file with its references, range and panes, which opens as the same chart", async () => {
    const { session, workbench } = editor;
    const { quickInput } = workbench;
    const chart = await ChartTab.drawn(workbench, title);
    await chart.showRange("2019Q2", "2019-04-01..2019-06-30");
    await chart.choose("Save Chart…");
    await quickInput.wait("Save Inflation v2 · Australia, Austria As");
    const suggested = await quickInput.waitForValue(/\.macrochart\.json$/);
    const name = "Inflation v2 - Australia, Austria.macrochart.json";
    assert.equal(path.basename(suggested), name);
    await quickInput.accept();
    await quickInput.waitForClose();
    file = path.join(session.folder, path.basename(suggested));
    await workbench.notifications.read(`Saved ${path.basename(file)}`);
    const reference = (country: string): string =>
      `signals/INFL/2/country_iso=${country}/SNAP/latest`;
    assert.deepEqual(JSON.parse(await readFile(file, "utf8")), {
      macrochart: 1,
      series: [
        { reference: reference("AU"), service: "sample" },
        { reference: reference("AT"), service: "sample" },
      ],
      range: { from: "2019-04-01", to: "2019-06-30" },
      panes: { columns: ["Aggregate"], component: "Forecast" },
    });
    await workbench.runCommand("View: Close All Editors");
    await openFile();
    await workbench.waitForActiveTab(path.basename(file));
    const again = await ChartTab.drawn(workbench, title);
    await again.waitForRange("2019-04-01..2019-06-30");
  });

  it("shows later changes to its file, or the position of a fault", async () => {
    const { workbench } = editor;
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("country_iso=AT", "country_iso=BE"));
    await ChartTab.drawn(workbench, "SAMPLE INFL v2 AU + INFL v2 BE");
    await writeFile(file, text.replace("signals/INFL/2/country_iso=AT", "signals"));
    const page = await workbench.webview(".failure");
    const words = await page.locator(".failure p").innerText();
    assert.match(
      words,
      /Line 9, column 20, \$\.series\[1\]\.reference: this is not a series reference/,
    );
    const shown = workbench.page.locator(".editor-group-container.active .view-line").first();
    const link = page.getByRole("link", { name: "Open as Text" });
    // VS Code ignores clicks on links until the page has loaded.
    do await link.click();
    // The page goes when the text comes, perhaps while it is looked at.
    while (!(await isShownWithin(shown, 2_000)) && (await link.isVisible().catch(() => false)));
    assert.match(await workbench.editorText(), /"signals\/SNAP\/latest"/);
  });
});
