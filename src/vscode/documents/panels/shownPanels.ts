import { LRUCache } from "lru-cache";
import * as vscode from "vscode";
import { referencePath } from "../../../shared/referencePath";
import { type Panel } from "../../../store/panel";
import { type Disposable, DisposableStore } from "../../disposables";
import { type PanelTarget, panelTargetOf } from "../../panelTarget";
import { targetPath } from "../../target";
import { type FailureReporter } from "../../report/failureReporter";
import { DocumentTabs } from "../documentTabs";

/** More panels than this are in no one's tabs; what is known of one more takes the place of the oldest. */
const mostKnown = 50;

/** What became of the panels that documents show, and what of them failed told once. */
export class ShownPanels implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.didChange.event;
  private readonly tabs = this.disposables.add(new DocumentTabs());
  private readonly known = new LRUCache<string, Panel>({ max: mostKnown });
  /** What was last told of each to have failed: reading it again in vain is no news. */
  private readonly told = new LRUCache<string, string>({ max: mostKnown });
  /** Documents that were read before the editor told of their tab. */
  private readonly untold = new Map<string, () => void>();

  constructor(private readonly reporter: Pick<FailureReporter, "report">) {
    this.disposables.add(
      this.tabs.onDidOpen((uri) => {
        this.untold.get(uri.toString())?.();
        this.say(uri);
      }),
    );
    this.disposables.add(this.tabs.onDidClose((uri) => this.untold.delete(uri.toString())));
  }

  /** Notes what came of a panel that is to be shown. */
  note(target: PanelTarget, panel: Panel): void {
    const key = targetPath(target);
    if (this.known.get(key) === panel) return;
    this.known.set(key, panel);
    this.didChange.fire();
    void sayCoverageOf(panel);
  }

  /** What a document came to when it was read last, whether or not its tab is still open; undefined when none was. */
  of(target: PanelTarget): Panel | undefined {
    return this.known.get(targetPath(target));
  }

  /** Forgets the panels of one connection, and what of them was told: its key or address is another. */
  forget(connectionId: string): void {
    for (const ofPanels of [this.known, this.told]) {
      for (const key of [...ofPanels.keys()]) {
        if (key.startsWith(`${connectionId}/`)) ofPanels.delete(key);
      }
    }
    for (const text of [...this.untold.keys()]) {
      const target = panelTargetOf(vscode.Uri.parse(text, true));
      if (target?.connectionId === connectionId) this.untold.delete(text);
    }
    this.didChange.fire();
  }

  /**
   * Tells by name what of a document's panel failed, when a person opened it: once, unless that was just asked for again.
   */
  tell(uri: vscode.Uri, retry: () => unknown, isAsked = false): void {
    const target = panelTargetOf(uri);
    const panel = target && this.of(target);
    if (target === undefined || panel === undefined) return;
    const key = targetPath(target);
    const failed = failedKey(panel);
    if (failed === "") this.told.delete(key);
    if (failed === "" || (this.told.get(key) === failed && !isAsked)) return;
    if (!this.tabs.has(uri)) {
      this.untold.set(uri.toString(), () => this.tell(uri, retry));
      return;
    }
    this.untold.delete(uri.toString());
    this.told.set(key, failed);
    void this.report(target, panel, retry);
  }

  dispose(): void {
    this.disposables.dispose();
  }

  /** One that is known comes to another form without news. */
  private say(uri: vscode.Uri): void {
    const target = panelTargetOf(uri);
    const panel = target && this.of(target);
    if (panel !== undefined) void sayCoverageOf(panel);
  }

  private async report(target: PanelTarget, panel: Panel, retry: () => unknown): Promise<void> {
    const { tellPanelFailures } = await import("./panelCommands");
    await tellPanelFailures(this.reporter, target, panel, retry);
  }
}

async function sayCoverageOf(panel: Panel): Promise<void> {
  const { sayCoverage } = await import("./panelCommands");
  sayCoverage(panel);
}

function failedKey({ failed }: Panel): string {
  return failed.map(({ reference }) => referencePath(reference)).join(" ");
}
