import { LRUCache } from "lru-cache";
import * as vscode from "vscode";
import { type PanelPlace } from "../../../shared/documentPlace";
import { placePath, targetPath } from "../../../shared/place";
import { referencePath } from "../../../shared/referencePath";
import { type Panel } from "../../../store/panel";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { panelTargetOf } from "../../../editor/tabs/target";
import { type Reporter } from "../../../editor/report/failureReporter";
import { DocumentTabs } from "../../../editor/tabs/documentTabs";

/** A panel and a document that shows it. */
export interface ShownPanel {
  readonly place: PanelPlace;
  readonly panel: Panel;
}

/** 50: more panels than are open at once; the least recently used one is dropped. */
const maxKnown = 50;

/** The panels that documents show, each with its own vintage. Reports the failures of each panel once. */
export class ShownPanels implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.didChange.event;
  private readonly didNote = this.disposables.add(new vscode.EventEmitter<ShownPanel>());
  /** Fires with the panel that a document shows from now on. */
  readonly onDidNote = this.didNote.event;
  private readonly tabs = this.disposables.add(new DocumentTabs());
  private readonly known = new LRUCache<string, Panel>({ max: maxKnown });
  /** The last reported failures, by panel: the same failures are not reported again. */
  private readonly reported = new LRUCache<string, string>({ max: maxKnown });
  /** Documents that were read before the editor reported their tab. */
  private readonly unreported = new Map<string, () => void>();

  constructor(private readonly reporter: Reporter) {
    this.disposables.add(this.tabs.onDidOpen((uri) => this.unreported.get(uri.toString())?.()));
    this.disposables.add(this.tabs.onDidClose((uri) => this.unreported.delete(uri.toString())));
  }

  /** Records the panel that a document's text is made of. */
  note(place: PanelPlace, panel: Panel): void {
    const key = placePath(place);
    if (this.known.get(key) === panel) return;
    this.known.set(key, panel);
    this.didChange.fire();
    this.didNote.fire({ place, panel });
  }

  /** The panel that a document's text is made of, even if its tab is closed; undefined if it was not read. */
  of(place: PanelPlace): Panel | undefined {
    return this.known.get(placePath(place));
  }

  /** Discards the panels and reports of a connection whose key or address has changed. */
  forget(connectionId: string): void {
    const { size } = this.known;
    for (const key of [...this.known.keys()]) {
      if (key.startsWith(`/${connectionId}/`)) this.known.delete(key);
    }
    for (const key of [...this.reported.keys()]) {
      if (key.startsWith(`${connectionId}/`)) this.reported.delete(key);
    }
    for (const text of [...this.unreported.keys()]) {
      const target = panelTargetOf(vscode.Uri.parse(text, true));
      if (target?.connectionId === connectionId) this.unreported.delete(text);
    }
    if (this.known.size < size) this.didChange.fire();
  }

  /** Reports the failed variants of a panel that the user opened; once, unless it was just requested again. */
  reportFailed(uri: vscode.Uri, place: PanelPlace, retry: () => unknown, isAsked = false): void {
    const panel = this.of(place);
    if (panel === undefined) return;
    const key = targetPath({ connectionId: place.connectionId, reference: place.reference });
    const failed = failedKey(panel);
    if (failed === "") this.reported.delete(key);
    if (failed === "" || (this.reported.get(key) === failed && !isAsked)) return;
    if (!this.tabs.has(uri)) {
      this.unreported.set(uri.toString(), () => this.reportFailed(uri, place, retry));
      return;
    }
    this.unreported.delete(uri.toString());
    this.reported.set(key, failed);
    void this.report(uri, panel, retry);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async report(uri: vscode.Uri, panel: Panel, retry: () => unknown): Promise<void> {
    const { reportPanelFailures } = await import("./panelFailures");
    await reportPanelFailures(this.reporter, uri, panel, retry);
  }
}

function failedKey({ failed }: Panel): string {
  return failed.map(({ reference }) => referencePath(reference)).join(" ");
}
