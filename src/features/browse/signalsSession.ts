import { isSpeltAlike } from "../../catalog/listedSpelling";
import { type SignalRows } from "../../catalog/signalRows";
import { type SignalsNode, type VariantNode } from "../../catalog/signalsNode";
import { type TagRows } from "../../catalog/tagRows";
import { isOffline, ServiceError } from "../../service/errors";
import { type ItemList, unreadableCount } from "../../service/listing";
import { type ListedSignal } from "../../service/parseSignals";
import { type Log } from "../../shared/log";
import { autoLoadLimit } from "../../store/catalogStore";
import { type CachedListing } from "../../store/listingFiles";
import { type ConnectedService } from "../../connect/connectedServices";
import { DefinitionLoading, type LoadingEvents } from "./definitionLoading";
import { type TreeSession } from "./listingTree";
import { ShownListing } from "./shownListing";
import { type OnOutcome, SignalDefinitions, signalKey } from "./signalDefinitions";
import { RowValues } from "./signalValues";
import { type Grouping } from "./signalsGrouping";
import { Throttle } from "../../editor/throttle";

export interface SignalsSessionOptions extends LoadingEvents {
  /** Values have arrived for these rows. */
  readonly onDidRead: (rows: readonly SignalsNode[]) => void;
  /** Records signals that could not be loaded. */
  readonly fail: (key: string, error: unknown) => void;
  readonly hasFailed: (key: string) => boolean;
  readonly log: Log;
}

/** Creates the rows of one load, with the context at that time. */
export interface Rows {
  readonly grouping: Grouping;
  readonly bySignal: SignalRows;
  readonly byTag: TagRows;
}

/** Minimum interval of tree updates: rows that jump cannot be read. */
const refreshIntervalMs = 250;

/** The signals of one service, for the tree; ends when the service's address or key changes. */
export class SignalsSession implements TreeSession {
  readonly loading: DefinitionLoading;
  readonly values: RowValues<VariantNode>;
  private readonly definitions: SignalDefinitions;
  private readonly throttle: Throttle;
  private readonly shown: ShownListing<CachedListing<ListedSignal>>;

  constructor(
    readonly service: ConnectedService,
    private readonly options: SignalsSessionOptions,
  ) {
    const { catalog } = service;
    const { onDidStart, onDidChange, onDidRead, log } = options;
    this.shown = new ShownListing({
      list: (how) => catalog.availableSignals(how),
      onDidStart,
      onDidChange,
    });
    const onOutcome = (...outcome: Parameters<OnOutcome>): void => this.settle(...outcome);
    this.definitions = new SignalDefinitions(catalog, log, onOutcome);
    this.throttle = new Throttle(onDidChange, refreshIntervalMs);
    const load = (signals: readonly ListedSignal[], signal: AbortSignal): Promise<void> =>
      this.definitions.load(signals, signal);
    this.loading = new DefinitionLoading({ ...options, load });
    this.values = new RowValues<VariantNode>({
      ...{ catalog, log, onDidStart, onDidChange, onDidRead },
      versionsOf: (code) =>
        this.items.flatMap((each) => (each.code === code ? [each.version] : [])),
    });
  }

  /** None before there is one. */
  get listings(): readonly CachedListing<unknown, ItemList<unknown>>[] {
    return [this.shown.value, this.values.listing].filter((listing) => listing !== undefined);
  }

  /** How many tags and values of the known definitions could not be read. */
  get unreadableInDefinitions(): number {
    return this.known.reduce((sum, definition) => sum + unreadableCount(definition), 0);
  }

  async load(node: SignalsNode | undefined, rows: Rows): Promise<readonly SignalsNode[]> {
    if (node === undefined) return this.roots(rows);
    switch (node.kind) {
      case "signal":
        return rows.bySignal.inSignal(node, await this.definitions.get(node.signal));
      case "tagKind":
        return rows.byTag.inTagKind(node, this.known);
      case "tagValue":
        return rows.byTag.inTagValue(node, this.known);
      case "notLoaded":
        return rows.byTag.inNotLoaded(node);
      case "address":
        return rows.bySignal.inAddress(node);
      case "variantGroup":
        return rows.bySignal.inGroup(node);
      case "range":
        return node.children();
      case "variant":
      case "variantReserved":
      case "empty":
      case "more":
        return [];
    }
  }

  /**
   * Lists the signals again; definitions follow when they are next needed. @throws without changing anything when that
   * fails.
   */
  async refresh(): Promise<void> {
    await this.shown.refresh();
    this.definitions.refresh();
    this.loading.reset();
    await this.values.refresh();
  }

  /** Loads the definition of a signal, so that its variants have rows; false when it is not listed. */
  async prepare(code: string, version: number): Promise<boolean> {
    const isWanted = (each: ListedSignal): boolean =>
      each.version === version && isSpeltAlike(each.code, code);
    // A signal missing from a cached listing may be new.
    const signal =
      (await this.shown.get()).items.find(isWanted) ??
      (await this.service.catalog.signals()).items.find(isWanted);
    if (signal !== undefined) await this.definitions.get(signal);
    return signal !== undefined;
  }

  dispose(): void {
    this.loading.dispose();
    this.values.dispose();
    this.throttle.dispose();
  }

  private get known(): ReturnType<SignalDefinitions["known"]> {
    return this.definitions.known(this.items);
  }

  private get items(): readonly ListedSignal[] {
    return this.shown.value?.items ?? [];
  }

  private async roots({ grouping, bySignal, byTag }: Rows): Promise<readonly SignalsNode[]> {
    const { items } = await this.shown.get();
    if (items.length === 0) {
      return [{ kind: "empty", of: "signals", id: `${bySignal.rootId}/#none`, parent: undefined }];
    }
    if (grouping === "signal") {
      this.loading.want([]);
      return bySignal.signals(items);
    }
    await this.definitions.read(items);
    const due = this.definitions.due(items);
    const old = this.definitions.old(items);
    // Old definitions can be shown, so they are only reloaded if that needs no question.
    const wanted = due.length + old.length <= autoLoadLimit ? [...due, ...old] : due;
    this.loading.want(wanted.filter((signal) => !this.options.hasFailed(signalKey(signal))));
    const rows = byTag.tagKinds(this.known);
    return this.loading.isRunning || due.length === 0 ? rows : [...rows, byTag.notLoaded(due)];
  }

  private settle(signal: ListedSignal, error?: unknown): void {
    if (error !== undefined) {
      this.options.fail(signalKey(signal), error);
      if (isReasonToHalt(error)) this.loading.halt();
    }
    this.throttle.request();
  }
}

/** Whether all other requests to the service would fail, too. */
function isReasonToHalt(error: unknown): boolean {
  if (isOffline(error)) return true;
  if (!(error instanceof ServiceError)) return false;
  const { kind } = error;
  if (kind === "http") return "status" in error && error.status === 401;
  return kind === "missing-key";
}
