import * as vscode from "vscode";
import { plainLabel } from "./shared/plainText";
import { type DataKind } from "./shared/reference";
import { commandId } from "./editor/commandNames";
import { Delayed, statusMs } from "./editor/delayed";
import { type Disposable, DisposableStore } from "./editor/disposables";
import { asOfText } from "./editor/text/dateText";
import { openDocuments } from "./editor/tabs/documentTabs";
import { type LineHints } from "./features/notebook/lines/lineHints";
import { type Context, type WindowContext } from "./connect/context";
import { type OfflineServices } from "./editor/report/offlineServices";

export interface ContextStatusOptions {
  readonly context: WindowContext;
  readonly offline: OfflineServices;
  readonly views: readonly ShownView[];
  readonly lines: LineHints;
}

/** A view of the extension. */
interface ShownView {
  readonly isVisible: boolean;
  readonly onDidChangeVisibility: (listener: () => void) => Disposable;
}

/**
 * The context in the status bar, `Acme · SNAP · latest`, and whether its service is offline. Shown while there is a
 * connection and the window shows something of the extension: a view, a tab, or a document with a reference line.
 */
export class ContextStatus implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly item = this.disposables.add(
    vscode.window.createStatusBarItem("macroSignals.context", vscode.StatusBarAlignment.Left),
  );

  constructor(private readonly options: ContextStatusOptions) {
    this.item.name = vscode.l10n.t("Macro Signals Context");
    this.item.command = commandId("changeContext");
    this.disposables.add(options.context.onDidChange(() => this.update()));
    this.disposables.add(options.offline.onDidChange(() => this.update()));
    this.disposables.add(options.lines.onDidChange(() => this.update()));
    const later = this.disposables.add(new Delayed(() => this.update(), statusMs));
    this.disposables.add(vscode.window.tabGroups.onDidChangeTabs(() => later.request()));
    for (const view of options.views) {
      this.disposables.add(view.onDidChangeVisibility(() => this.update()));
    }
    this.update();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private update(): void {
    const { context, offline } = this.options;
    const { current } = context;
    if (current === undefined || !this.isInUse()) {
      this.item.hide();
      return;
    }
    const isOffline = offline.sinceMs(current.connection.id) !== undefined;
    const { text, tooltip, label } = contextText(
      { ...current, exportKind: context.exportKind },
      isOffline,
    );
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label };
    this.item.show();
  }

  private isInUse(): boolean {
    const { views, lines } = this.options;
    const isShown = views.some(({ isVisible }) => isVisible);
    return isShown || lines.isInActiveEditor || openDocuments().length > 0;
  }
}

interface ShownContext extends Context {
  readonly exportKind?: DataKind | undefined;
}

/** The item's text, tooltip and accessible label. */
export function contextText(
  { connection, dataKind, asOf, exportKind }: ShownContext,
  isOffline: boolean,
): { readonly text: string; readonly tooltip: string; readonly label: string } {
  const { t } = vscode.l10n;
  const name = connection.kind === "sample" ? t("Sample") : connection.name;
  const words = asOf === "latest" ? asOfText(asOf) : t("as of {0}", asOfText(asOf));
  const inserts =
    exportKind === undefined || exportKind === dataKind ? [] : [t("Inserts are {0}", exportKind)];
  const connectionText = t("Macro Signals: connection, kind and as-of of newly opened series");
  const meaning = [connectionText, ...inserts].join("\n\n");
  const contextLabel = t(
    "Macro Signals context: connection {0}, kind {1}, as of {2}",
    name,
    dataKind,
    asOfText(asOf),
  );
  const spoken = [contextLabel, ...inserts].join(". ");
  const parts = [name, dataKind, words];
  if (!isOffline) return { text: plainLabel(parts.join(" · ")), tooltip: meaning, label: spoken };
  const outage = t("The service cannot be reached. Cached data can still be opened.");
  return {
    text: plainLabel([...parts, t("offline")].join(" · ")),
    tooltip: `${meaning}\n\n${outage}`,
    label: `${spoken}. ${outage}`,
  };
}
