import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import { environmentKeyVariable } from "../../../src/shared/environmentKeyVariable";
import { failedScheme, type Form, placeUri, scheme } from "../../../src/shared/place";
import { signalRef } from "../../../src/shared/reference";
import { itInBoth } from "../../support/inBothEditors";
import { StoppableServer } from "../../support/stoppableServer";
import { until } from "../../support/until";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../../support/userSettings";

const csv = "Date,Level\n2024-01-01,1.5\n2024-01-02,\n2024-01-03,-0.25\n";
/** As pandas writes the same table: `to_json(orient="records")`, one row a line. */
const json = JSON.stringify([
  { Date: "2024-01-01", Level: 1.5 },
  { Date: "2024-01-02", Level: null },
  { Date: "2024-01-03", Level: -0.25 },
]);

/** Reads what it opens as bytes. */
class BytesEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(private readonly didRead: (uri: vscode.Uri, bytes: Uint8Array) => void) {}

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor({ uri }: vscode.CustomDocument): Promise<void> {
    this.didRead(uri, await vscode.workspace.fs.readFile(uri));
  }
}

// They drive the extension itself against a service of this test: the editor reads only from the extension's documents.
describe("documents in editors that a person chose for their files (CODE-02)", () => {
  const server = new StoppableServer(({ url = "" }, response) => {
    if (url.endsWith("/signal/")) response.end('["INFL"]');
    else response.end(csv);
  });
  /** The last text that each of the other editors read, by URI. */
  const read = new Map<string, string>();
  const registrations: vscode.Disposable[] = [];
  const workbench = vscode.workspace.getConfiguration("workbench");
  let original: UserSettings;
  let opened = 0;

  const didRead = (uri: vscode.Uri, bytes: Uint8Array): void => {
    read.set(uri.toString(), Buffer.from(bytes).toString("utf8"));
  };

  before(async () => {
    await server.start();
    original = userSettings();
    const acme = { name: "Acme", baseUrl: server.origin };
    await setUserSettings({ connections: { acme }, connection: "acme" });
    process.env[environmentKeyVariable] = "key-of-this-test";
    await useKeyOfEnvironment();
    registrations.push(
      vscode.window.registerCustomEditorProvider("other.bytes", new BytesEditor(didRead)),
      vscode.window.registerCustomEditorProvider("other.text", {
        resolveCustomTextEditor: (document) => {
          didRead(document.uri, Buffer.from(document.getText()));
        },
      }),
      vscode.workspace.registerNotebookSerializer("other.notebook", {
        deserializeNotebook: (bytes) => {
          const text = Buffer.from(bytes).toString("utf8");
          const cell = new vscode.NotebookCellData(vscode.NotebookCellKind.Code, text, "csv");
          return new vscode.NotebookData([cell]);
        },
        serializeNotebook: () => new Uint8Array(),
      }),
      vscode.workspace.onDidOpenNotebookDocument((notebook) => {
        didRead(notebook.uri, Buffer.from(notebook.cellAt(0).document.getText()));
      }),
    );
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
    await workbench.update("editorAssociations", undefined, vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    for (const each of registrations) each.dispose();
    Reflect.deleteProperty(process.env, environmentKeyVariable);
    await restoreUserSettings(original);
    await server.stop();
  });

  /** Accepts the last row, which uses the environment's key, as soon as it is there. */
  async function useKeyOfEnvironment(): Promise<void> {
    const flow = vscode.commands.executeCommand("macroSignals.enterApiKey", "acme");
    const isOver = Promise.resolve(flow).then(() => true);
    while (!(await Promise.race([isOver, sleep(100, false)]))) {
      await vscode.commands.executeCommand("quickInput.last");
      await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    }
  }

  /** A series that was never opened before. */
  function nextUri(form: Form): vscode.Uri {
    const tags = { country_iso: `C${(opened += 1)}` };
    const reference = signalRef({
      code: "INFL",
      version: 0,
      tags,
      dataKind: "SNAP",
      asOf: "latest",
    });
    return vscode.Uri.parse(placeUri({ connectionId: "acme", reference, form }), true);
  }

  /** What the only tab is: its scheme, and its editor. */
  function tab(): string {
    const [only, ...others] = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
    const input = only?.input;
    if (others.length > 0) return "several";
    if (input instanceof vscode.TabInputText) return `${input.uri.scheme} text`;
    if (input instanceof vscode.TabInputCustom) return `${input.uri.scheme} ${input.viewType}`;
    if (input instanceof vscode.TabInputNotebook) {
      return `${input.uri.scheme} ${input.notebookType}`;
    }
    return "none";
  }

  async function untilTab(expected: string): Promise<void> {
    let last = "";
    await until(
      `${expected} as the only tab`,
      () => (last = tab()) === expected || undefined,
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}, but ${last}`);
    });
  }

  async function textIn(editor: string, uri: vscode.Uri): Promise<string> {
    if (editor === "text") {
      return until("its text", () => {
        const shown = vscode.window.activeTextEditor?.document;
        return shown?.uri.toString() === uri.toString() ? shown.getText() : undefined;
      });
    }
    return until("its bytes", () => read.get(uri.toString()));
  }

  const cases: readonly (readonly [
    pattern: string,
    association: string,
    editor: string,
    retried?: string,
  ])[] = [
    ["*.csv", "other.bytes", "other.bytes"],
    ["**/*.csv", "other.bytes", "other.bytes"],
    // VS Code keeps the failure of such an editor: what is read afterwards is shown as text.
    ["*.csv", "other.text", "other.text", "text"],
    ["*.csv", "other.notebook", "other.notebook"],
    ["*.csv", "default", "text"],
    ["*.csv", "missing.editor", "text"],
    ["*.json", "other.bytes", "other.bytes"],
  ];
  for (const [pattern, association, editor, retried = editor] of cases) {
    const test = editor.startsWith("other.") && pattern === "*.csv" ? itInBoth : it;
    test(`have a page when they fail, and the right bytes then, too: ${pattern} in ${association}`, async () => {
      const form: Form = pattern.endsWith("json") ? "json" : "csv";
      const isRight = (text: string): void => {
        if (form === "csv") assert.equal(text, csv);
        else assert.deepEqual(JSON.parse(text), JSON.parse(json));
      };
      const associations = { [pattern]: association };
      const { Global } = vscode.ConfigurationTarget;
      await workbench.update("editorAssociations", associations, Global);
      const there = nextUri(form);
      await vscode.commands.executeCommand(
        `macroSignals.open${form === "csv" ? "Csv" : "Json"}`,
        there,
      );
      await untilTab(`${scheme} ${editor}`);
      isRight(await textIn(editor, there));
      await vscode.commands.executeCommand("workbench.action.closeAllEditors");
      const failing = nextUri(form);
      await server.stop();
      try {
        await vscode.commands.executeCommand("vscode.open", failing);
        await untilTab(`${failedScheme} macroSignals.failed`);
      } finally {
        await server.start();
      }
      assert.equal(read.get(failing.toString()), undefined);
      await vscode.commands.executeCommand("macroSignals.refreshDocument", failing);
      await untilTab(`${scheme} ${retried}`);
      isRight(await textIn(retried, failing));
    });
  }
});
