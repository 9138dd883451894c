import * as vscode from "vscode";
import { failedScheme, scheme } from "../../shared/place";
import { type Disposable, DisposableStore } from "../disposables";
import { tabUris } from "../tabUris";
import { Turns } from "../turns";
import { replaceTab } from "./replaceTab";

/** Which of our documents stand in tabs: those that a person opened. */
export class DocumentTabs implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didOpen = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  /** Fires with a document that a new tab shows. */
  readonly onDidOpen = this.didOpen.event;
  private readonly didClose = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  /** Fires with a document that no tab shows any more, its page neither. */
  readonly onDidClose = this.didClose.event;
  /** One tab takes the place of another only when those before it have their places. */
  private readonly turns = new Turns();
  /** URIs of documents whose tabs are just being replaced by pages: a preview is closed before its page is open. */
  private readonly replaced = new Set<string>();

  constructor() {
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabs((change) => this.follow(change)));
  }

  has(uri: vscode.Uri): boolean {
    return allTabs().some((tab) => shows(tab, uri));
  }

  /** Whether a tab shows the page that stands for a failed document. */
  hasPage(uri: vscode.Uri): boolean {
    return allTabs().some((tab) => isFailed(tab) && shows(tab, uri));
  }

  /** Whether such a page is in front in a group. */
  hasPageInFront(uri: vscode.Uri): boolean {
    return allTabs().some((tab) => tab.isActive && isFailed(tab) && shows(tab, uri));
  }

  /** Whether a tab that shows it has the editor's own error for good: no page takes the place of a pin or a comparison. */
  hasOwnError(uri: vscode.Uri): boolean {
    const isKept = ({ isPinned, input }: vscode.Tab): boolean =>
      isPinned || !(input instanceof vscode.TabInputText);
    return allTabs().some((tab) => !isFailed(tab) && isKept(tab) && shows(tab, uri));
  }

  /** Both sides of a comparison of it with another document, or none. */
  sidesOf(uri: vscode.Uri): readonly vscode.Uri[] {
    const comparisons = allTabs().filter(({ input }) => input instanceof vscode.TabInputTextDiff);
    const tab = comparisons.find((each) => shows(each, uri) && documentUris(each).length === 2);
    return tab === undefined ? [] : documentUris(tab);
  }

  /** Shows a document again in every group whose active tab it is: the editor never asks again for what it failed to read. */
  async reopen(uri: vscode.Uri): Promise<void> {
    await this.turns.take(uri.toString(), () => reopenActive(uri));
  }

  /** The same for a person who asks for it: a document that is in front nowhere is brought there. */
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
   * Shows a page with the reason in each group whose active tab failed to read a document. A pinned tab stays.
   *
   * @param hasFailed - Asked when the tabs before it have their places.
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
   * Ends as the reading of a document does. Where a person cancels that, tabs that have nothing to show are closed: the
   * editor would show an error in them. Who pinned one wants it back.
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
          (tab) => !tab.isPinned && (isOfText(tab) || isFailed(tab)) && shows(tab, uri),
        );
        // A tab that is gone already is what was wanted.
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

/** The group in which a tab shows a document; undefined when none does. */
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

/** Whether the editor has the text of a document, as read before. */
function isShown(uri: vscode.Uri): boolean {
  const text = uri.toString();
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === text);
}

function isOfText({ input }: vscode.Tab): boolean {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputTextDiff;
}

/** A tab that says why a document could not be read stands for the document. */
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
    if (!(tab?.input instanceof vscode.TabInputText) || tab.isPinned || !shows(tab, uri)) continue;
    await replaceTab(tab, page, { preview: tab.isPreview, preserveFocus: true });
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
