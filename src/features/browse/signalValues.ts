import { type SignalValues as Values } from "../../catalog/latestRecords";
import { isUnreachable } from "../../service/errors";
import { type ListedSignal } from "../../service/parseSignals";
import { type Log } from "../../shared/log";
import { type TagValues } from "../../shared/reference";
import { messageOf } from "../../shared/messageOf";
import { type CatalogStore } from "../../store/catalogStore";
import { type CachedSignals } from "../../store/listingFiles";
import { isCancellation } from "../../editor/cancellation";
import { type Disposable } from "../../editor/disposables";
import { newestIn } from "./cachedNewest";
import { rowScore, type RowValue, signalValue } from "./rowValue";
import { ShownListing, type ListingEvents } from "./shownListing";
import { signalKey } from "./signalDefinitions";
import { Throttle } from "../../editor/throttle";

/** What shows the value of a variant. */
export interface VariantRow {
  readonly signal: ListedSignal;
  readonly tags: TagValues;
}

export interface SignalValuesOptions<R extends VariantRow> extends ListingEvents {
  readonly catalog: CatalogStore;
  /** There are values for these rows, which were without. */
  readonly onDidRead: (rows: readonly R[]) => void;
  /** All versions of a code that the service lists. */
  readonly versionsOf: (code: string) => readonly number[];
  readonly log: Log;
}

interface Placed {
  readonly from: CachedSignals;
  readonly values: Values;
}

/** Rows are told of values at most this often. */
const refreshIntervalMs = 250;

/**
 * The newest values of the variants of one service as rows show them. Nothing is requested before a variant has a row; one
 * answer has the values of all.
 */
export class RowValues<R extends VariantRow> implements Disposable {
  private readonly shown: ShownListing<CachedSignals>;
  private readonly throttle: Throttle;
  private readonly placed = new Map<string, Placed>();
  /** Rows whose values are being placed, by signal, then those that are still to be told of theirs. */
  private readonly waiting = new Map<string, R[]>();
  private readable: R[] = [];
  private failure: unknown;

  constructor(private readonly options: SignalValuesOptions<R>) {
    const { catalog, onDidStart, onDidChange, onDidRead } = options;
    this.throttle = new Throttle(() => {
      const rows = this.readable;
      this.readable = [];
      onDidRead(rows);
    }, refreshIntervalMs);
    this.shown = new ShownListing({
      list: (how) => catalog.availableLatestSignals(how),
      onDidStart,
      onDidChange,
    });
  }

  /** The answer that the values are from; undefined before there is one. */
  get listing(): CachedSignals | undefined {
    return this.shown.value;
  }

  /** Why there are no values, other than that the service is out of reach; until they are refreshed. */
  get error(): unknown {
    return this.failure;
  }

  /** The value of a variant's row; undefined where there is none, or none yet: then the rows change when it has come. */
  of(row: R): RowValue | undefined {
    const { signal, tags } = row;
    const score = rowScore();
    if (score === undefined) return undefined;
    const placed = this.placed.get(signalKey(signal));
    if (placed === undefined || placed.from !== this.shown.value) this.wait(row);
    const values = placed?.values.of(tags);
    return values && signalValue(values, placed?.values.newestDay, score);
  }

  /** Replaces values that are no longer new, if there are any; what failed is asked for again. */
  async renew(): Promise<void> {
    this.failure = undefined;
    if (this.shown.value === undefined) return;
    try {
      await this.shown.get();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Asks the service anew if it was asked before. Without an answer what is shown stays. */
  async refresh(): Promise<void> {
    const wasAsked = this.failure !== undefined || this.shown.value !== undefined;
    this.failure = undefined;
    if (!wasAsked) return;
    try {
      await this.shown.refresh();
    } catch (error) {
      this.fail(error);
    }
  }

  dispose(): void {
    this.throttle.dispose();
  }

  private wait(row: R): void {
    if (this.failure !== undefined) return;
    const key = signalKey(row.signal);
    const waiting = this.waiting.get(key);
    if (waiting !== undefined) {
      waiting.push(row);
      return;
    }
    this.waiting.set(key, [row]);
    void this.place(row.signal);
  }

  private async place(signal: ListedSignal): Promise<void> {
    const key = signalKey(signal);
    try {
      const from = await this.shown.get();
      const definition = this.options.catalog.cachedDefinition(signal);
      if (definition === undefined || this.placed.get(key)?.from === from) return;
      const versions = this.options.versionsOf(signal.code);
      const values = await newestIn(from, definition, versions);
      this.placed.set(key, { from, values });
      this.readable.push(...(this.waiting.get(key) ?? []));
      this.throttle.request();
    } catch (error) {
      this.fail(error);
    } finally {
      this.waiting.delete(key);
    }
  }

  /** Values are an addition to the rows: a failure is logged and shown above them, and no message. */
  private fail(error: unknown): void {
    if (isCancellation(error)) return;
    this.options.log.warn(`no newest values: ${messageOf(error)}`);
    // The rows say that the service is out of reach; they ask again when it is back.
    if (isUnreachable(error)) return;
    this.failure = error;
    this.options.onDidRead([]);
  }
}
