import assert from "node:assert/strict";
import { useEditor } from "../../support/useEditor";

describe("the latest signals", () => {
  const editor = useEditor();

  it("open from the palette as a table of the newest scores, and again after a reload", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Latest Signals");
    const page = await workbench.webview("[role=grid] [data-row]");
    const header = page.locator("[role=columnheader]");
    assert.match((await header.allInnerTexts()).join(" "), /Inflation/);
    await workbench.screenshot("latest-signals");
    await workbench.reload();
    await workbench.webview("[role=grid] [data-row]");
  });

  it("show what has changed since a week, after asking for that many series, and what changed its sign", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Latest Signals");
    const page = await workbench.webview("[role=grid] [data-row]");
    await page.getByRole("searchbox").fill("inflation, growth");
    await page.getByRole("button", { name: "1 Week" }).click();
    await page.getByRole("button", { name: /^Fetch the rest \(\d+ requests\)$/ }).click();
    await page.getByText(/^\d+ from their series as of the end of that day$/).waitFor();
    const cells = page.locator("tr.variant td");
    assert.ok((await cells.allInnerTexts()).some((text) => /^[+−]\d\.\d\d$/.test(text)));
    await workbench.screenshot("latest-changes");
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Sign Flips" }).click();
    await page.getByRole("button", { name: /^Fetch the rest/ }).waitFor();
    await workbench.screenshot("latest-flips");
  });
});
