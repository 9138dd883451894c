import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { LabelOrder } from "../../catalog/labelOrder";
import { ReadableNames } from "../../catalog/readableNames";
import { type SignalsNode } from "../../catalog/signalsNode";
import { MissingKeyError } from "../../service/errors";
import { type FetchState } from "../../store/fetchState";
import { type ConnectedService, type ConnectedServices } from "../connection/connectedServices";
import { type Context, type ContextState } from "../connection/context";
import { type Disposable, DisposableStore, Slot } from "../disposables";
import { type FailureReporter } from "../report/failureReporter";
import { type SeriesFailures } from "../report/seriesFailures";
import { ActiveService } from "./activeService";
import { CatalogTree } from "./catalogTree";
import { type RowValue } from "./rowValue";
import { type ExpandedRows } from "./expandedRows";
import {
  joinedMessage,
  staleMessage,
  unrefreshed,
  viewDescription,
  type ViewStatus,
} from "./viewStatus";

export interface ListingTreeOptions {
  readonly services: Pick<ConnectedServices, "get" | "onDidReset" | "offline">;
  readonly context: Pick<ContextState, "current" | "onDidChange">;
  readonly expanded: ExpandedRows;
  readonly reporter: Pick<FailureReporter, "report">;
  readonly seriesFailures: Pick<SeriesFailures, "of" | "onDidChange">;
  /** BCP 47; of the labels. */
  readonly language: string;
}

/** What a tree knows of one service; over when its address or key changes. */
export interface TreeSession extends Disposable {
  readonly service: ConnectedService;
  /** The listings that the rows are from, those that have been needed. */
  readonly listings: readonly FetchState[];
  /** Lists anew. @throws and changes nothing when that fails. */
  refresh(): Promise<void>;
}

/** Events of a session. */
export interface TreeEvents<N = SignalsNode | ForecastsNode> {
  /** Work that takes long enough to show. */
  readonly onDidStart: (work: Promise<unknown>) => void;
  /** The rows have changed, or cannot be shown any more. */
  readonly onDidChange: () => void;
  /** There are values for rows that had none. */
  readonly onDidRead: (rows: readonly N[]) => void;
}

/**
 * The rows of a listing of the active connection, with its refresh, retry, status and failures. No request is made before
 * the rows are asked for.
 */
export abstract class ListingTree<
  N extends SignalsNode | ForecastsNode,
  S extends TreeSession,
> implements Disposable {
  protected readonly disposables = new DisposableStore();
  private readonly didStart = this.disposables.add(new vscode.EventEmitter<Promise<unknown>>());
  /** Fires with work that takes long enough to show. */
  readonly onDidStart = this.didStart.event;
  private readonly didChangeStatus = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeStatus = this.didChangeStatus.event;
  readonly provider: CatalogTree<N>;
  protected readonly names: ReadableNames;
  protected readonly order: LabelOrder;
  private readonly active: ActiveService;
  private readonly current = this.disposables.add(new Slot<S>());
  /** Why the last refresh failed, until another one succeeds or the service is back. */
  private refreshError: unknown;

  constructor(private readonly common: ListingTreeOptions) {
    const { services, context, language, seriesFailures, expanded } = common;
    this.names = new ReadableNames(language);
    this.order = new LabelOrder(language);
    this.active = this.disposables.add(new ActiveService(services, context));
    this.provider = this.disposables.add(
      new CatalogTree<N>({
        names: this.names,
        seriesFailures,
        expanded,
        load: (node) => this.load(node),
        valueOf: (node) => this.valueOf(node),
        furtherLines: (node) => this.furtherLines(node),
        failureKey: (node) => this.failureKey(node),
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
        if (this.session === undefined || this.mayForgetOutages(this.session)) {
          this.provider.forgetOutages();
        }
        this.refreshRows();
      }),
    );
    this.disposables.add(seriesFailures.onDidChange(() => this.provider.refresh()));
  }

  /** What the rows are from; undefined before they were asked for. */
  protected get session(): S | undefined {
    return this.current.value;
  }

  get context(): Context | undefined {
    return this.active.context;
  }

  get status(): ViewStatus {
    const { session } = this;
    const { context } = this;
    const about = session && context ? this.about(session, context) : "";
    const description = [about, viewDescription(context?.connection)]
      .filter((text) => text !== "")
      .join(" · ");
    const listings = session?.listings.map((each) => unrefreshed(each, this.refreshError)) ?? [];
    const further = session === undefined ? [] : this.messages(session);
    return { description, message: joinedMessage(staleMessage(listings), ...further) };
  }

  /** Asks the service anew. When that fails, what was shown stays. */
  async refresh(): Promise<void> {
    const { session } = this;
    if (session !== undefined && session.listings.length > 0) {
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
    const work = this.provider.retry(row);
    this.didStart.fire(work);
    await work;
    return true;
  }

  dispose(): void {
    this.disposables.dispose();
  }

  protected abstract newSession(service: ConnectedService, events: TreeEvents<N>): S;

  /** What the ids of all rows of a context begin with. */
  protected abstract rootId(context: Context): string;

  /** The rows below a row, or the topmost. @throws what loading them fails with. */
  protected abstract below(
    node: N | undefined,
    session: S,
    context: Context,
  ): Promise<readonly N[]>;

  /** The newest value of a row's series; undefined where there is none, or none yet. */
  protected abstract valueOf(node: N): RowValue | undefined;

  /** Further lines of the tooltip of a row with a value, which take reading. */
  protected abstract furtherLines(node: N): readonly string[];

  /** By what a row's failure is remembered. */
  protected abstract failureKey(node: N): string;

  /** What values the rows show, beside the title; may be empty. */
  protected abstract about(session: S, context: Context): string;

  /** What there is to say above the rows besides how old they are. */
  protected abstract messages(session: S): readonly string[];

  /** Whether failed rows may be tried again now that the service is back. */
  protected mayForgetOutages(session: S): boolean {
    return session === this.session;
  }

  /** The rows below a row, or the topmost; none of another connection. */
  protected async load(node: N | undefined): Promise<readonly N[]> {
    const session = await this.currentSession();
    const { context } = this;
    if (session === undefined || context === undefined) return [];
    if (node !== undefined && !node.id.startsWith(`${this.rootId(context)}/`)) return [];
    const loaded = await this.below(node, session, context);
    if (session !== this.session) return node === undefined ? this.load(node) : [];
    if (node === undefined || isFetched(node)) this.didChangeStatus.fire();
    return loaded;
  }

  protected async currentSession(): Promise<S | undefined> {
    const service = await this.active.get();
    if (this.session?.service !== service) {
      this.provider.reset();
      this.current.value = undefined;
      this.current.value =
        service &&
        this.newSession(service, {
          onDidStart: (work) => this.didStart.fire(work),
          onDidChange: () => this.refreshRows(),
          onDidRead: (rows) => {
            this.provider.update(rows);
            this.didChangeStatus.fire();
          },
        });
    }
    return this.session;
  }

  /** The first row that is wanted, below the rows that lead to it. */
  protected async find(
    leadsTo: (row: N) => boolean,
    isWanted: (row: N) => boolean,
    below?: N,
  ): Promise<N | undefined> {
    for (const row of await this.load(below)) {
      if (!leadsTo(row)) continue;
      if (isWanted(row)) return row;
      const found = await this.find(leadsTo, isWanted, row);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  protected refreshRows(): void {
    this.provider.refresh();
    this.didChangeStatus.fire();
  }

  /**
   * Reports what failed while the catalog was read, in the same words for both views, so that it is reported once. A missing
   * key is shown by the rows alone, which offer to enter one.
   */
  protected async report(error: unknown, retry?: () => unknown): Promise<void> {
    if (error instanceof MissingKeyError) return;
    const connection = this.session?.service.connection;
    const attempt =
      connection === undefined
        ? vscode.l10n.t("Could not read the catalog")
        : vscode.l10n.t("Could not read the catalog of {0}", connection.name);
    await this.common.reporter.report(error, {
      attempt,
      ...(connection && { connectionId: connection.id }),
      ...(retry && { retry }),
    });
  }
}

/** Whether the rows below a row can take a request, which may change what there is to say above the rows. */
function isFetched({ kind }: SignalsNode | ForecastsNode): boolean {
  return kind === "signal" || kind === "market";
}
