import * as vscode from "vscode";
import { LabelOrder } from "../../catalog/labelOrder";
import {
  type PanelSubject,
  type RowPanel,
  type SelectedPanels,
  panelStartOf,
} from "../../catalog/panelStart";
import { ReadableNames } from "../../catalog/readableNames";
import { SignalRows } from "../../catalog/signalRows";
import { type SignalsNode, leadsToVariant } from "../../catalog/signalsNode";
import { TagRows } from "../../catalog/tagRows";
import { type Log } from "../../shared/log";
import { type SignalRef } from "../../shared/reference";
import { type ConnectedServices } from "../connection/connectedServices";
import { type ContextState } from "../connection/context";
import { type Disposable, DisposableStore, Slot } from "../disposables";
import { type FailureReporter } from "../report/failureReporter";
import { type SeriesFailures } from "../report/seriesFailures";
import { ActiveService } from "./activeService";
import { reportCatalogFailure } from "./catalogReport";
import { CatalogTree } from "./catalogTree";
import { type ExpandedRows } from "./expandedRows";
import { signalKey } from "./signalDefinitions";
import { type SignalsGrouping } from "./signalsGrouping";
import { type Rows, SignalsSession } from "./signalsSession";
import {
  gapsMessage,
  joinedMessage,
  staleMessage,
  unrefreshed,
  viewDescription,
  type ViewStatus,
} from "./viewStatus";

export interface SignalsTreeOptions {
  readonly services: Pick<ConnectedServices, "get" | "onDidReset" | "offline">;
  readonly context: Pick<ContextState, "current" | "onDidChange">;
  readonly grouping: SignalsGrouping;
  readonly expanded: ExpandedRows;
  readonly reporter: Pick<FailureReporter, "report">;
  readonly seriesFailures: Pick<SeriesFailures, "of" | "onDidChange">;
  readonly log: Log;
  /** BCP 47; of the labels. */
  readonly language: string;
  /** Asks the person whether so many definitions may be loaded. */
  readonly mayLoad: (count: number) => Promise<boolean>;
}

/** The signals of the active connection, by tag or by signal. No request is made before the rows are asked for. */
export class SignalsTree implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didStart = this.disposables.add(new vscode.EventEmitter<Promise<unknown>>());
  /** Fires with work that takes long enough to show. */
  readonly onDidStart = this.didStart.event;
  private readonly didChangeStatus = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeStatus = this.didChangeStatus.event;
  readonly provider: CatalogTree<SignalsNode>;
  private readonly active: ActiveService;
  private readonly session = this.disposables.add(new Slot<SignalsSession>());
  private readonly names: ReadableNames;
  private readonly order: LabelOrder;
  private isVisible = false;
  /** Why the last refresh was in vain, until another is not or the service is back. */
  private refreshError: unknown;

  constructor(private readonly options: SignalsTreeOptions) {
    const { services, context, grouping, language, seriesFailures, expanded } = options;
    this.names = new ReadableNames(language);
    this.order = new LabelOrder(language);
    this.active = this.disposables.add(new ActiveService(services, context));
    this.provider = this.disposables.add(
      new CatalogTree<SignalsNode>({
        names: this.names,
        seriesFailures,
        expanded,
        load: (node) => this.load(node),
        failureKey: (node) => (node.kind === "signal" ? signalKey(node.signal) : node.id),
        onKeyWanted: (error) => void this.report(error),
      }),
    );
    this.disposables.add(
      this.active.onDidChange(() => {
        this.refreshError = undefined;
        this.refreshRows();
      }),
    );
    this.disposables.add(
      this.active.onDidReturn(() => {
        this.refreshError = undefined;
        // What fails while others are loaded is not asked for with each of them.
        if (this.session.value?.loading.isRunning !== true) this.provider.forgetOutages();
        this.refreshRows();
      }),
    );
    this.disposables.add(seriesFailures.onDidChange(() => this.provider.refresh()));
    this.disposables.add(
      grouping.onDidChange(() => {
        this.session.value?.loading.reset();
        this.refreshRows();
      }),
    );
  }

  get status(): ViewStatus {
    const description = viewDescription(this.active.context?.connection);
    const session = this.session.value;
    const gaps = gapsMessage([session?.listing], session?.unreadableInDefinitions);
    const waiting = waitingMessage(session?.loading.waitingCount ?? 0);
    const stale = staleMessage([unrefreshed(session?.listing, this.refreshError)]);
    return { description, message: joinedMessage(stale, waiting, gaps) };
  }

  /** Definitions are loaded in the background only while the tree is visible. */
  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.session.value?.loading.setVisible(isVisible);
  }

  /** Asks the service anew. When that fails, what was shown stays. */
  async refresh(): Promise<void> {
    const session = this.session.value;
    if (session?.listing !== undefined) {
      const work = session.refresh();
      this.didStart.fire(work);
      try {
        await work;
      } catch (error) {
        this.refreshError = error;
        this.didChangeStatus.fire();
        await this.report(error, () => this.refresh());
        return;
      }
    }
    this.refreshError = undefined;
    this.provider.reset();
    this.refreshRows();
  }

  /** Loads what failed below a row once more; false when it is no row of this tree. */
  async retry(row: unknown): Promise<boolean> {
    if (!this.provider.owns(row)) return false;
    if (row.kind === "notLoaded") this.loadDefinitions();
    else await this.showing(this.provider.retry(row));
    return true;
  }

  /** The panel that a row stands for, with what new references inherit; undefined when it is no such row of this tree. */
  panelSubject(row: unknown): PanelSubject | undefined {
    const { context } = this.active;
    if (context === undefined || !this.provider.owns(row) || row.kind === "failure")
      return undefined;
    const start = panelStartOf(row);
    const { connection, dataKind, asOf } = context;
    return start && { connectionId: connection.id, dataKind, asOf, ...start };
  }

  /** Those of all selected rows when the one that called has a panel. */
  selectedPanels(row: unknown, selection: unknown): SelectedPanels {
    if (this.panelSubject(row) === undefined) return { subjects: [], without: 0 };
    const rows = rowsOf(row, selection);
    const subjects = rows.flatMap((each) => this.panelSubject(each) ?? []);
    return { subjects, without: rows.length - subjects.length };
  }

  /** Those of all selected rows when the one that called has a panel of a signal; none otherwise. */
  panelsOf(row: unknown, selection: unknown): readonly RowPanel[] {
    const panelOf = (each: unknown): readonly RowPanel[] => {
      const subject = this.panelSubject(each);
      return subject?.signal === undefined ? [] : [{ ...subject, signal: subject.signal }];
    };
    return panelOf(row).length === 0 ? [] : rowsOf(row, selection).flatMap(panelOf);
  }

  /** Loads all definitions that grouping by tag lacks, however many, and those that failed once more. */
  loadDefinitions(): void {
    this.provider.reset();
    this.session.value?.loading.allow();
  }

  /** The row of a variant, whatever kind and as-of its reference has; undefined when the service does not list it. */
  async find(reference: SignalRef): Promise<SignalsNode | undefined> {
    const session = await this.currentSession();
    const isListed = await session?.prepare(reference.code, reference.version);
    return isListed === true ? this.findBelow(undefined, reference) : undefined;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private async findBelow(
    node: SignalsNode | undefined,
    reference: SignalRef,
  ): Promise<SignalsNode | undefined> {
    for (const row of await this.load(node)) {
      if (!leadsToVariant(row, reference)) continue;
      if (row.kind === "variant" || row.kind === "variantReserved") return row;
      const found = await this.findBelow(row, reference);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async load(node: SignalsNode | undefined): Promise<readonly SignalsNode[]> {
    const session = await this.currentSession();
    const rows = this.rows();
    // A row of another connection has nothing below it any more.
    if (session === undefined || rows === undefined) return [];
    if (node !== undefined && !node.id.startsWith(`${rows.bySignal.rootId}/`)) return [];
    const loaded = await session.load(node, rows);
    if (session !== this.session.value) return node === undefined ? this.load(node) : [];
    if (node === undefined || node.kind === "signal") this.didChangeStatus.fire();
    return loaded;
  }

  private async currentSession(): Promise<SignalsSession | undefined> {
    const service = await this.active.get();
    if (this.session.value?.service !== service) {
      this.provider.reset();
      this.session.value = undefined;
      if (service !== undefined) this.session.value = this.newSession(service);
    }
    return this.session.value;
  }

  private newSession(service: SignalsSession["service"]): SignalsSession {
    const { mayLoad, log } = this.options;
    const session = new SignalsSession(service, {
      mayLoad,
      log,
      onDidStart: (work) => this.didStart.fire(work),
      onDidChange: () => this.refreshRows(),
      onDidFail: (error) => void this.report(error),
      fail: (key, error) => this.provider.fail(key, error),
      hasFailed: (key) => this.provider.hasFailed(key),
    });
    session.loading.setVisible(this.isVisible);
    return session;
  }

  private rows(): Rows | undefined {
    const { context } = this.active;
    if (context === undefined) return undefined;
    const { connection, dataKind, asOf } = context;
    const { names, order } = this;
    const options = { connectionId: connection.id, dataKind, asOf, names, order };
    const bySignal = new SignalRows(options);
    const byTag = new TagRows(bySignal, options);
    return { grouping: this.options.grouping.current, bySignal, byTag };
  }

  private refreshRows(): void {
    this.provider.refresh();
    this.didChangeStatus.fire();
  }

  private async showing(work: Promise<void>): Promise<void> {
    this.didStart.fire(work);
    await work;
  }

  private async report(error: unknown, retry?: () => unknown): Promise<void> {
    const service = this.session.value?.service;
    await reportCatalogFailure(this.options.reporter, service, error, retry);
  }
}

/** All selected rows when a menu of one of them called, else the one that did. */
function rowsOf(row: unknown, selection: unknown): readonly unknown[] {
  return Array.isArray(selection) && selection.length > 1 ? selection : [row];
}

function waitingMessage(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? vscode.l10n.t("Grouping by tag needs 1 more definition")
    : vscode.l10n.t("Grouping by tag needs {0} more definitions", count);
}
