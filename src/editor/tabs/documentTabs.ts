import * as vscode from "vscode";
import { failedScheme, scheme } from "../../shared/place";
import { type Disposable, DisposableStore } from "../disposables";
import { tabUris } from "./tabUris";
import { Turns } from "../turns";
import { replaceTab } from "./replaceTab";

/** View type of the page of a failed document, as in the manifest. */
export const failedViewType = "macroSignals.failed";

/** The tabs that show our documents. */
export class DocumentTabs implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didOpen = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  /** Fires with a document that a new tab shows. */
  readonly onDidOpen = this.didOpen.event;
  private readonly didClose = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  /** Fires with a document whose last tab was closed, including the page of its failure. */
  readonly onDidClose = this.didClose.event;
  /** Tabs are replaced one after the other. */
  private readonly turns = new Turns();
  /** URIs of documents whose tabs are being replaced by pages: a preview tab closes before its page opens. */
  private readonly replaced = new Set<string>();

  constructor() {
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabs((change) => this.follow(change)));
  }

  has(uri: vscode.Uri): boolean {
    return allTabs().some((tab) => shows(tab, uri));
  }

  /** Whether a tab shows the page of a failed document. */
  hasPage(uri: vscode.Uri): boolean {
    return allTabs().some((tab) => isFailed(tab) && shows(tab, uri));
  }

  /** Whether such a page is the active tab of a group. */
  hasPageInFront(uri: vscode.Uri): boolean {
    return allTabs().some((tab) => tab.isActive && isFailed(tab) && shows(tab, uri));
  }

  /** Whether a tab shows the editor's own error for good: pages do not replace pinned tabs and comparisons. */
  hasOwnError(uri: vscode.Uri): boolean {
    const isKept = (tab: vscode.Tab): boolean => tab.isPinned || !isReplaceable(tab);
    return allTabs().some((tab) => readsText(tab) && isKept(tab) && shows(tab, uri));
  }

  /** Both sides of a comparison that includes the document; empty without one. */
  sidesOf(uri: vscode.Uri): readonly vscode.Uri[] {
    const comparisons = allTabs().filter(({ input }) => input instanceof vscode.TabInputTextDiff);
    const tab = comparisons.find((each) => shows(each, uri) && documentUris(each).length === 2);
    return tab === undefined ? [] : documentUris(tab);
  }

  /** Reopens a document in every group whose active tab shows it: the editor never rereads a file that failed. */
  async reopen(uri: vscode.Uri): Promise<void> {
    await this.turns.take(uri.toString(), () => reopenActive(uri));
  }

  /** Opens a document as text in every group whose active tab shows it in an editor of another extension. */
  async showAsText(uri: vscode.Uri): Promise<void> {
    await this.turns.take(uri.toString(), async () => {
      for (const { activeTab: tab } of vscode.window.tabGroups.all) {
        if (tab === undefined || !(tab.input instanceof vscode.TabInputCustom)) continue;
        if (readsText(tab) && shows(tab, uri)) await replaceTab(tab, uri, { viewType: "default" });
      }
    });
  }

  /** Reopens a document on request; brings it to the front if no tab shows it there. */
  async show(uri: vscode.Uri): Promise<void> {
    await this.turns.take(uri.toString(), async () => {
      const tabs = allTabs().filter((tab) => shows(tab, uri));
      const [tab] = tabs;
      if (tabs.some(({ isActive }) => isActive)) await reopenActive(uri);
      else if (tab !== undefined) await reopenTab(tab, uri);
      else await vscode.commands.executeCommand("vscode.open", uri);
    });
  }

  /**
   * Replaces the active tab of a failed document by a page with the reason, in each group. Pinned tabs stay.
   *
   * @param hasFailed - Called when the earlier replacements are done.
   */
  async showFailed(uri: vscode.Uri, hasFailed: () => boolean): Promise<void> {
    const text = uri.toString();
    await this.turns.take(text, async () => {
      if (!hasFailed()) return;
      this.replaced.add(text);
      try {
        await replaceActive(uri, uri.with({ scheme: failedScheme }));
      } finally {
        this.replaced.delete(text);
        if (!this.has(uri)) this.didClose.fire(uri);
      }
    });
  }

  /**
   * Settles as the read of a document does. When the person cancels it, closes tabs that have nothing to show, since
   * the editor would show an error in them. Pinned tabs stay.
   */
  async closeCancelled<T>(
    uri: vscode.Uri,
    reading: Promise<T>,
    cancelled: AbortSignal,
  ): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (cancelled.aborted && !isShown(uri)) {
        const tabs = allTabs().filter(
          (tab) => !tab.isPinned && (readsText(tab) || isFailed(tab)) && shows(tab, uri),
        );
        // A tab that is already closed needs nothing more.
        await Promise.allSettled(tabs.map((tab) => vscode.window.tabGroups.close(tab, true)));
      }
      throw error;
    }
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private follow({ opened, closed }: vscode.TabChangeEvent): void {
    for (const uri of opened.flatMap(documentUris)) this.didOpen.fire(uri);
    for (const uri of closed.flatMap(documentUris)) {
      if (!this.has(uri) && !this.replaced.has(uri.toString())) this.didClose.fire(uri);
    }
  }
}

/** The group whose tab shows a document; undefined without one. */
export function viewColumnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
  return allTabs().find((tab) => shows(tab, uri))?.group.viewColumn;
}

/** Our documents in the active tab: one, or both sides of a comparison. */
export function activeDocuments(): readonly vscode.Uri[] {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab === undefined ? [] : documentUris(activeTab);
}

/** Our documents in all tabs. */
export function openDocuments(): readonly vscode.Uri[] {
  return allTabs().flatMap(documentUris);
}

function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs);
}

function shows(tab: vscode.Tab, uri: vscode.Uri): boolean {
  const text = uri.toString();
  return documentUris(tab).some((each) => each.toString() === text);
}

/** Whether the editor has loaded the text of a document. */
function isShown(uri: vscode.Uri): boolean {
  const text = uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === text);
}

/**
 * Whether a tab shows a document as its text or in an editor of another extension, which a person can choose for CSV and
 * JSON; our own pages are no such editors.
 */
function readsText({ input }: vscode.Tab): boolean {
  return !(input instanceof vscode.TabInputCustom && input.viewType.startsWith("macroSignals."));
}

/** Whether a tab has nothing to show but a failed document. */
function isReplaceable(tab: vscode.Tab): boolean {
  return readsText(tab) && tabUris(tab).length === 1;
}

/** The documents of a tab; the page of a failed document counts as the document. */
function documentUris(tab: vscode.Tab): vscode.Uri[] {
  return tabUris(tab)
    .map((uri) => (uri.scheme === failedScheme ? uri.with({ scheme }) : uri))
    .filter((uri) => uri.scheme === scheme);
}

async function reopenActive(uri: vscode.Uri): Promise<void> {
  for (const { activeTab } of vscode.window.tabGroups.all) {
    if (activeTab !== undefined && shows(activeTab, uri)) await reopenTab(activeTab, uri);
  }
}

async function replaceActive(uri: vscode.Uri, page: vscode.Uri): Promise<void> {
  for (const { activeTab: tab } of vscode.window.tabGroups.all) {
    if (tab === undefined || tab.isPinned || !isReplaceable(tab) || !shows(tab, uri)) continue;
    // Its path ends as the document's, for which a person may have chosen an editor.
    const options = { preview: tab.isPreview, preserveFocus: true, viewType: failedViewType };
    await replaceTab(tab, page, options);
  }
}

async function reopenTab(tab: vscode.Tab, uri: vscode.Uri): Promise<void> {
  const { viewColumn } = tab.group;
  const options = { viewColumn, preview: tab.isPreview, preserveFocus: true };
  if (tab.input instanceof vscode.TabInputTextDiff) {
    const { original, modified } = tab.input;
    await vscode.commands.executeCommand("vscode.diff", original, modified, tab.label, options);
  } else if (isFailed(tab)) await replaceTab(tab, uri, options);
  else await vscode.commands.executeCommand("vscode.open", uri, options);
}

function isFailed(tab: vscode.Tab): boolean {
  return tabUris(tab).some(({ scheme: each }) => each === failedScheme);
}
