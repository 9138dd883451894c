import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import path from "node:path";
import fc from "fast-check";
import * as vscode from "vscode";
import { placeUri, scheme } from "../../../src/shared/place";
import { type TextForm } from "../../../src/shared/documentPlace";
import { panelRef, type Reference, signalRef } from "../../../src/shared/reference";
import { FrameWorker } from "../../../src/store/frameWorker";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { SeriesFailures } from "../../../src/editor/report/seriesFailures";
import { ShownPanels } from "../../../src/features/chart/host/shownPanels";
import { SeriesFileSystem } from "../../../src/features/documents/seriesFileSystem";
import { deferred } from "../../support/deferred";
import { itInBoth } from "../../support/inBothEditors";
import { places } from "../../support/references";
import { startServer, type TestServer } from "../../support/testServer";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { seriesTargetOf } from "../../../src/editor/tabs/target";

const snapshot = { code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" } as const;

function uriOf(reference: Reference, form: TextForm): vscode.Uri {
  return vscode.Uri.parse(placeUri({ connectionId: "acme", reference, form }), true);
}

const uri = uriOf(signalRef({ ...snapshot, tags: {} }), "csv");
const oneDay = "Date,Level\n2024-01-01,1.5\n";
const twoDays = `${oneDay}2024-01-02,-0.25\n`;

// These drive a file system of their own against a service that counts, beside the extension's.
describe("SeriesFileSystem", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let server: TestServer;
  let listener: RequestListener;
  let services: TestServices;
  let files: SeriesFileSystem;
  let shown: ShownPanels;
  let seriesFailures: SeriesFailures;
  let reported: FailureContext[];

  beforeEach(async () => {
    server = await startServer((request, response) => listener(request, response));
    services = new TestServices(server.origin, worker, { transferFormat: "csv" });
    reported = [];
    const reporter = {
      report: (_: unknown, context: FailureContext): Promise<void> => {
        reported.push(context);
        return Promise.resolve();
      },
    };
    seriesFailures = new SeriesFailures();
    shown = new ShownPanels(reporter);
    const options = { services, worker, reporter, seriesFailures };
    files = new SeriesFileSystem({ ...options, panels: shown });
    answer(oneDay);
  });
  afterEach(async () => {
    files.dispose();
    shown.dispose();
    services.dispose();
    await server.close();
    await vscode.commands.executeCommand("notifications.clearAll");
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
  });
  after(() => worker.dispose());

  function answer(csv: string): void {
    listener = (_, response) => response.end(csv);
  }

  async function text(): Promise<string> {
    return Buffer.from(await files.readFile(uri)).toString("utf8");
  }

  /** The extension's own file system fails there, too: it has no such connection. */
  async function openTab(): Promise<void> {
    await vscode.commands.executeCommand("vscode.open", uri);
    await until("the page of its failure", () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label, input }) => label === "INFL.csv" && input instanceof vscode.TabInputCustom),
    );
  }

  it("asks for nothing before a document is read, and once then", async () => {
    const before = await files.stat(uri);
    assert.deepEqual([before.mtime, before.size, services.asked], [0, 0, 0]);
    assert.equal(await text(), oneDay);
    await text();
    const after = await files.stat(uri);
    assert.equal(after.size, oneDay.length);
    assert.equal(server.requests.length, 1);
  });

  for (const [name, value] of [
    ["encoding", "windows1252"],
    ["encoding", "utf16le"],
    ["autoGuessEncoding", true],
  ] as const) {
    const test = value === "utf16le" ? itInBoth : it;
    test(`shows UTF-8 in an editor with files.${name} ${value} (CODE-02)`, async () => {
      const notes = ["Ölsaaten", "Côte d’Ivoire"];
      const tags = [{ kind: "country_iso", values: ["CI"] }];
      const definition = JSON.stringify({ code: "INFL", version: 2, name: "Inflation", tags });
      listener = ({ url = "" }, response) => {
        const rows = notes.map((note, index) => `2024-01-0${index + 1},${note}\n`);
        response.end(url.includes("/data/") ? `Date,Note\n${rows.join("")}` : definition);
      };
      const panel = panelRef({ ...snapshot, tags: { country_iso: "*" } });
      const uris = [
        uri,
        uriOf(signalRef({ ...snapshot, tags: {} }), "json"),
        uriOf(panel, "csv"),
        uriOf(panel, "json"),
      ];
      // The editor decodes what this file system reads.
      const place = (copy: vscode.Uri): vscode.Uri => uris[Number(copy.path.slice(1, 2))] ?? copy;
      const provider: vscode.FileSystemProvider = {
        onDidChangeFile: () => new vscode.Disposable(() => undefined),
        watch: () => new vscode.Disposable(() => undefined),
        stat: (copy) => files.stat(place(copy)),
        readFile: (copy) => files.readFile(place(copy)),
        readDirectory: () => [],
        createDirectory: () => undefined,
        writeFile: () => undefined,
        delete: () => undefined,
        rename: () => undefined,
      };
      const registered = vscode.workspace.registerFileSystemProvider("encoding-test", provider);
      const settings = vscode.workspace.getConfiguration("files");
      try {
        for (const [index, each] of uris.entries()) {
          await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
          const bytes = Buffer.from(await files.readFile(each)).toString("utf8");
          for (const note of notes) assert.ok(bytes.includes(note), bytes);
          await settings.update(name, value, vscode.ConfigurationTarget.Global);
          const file = `/${index}-${name}-${value}${path.posix.extname(each.path)}`;
          const copy = uri.with({ scheme: "encoding-test", path: file });
          const document = await vscode.workspace.openTextDocument(copy);
          assert.equal(document.getText(), bytes);
        }
      } finally {
        await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
        registered.dispose();
      }
    });
  }

  it("waits with what it knows for a read under way", async () => {
    const asked = deferred<() => void>();
    listener = (_, response) => asked.resolve(() => response.end(oneDay));
    const read = text();
    const stat = files.stat(uri);
    (await asked.promise)();
    assert.equal((await stat).size, oneDay.length);
    await read;
  });

  it("announces a refresh that brings something else, with a later time", async () => {
    const changes: vscode.FileChangeEvent[] = [];
    files.onDidChangeFile((events) => changes.push(...events));
    await text();
    const before = await files.stat(uri);
    await files.refresh(uri);
    assert.deepEqual([changes.length, (await files.stat(uri)).mtime], [0, before.mtime]);
    answer(twoDays);
    await files.refresh(uri);
    assert.deepEqual(
      changes.map(({ uri: changed }) => changed.toString()),
      // A chart reads as its series' CSV.
      [uri.toString(), uri.toString().replace(/csv$/, "chart")],
    );
    assert.ok((await files.stat(uri)).mtime > before.mtime);
    assert.equal(await text(), twoDays);
    assert.equal(server.requests.length, 3);
  });

  it("keeps what a tab shows when a refresh fails, and tells", async () => {
    await text();
    listener = (_, response) => response.writeHead(404).end("gone");
    await files.refresh(uri);
    await until("the message", () => reported[0]);
    assert.equal(reported[0]?.attempt, "Could not refresh INFL.csv");
    assert.equal(await text(), oneDay);
  });

  it("finds nothing outside the grammar and asks nobody about it", async () => {
    const probe = fc.constantFrom(
      "",
      ".vscode/settings.json",
      ".vscode/mcp.json",
      ".claude/settings.json",
      ".github/copilot-instructions.md",
      "AGENTS.md",
      "x.csv",
    );
    const probes = fc.tuple(places, probe, fc.nat(9)).map(([place, name, depth]) => {
      const { path: whole } = vscode.Uri.parse(placeUri(place), true);
      return vscode.Uri.from({
        scheme,
        path: `${whole.split("/").slice(0, depth).join("/")}/${name}`,
      });
    });
    await fc.assert(
      fc.asyncProperty(probes, async (each) => {
        const isMissing = (error: unknown): boolean =>
          error instanceof vscode.FileSystemError && error.code === "FileNotFound";
        const failures = await Promise.all([
          files.stat(each).catch(isMissing),
          files.readFile(each).catch(isMissing),
        ]);
        return failures.every((failure) => failure === true);
      }),
      { numRuns: 500 },
    );
    assert.equal(services.asked, 0);
  });

  it("translates what a service refuses", async () => {
    for (const [status, code] of [
      [401, "NoPermissions"],
      [403, "NoPermissions"],
      [404, "Unavailable"],
      [500, "Unavailable"],
    ] as const) {
      listener = (_, response) => response.writeHead(status).end('{"detail": "words"}');
      await assert.rejects(files.readFile(uri), { code, message: /words/ });
    }
  });

  it("remembers a series that the service does not have, until it is read", async () => {
    const target = seriesTargetOf(uri);
    assert.ok(target !== undefined);
    listener = (_, response) => response.writeHead(404).end("unknown");
    await assert.rejects(files.readFile(uri));
    assert.equal(seriesFailures.of(target)?.status, 404);
    answer(oneDay);
    await files.readFile(uri);
    assert.equal(seriesFailures.of(target), undefined);
  });

  it("tells nobody of what is read in the background", async () => {
    listener = (_, response) => response.writeHead(404).end("unknown");
    await assert.rejects(files.readFile(uri));
    assert.deepEqual(reported, []);
  });

  it("has for a page why a document in a tab was not read, and shows no message", async () => {
    listener = (_, response) => response.writeHead(404).end("unknown");
    await openTab();
    await assert.rejects(files.readFile(uri));
    const failure = await files.failures.of(uri);
    assert.equal(failure?.context.attempt, "Could not open INFL.csv");
    assert.equal(failure.context.connectionId, "acme");
    assert.equal(typeof failure.context.retry, "function");
    assert.deepEqual(reported, []);
  });

  it("keeps the page while it is tried again, and tells it of another failure", async () => {
    const pages = (): boolean[] =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .map(({ input }) => input instanceof vscode.TabInputCustom);
    await openTab();
    listener = (_, response) => response.writeHead(404).end("unknown");
    await assert.rejects(files.readFile(uri));
    const held = deferred<undefined>();
    listener = (_, response) => {
      void held.promise.then(() => response.writeHead(400).end("unreadable"));
    };
    const retry = files.failures.retry(uri);
    assert.equal((await files.failures.of(uri))?.isRetrying, true);
    await until("the request", () => server.requests[1]);
    assert.deepEqual(pages(), [true]);
    held.resolve(undefined);
    await retry;
    const failure = await files.failures.of(uri);
    assert.match(String(failure?.error), /unreadable/);
    assert.equal(failure?.isRetrying, false);
    assert.deepEqual(pages(), [true]);
    assert.deepEqual(reported, []);
  });

  it("tries again what failed for an outage once the service answers, and nothing else", async () => {
    await openTab();
    for (const [status, requests] of [
      // The service was asked three times for the first reading.
      [503, 4],
      [404, 5],
    ] as const) {
      listener = (_, response) => response.writeHead(status).end("unknown");
      await assert.rejects(files.readFile(uri));
      listener = (_, response) => response.writeHead(404).end("unknown");
      await files.failures.retryOutages("elsewhere");
      await files.failures.retryOutages("acme");
      assert.equal(server.requests.length, requests);
    }
  });

  it("gives up when the tab is closed, and tells nobody", async () => {
    const closed = deferred<undefined>();
    listener = (request) => request.once("close", () => closed.resolve(undefined));
    await openTab();
    const read = assert.rejects(files.readFile(uri));
    await until("the request", () => server.requests[0]);
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await read;
    await closed.promise;
    assert.deepEqual(reported, []);
  });

  it("forgets a connection that was reset, without asking anew", async () => {
    await text();
    services.reset();
    assert.equal(server.requests.length, 1);
    answer(twoDays);
    assert.equal(await text(), twoDays);
  });

  it("hears nothing any more once it is disposed", async () => {
    await text();
    files.dispose();
    services.reset();
    assert.equal(server.requests.length, 1);
  });
});
