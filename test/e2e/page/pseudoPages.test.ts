import { type FromExplorer } from "../../../src/features/latest/explorer/messages";
import { type FromLatest } from "../../../src/features/latest/heatmap/messages";
import assert from "node:assert/strict";
import { defaultViewState, openedRevisions } from "../../../src/features/chart/model/viewState";
import { type ToExplorer } from "../../../src/features/latest/explorer/protocol";
import { type ToLatest } from "../../../src/features/latest/heatmap/protocol";
import { failureOf, forecastPart, show, signalPart } from "../../support/chartFrames";
import { useChartPages } from "../../support/chartPage";
import { englishLeft } from "../../support/englishLeft";
import { identity, tell } from "../../support/explorerPage";
import { latestIdentity, latestRecords, showLatest } from "../../support/latestAnswers";
import { panelBefore, showPanel } from "../../support/panelFrames";
import { sampleForecasts } from "../../support/sampleForecasts";
import { useEditorPages } from "../../support/useEditorPages";

describe("a pseudo-translated page has no English", () => {
  const options = { isPseudo: true };
  const charts = useChartPages();
  const latests = useEditorPages<ToLatest, FromLatest>("latest");
  const explorers = useEditorPages<ToExplorer, FromExplorer>("explorer");

  it("in a chart of one series and of several", async () => {
    const forecast = show([forecastPart()]);
    for (const message of [show([signalPart()]), show([signalPart(), forecastPart()]), forecast]) {
      const page = await charts.open(options);
      await page.post(message);
      await page.computed();
      assert.deepEqual(await englishLeft(page, [message]), []);
    }
  });

  it("in the revisions of a chart", async () => {
    const page = await charts.open(options);
    const fit = signalPart({ dataKind: "FIT" }, { id: "a/INFL FIT" });
    for (const { values } of fit.data?.columns ?? []) values.fill(-0.25, 100, 120);
    const state = { ...defaultViewState, revisions: openedRevisions };
    const message = show([signalPart(), fit], { state });
    await page.post(message);
    await page.page.getByRole("grid").waitFor();
    assert.deepEqual(await englishLeft(page, [message]), []);
  });

  it("in a panel, fetched, being fetched and failed", async () => {
    const failure = failureOf("ŧ", ["retry", "openCached", "diagnose", "showLog"]);
    const [fetched, fetching] = [showPanel(), showPanel([], { panel: panelBefore() })];
    const failed = showPanel([], { panel: panelBefore({ progress: null, failure }) });
    for (const message of [fetched, fetching, failed]) {
      const page = await charts.open(options);
      await page.post(message);
      await page.settle();
      assert.deepEqual(await englishLeft(page, [message]), []);
    }
  });

  it("in a chart whose series failed", async () => {
    const failure = failureOf("ŧ", ["retry", "enterKey", "diagnose", "showLog"], {
      cause: "unreachable",
      cached: "ŧ",
    });
    const page = await charts.open(options);
    const message = show([{ ...signalPart(), data: null, failure }]);
    await page.post(message);
    await page.settle();
    assert.deepEqual(await englishLeft(page, [message]), []);
  });

  it("in pages of the latest values that wait or have failed", async () => {
    const failure = failureOf("ŧ", ["retry", "enterKey", "diagnose", "showLog"]);
    for (const message of [
      { type: "wait", identity: latestIdentity },
      { type: "fail", identity: latestIdentity, failure },
    ] as const) {
      const page = await latests.open(options);
      await page.post(message);
      await page.settle();
      assert.deepEqual(await englishLeft(page, [message]), []);
    }
    for (const message of [
      { type: "wait", identity },
      { type: "fail", identity, failure },
    ] as const) {
      const page = await explorers.open(options);
      await page.post(message);
      await page.settle();
      assert.deepEqual(await englishLeft(page, [message]), []);
    }
  });

  it("in the latest signals", async () => {
    const page = await latests.open(options);
    const message = showLatest();
    await page.post(message);
    await page.page.locator('[data-row="3"][data-column="3"]').click();
    assert.deepEqual(await englishLeft(page, [message, latestRecords()]), []);
  });

  it("in the forecast explorer", async () => {
    const page = await explorers.open(options);
    const told = await sampleForecasts();
    const message = { type: "show" as const, identity, answer: told.answer };
    await page.post(message);
    await tell(page, told);
    assert.deepEqual(await englishLeft(page, [message, told.wire]), []);
  });
});
