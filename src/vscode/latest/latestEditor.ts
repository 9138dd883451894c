import { type LatestSignal } from "../../service/parseLatestSignals";
import { type ExplorerIdentity } from "../../shared/latest/explorerProtocol";
import { type LatestSignalsPlace, type LatestSubject } from "../../shared/latest/latestPlace";
import {
  type FromLatest,
  type LatestIdentity,
  type ToLatest,
  type LatestAnswer,
} from "../../shared/latest/latestProtocol";
import { type CachedListing } from "../../store/listingFiles";
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
import { type ReadableNames } from "../../catalog/readableNames";
import { type ListedSignal } from "../../service/parseSignals";
import { LatestColumnsBuilder } from "../../shared/latest/latestColumns";
import { plainLine } from "../../shared/plainText";
import { Slices } from "../../store/slices";
import { failureText } from "../report/failureText";

/** The latest signals as a heat map. */
export class LatestEditor extends LatestTab<
  LatestSignalsPlace,
  CachedListing<LatestSignal>,
  LatestIdentity,
  ToLatest,
  FromLatest
> {
  private generation = 0;
  /** Of the answer that the page shows, in the order of its columns. */
  private records: readonly LatestSignal[] = [];

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

  protected override ask(
    catalog: Catalog,
    options: CacheOptions,
  ): Asked<CachedListing<LatestSignal>> {
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
    this.records = [];
  }

  /** Nobody asks for anything of an answer that the page no longer shows. */
  private async run(message: Extract<FromLatest, { type: "run" }>): Promise<void> {
    if (message.generation !== this.generation) return;
    const { context, place } = this.options;
    const { connectionId } = place;
    const versioned = [...message.records].flatMap((at, index) => {
      const record = this.records[at];
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
  /** In the order of the columns. */
  readonly records: readonly LatestSignal[];
}

/** The records of an answer as columns, without holding up the editor. @throws the signal's reason when it aborts. */
async function takeRecords(
  { items, unreadable, notice, fetchedAtMs, staleBecause }: CachedListing<LatestSignal>,
  { generation, subject, listed, names, signal }: AnswerRequest,
): Promise<TakenRecords> {
  const records = items.filter((record) => isOf(subject, record));
  const readable = (field: string, value: string): string =>
    plainLine(names.tagValue(field, value));
  const builder = new LatestColumnsBuilder(records.length, readable);
  const slices = new Slices(signal);
  for (const record of records) {
    builder.add(record);
    if (slices.isOver) await slices.next();
  }
  const signals = listed
    .filter((each) => isOf(subject, each))
    .map(({ code, version, name }) => ({ code, version, name: plainLine(name) }));
  const answer: LatestAnswer = {
    generation,
    columns: builder.build(),
    signals,
    fetchedAtMs,
    staleBecause: staleBecause === undefined ? null : failureText(staleBecause),
    unreadable: unreadable.length,
    notice: notice === undefined ? null : plainLine(notice),
  };
  return { answer, records };
}

/** All versions of a code: a record of version 0 may belong to any of them. */
function isOf(subject: LatestSubject | undefined, { code }: { readonly code?: string }): boolean {
  return subject === undefined || code?.normalize("NFC") === subject.code;
}
