import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as vscode from "vscode";
import { panelRef } from "../../../src/shared/reference";
import { LineActions } from "../../../src/features/notebook/lines/lineActions";
import { LineBench } from "../../support/lineBench";
import { latestSignal } from "../../support/sampleSeries";
import { type TestServer, startServer } from "../../support/testServer";

const opened = Date.parse("2026-11-22T09:45:00Z");
const days = ["2024-06-26", "2024-06-27", "2024-06-28"];
const full = ["0.123456789012345", "-1.987654321098765", "0.3333333333333333"];
const ten = ["0.1234567890", "-1.9876543211", "0.3333333333"];

describe("reference lines of values that differ only by rounding", () => {
  let server: TestServer;
  let bench: LineBench;
  let actions: LineActions;
  let nowMs: number;
  /** The values of a production at 09:48. */
  let later: readonly string[];
  let said: string[];
  /** The country and as-of of each request with an as-of. */
  let vintages: string[];
  /** The only country whose values are revised by a production at 09:48. */
  let revised: string | undefined;
  /** Whether the service has no vintage before 09:48 any more. */
  let isGone: boolean;
  const { showInformationMessage } = vscode.window;

  function open(): void {
    bench = new LineBench(server.origin);
    const failures = {
      report: (error: unknown) => Promise.reject(error instanceof Error ? error : new Error("?")),
    };
    const { services, connections, worker } = bench;
    actions = new LineActions({ services, connections, worker, failures });
  }

  async function close(): Promise<void> {
    actions.dispose();
    await bench.dispose();
  }

  beforeEach(async () => {
    nowMs = opened;
    later = ten;
    said = [];
    vintages = [];
    revised = undefined;
    isGone = false;
    server = await startServer((request, response) => {
      const { searchParams } = new URL(request.url ?? "", "http://a.example");
      const asOf = searchParams.get("as_of_utc");
      const country = searchParams.get("country_iso");
      const isLater = nowMs > opened && (asOf === null || Date.parse(`${asOf}Z`) > opened);
      response.setHeader("date", new Date(nowMs).toUTCString());
      if (request.url?.includes("country_iso=") !== true) {
        const listed = [{ kind: "country_iso", values: ["DE", "US"] }];
        response.end(JSON.stringify({ tags: listed }));
        return;
      }
      if (asOf !== null) vintages.push(`${country} ${asOf}`);
      if (isGone && asOf !== null && !isLater) {
        response.writeHead(404).end();
        return;
      }
      response.setHeader("content-type", "text/csv");
      const values = isLater && country === revised ? ["0.5", ...later.slice(1)] : later;
      const rows = (isLater ? values : full).map((value, row) => `${days[row] ?? ""},${value}\n`);
      response.end(`Date,Level\n${rows.join("")}`);
    });
    open();
    const keep = (text: string): Promise<undefined> => {
      said.push(text);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showInformationMessage: keep });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showInformationMessage });
    await close();
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
        `${name} has ${same}, between 22 Nov 2026 09:45 UTC and 22 Nov 2026 09:48 UTC.`,
        `Nothing has changed in ${name} · as of 22 Nov 2026 09:45 UTC: ${same}`,
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

  describe("in a panel", () => {
    const tags = { country_iso: ["DE", "US"] };
    const reference = panelRef({
      ...{ code: "INFL", version: 2, tags, dataKind: "SNAP", asOf: "latest" },
    });
    const name = "INFL DE+US · SNAP";
    const same = "the same values, except for rounding (largest 3e-11)";

    async function refreshed(document: vscode.TextDocument, seconds: number): Promise<void> {
      nowMs = opened + seconds * 1000;
      await actions.refresh({ uri: document.uri.toString(), row: 0 });
    }

    /** The script of the panel and its file, where nothing else is cached. */
    async function elsewhere(): Promise<vscode.TextDocument> {
      const text = await bench.code(reference, "file");
      const [name = ""] = bench.dataFiles;
      const bytes = readFileSync(path.join(bench.path, "data", name));
      await close();
      open();
      mkdirSync(path.join(bench.path, "data"));
      writeFileSync(path.join(bench.path, "data", name), bytes);
      vintages.length = 0;
      return bench.script(text);
    }

    const earlier = (): string[] => vintages.filter((each) => each.endsWith("09:45:00"));

    it("are reported as unchanged, and its code and file are left as they are (DATA-14)", async () => {
      const text = await bench.code(reference, "file");
      const document = await bench.script(text);
      const files = bench.dataFiles;
      nowMs = opened + 180_000;
      await actions.showDrift({ uri: document.uri.toString(), row: 0 });
      await refreshed(document, 180);
      assert.deepEqual(said, [
        `${name} has ${same}, between 22 Nov 2026 09:45 UTC and 22 Nov 2026 09:48 UTC.`,
        `Nothing has changed in ${name} · as of 22 Nov 2026 09:45 UTC: ${same}`,
      ]);
      assert.deepEqual([document.getText(), bench.dataFiles], [text, files]);
      // One real revision among values that differ only by rounding.
      later = [ten[0] ?? "", "-1.9", ten[2] ?? ""];
      await refreshed(document, 240);
      assert.equal(said.length, 2);
      assert.notEqual(document.getText(), text);
      assert.equal(bench.dataFiles.length, 2);
    });

    it("change the code if only a later series has a revision (DATA-14)", async () => {
      const text = await bench.code(reference, "file");
      const document = await bench.script(text);
      revised = "US";
      await refreshed(document, 180);
      assert.deepEqual(said, []);
      assert.notEqual(document.getText(), text);
    });

    it("are written to a new file if that of the code is gone or has other values (DATA-14)", async () => {
      const text = await bench.code(reference, "file");
      const [file = ""] = bench.dataFiles;
      const empty = (each: string): void => writeFileSync(each, "Date,Level\n");
      for (const damage of [rmSync, empty]) {
        const document = await bench.script(text, `${damage.name}.py`);
        damage(path.join(bench.path, "data", file));
        await refreshed(document, 180);
        assert.deepEqual(said, []);
        assert.notEqual(document.getText(), text);
        assert.ok(
          bench.dataFiles.some((each) => each !== file && document.getText().includes(each)),
        );
      }
    });

    it("are compared where nothing is cached, too (DATA-14)", async () => {
      const document = await elsewhere();
      await refreshed(document, 180);
      assert.equal(said.length, 1);
      assert.deepEqual(
        new Set(earlier()),
        new Set(["DE", "US"].map((each) => `${each} 2026-11-22T09:45:00`)),
      );
    });

    it("are not compared further if the first series has changed (DATA-14)", async () => {
      const document = await elsewhere();
      revised = "DE";
      await refreshed(document, 180);
      assert.deepEqual([said, earlier()], [[], ["DE 2026-11-22T09:45:00"]]);
    });

    it("are replaced if the earlier ones cannot be fetched any more (DATA-14)", async () => {
      const document = await elsewhere();
      const text = document.getText();
      isGone = true;
      await refreshed(document, 180);
      assert.deepEqual([said, bench.dataFiles.length], [[], 2]);
      assert.notEqual(document.getText(), text);
    });
  });
});
