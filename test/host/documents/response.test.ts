import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { placeUri, sampleConnection } from "../../../src/shared/place";
import { FrameWorker } from "../../../src/store/frameWorker";
import { ResponseSaver } from "../../../src/vscode/documents/responseSaver";
import { hostSetting } from "../../support/hostResult";
import { sampleSignal } from "../../support/sampleSeries";
import { type TestServer, startServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";

describe("ResponseSaver", () => {
  const target = { connectionId: "acme", reference: sampleSignal() };
  const reporter = { report: (): Promise<void> => Promise.resolve() };
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let server: TestServer;
  let services: TestServices;

  /** PAR1 at both ends and nothing that can be decoded between them. */
  const undecodable = Buffer.from("PAR1\0\u00ff\u00feno columns at all\0PAR1", "latin1");

  beforeEach(async () => {
    server = await startServer((_, response) => response.end(undecodable));
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
});

describe("Save Response…", () => {
  const section = vscode.workspace.getConfiguration("files");
  const dialog = (isSimple?: boolean): Thenable<void> =>
    section.update("simpleDialog.enable", isSimple, vscode.ConfigurationTarget.Global);
  before(() => dialog(true));
  after(() => dialog(undefined));

  it("writes a file with the very bytes of the service (DATA-07)", async () => {
    const { workspace, sample } = hostSetting();
    const place = { connection: sampleConnection, reference: sampleSignal(), form: "csv" } as const;
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
