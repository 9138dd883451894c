import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { chartUri, type AnyChartPlace } from "../../src/shared/chartPlace";
import { type AsOf, dayOfInstant, type Instant } from "../../src/shared/instant";
import { dateText } from "../../src/shared/dateText";
import { forecastRef, panelRef } from "../../src/shared/reference";
import { HedgingChoice } from "../../src/features/browse/hedgingChoice";
import { ChartEditor } from "../../src/features/chart/host/chartEditor";
import { PendingViewStates } from "../../src/features/chart/host/pendingViewStates";
import { type FromChart, fromChart } from "../../src/features/chart/messages";
import { defaultViewState } from "../../src/features/chart/model/viewState";
import { chartActions } from "../../src/features/chart/protocol";
import { ChangesEditor } from "../../src/features/latest/changes/host/changesEditor";
import { LastLooks } from "../../src/features/latest/changes/host/lastLooks";
import { type FromChanges, fromChanges } from "../../src/features/latest/changes/messages";
import { type ToChanges } from "../../src/features/latest/changes/protocol";
import { ExplorerEditor } from "../../src/features/latest/explorer/host/explorerEditor";
import { type FromExplorer, fromExplorer } from "../../src/features/latest/explorer/messages";
import { forecastCommands, type ToExplorer } from "../../src/features/latest/explorer/protocol";
import { LatestEditor } from "../../src/features/latest/heatmap/host/latestEditor";
import { type FromLatest, fromLatest } from "../../src/features/latest/heatmap/messages";
import { type ToLatest, variantCommands } from "../../src/features/latest/heatmap/protocol";
import { latestActions } from "../../src/features/latest/messages";
import { chosenOfProfile } from "../../src/features/latest/profile/chosenOfProfile";
import { FailureReporter } from "../../src/editor/report/failureReporter";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { StaleSeries } from "../../src/editor/report/staleSeries";
import { FrameWorker } from "../../src/store/frameWorker";
import { AnsweredQuestions } from "../support/answeredQuestions";
import { hostSetting } from "../support/hostResult";
import { memento } from "../support/memento";
import { asOfsIn, laterIn, newestIn, PublishedRequests } from "../support/publishedRequests";
import { recordingLog } from "../support/recordingLog";
import { latestSignal } from "../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { backToLatest, setWindowAsOf } from "../support/setWindowAsOf";
import { TestPage } from "../support/testPage";
import { TestPanel } from "../support/testPanel";
import { TestServices } from "../support/testServices";
import { windowContext } from "../support/windowContext";

const bundleFolder = path.join(__dirname, "../..");
const connectionId = "acme";
/** 8: no message asks as many questions in a row. */
const mostAnswers = 8;

/** The messages to send for each type of a page; a type without an entry does not compile. */
type MessagesOf<M extends { readonly type: string }> = {
  readonly [T in M["type"]]: readonly Omit<Extract<M, { readonly type: T }>, "type">[];
};

/** A diagnosis reads a series of latest, and shows none of its values: `windowAsOf.test.ts` lists it. */
const isDiagnosis = (action: string): boolean => action === "diagnose";

const empty = [{}];
const latest = {
  do: latestActions.filter((each) => !isDiagnosis(each)).map((action) => ({ action })),
  copyText: [{ text: "copied" }],
  save: [{ form: "csv", text: "Date" }],
  failed: [{ message: "a test" }],
} as const;

describe("the messages of pages in a window with an as-of", () => {
  const { channel: log } = recordingLog();
  const reporter = new FailureReporter(log);
  const context = windowContext();
  const worker = new FrameWorker(path.join(bundleFolder, "frameWorker.cjs"));
  let requests: PublishedRequests;
  let questions: AnsweredQuestions;
  let folder: TemporaryFolder;
  let services: TestServices;
  /** Of this window, where messages run commands, and of the pages. */
  let bound: Instant;

  before(async () => {
    await vscode.extensions.getExtension("macro-signals.macro-signals")?.activate();
    bound = await setWindowAsOf();
  });
  beforeEach(() => {
    folder = temporaryFolder("pages-as-of");
    const refused = /^Set This Window's As-Of|^Forecasts have no as-of\. /;
    questions = new AnsweredQuestions({ refused, folder: vscode.Uri.file(folder.path) });
    requests = new PublishedRequests();
    const { url, key } = hostSetting().sample;
    const archiveFolder = path.join(folder.path, "archive");
    services = new TestServices(url, worker, { key, archiveFolder });
    services.gate.set(bound);
  });
  afterEach(async () => {
    await requests.settle();
    requests.dispose();
    questions.dispose();
    services.dispose();
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    folder.remove();
  });
  after(async () => {
    await backToLatest();
    worker.dispose();
    log.dispose();
  });

  /** Sends all messages of a page, and fails at the first one after which something later was requested. */
  async function sendAll<M extends { readonly type: string }>(
    page: { say(message: M): void },
    messages: () => MessagesOf<M>,
    types: readonly string[],
  ): Promise<void> {
    assert.deepEqual(Object.keys(messages()).sort(), types.toSorted());
    for (const type of types) {
      for (const message of messages()[type as M["type"]]) {
        questions.answerNext(mostAnswers);
        page.say({ type, ...message } as unknown as M);
        await requests.settle();
        assert.deepEqual(laterIn(requests.paths, bound), [], JSON.stringify({ type, ...message }));
      }
    }
  }

  describe("of a chart", () => {
    /** A search lists the forecasts there are, without their values. */
    const listed = "latest forecasts";
    let editor: ChartEditor | undefined;
    afterEach(() => editor?.dispose());

    function open(place: AnyChartPlace): TestPanel {
      const panel = new TestPanel();
      const uri = vscode.Uri.parse(chartUri(place), true);
      const views = new PendingViewStates();
      editor = new ChartEditor({
        ...{ services, context, reporter, bundleFolder, log, place, uri, panel, views },
        stale: new StaleSeries(),
        seriesFailures: new SeriesFailures(),
        onRead: () => undefined,
        chooseProfileSeries: (subject, shown) => chosenOfProfile(services, subject, shown),
      });
      return panel;
    }

    async function walk(place: AnyChartPlace): Promise<void> {
      const panel = open(place);
      const { bound: sent } = await panel.hear("show");
      await requests.settle();
      // The page marks a forecast, and whatever is later, by it.
      assert.equal(sent, bound);
      const messages = (): MessagesOf<FromChart> => {
        const { generation, parts } = panel.heard.findLast((each) => each.type === "show") ?? {
          generation: 0,
          parts: [],
        };
        const all = parts.map(({ id }) => id);
        const each = all.map((id) => ({ id }));
        return {
          ready: empty,
          drawn: empty,
          keep: [{ state: { ...defaultViewState, isKindCompared: true, vintage: "latest" } }],
          compare: [
            { generation, isKindCompared: true, vintage: "latest" },
            { generation, isKindCompared: false, vintage: "20251231T235959Z" },
            { generation, isKindCompared: false, vintage: null },
          ],
          columns: [{ generation }],
          search: [{ generation, text: "infl" }],
          do: chartActions.filter((each) => !isDiagnosis(each)).map((action) => ({ action })),
          retry: each,
          openCached: each,
          switchKind: [{ kind: "FIT" }, { kind: "SNAP" }],
          openPart: each,
          addVariant: each,
          draft: [{ generation, ids: all }],
          compose: [{ ids: all }],
          remove: each.slice(-1),
          saveImage: [{ format: "png", pages: [new Uint8Array(1)] }],
          saveCsv: [{ text: "Date" }],
          saveStatistics: [{ text: "Count" }],
          saveRevisions: [{ form: "csv", text: "Day" }],
          copyText: [{ text: "copied" }],
          failed: [{ message: "a test" }],
        };
      };
      const types = fromChart.options.map(({ entries }) => entries.type.literal);
      await sendAll(panel, messages, types);
    }

    it("request no series that is later", async () => {
      const earlier = { ...latestSignal("US"), asOf: bound };
      const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
      const [one, ...others] = [earlier, latestSignal("DE"), forecast].map((reference) => ({
        connectionId,
        reference,
      }));
      assert.ok(one !== undefined);
      await walk({ parts: [one, ...others] });
      assert.ok(asOfsIn(requests.paths).length > 0);
      assert.deepEqual(newestIn(requests.paths), ["forecast", listed]);
    });

    it("request no series of a panel that is later", async () => {
      const { code, version, dataKind } = latestSignal("US");
      const tags = { country_iso: ["US", "DE"] };
      const of = (asOf: AsOf): AnyChartPlace => {
        const reference = panelRef({ code, version, tags, dataKind, asOf });
        assert.ok(reference.family === "panel");
        return { connectionId, reference };
      };
      await walk(of(bound));
      assert.ok(asOfsIn(requests.paths).length > 0);
      editor?.dispose();
      await walk(of("latest"));
      assert.deepEqual(newestIn(requests.paths), [listed]);
    });
  });

  describe("of latest values", () => {
    const parts = { context, reporter, bundleFolder, log };
    const [records, versions] = [Int32Array.of(0), Float64Array.of(2)];

    /** The generation of the answer, which the page must mark as not as of the window's as-of. */
    async function shownIn(
      page: TestPage<ToLatest, FromLatest> | TestPage<ToExplorer, FromExplorer>,
    ): Promise<number> {
      const { identity, answer } = await (page as TestPage<ToLatest, FromLatest>).hear("show");
      assert.equal(identity.otherAsOf, dateText(dayOfInstant(bound)));
      return answer.generation;
    }

    it("request no series that is later from the heat map", async () => {
      const page = new TestPage<ToLatest, FromLatest>();
      const place = { connectionId, of: "signals", form: "heatmap" } as const;
      const editor = new LatestEditor({ ...parts, services, place, panel: page });
      page.say({ type: "ready" });
      const generation = await shownIn(page);
      const earlierDay = dayOfInstant(bound) + 7;
      const compared = { generation, records, versions, mayRequest: true };
      await sendAll<FromLatest>(
        page,
        () => ({
          ...latest,
          ready: empty,
          run: variantCommands.map((command) => ({ generation, command, records, versions })),
          compare: (["week", "month", earlierDay] as const).map((since) => ({
            ...compared,
            since,
          })),
          stopComparing: empty,
          askSince: empty,
        }),
        fromLatest.options.map(({ entries }) => entries.type.literal),
      );
      editor.tab.dispose();
      assert.ok(newestIn(requests.paths).includes("latest signals"));
    });

    it("request no series that is later from the forecast explorer", async () => {
      const page = new TestPage<ToExplorer, FromExplorer>();
      const place = { connectionId, of: "forecasts", form: "explorer" } as const;
      const hedging = new HedgingChoice(memento());
      const editor = new ExplorerEditor({ ...parts, services, place, panel: page }, hedging);
      page.say({ type: "ready" });
      const generation = await shownIn(page);
      const summaries = Int32Array.of(0);
      const variant = { generation, summary: 0, attribution: 0 };
      await sendAll<FromExplorer>(
        page,
        () => ({
          ...latest,
          ready: empty,
          details: [{ generation, summaries }],
          run: forecastCommands.map((command) => ({ generation, command, summaries })),
          runVariant: forecastCommands.map((command) => ({ ...variant, command })),
          showMoved: [variant],
        }),
        fromExplorer.options.map(({ entries }) => entries.type.literal),
      );
      editor.tab.dispose();
      hedging.dispose();
      assert.ok(newestIn(requests.paths).includes("latest forecasts"));
    });

    it("request no series that is later from What Changed", async () => {
      const page = new TestPage<ToChanges, FromChanges>();
      const place = { connectionId, of: "changes", form: "changes" } as const;
      const looks = new LastLooks(memento());
      const explore = (): Promise<void> => Promise.resolve();
      const own = { ...parts, services, place, panel: page, looks, explore };
      const editor = new ChangesEditor(own);
      page.say({ type: "ready", pair: null });
      const { identity, answer } = await page.hear("show");
      assert.equal(identity.otherAsOf, dateText(dayOfInstant(bound)));
      const { generation, newestMs } = answer;
      const day = Math.floor(newestMs / 86_400_000) - 7;
      const side = { generation, isOlder: false };
      await sendAll<FromChanges>(
        page,
        () => ({
          ...latest,
          ready: [{ pair: null }, { pair: { sinceMs: newestMs - 1, toMs: newestMs } }],
          askSince: empty,
          compareDay: [{ day, mayRequest: true }],
          stopComparing: empty,
          details: [{ generation, summaries: records }],
          run: variantCommands.map((command) => ({ ...side, command, record: 0 })),
          runForecast: [...forecastCommands, "explore" as const].map((command) => ({
            ...side,
            command,
            summary: 0,
          })),
          openSignal: [{ generation, signal: 0 }],
          copyMarkdown: [{ generation, score: "level" }],
        }),
        fromChanges.options.map(({ entries }) => entries.type.literal),
      );
      const words = `Not compared: ${dateText(day)} is later than this window's as-of, ${dateText(dayOfInstant(bound))}.`;
      assert.ok(page.heard.some((each) => each.type === "told" && each.words === words));
      editor.tab.dispose();
    });
  });
});
