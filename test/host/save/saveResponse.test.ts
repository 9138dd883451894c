import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { placeUri, sampleConnection } from "../../../src/shared/place";
import { RepeatedKeyError } from "../../../src/service/errors";
import { CacheFolder } from "../../../src/store/cacheFolder";
import { FrameWorker } from "../../../src/store/frameWorker";
import { SeriesStore } from "../../../src/store/seriesStore";
import { ResponseSaver } from "../../../src/features/documents/save/saveResponse";
import { hostSetting } from "../../support/hostResult";
import { notesOf, parquetOf } from "../../support/packedTexts";
import { rejection } from "../../support/rejection";
import { sampleSignal } from "../../support/sampleSeries";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { testKey } from "../../support/testClient";
import { type TestServer, startServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { keyWritings } from "../../support/writtenKeys";
import { type Instant } from "../../../src/shared/instant";
import { LaterThanAsOfError } from "../../../src/store/asOfGate";

describe("ResponseSaver", () => {
  const target = { connectionId: "acme", reference: sampleSignal() };
  const reporter = { report: (): Promise<void> => Promise.resolve() };
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let server: TestServer;
  let services: TestServices;
  let answer: Uint8Array;

  /** PAR1 at both ends and nothing that can be decoded between them. */
  const undecodable = Buffer.from("PAR1\0\u00ff\u00feno columns at all\0PAR1", "latin1");

  beforeEach(async () => {
    answer = undecodable;
    server = await startServer((_, response) => response.end(answer));
    services = new TestServices(server.origin, worker);
  });
  afterEach(async () => {
    services.dispose();
    await server.close();
  });
  after(() => worker.dispose());

  it("gives bytes that no series can be made of as they were sent (DATA-07)", async () => {
    const { body } = await new ResponseSaver({ services, reporter }).fetch(target);
    assert.deepEqual(Buffer.from(body.bytes), undecodable);
  });

  it("gives no bytes that hold the key in a packed text, however it is written there (SEC-32)", async () => {
    const written = keyWritings.map(({ write }) => write(testKey));
    for (const each of written) {
      answer = parquetOf(notesOf(each));
      const saver = new ResponseSaver({ services, reporter });
      await rejection(saver.fetch(target), RepeatedKeyError);
    }
    assert.equal(server.requests.length, written.length);
  });

  it("saves nothing later than the window's as-of, even if it is cached", async () => {
    answer = Buffer.from("Date,Level\n2024-01-02,1.5\n");
    const latest = { ...target, reference: { ...sampleSignal(), asOf: "latest" as const } };
    await services.series.series(latest.reference);
    services.gate.set("20240628T235959Z" as Instant);
    const saver = new ResponseSaver({ services, reporter });
    await rejection(saver.fetch(latest), LaterThanAsOfError);
  });

  describe("for a series from before, in another window", () => {
    const parquet = readFileSync(
      path.join(__dirname, "../../../../test/fixtures/polars-date.parquet"),
    );
    const latest = { ...target, reference: { ...sampleSignal(), asOf: "latest" as const } };
    const saver = (): ResponseSaver => new ResponseSaver({ services, reporter });
    let folder: TemporaryFolder;
    let isLater = false;

    /** As after a reload: nothing is in memory. */
    function reload(): void {
      services.series.dispose();
      const { client } = services;
      const { series: files } = new CacheFolder(folder.path, () => 1 << 24).filesOf("acme");
      const now = (): number => Date.now() + (isLater ? 3_600_000 : 0);
      services.series = new SeriesStore({ client, worker, files, now });
    }

    beforeEach(async () => {
      folder = temporaryFolder("response");
      isLater = false;
      const other = await startServer((_, response) => response.end(parquet));
      services.dispose();
      services = new TestServices(other.origin, worker);
      reload();
      await services.series.series(latest.reference);
      // Waits until the series has been written.
      await services.series.cachedBody(latest.reference);
      await other.close();
      reload();
    });
    afterEach(() => folder.remove());

    it("gives the bytes on disk while they stand for what the service would give (DATA-07)", async () => {
      const { body } = await saver().fetch(latest);
      assert.deepEqual(Buffer.from(body.bytes), parquet);
      assert.equal(services.client.counts.failed, 0);
    });

    it("gives old bytes on disk when the service cannot be reached (DATA-07)", async () => {
      isLater = true;
      const { body } = await saver().fetch(latest);
      assert.deepEqual(Buffer.from(body.bytes), parquet);
      assert.ok(services.client.counts.failed > 0);
    });
  });
});

describe("Save Raw Response…", () => {
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);
  before(() => dialog(true));
  after(() => dialog(undefined));

  it("writes a file with the very bytes of the service (DATA-07)", async () => {
    const { workspace, sample } = hostSetting();
    const place = {
      connectionId: sampleConnection,
      reference: sampleSignal(),
      form: "csv",
    } as const;
    const uri = vscode.Uri.parse(placeUri(place), true);
    await vscode.workspace.openTextDocument(uri);
    const saved = vscode.commands.executeCommand("macroSignals.saveResponse", uri);
    const name = "SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628.parquet";
    const file = path.join(workspace, name);
    await until("the file", () => {
      void vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
      return existsSync(file) ? file : undefined;
    });
    await saved;
    const answer = await fetch(
      `${sample.url}/api/v3/signal/INFL/2/data/?country_iso=US&kind=FIT&as_of_utc=2024-06-28T23:59:59&fmt=parquet`,
      { headers: { "x-api-key": sample.key } },
    );
    assert.deepEqual(readFileSync(file), Buffer.from(await answer.arrayBuffer()));
    assert.deepEqual(readdirSync(workspace), [name]);
    rmSync(file);
  });
});
