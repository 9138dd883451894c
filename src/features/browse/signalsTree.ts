import * as vscode from "vscode";
import {
  type PanelSubject,
  type RowPanel,
  type SelectedPanels,
  panelStartOf,
} from "../../catalog/panelStart";
import { type RowTest, signalTest } from "../../catalog/rowFilter";
import { SignalRows } from "../../catalog/signalRows";
import { type SignalsNode, leadsToVariant } from "../../catalog/signalsNode";
import { TagRows } from "../../catalog/tagRows";
import { Slices } from "../../service/slices";
import { HttpError } from "../../service/errors";
import { type Log } from "../../shared/log";
import { plainLine } from "../../shared/plainText";
import { type SignalRef } from "../../shared/reference";
import { type ConnectedService } from "../../connect/connectedServices";
import { type Context } from "../../connect/context";
import { failureText } from "../../editor/report/failureText";
import { ListingTree, type ListingTreeOptions, type TreeEvents } from "./listingTree";
import { percentileLine, rowScore, type RowValue } from "./rowValue";
import { cardMarkdown, signalCard } from "./signalCard";
import { signalKey } from "./signalDefinitions";
import { type SignalsGrouping } from "./signalsGrouping";
import { type Rows, SignalsSession } from "./signalsSession";
import { boundConnectionText, gapsMessage } from "./viewStatus";

export interface SignalsTreeOptions extends ListingTreeOptions {
  readonly grouping: SignalsGrouping;
  readonly log: Log;
  /** Asks the person whether to load so many definitions. */
  readonly mayLoad: (count: number) => Promise<boolean>;
}

/** The signals of the active connection, by tag or by signal. */
export class SignalsTree extends ListingTree<SignalsNode, SignalsSession> {
  private isVisible = false;

  constructor(private readonly options: SignalsTreeOptions) {
    super(options);
    this.disposables.add(
      options.grouping.onDidChange(() => {
        this.session?.loading.reset();
        this.refreshRows();
      }),
    );
  }

  /** Definitions are loaded in the background only while the tree is visible. */
  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    this.session?.loading.setVisible(isVisible);
  }

  override async retry(row: unknown): Promise<boolean> {
    if (!this.provider.owns(row) || row.kind !== "notLoaded") return super.retry(row);
    this.loadDefinitions();
    return true;
  }

  /** The panel of a row, with the inherited kind and as-of; undefined for rows without one and for anything else. */
  panelSubject(row: unknown): PanelSubject | undefined {
    if (!this.provider.owns(row) || row.kind === "failure") return undefined;
    const start = panelStartOf(row);
    // The context is read from the settings, which takes as long as a thousand rows.
    const context = start && this.context;
    if (start === undefined || context === undefined) return undefined;
    const { connection, dataKind, asOf } = context;
    return { connectionId: connection.id, dataKind, asOf, ...start };
  }

  /** The panels of all selected rows if the one that was clicked has a panel. */
  selectedPanels(row: unknown, selection: unknown): SelectedPanels {
    if (this.panelSubject(row) === undefined) return { subjects: [], without: 0 };
    const rows = rowsOf(row, selection);
    const subjects = rows.flatMap((each) => this.panelSubject(each) ?? []);
    return { subjects, without: rows.length - subjects.length };
  }

  /** The panel of one signal that a row stands for; undefined when it stands for none. */
  panelOf(row: unknown): RowPanel | undefined {
    const subject = this.panelSubject(row);
    return subject?.signal === undefined ? undefined : { ...subject, signal: subject.signal };
  }

  /** Loads all definitions that grouping by tag lacks, however many, including failed ones. */
  loadDefinitions(): void {
    this.provider.reset();
    this.session?.loading.allow();
  }

  /** The row of a variant, for any kind and as-of; undefined when the service does not list it. */
  async rowOf(reference: SignalRef): Promise<SignalsNode | undefined> {
    const session = await this.currentSession();
    const isListed = await session?.prepare(reference.code, reference.version);
    if (isListed !== true) return undefined;
    return this.find(
      (row) => leadsToVariant(row, reference),
      ({ kind }) => kind === "variant" || kind === "variantReserved",
    );
  }

  protected override newSession(
    service: ConnectedService,
    events: TreeEvents<SignalsNode>,
  ): SignalsSession {
    const { mayLoad, log } = this.options;
    const session = new SignalsSession(service, {
      ...events,
      mayLoad,
      log,
      onDidFail: (error) => void this.report(error),
      fail: (key, error) => this.provider.fail(key, error),
      hasFailed: (key) => this.provider.hasFailed(key),
    });
    session.loading.setVisible(this.isVisible);
    return session;
  }

  protected override rootId(context: Context): string {
    return this.rows(context).bySignal.rootId;
  }

  protected override below(
    node: SignalsNode | undefined,
    session: SignalsSession,
    context: Context,
  ): Promise<readonly SignalsNode[]> {
    return session.load(node, this.rows(context));
  }

  protected override async testOf(
    text: string,
    { service: { search } }: SignalsSession,
  ): Promise<RowTest<SignalsNode>> {
    const { signal } = new AbortController();
    await search.updateStored({ signal, onDidChange: () => undefined });
    const slices = new Slices();
    const { variants, unknown } = await slices.run(search.matching(text));
    return slices.run(signalTest(variants, unknown));
  }

  protected override valueOf(node: SignalsNode): RowValue | undefined {
    const isLatest = this.context?.asOf === "latest";
    return node.kind === "variant" && isLatest ? this.session?.values.of(node) : undefined;
  }

  protected override furtherLines(node: SignalsNode): readonly string[] {
    const score = rowScore();
    if (node.kind !== "variant" || score === undefined) return [];
    const series = this.session?.service.series.cachedSeries(node.target.reference);
    const line = series && percentileLine(series.frame, score);
    return line === undefined ? [] : [line];
  }

  protected override async cardOf(node: SignalsNode): Promise<vscode.MarkdownString | undefined> {
    const { session } = this;
    if (session === undefined || node.kind !== "signal") return undefined;
    const { gate } = this.options.services;
    return cardMarkdown(await signalCard(session.service, node.signal, gate));
  }

  protected override failureKey(node: SignalsNode): string {
    return node.kind === "signal" ? signalKey(node.signal) : node.id;
  }

  protected override description(_session: unknown, context: Context): string {
    return boundConnectionText(context);
  }

  protected override messages(session: SignalsSession): readonly string[] {
    const gaps = gapsMessage(session.listings, session.unreadableInDefinitions);
    const values = valuesMessage(this.context, session.values.error);
    return [waitingMessage(session.loading.waitingCount), gaps, values];
  }

  /** A definition that fails while others load must not be requested again with each of them. */
  protected override mayForgetOutages({ loading }: SignalsSession): boolean {
    return !loading.isRunning;
  }

  private rows({ connection, dataKind, asOf }: Context): Rows {
    const { names, order } = this;
    const options = { connectionId: connection.id, dataKind, asOf, names, order };
    const bySignal = new SignalRows(options);
    const byTag = new TagRows(bySignal, options);
    return { grouping: this.options.grouping.current, bySignal, byTag };
  }
}

/** All selected rows when a menu of one of them was used, else the row itself. */
function rowsOf(row: unknown, selection: unknown): readonly unknown[] {
  return Array.isArray(selection) && selection.length > 1 ? selection : [row];
}

/** Why rows have no values; empty where they have values, or are set to show none. */
function valuesMessage(context: Context | undefined, error: unknown): string {
  if (context === undefined || rowScore() === undefined) return "";
  // It fits one line of a narrow view.
  if (context.asOf !== "latest") return vscode.l10n.t("Values only for latest");
  if (error === undefined) return "";
  if (error instanceof HttpError && error.status === 404) {
    return vscode.l10n.t(
      "No values: {0} does not provide latest signals",
      plainLine(context.connection.name),
    );
  }
  return vscode.l10n.t("No values: {0}", plainLine(failureText(error)));
}

function waitingMessage(count: number): string {
  if (count === 0) return "";
  return count === 1
    ? vscode.l10n.t("Grouping by tag needs 1 more definition")
    : vscode.l10n.t("Grouping by tag needs {0} more definitions", count);
}
