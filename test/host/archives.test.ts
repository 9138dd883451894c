import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type ApiKey, parseApiKey } from "../../src/service/apiKey";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { archiveOffer, askAboutArchive } from "../../src/connect/archiveFlow";
import { clearCache } from "../../src/connect/connectionCommands";
import { forgetApiKey } from "../../src/connect/keyFlow";
import { type ConnectionDependencies } from "../../src/connect/connectionParts";
import { memento } from "../support/memento";
import { TestSecrets } from "../support/secretStorages";
import { type TemporaryFolder, temporaryFolder } from "../support/temporaryFolder";
import { type TestServer, startServer } from "../support/testServer";
import { TestWindow } from "../support/testWindow";
import {
  restoreUserSettings,
  setUserSettings,
  type UserSettings,
  userSettings,
} from "../support/userSettings";

const bundleFolder = path.join(__dirname, "../..");

describe("the archive", () => {
  let original: UserSettings;
  let folder: TemporaryFolder;
  let server: TestServer;
  let window: TestWindow;
  let level = 1;

  before(async () => {
    original = userSettings();
    server = await startServer((_, response) => {
      const latest = { Date: "2026-11-24", Level: level, Momentum: 0, Aggregate: 0 };
      response.end(
        JSON.stringify([{ signal_code: "INFL", version: 1, country_iso: "US", latest }]),
      );
    });
    const acme = { name: "Acme", baseUrl: server.origin };
    const other = { name: "Other", baseUrl: `${server.origin}/other` };
    await setUserSettings({ connections: { acme, other }, connection: "acme" });
  });
  beforeEach(async () => {
    folder = temporaryFolder("archives");
    const storage = { storageFolder: folder.path, bundleFolder };
    window = new TestWindow({ ...storage, globalState: memento(), secrets: new TestSecrets() });
    await useKey("first-key");
  });
  afterEach(() => {
    window.dispose();
    folder.remove();
  });
  after(async () => {
    await restoreUserSettings(original);
    await server.close();
  });

  function keyOf(text: string): ApiKey {
    const typed = parseApiKey(text);
    assert.ok(typed.ok);
    return typed.key;
  }

  async function useKey(text: string): Promise<void> {
    await window.apiKeys.store(server.origin, keyOf(text));
  }

  /** Fetches an answer with this level, which is archived if the archive has begun. */
  async function ask(newLevel: number, connection = "acme"): Promise<void> {
    level = newLevel;
    const { archive, catalog } = await window.services.get(connection);
    const answer = await catalog.latestSignals({ isRefresh: true });
    await archive.keep("signals", answer);
  }

  async function begin(connection = "acme"): Promise<void> {
    await (await window.services.get(connection)).archive.begin();
  }

  /** The levels of the archived answers of the current key. */
  async function levels(connection = "acme"): Promise<readonly (number | undefined)[]> {
    const { archive } = await window.services.get(connection);
    const kept = await archive.list("signals");
    return Promise.all(kept.map(async (each) => (await archive.signals(each))?.columns.level[0]));
  }

  /** Answers each dialog with one of its buttons; returns what was asked. */
  async function answering(
    kind: "showWarningMessage" | "showInformationMessage",
    choice: string | readonly string[] | undefined,
    work: () => Promise<unknown>,
  ): Promise<readonly string[]> {
    const { [kind]: show } = vscode.window;
    const asked: string[] = [];
    const answer = (
      question: string,
      { detail = "" }: vscode.MessageOptions = {},
      ...choices: (string | vscode.MessageItem)[]
    ): Promise<string | vscode.MessageItem | undefined> => {
      asked.push(`${question} ${detail}`.trim());
      const titleOf = (each: string | vscode.MessageItem): string =>
        typeof each === "string" ? each : each.title;
      return Promise.resolve(choices.find((each) => [choice].flat().includes(titleOf(each))));
    };
    Object.assign(vscode.window, { [kind]: answer });
    try {
      await work();
    } finally {
      Object.assign(vscode.window, { [kind]: show });
    }
    return asked;
  }

  /** Uses another key, as the flows do; returns what was asked. */
  async function rotate(
    text: string,
    choice: string | undefined,
    whileUsed: () => Promise<void> = () => Promise.resolve(),
  ): Promise<readonly string[]> {
    const { services, apiKeys } = window;
    const parts = { services, apiKeys } as ConnectionDependencies;
    const url = parseBaseUrl(server.origin);
    assert.ok(url.ok);
    const offer = await archiveOffer(parts, url.baseUrl, keyOf(text));
    await useKey(text);
    await whileUsed();
    return answering("showInformationMessage", choice, offer);
  }

  it("begins when told to, and then holds every answer that is fetched", async () => {
    await ask(1);
    assert.deepEqual(await levels(), []);
    await begin();
    await ask(2);
    await ask(3);
    assert.deepEqual(await levels(), [2, 3]);
    assert.deepEqual(await levels("other"), []);
  });

  it("of one key is not shown for another (HTTP-14)", async () => {
    await begin();
    await ask(1);
    await useKey("second-key");
    assert.deepEqual(await levels(), []);
    await useKey("first-key");
    assert.deepEqual(await levels(), [1]);
  });

  it("moves to a new key of the same account, for each service of the origin", async () => {
    await begin();
    await ask(1);
    await begin("other");
    await ask(2, "other");
    const asked = await rotate("second-key", "Keep Archive");
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? "", /^Keep the archive for the new API key\? .* 2 responses since /);
    assert.deepEqual([await levels(), await levels("other")], [[1], [2]]);
    await ask(3);
    assert.deepEqual(await levels(), [1, 3]);
    assert.deepEqual(await rotate("second-key", "Keep Archive"), []);
  });

  it("goes to a new key whose archive an open page has begun before the question is asked", async () => {
    await begin();
    await ask(1);
    const asked = await rotate("second-key", "Keep Archive", async () => {
      await begin();
      await ask(2);
    });
    assert.equal(asked.length, 1);
    assert.deepEqual(await levels(), [1, 2]);
  });

  it("stays with the earlier key if the new one belongs to another account", async () => {
    await begin();
    await ask(1);
    await rotate("second-key", "Start New Archive");
    await ask(2);
    assert.deepEqual(await levels(), [2]);
    assert.deepEqual(await rotate("second-key", undefined), []);
    await useKey("first-key");
    assert.deepEqual(await levels(), [1]);
  });

  it("is offered again if the dialog was dismissed, and not offered if there is none", async () => {
    assert.deepEqual(await rotate("first-key", undefined), []);
    await begin();
    await ask(1);
    for (const _ of [1, 2]) assert.equal((await rotate("second-key", undefined)).length, 1);
    assert.deepEqual(await levels(), []);
  });

  it("outlives the cache and the key, and is deleted only if the user agrees (SEC-34)", async () => {
    const origin = { origin: server.origin };
    const about = async (): Promise<unknown> =>
      (await askAboutArchive(window.services.archives, origin))();
    assert.deepEqual(await answering("showWarningMessage", "Delete Archive", about), []);
    await begin();
    await ask(1);
    await window.services.clearCache();
    await window.services.forgetKey(server.origin);
    await useKey("first-key");
    assert.deepEqual(await levels(), [1]);
    const asked = await answering("showWarningMessage", "Keep Archive", async () => {
      assert.deepEqual(await about(), { words: "The archive was kept.", left: [] });
    });
    assert.match(asked[0] ?? "", /It holds 1 response from .*This data cannot be fetched again\.$/);
    await answering("showWarningMessage", undefined, about);
    assert.deepEqual(await levels(), [1]);
    await answering("showWarningMessage", "Delete Archive", async () => {
      assert.deepEqual(await about(), { words: "The archive was deleted.", left: [] });
    });
    assert.deepEqual(await levels(), []);
  });

  it("of one service is deleted without that of another service at the same origin", async () => {
    await begin();
    await ask(1);
    await begin("other");
    await ask(2, "other");
    const { connection } = await window.services.get("other");
    assert.ok(connection.kind === "service");
    const { archives } = window.services;
    assert.deepEqual(await archives.clear({ baseUrl: connection.baseUrl }), []);
    assert.deepEqual([await levels(), await levels("other")], [[1], []]);
  });

  /** All dialogs and messages of a command. */
  async function conversation(
    choices: readonly string[],
    command: (parts: ConnectionDependencies) => Promise<void>,
  ): Promise<readonly string[]> {
    const { services, connections, apiKeys } = window;
    const parts = { services, connections, apiKeys } as ConnectionDependencies;
    let said: readonly string[] = [];
    const asked = await answering("showWarningMessage", choices, async () => {
      said = await answering("showInformationMessage", undefined, () => command(parts));
    });
    return [...asked, ...said];
  }

  it("gets its own question in Forget API Key (SEC-34)", async () => {
    await begin();
    await ask(1);
    const forget = (parts: ConnectionDependencies): Promise<void> => forgetApiKey(parts, "acme");
    const [first, second, report] = await conversation(["Forget", "Keep Archive"], forget);
    assert.match(first ?? "", /^Forget the API key of/);
    assert.match(second ?? "", /^Also delete the archive of latest signals and forecasts\?/);
    assert.match(report ?? "", /was forgotten\. .* The archive was kept\.$/);
    await useKey("first-key");
    assert.deepEqual(await levels(), [1]);
    const last = (await conversation(["Forget", "Delete Archive"], forget)).at(-1);
    assert.match(last ?? "", /was forgotten\. .* The archive was deleted\.$/);
    await useKey("first-key");
    assert.deepEqual(await levels(), []);
    assert.equal((await conversation(["Forget"], forget)).length, 2);
  });

  it("gets its own question in Clear Cache", async () => {
    await begin();
    await ask(1);
    const clear = ({ services }: ConnectionDependencies): Promise<void> => clearCache(services);
    const [asked, report] = await conversation(["Keep Archive"], clear);
    assert.match(asked ?? "", /^Also delete the archive/);
    assert.match(report ?? "", /^Cleared the cache: .*\. The archive was kept\.$/);
    assert.deepEqual(await levels(), [1]);
    const last = (await conversation(["Delete Archive"], clear)).at(-1);
    assert.match(last ?? "", /The archive was deleted\.$/);
    assert.deepEqual(await levels(), []);
    assert.equal((await conversation([], clear)).length, 1);
  });

  it("lies in folders that name no key and no service (SEC-10)", async () => {
    await begin();
    await ask(1);
    const { fsPath } = vscode.Uri.file(folder.path);
    const names = (
      await vscode.workspace.fs.readDirectory(vscode.Uri.file(path.join(fsPath, "archive")))
    ).map(([name]) => name);
    assert.match(names.join(), /^[\da-f]{16}-[\da-f]{32}$/);
  });
});
