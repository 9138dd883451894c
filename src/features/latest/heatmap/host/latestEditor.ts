import { type FromLatest, fromLatest } from "../messages";
import { type LatestSignals } from "../../../../service/latestSignals";
import { type ExplorerIdentity } from "../../explorer/protocol";
import { type LatestSignalsPlace } from "../../model/latestPlace";
import { type LatestIdentity, type ToLatest } from "../protocol";
import { type CachedSignals } from "../../../../store/listingFiles";
import { type CacheOptions } from "../../../../store/readThrough";
import { OlderValuesSender } from "./olderValuesSender";
import { takeRecords } from "./latestAnswer";
import { askSinceDay } from "../../changes/host/sinceQuestion";
import { runForTargets } from "../../latestCommands";
import { type Asked, LatestTab, type LatestTabOptions } from "../../latestTab";
import { listedSignals } from "../../listedSignals";
import { targetsOf } from "../../latestTargets";
import { parsedAs } from "../../../../shared/messageSchemas";
import { failureText } from "../../../../editor/report/failureText";
import { type ConnectedService } from "../../../../connect/connectedServices";

/** The tab of the latest signals as a heat map. */
export class LatestEditor extends LatestTab<
  LatestSignalsPlace,
  CachedSignals,
  LatestIdentity,
  ToLatest,
  FromLatest
> {
  private generation = 0;
  /** The records that the page shows; undefined when it shows none. */
  private records: LatestSignals | undefined;
  private readonly comparison: OlderValuesSender;

  constructor(options: LatestTabOptions<LatestSignalsPlace>) {
    super(options, "latest");
    this.comparison = this.disposables.add(
      new OlderValuesSender({
        connected: () => this.connected(),
        post: (message) => this.post(message),
      }),
    );
  }

  protected override parse(message: unknown): FromLatest | undefined {
    return parsedAs(fromLatest, message);
  }

  protected override async act(message: FromLatest): Promise<void> {
    switch (message.type) {
      case "run":
        return this.run(message);
      case "compare":
        return this.comparison.show(message);
      case "stopComparing":
        this.comparison.stop();
        return;
      case "askSince":
        return this.askSince();
      case "ready":
      case "do":
      case "copyText":
      case "save":
      case "failed":
        return this.actCommonly(message);
    }
  }

  protected override identityOf(common: ExplorerIdentity): LatestIdentity {
    return { ...common, signal: this.options.place.signal ?? null };
  }

  protected override ask(
    { catalog, archive }: ConnectedService,
    options: CacheOptions,
  ): Asked<CachedSignals> {
    const newest = catalog.availableLatestSignals(options);
    const listed = listedSignals(catalog, options);
    const { names } = this;
    const subject = this.options.place.signal;
    return {
      newest,
      take: async (listing, signal) => {
        const generation = this.generation + 1;
        const { staleBecause: reason } = listing;
        const { answer, records } = await takeRecords(listing, {
          generation,
          subject,
          listed: await listed,
          staleBecause: reason === undefined ? null : failureText(reason),
          names,
          signal,
        });
        return {
          staleBecause: answer.staleBecause,
          show: () => {
            // The listing may have been fetched before archiving began.
            void archive.keep("signals", listing);
            this.generation = generation;
            this.records = records;
            this.comparison.about({ generation, records, fetchedAtMs: listing.fetchedAtMs });
            this.post({ type: "show", identity: this.identity, answer });
          },
        };
      },
    };
  }

  protected override forget(): void {
    this.records = undefined;
    this.comparison.about(undefined);
  }

  private async askSince(): Promise<void> {
    const day = await askSinceDay(this.comparison.answerMs);
    if (day !== undefined) this.post({ type: "since", day });
  }

  /** Ignores commands on an answer that the page no longer shows. */
  private async run(message: Extract<FromLatest, { type: "run" }>): Promise<void> {
    if (message.generation !== this.generation) return;
    const { context, place } = this.options;
    const { connectionId } = place;
    const versioned = [...message.records].flatMap((at, index) => {
      const record = this.records?.at(at);
      return record === undefined ? [] : [{ record, version: message.versions[index] ?? 0 }];
    });
    const { catalog } = await this.connected();
    const { dataKind = "SNAP", asOf = "latest" } = context.current ?? {};
    const targets = await targetsOf(versioned, { connectionId, catalog, dataKind, asOf });
    await runForTargets(message.command, targets);
  }
}
