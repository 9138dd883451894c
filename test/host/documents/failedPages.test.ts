import assert from "node:assert/strict";
import * as vscode from "vscode";
import { failedScheme, placeUri } from "../../../src/shared/place";
import { signalRef } from "../../../src/shared/reference";
import { itInBoth } from "../../support/inBothEditors";
import { until } from "../../support/until";

/** Of a connection that nobody has, so that it cannot be read. */
function failingUri(country: string): vscode.Uri {
  const tags = { country_iso: country };
  const reference = signalRef({
    code: "INFL",
    version: 2,
    tags,
    dataKind: "SNAP",
    asOf: "latest",
  });
  return vscode.Uri.parse(placeUri({ connectionId: "nobody", reference, form: "csv" }), true);
}

function tabsOf(group: vscode.TabGroup): string[] {
  return group.tabs.map(({ input, isPinned, label }) => {
    const kind = input instanceof vscode.TabInputCustom ? input.uri.scheme : "text";
    return `${isPinned ? "pinned " : ""}${kind} ${label}`;
  });
}

/** Waits until the groups have these tabs, in any order. */
async function untilTabs(...expected: string[][]): Promise<void> {
  await until(`the tabs ${JSON.stringify(expected)}`, () => {
    const shown = vscode.window.tabGroups.all.map((group) => tabsOf(group).toSorted());
    return JSON.stringify(shown) === JSON.stringify(expected) || undefined;
  });
}

describe("the page of a document that cannot be read", () => {
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closeAllEditors");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  itInBoth("stands in each group that shows the document", async () => {
    const uri = failingUri("US");
    for (const viewColumn of [1, 2]) {
      await vscode.commands.executeCommand("vscode.open", uri, { viewColumn, preview: false });
    }
    await untilTabs([`${failedScheme} INFL US.csv`], [`${failedScheme} INFL US.csv`]);
  });

  it("takes the place of each of several that fail at once, when it comes to the front", async () => {
    const uris = ["US", "DE"].map(failingUri);
    await Promise.all(
      uris.map((uri) => vscode.commands.executeCommand("vscode.open", uri, { preview: false })),
    );
    await vscode.commands.executeCommand("workbench.action.openEditorAtIndex1");
    await vscode.commands.executeCommand("workbench.action.openEditorAtIndex2");
    await untilTabs([`${failedScheme} INFL DE.csv`, `${failedScheme} INFL US.csv`]);
  });

  it("stands there once, however often its document is opened again", async () => {
    for (let time = 0; time < 3; time++) {
      await vscode.commands.executeCommand("vscode.open", failingUri("US"), { preview: false });
    }
    await untilTabs([`${failedScheme} INFL US.csv`]);
  });

  itInBoth("of which nothing is known reads its document again, as after a reload", async () => {
    const page = failingUri("FR").with({ scheme: failedScheme });
    let texts = 0;
    const listener = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      texts += opened.filter(({ input }) => input instanceof vscode.TabInputText).length;
    });
    await vscode.commands.executeCommand("vscode.open", page, { preview: false });
    await until("its text", () => texts > 0 || undefined);
    listener.dispose();
    await untilTabs([`${failedScheme} INFL FR.csv`]);
  });

  it("runs nothing for an id that it never gave", async () => {
    const given: unknown = await vscode.commands.executeCommand(
      "macroSignals.runFailedOffer",
      "never given",
      0,
    );
    assert.equal(given, undefined);
  });
});
