import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { panelRef } from "../../../src/shared/reference";
import { LineActions } from "../../../src/vscode/insert/lines/lineActions";
import { describeInNewest } from "../../support/describeInNewest";
import { LineBench } from "../../support/lineBench";
import { latestSignal } from "../../support/sampleSeries";
import { type TestServer, startServer } from "../../support/testServer";

const opened = Date.parse("2026-11-22T09:45:00Z");
const days = ["2024-06-26", "2024-06-27", "2024-06-28"];
const full = ["0.123456789012345", "-1.987654321098765", "0.3333333333333333"];
const ten = ["0.1234567890", "-1.9876543211", "0.3333333333"];

describeInNewest("reference lines of values that differ only by rounding", () => {
  let server: TestServer;
  let bench: LineBench;
  let actions: LineActions;
  let nowMs: number;
  /** The values of a production at 09:48. */
  let later: readonly string[];
  let said: string[];
  const { showInformationMessage } = vscode.window;

  beforeEach(async () => {
    nowMs = opened;
    later = ten;
    said = [];
    server = await startServer((request, response) => {
      const asOf = new URL(request.url ?? "", "http://a.example").searchParams.get("as_of_utc");
      const isLater = nowMs > opened && (asOf === null || Date.parse(`${asOf}Z`) > opened);
      response.setHeader("date", new Date(nowMs).toUTCString());
      if (request.url?.includes("country_iso=") !== true) {
        const listed = [{ kind: "country_iso", values: ["DE", "US"] }];
        response.end(JSON.stringify({ tags: listed }));
        return;
      }
      response.setHeader("content-type", "text/csv");
      const rows = (isLater ? later : full).map((value, row) => `${days[row] ?? ""},${value}\n`);
      response.end(`Date,Level\n${rows.join("")}`);
    });
    bench = new LineBench(path.join(__dirname, "../../.."), server.origin);
    const failures = {
      report: (error: unknown) => Promise.reject(error instanceof Error ? error : new Error("?")),
    };
    const { services, connections, worker } = bench;
    actions = new LineActions({ services, connections, worker, failures });
    const keep = (text: string): Promise<undefined> => {
      said.push(text);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showInformationMessage: keep });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage });
    actions.dispose();
    await bench.dispose();
    await server.close();
  });

  for (const way of ["file", "values", "request"] as const) {
    it(`are reported as unchanged, and their code (${way}) is left as it is (DATA-14)`, async () => {
      const text = await bench.code(latestSignal("US"), way);
      const document = await bench.script(text);
      const files = bench.dataFiles;
      const location = { uri: document.uri.toString(), row: 0 };
      nowMs = opened + 180_000;
      await actions.showDrift(location);
      await actions.refresh(location);
      const name = "INFL US · SNAP";
      const same = "the same values, except for rounding (largest 3e-11)";
      assert.deepEqual(said, [
        `${name} has ${same}, between 2026-11-22 09:45:00 UTC and 2026-11-22 09:48:00 UTC.`,
        `Nothing has changed in ${name} · as of 2026-11-22 09:45:00 UTC: ${same}`,
      ]);
      assert.deepEqual([document.getText(), bench.dataFiles], [text, files]);
      // One real revision among values that differ only by rounding.
      later = [ten[0] ?? "", "-1.9", ten[2] ?? ""];
      nowMs = opened + 240_000;
      await actions.refresh(location);
      assert.equal(said.length, 2);
      assert.notEqual(document.getText(), text);
    });
  }

  it("are reported as unchanged in a panel, too (DATA-14)", async () => {
    const tags = { country_iso: ["DE", "US"] };
    const reference = panelRef({
      ...{ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" },
    });
    const document = await bench.script(await bench.code(reference, "file"));
    nowMs = opened + 180_000;
    await actions.showDrift({ uri: document.uri.toString(), row: 0 });
    assert.equal(said.length, 1);
    assert.match(
      said[0] ?? "",
      /^INFL DE\+US · SNAP has the same values, except for rounding \(largest 3e-11\), between /,
    );
  });
});
