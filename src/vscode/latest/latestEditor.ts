import { type LatestSignals } from "../../service/latestSignals";
import { type ExplorerIdentity } from "../../shared/latest/explorerProtocol";
import { type LatestSignalsPlace, type LatestSubject } from "../../shared/latest/latestPlace";
import {
  type FromLatest,
  type LatestIdentity,
  type ToLatest,
  type LatestAnswer,
} from "../../shared/latest/latestProtocol";
import { type CachedSignals } from "../../store/listingFiles";
import { type CacheOptions } from "../../store/readThrough";
import { runForTargets } from "./latestCommands";
import {
  type Asked,
  type Catalog,
  LatestTab,
  type LatestTabOptions,
  listedSignals,
} from "./latestTab";
import { targetsOf } from "./latestTargets";
import { parseFromLatest } from "./parseFromLatest";
import { recordsOf } from "./recordsOf";
import { type ReadableNames } from "../../catalog/readableNames";
import { type ListedSignal } from "../../service/parseSignals";
import { type ColumnArray } from "../../shared/columns";
import { type SignalColumns, tagLabels } from "../../shared/latest/latestColumns";
import { plainLine } from "../../shared/plainText";
import { Slices } from "../../store/slices";
import { failureText } from "../report/failureText";

/** The latest signals as a heat map. */
export class LatestEditor extends LatestTab<
  LatestSignalsPlace,
  CachedSignals,
  LatestIdentity,
  ToLatest,
  FromLatest
> {
  private generation = 0;
  /** Those that the page shows; undefined where it shows none. */
  private records: LatestSignals | undefined;

  constructor(options: LatestTabOptions<LatestSignalsPlace>) {
    super(options, "latest");
  }

  protected override parse(message: unknown): FromLatest | undefined {
    return parseFromLatest(message);
  }

  protected override async act(message: FromLatest): Promise<void> {
    return message.type === "run" ? this.run(message) : this.actCommonly(message);
  }

  protected override identityOf(common: ExplorerIdentity): LatestIdentity {
    return { ...common, signal: this.options.place.signal ?? null };
  }

  protected override ask(catalog: Catalog, options: CacheOptions): Asked<CachedSignals> {
    const newest = catalog.availableLatestSignals(options);
    const listed = listedSignals(catalog, options);
    const { names } = this;
    const subject = this.options.place.signal;
    return {
      newest,
      take: async (listing, signal) => {
        const generation = this.generation + 1;
        const request = { generation, subject, listed: await listed, names, signal };
        const { answer, records } = await takeRecords(listing, request);
        return {
          staleBecause: answer.staleBecause,
          show: () => {
            this.generation = generation;
            this.records = records;
            this.post({ type: "show", identity: this.identity, answer });
          },
        };
      },
    };
  }

  protected override forget(): void {
    this.records = undefined;
  }

  /** Nobody asks for anything of an answer that the page no longer shows. */
  private async run(message: Extract<FromLatest, { type: "run" }>): Promise<void> {
    if (message.generation !== this.generation) return;
    const { context, place } = this.options;
    const { connectionId } = place;
    const versioned = [...message.records].flatMap((at, index) => {
      const record = this.records?.at(at);
      return record === undefined ? [] : [{ record, version: message.versions[index] ?? 0 }];
    });
    const catalog = await this.catalog();
    const { dataKind = "SNAP", asOf = "latest" } = context.current ?? {};
    const targets = await targetsOf(versioned, { connectionId, catalog, dataKind, asOf });
    await runForTargets(message.command, targets);
  }
}

interface AnswerRequest {
  readonly generation: number;
  /** Of all records unless given. */
  readonly subject: LatestSubject | undefined;
  readonly listed: readonly ListedSignal[];
  readonly names: ReadableNames;
  readonly signal: AbortSignal;
}

/** What the service told, and which of its records the page gets. */
interface TakenRecords {
  readonly answer: LatestAnswer;
  readonly records: LatestSignals;
}

/** The records of an answer as columns, without holding up the editor. @throws the signal's reason when it aborts. */
async function takeRecords(
  { items, unreadable, notice, fetchedAtMs, staleBecause }: CachedSignals,
  { generation, subject, listed, names, signal }: AnswerRequest,
): Promise<TakenRecords> {
  const slices = new Slices(signal);
  const records = await slices.run(recordsOf(items, subject?.code));
  const columns = await slices.run(ownColumns(records.columns));
  const labels = await slices.run(
    tagLabels(columns, (field, value) => plainLine(names.tagValue(field, value))),
  );
  const signals = listed
    .filter((each) => isOf(subject, each))
    .map(({ code, version, name }) => ({ code, version, name: plainLine(name) }));
  const answer: LatestAnswer = {
    generation,
    columns: { ...columns, labels },
    signals,
    fetchedAtMs,
    staleBecause: staleBecause === undefined ? null : failureText(staleBecause),
    unreadable: unreadable.length,
    notice: notice === undefined ? null : plainLine(notice),
  };
  return { answer, records };
}

/** Copies that share no memory: whatever is sent to a page takes its whole buffer along. */
function* ownColumns(columns: SignalColumns): Generator<void, SignalColumns> {
  const own: [string, ColumnArray][] = [];
  for (const [name, values] of Object.entries<ColumnArray>({ ...columns })) {
    own.push([name, values.slice()]);
    yield;
  }
  return Object.fromEntries(own) as unknown as SignalColumns;
}

/** All versions of a code: a record of version 0 may belong to any of them. */
function isOf(subject: LatestSubject | undefined, { code }: { readonly code?: string }): boolean {
  return subject === undefined || code?.normalize("NFC") === subject.code;
}
