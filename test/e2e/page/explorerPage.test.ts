import assert from "node:assert/strict";
import {
  type ExplorerIdentity,
  type FromExplorer,
  type ToExplorer,
} from "../../../src/shared/latest/explorerProtocol";
import { violationsIn } from "../../support/axe";
import { themeNames } from "../../support/editorThemes";
import { sampleForecasts, type ToldForecasts } from "../../support/sampleForecasts";
import { type EditorTestPage, useEditorPages } from "../../support/useEditorPages";

type ExplorerPage = EditorTestPage<ToExplorer, FromExplorer>;

const identity: ExplorerIdentity = { service: "Sample data", isSample: true, otherAsOf: null };

/** Tells the page what it has asked for and not yet been told. */
async function tell(page: ExplorerPage, { answer, details }: ToldForecasts): Promise<void> {
  const asked = await page.sent("details");
  const wanted = asked.at(-1)?.summaries ?? [];
  await page.post({
    type: "details",
    generation: answer.generation,
    details: details(Object.values(wanted)),
  });
}

describe("the page of the forecast explorer", () => {
  const pages = useEditorPages<ToExplorer, FromExplorer>("explorer");
  let told: ToldForecasts;

  before(async () => {
    told = await sampleForecasts();
  });

  async function openShown(width = 1100): Promise<ExplorerPage> {
    const page = await pages.open({ width });
    await page.post({ type: "show", identity, answer: told.answer });
    await tell(page, told);
    return page;
  }

  it("looks", async () => {
    const page = await openShown();
    for (const theme of themeNames) {
      await page.setTheme(theme);
      for (const width of [600, 800, 1100, 1440]) {
        await page.page.setViewportSize({ width, height: 760 });
        await page.settle();
        await page.screenshot(`explorer-${theme}-${width}`);
      }
    }
    assert.deepEqual(page.errors, []);
  });
});
