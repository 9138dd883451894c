import { type FromLatest, fromLatest } from "../messages";
import { type LatestSignals } from "../../../../service/latestSignals";
import { type LatestSignalsPlace, latestUri } from "../../model/latestPlace";
import { type HeatMapMessage, type SentAnswer } from "../protocol";
import { OlderValuesSender } from "./olderValuesSender";
import { takeRecords } from "./latestAnswer";
import { askSinceDay } from "../../changes/host/sinceQuestion";
import { runForTargets } from "../../latestCommands";
import {
  answersOf,
  type LatestContent,
  LatestTab,
  type LatestTabOptions,
  type Load,
  staleReasonText,
} from "../../latestTab";
import { listedSignals } from "../../listedSignals";
import { targetsOf } from "../../latestTargets";
import { type ConnectedService } from "../../../../connect/connectedServices";
import { archivedSignals } from "../../archivedListing";

/** The tab of the latest signals as a heat map. */
export class LatestEditor implements LatestContent<FromLatest> {
  readonly page = "latest";
  readonly messages = fromLatest;
  readonly tab: LatestTab<SentAnswer, HeatMapMessage, FromLatest>;
  private generation = 0;
  /** The records that the page shows; undefined when it shows none. */
  private records: LatestSignals | undefined;
  private readonly comparison: OlderValuesSender;

  constructor(private readonly options: LatestTabOptions<LatestSignalsPlace>) {
    const tab = (this.tab = new LatestTab(options, this));
    this.comparison = tab.disposables.add(
      new OlderValuesSender({
        connected: () => tab.connected(),
        post: (message) => tab.post(message),
      }),
    );
  }

  async act(message: FromLatest): Promise<void> {
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
        return this.tab.act(message);
    }
  }

  async load({ catalog, archive }: ConnectedService, options: Load): Promise<void> {
    const { signal, archived } = options;
    const newest =
      archived === undefined
        ? catalog.availableLatestSignals(options)
        : archivedSignals(archive, archived);
    const listed = listedSignals(catalog, options);
    for await (const { listing } of answersOf(newest)) {
      const generation = this.generation + 1;
      const { answer, records } = await takeRecords(listing, {
        generation,
        subject: this.options.place.signal,
        listed: await listed,
        staleBecause: staleReasonText(listing),
        names: this.tab.names,
        signal,
      });
      signal.throwIfAborted();
      // The listing may have been fetched before archiving began.
      if (archived === undefined) void archive.keep("signals", listing);
      this.generation = generation;
      this.records = records;
      this.comparison.about({ generation, records, fetchedAtMs: listing.fetchedAtMs });
      this.tab.show(answer);
    }
  }

  forget(): void {
    this.records = undefined;
    this.comparison.about(undefined);
  }

  textUri(form: "csv" | "json"): string {
    return latestUri({ ...this.options.place, form });
  }

  private async askSince(): Promise<void> {
    const day = await askSinceDay(this.comparison.answerMs);
    if (day !== undefined) this.tab.post({ type: "since", day });
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
    const { catalog } = await this.tab.connected();
    const { dataKind = "SNAP", asOf = "latest" } = context.current ?? {};
    const targets = await targetsOf(versioned, { connectionId, catalog, dataKind, asOf });
    await runForTargets(message.command, targets);
  }
}
