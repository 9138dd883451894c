import assert from "node:assert/strict";
import { type Frame } from "playwright-core";
import { useEditor } from "../../support/useEditor";

/** Filters until less than ten signals are left: before the filter applies, everything would be fetched. */
async function filter(page: Frame, text: string): Promise<void> {
  const box = page.getByRole("searchbox");
  // The palette, closing, may still give the focus back to another element: the text would go there.
  await box.click();
  await box.fill(text);
  await page.getByText(/ × [1-9] signals/).waitFor();
}

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

  it("show changes over a week, once many requests are confirmed, and sign flips", async () => {
    const { workbench } = editor;
    await workbench.runCommand("Macro Signals: Latest Signals");
    const page = await workbench.webview("[role=grid] [data-row]");
    await filter(page, "inflation, growth");
    await page.getByRole("button", { name: "1 Week" }).click();
    await page.getByRole("button", { name: /^Fetch (?:the Rest )?\(\d+ Requests\)$/ }).click();
    await page
      .getByText(/^\d+ from series as known at the end of that day; changes include revisions$/)
      .waitFor();
    const cells = page.locator("tr.variant td");
    assert.ok((await cells.allInnerTexts()).some((text) => /^[+−]\d\.\d\d$/.test(text)));
    await workbench.screenshot("latest-changes");
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "Sign Flips" }).click();
    await page.getByRole("button", { name: /^Fetch / }).waitFor();
    await workbench.screenshot("latest-flips");
    await page.getByRole("button", { name: "Sign Flips" }).click();
  });

  it("show changes since a day that the user types, after checking it", async () => {
    const { workbench } = editor;
    const { quickInput } = workbench;
    await workbench.runCommand("Macro Signals: Latest Signals");
    const page = await workbench.webview("[role=grid] [data-row]");
    await filter(page, "inflation, germany");
    await page.getByRole("button", { name: "Since" }).click();
    await quickInput.wait("Changes Since");
    for (const [typed, problem] of [
      ["yesterday", "Enter a day as YYYY-MM-DD."],
      ["9999-12-31", "Enter a day before the values were fetched."],
    ] as const) {
      await quickInput.type(typed);
      await quickInput.waitForMessage(problem);
    }
    await quickInput.type("2024-06-28");
    await quickInput.accept();
    await page.getByRole("button", { name: "Since 28 Jun 2024" }).waitFor();
    await page.getByText("Changes since 28 Jun 2024").waitFor();
    await page
      .getByText("1 from series as known at the end of that day; changes include revisions")
      .waitFor();
  });
});
