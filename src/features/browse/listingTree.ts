import * as vscode from "vscode";
import { type ForecastsNode } from "../../catalog/forecastsNode";
import { LabelOrder } from "../../catalog/labelOrder";
import { ReadableNames } from "../../catalog/readableNames";
import { filteredRows, type RowTest } from "../../catalog/rowFilter";
import { type SignalsNode } from "../../catalog/signalsNode";
import { MissingKeyError } from "../../service/errors";
import { Slices } from "../../service/slices";
import { plainLine } from "../../shared/plainText";
import { type FetchState } from "../../store/fetchState";
import { type ConnectedService, type Services } from "../../connect/connectedServices";
import { type Context, type WindowContext } from "../../connect/context";
import { type Disposable, DisposableStore, Slot } from "../../editor/disposables";
import { type Reporter } from "../../editor/report/failureReporter";
import { type SeriesFailures } from "../../editor/report/seriesFailures";
import { ActiveService } from "./activeService";
import { CatalogTree } from "./catalogTree";
import { type RowValue } from "./rowValue";
import { type ExpandedRows } from "./expandedRows";
import { joinedMessage, staleMessage, unrefreshed, type ViewStatus } from "./viewStatus";
import { type OfflineServices } from "../../editor/report/offlineServices";

export interface ListingTreeOptions {
  readonly services: Services;
  readonly context: WindowContext;
  /** Which services cannot be reached. */
  readonly offline: OfflineServices;
  readonly expanded: ExpandedRows;
  readonly reporter: Reporter;
  readonly seriesFailures: SeriesFailures;
  /** BCP 47; the language of labels. */
  readonly language: string;
}

/** The data of one service for a tree; ends when the service's address or key changes. */
export interface TreeSession extends Disposable {
  readonly service: ConnectedService;
  /** The listings behind the rows, if loaded. */
  readonly listings: readonly FetchState[];
  /** Fetches the listings again. @throws without changing anything when that fails. */
  refresh(): Promise<void>;
}

/** Events of a session. */
export interface TreeEvents<N = SignalsNode | ForecastsNode> {
  /** Work that may take long enough for a progress. */
  readonly onDidStart: (work: Promise<unknown>) => void;
  /** The rows have changed, or can no longer be shown. */
  readonly onDidChange: () => void;
  /** Values have arrived for these rows. */
  readonly onDidRead: (rows: readonly N[]) => void;
}

/**
 * The rows of a listing of the active connection, with refresh, retry, status and failures. Makes no request before the
 * rows are requested.
 */
export abstract class ListingTree<
  N extends SignalsNode | ForecastsNode,
  S extends TreeSession,
> implements Disposable {
  protected readonly disposables = new DisposableStore();
  private readonly didStart = this.disposables.add(new vscode.EventEmitter<Promise<unknown>>());
  /** Fires with work that may take long enough for a progress. */
  readonly onDidStart = this.didStart.event;
  private readonly didChangeStatus = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChangeStatus = this.didChangeStatus.event;
  readonly provider: CatalogTree<N>;
  protected readonly names: ReadableNames;
  protected readonly order: LabelOrder;
  private readonly active: ActiveService;
  private readonly current = this.disposables.add(new Slot<S>());
  private filterText = "";
  /** The test of the rows below the top, since these were last loaded; without a filter all pass. */
  private passes: RowTest<N> | undefined;
  private hasMatches = true;
  /** Why the last refresh failed, until one succeeds or the service is back. */
  private refreshError: unknown;

  constructor(private readonly common: ListingTreeOptions) {
    const { services, context, offline, language, seriesFailures, expanded } = common;
    this.names = new ReadableNames(language);
    this.order = new LabelOrder(language);
    this.active = this.disposables.add(new ActiveService(services, context, offline));
    this.provider = this.disposables.add(
      new CatalogTree<N>({
        names: this.names,
        seriesFailures,
        expanded,
        load: (node) => this.load(node),
        valueOf: (node) => this.valueOf(node),
        furtherLines: (node) => this.furtherLines(node),
        cardOf: (node) => this.cardOf(node),
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

  /** The session behind the rows; undefined until they are requested. */
  protected get session(): S | undefined {
    return this.current.value;
  }

  get context(): Context | undefined {
    return this.active.context;
  }

  get status(): ViewStatus {
    const { session } = this;
    const { context } = this;
    const description = context === undefined ? "" : this.description(session, context);
    const listings = session?.listings.map((each) => unrefreshed(each, this.refreshError)) ?? [];
    const further = session === undefined ? [] : [this.filterMessage(), ...this.messages(session)];
    return { description, message: joinedMessage(staleMessage(listings), ...further) };
  }

  /** Shows only rows that have a match at or below them; with an empty text all. Nothing is requested. */
  filter(text: string): void {
    this.filterText = text;
    this.refreshRows();
  }

  /** Fetches everything again; on failure, the shown rows stay. */
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

  /** Retries a failed row; false when it is not a row of this tree. */
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

  /** The prefix of the ids of all rows of a context. */
  protected abstract rootId(context: Context): string;

  /** The rows below a row, or the top-level rows. @throws what loading them fails with. */
  protected abstract below(
    node: N | undefined,
    session: S,
    context: Context,
  ): Promise<readonly N[]>;

  /** The test of rows by a text, from what is known. */
  protected abstract testOf(text: string, session: S): Promise<RowTest<N>>;

  /** The newest value of a row's series; undefined where there is none yet. */
  protected abstract valueOf(node: N): RowValue | undefined;

  /** More lines for the tooltip of a row with a value; computed on demand. */
  protected abstract furtherLines(node: N): readonly string[];

  /** The tooltip of a signal's row; undefined for all other rows. Computed on demand. */
  protected cardOf(_node: N): Promise<vscode.MarkdownString | undefined> {
    return Promise.resolve(undefined);
  }

  /** The key of a row's failure. */
  protected abstract failureKey(node: N): string;

  /** The text beside the title. */
  protected abstract description(session: S | undefined, context: Context): string;

  /** Messages above the rows, apart from their age. */
  protected abstract messages(session: S): readonly string[];

  /** Whether failed rows may be retried now that the service is back. */
  protected mayForgetOutages(session: S): boolean {
    return session === this.session;
  }

  /** The rows below a row, or the top-level rows; empty for rows of another connection. */
  protected async load(node: N | undefined): Promise<readonly N[]> {
    const session = await this.currentSession();
    const { context } = this;
    if (session === undefined || context === undefined) return [];
    if (node !== undefined && !node.id.startsWith(`${this.rootId(context)}/`)) return [];
    const loaded = await this.below(node, session, context);
    if (session !== this.session) return node === undefined ? this.load(node) : [];
    const text = this.filterText;
    if (text === "") this.passes = undefined;
    else if (node === undefined) {
      const passes = await this.testOf(text, session);
      // Another text was entered meanwhile, or the session has ended.
      if (text !== this.filterText || session !== this.session) return this.load(node);
      this.passes = passes;
    }
    const { passes } = this;
    const shown =
      passes === undefined ? loaded : await new Slices().run(filteredRows(loaded, passes));
    if (node === undefined) this.hasMatches = shown.length > 0;
    if (node === undefined || isFetched(node)) this.didChangeStatus.fire();
    return shown;
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

  /** The first row that matches, found by descending through the rows that lead to it. */
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

  private filterMessage(): string {
    const { t } = vscode.l10n;
    const text = plainLine(this.filterText, 60);
    if (text === "") return "";
    return this.hasMatches ? t("Filtered by “{0}”", text) : t("Nothing matches “{0}”", text);
  }

  protected refreshRows(): void {
    this.provider.refresh();
    this.didChangeStatus.fire();
  }

  /**
   * Reports a failure to read the catalog, with the same message for both views so that it is shown once. A missing key
   * is only shown in the rows, which offer to enter one.
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

/** Whether expanding a row may take a request, which can change the messages above the rows. */
function isFetched({ kind }: SignalsNode | ForecastsNode): boolean {
  return kind === "signal" || kind === "market";
}
