import assert from "node:assert/strict";
import * as vscode from "vscode";
import { foundReferences } from "../../../src/features/notebook/code/foundReferences";
import { type LineItem, lineItems } from "../../../src/features/notebook/lines/lineItems";
import { LineProviders } from "../../../src/features/notebook/lines/lineProviders";
import { itInBoth } from "../../support/inBothEditors";
import { LineBench, placeIn } from "../../support/lineBench";
import { until } from "../../support/until";

const inflation = "signals/INFL/2/country_iso=US";

async function lensesOf(uri: vscode.Uri): Promise<vscode.CodeLens[]> {
  return vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
}

describe("what stands at reference lines", () => {
  let bench: LineBench;
  beforeEach(() => (bench = new LineBench()));
  afterEach(() => bench.dispose());

  function itemsOf(text: string): readonly LineItem[] {
    const [found] = foundReferences([text]);
    assert.ok(found);
    return lineItems(found, vscode.Uri.file("/x.py"), bench.connections);
  }

  const texts = (text: string): string[] => itemsOf(text).map((item) => item.text);
  const actions = ["Refresh", "Open Chart", "Show Drift"];
  const ofVintage = [...actions, "Show Revisions"];

  it("says what the series is and what can be done with it", () => {
    assert.deepEqual(texts(`# macro-signals: ${inflation}/FIT/20261119T235959Z @ sample`), [
      "$(graph-line) SAMPLE INFL US · FIT · as of 19 Nov 2026",
      ...ofVintage,
    ]);
    assert.deepEqual(texts(`-- macro-signals: ${inflation}/SNAP/latest @ sample`).slice(0, 1), [
      "$(graph-line) SAMPLE INFL US · SNAP · latest",
    ]);
    assert.deepEqual(texts("# macro-signals: forecasts/SPX/USD/12 Months @ sample"), [
      "$(graph-line) SAMPLE SPX USD 12 Months",
      ...actions,
    ]);
  });

  it("knows the connection with this very address, and no other (SEC-20)", () => {
    const { href } = bench.services.connection.baseUrl;
    assert.equal(texts(`# macro-signals: ${inflation}/FIT/latest @ ${href}`).length, 4);
    for (const other of [`${href}/x`, "https://evil.example", "SAMPLE", `${href}@evil.example`]) {
      const items = itemsOf(`# macro-signals: ${inflation}/FIT/latest @ ${other}`);
      assert.match(items[0]?.text ?? "", /no connection to /);
      assert.deepEqual(
        items.map(({ command }) => command?.command),
        [undefined, "macroSignals.connectService"],
      );
    }
  });

  for (const [text, problem] of [
    [
      "# macro-signals: signals/INFL/two/country_iso=US/FIT/latest @ sample",
      "Its version is not a whole number.",
    ],
    ["# macro-signals: ", "It must be a reference, @ between spaces, and a service."],
  ] as const) {
    it(`offers nothing for ${text}`, () => {
      const items = itemsOf(text);
      assert.deepEqual(
        items.map(({ text: shown, command }) => [shown, command]),
        [["$(warning) This reference line cannot be read", undefined]],
      );
      const part = `${problem} The line was changed by hand. Insert the series again.`;
      assert.equal(items[0]?.tooltip, part);
    });
  }

  itInBoth(
    "has what can be done with one line first in its cell, whose last items a narrow one hides",
    async () => {
      const provider = new LineProviders({
        ...bench.connections,
        onDidChange: () => ({ dispose: () => undefined }),
      });
      const line = `# macro-signals: ${inflation}/FIT/20261119T235959Z @ sample`;
      const notebook = await bench.notebook(line, `${line}\n${line}`, line.replace("@ s", "@ x"));
      const inCells = await Promise.all(
        notebook.getCells().map((cell) => provider.provideCellStatusBarItems(cell)),
      );
      provider.dispose();
      const label = "$(graph-line) SAMPLE INFL US · FIT · as of 19 Nov 2026";
      const [one, two, unknown] = inCells.map((items) => items.map((item) => item.text));
      assert.deepEqual(one, [...ofVintage, label]);
      assert.deepEqual(two, [label, ...ofVintage, label, ...ofVintage]);
      assert.match(unknown?.[0] ?? "", /no connection to/);
    },
  );

  it("shows icons of our own alone (SEC-13)", () => {
    const [item] = itemsOf(`# macro-signals: signals/%24%28trash%29/2/%00/FIT/latest @ $(x)`);
    assert.ok(item);
    assert.equal(item.text.replace("$(warning)", "").replaceAll("\\$(", "").includes("$("), false);
  });

  itInBoth("stands above the lines of scripts and of any text, and asks for nothing", async () => {
    const line = `# macro-signals: ${inflation}/FIT/20240628T235959Z @ sample`;
    const text = ["# %%", line, "x = 1", "# %%", line.replace("US", "DE"), ""].join("\n");
    for (const name of ["x.py", "x.R", "x.sql", "x.md", "x.txt"]) {
      const document = await bench.script(text, name);
      const lenses = await lensesOf(document.uri);
      const own = lenses.filter(({ command }) => command?.title.includes("SAMPLE INFL") === true);
      assert.deepEqual(
        own.map(({ range }) => range.start.line),
        [1, 4],
        name,
      );
    }
    assert.equal(bench.services.asked, 0);
  });

  it("stands at no line of a document that cannot be changed, such as the old side of a comparison", async () => {
    const line = `# macro-signals: ${inflation}/FIT/20240628T235959Z @ sample`;
    const provider = { provideTextDocumentContent: () => `${line}\n` };
    const old = vscode.workspace.registerTextDocumentContentProvider("old-side", provider);
    const uri = vscode.Uri.parse("old-side:/research.py");
    await vscode.window.showTextDocument(uri);
    assert.deepEqual(await lensesOf(uri), []);
    old.dispose();
  });

  itInBoth("follows a change of the line", async () => {
    const line = `# macro-signals: ${inflation}/FIT/20240628T235959Z @ sample`;
    const document = await bench.script(line);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 0, line.length), line.replace("/2/", "/x/"));
    await vscode.workspace.applyEdit(edit);
    const lenses = await lensesOf(document.uri);
    assert.deepEqual(
      lenses.map(({ command }) => command?.title),
      ["$(warning) This reference line cannot be read"],
    );
  });

  it("opens the chart of the series from a cell", async () => {
    const notebook = await bench.notebook(
      `# macro-signals: ${inflation}/FIT/20240628T235959Z @ sample\n`,
    );
    const location = { uri: notebook.cellAt(0).document.uri.toString(), row: 0 };
    await vscode.commands.executeCommand("macroSignals.openLineChart", location);
    await until("the chart", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom &&
        input.uri.path.startsWith(`/sample/${inflation}/FIT/20240628T235959Z/`)
        ? input
        : undefined;
    });
  });

  it("refreshes the line at the cursor of the sample's own code, by the command alone", async () => {
    const line = `# macro-signals: ${inflation}/FIT/20240628T235959Z @ sample`;
    const document = await bench.script(`x = 1\n${line}\n`);
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(1, 3, 1, 3);
    await vscode.commands.executeCommand("macroSignals.refreshLine");
    const { reference } = placeIn(document).line;
    assert.ok(reference.family === "signal" && reference.asOf > "20260101T000000Z");
  });

  it("does nothing for what anybody else passes to the commands (SEC-12)", async () => {
    for (const argument of [null, 1, "x", {}, { uri: 1, row: 1 }, { uri: "file:///x", row: 0 }]) {
      const command = vscode.commands.executeCommand("macroSignals.refreshLine", argument);
      assert.equal(await command, undefined);
    }
  });
});

describe("the hint at SNAP as of latest", () => {
  let bench: LineBench;
  beforeEach(() => (bench = new LineBench()));
  afterEach(() => bench.dispose());

  async function hintsOf(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
    return until("a hint", () => {
      const all = vscode.languages.getDiagnostics(document.uri);
      const own = all.filter(({ source }) => source === "macro-signals");
      return own.length > 0 ? own : undefined;
    });
  }

  it("stands at no other line", async () => {
    const lines = ["SNAP/latest", "FIT/latest", "SNAP/20240628T235959Z", "SNAP/latest"];
    const text = lines.map((end) => `# macro-signals: ${inflation}/${end} @ sample`).join("\n");
    const hints = await hintsOf(await bench.script(text));
    assert.deepEqual(
      hints.map(({ range }) => range.start.line),
      [0, 3],
    );
    assert.ok(hints.every(({ severity }) => severity === vscode.DiagnosticSeverity.Hint));
  });

  for (const [title, form] of [
    ["Freeze As-Of", /\/SNAP\/\d{8}T\d{6}Z @ sample$/],
    ["Use FIT", /\/FIT\/\d{8}T\d{6}Z @ sample$/],
  ] as const) {
    it(`goes with the quick fix ${title}`, async () => {
      const document = await bench.script(`# macro-signals: ${inflation}/SNAP/latest @ sample`);
      const [hint] = await hintsOf(document);
      assert.ok(hint);
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        hint.range,
      );
      const command = actions.find((action) => action.title === title)?.command;
      assert.ok(command);
      await vscode.commands.executeCommand(
        command.command,
        ...((command.arguments ?? []) as unknown[]),
      );
      assert.match(document.lineAt(0).text, form);
      await until("no hint", () =>
        vscode.languages.getDiagnostics(document.uri).length === 0 ? true : undefined,
      );
    });
  }
});
