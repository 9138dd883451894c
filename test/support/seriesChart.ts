import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { type ChartData, type ToChart } from "../../src/features/chart/protocol";
import { type ViewState } from "../../src/features/chart/model/viewState";
import { type ChartPlace } from "../../src/shared/chartPlace";
import { type SeriesTarget } from "../../src/shared/place";
import { type SeriesRef, signalRef } from "../../src/shared/reference";
import { referencePath } from "../../src/shared/referencePath";
import { type CacheOptions } from "../../src/store/readThrough";
import { type Series } from "../../src/store/seriesStore";
import { ChartSession } from "../../src/features/chart/host/chartSession";
import { failureOf } from "./chartFrames";
import { chartNames } from "./chartNames";
import { type Deferred, deferred } from "./deferred";
import { frameOf, noRepairs } from "./frames";
import { noNames, type Names } from "./noNames";
import { type ReceivedReport, reportsIn } from "./receivedReports";
import { AnsweredSession } from "./answeredSession";
import { connectedService } from "./connectedService";

export const us = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "SNAP",
  asOf: "latest",
});
export const signal: SeriesTarget = { connectionId: "sample", reference: us };

export function seriesOf(reference: SeriesRef, level: number, fetchedAtMs = 1_000): Series {
  const [bytes, format] = [new Uint8Array(), "csv"] as const;
  const body = { request: "GET /", format, bytes, isCloseDelimited: false, attempts: 1 };
  const frame = frameOf(["2024-01-01"], { Level: [level] });
  return { reference, frame, repairs: noRepairs, body, fetchedAtMs };
}

/** What a session asked for, to be answered by the test. */
interface Asked extends Deferred<Series> {
  readonly path: string;
  readonly options: CacheOptions;
}

/** A session whose services a test answers for. */
export class SeriesChart extends AnsweredSession<Series, Asked> {
  readonly noted: string[] = [];
  readonly session: ChartSession;
  /** What the page has kept, or the one before it. */
  view: ViewState | null = null;

  constructor(place: ChartPlace, catalog: Names = noNames) {
    super();
    this.session = new ChartSession({
      place,
      services: this.services((id) =>
        Promise.resolve({
          ...connectedService({
            catalog,
            client: { newestServerDateMs: undefined, latestAsOfMs: 1_000 },
            series: {
              series: (reference, options) => this.askFor(reference, options),
              latestAt: (reference, asOf, options) => this.askFor({ ...reference, asOf }, options),
              freshInstant: () => Promise.resolve(undefined),
              nearestCached: () => Promise.resolve(undefined),
            },
          }),
          connection: { kind: "sample", id: "sample", name: id },
        }),
      ),
      names: chartNames,
      outcomes: {
        failureOf: (error) => failureOf(errorText(error), ["retry"]),
        panelFailureOf: (error) => failureOf(errorText(error), ["retry"]),
        cancelled: () => assert.fail("no series is cancelled"),
        reasonOf: (error) => `because ${errorText(error)}`,
        repairText: ({ duplicateRows }) => [`duplicates: ${duplicateRows}`],
        noteRead: (series, read) => this.note(series, read.staleBecause ? "stale" : "read"),
        notePanelRead: () => assert.fail("no panel was read"),
        noteFailure: (series) => this.note(series, "failed"),
      },
      viewState: () => this.view,
      canUndo: false,
      post: (message) => this.post(message),
    });
  }

  /** Opens a page. Resolves with what it is sent first, whatever is still requested. */
  open(): Promise<Extract<ToChart, { type: "show" }>> {
    void this.session.ready();
    return this.next("show");
  }

  /** Opens a page, and answers its requests in their order. */
  load(...answers: readonly (Series | Error)[]): Promise<void> {
    return this.finish(this.session.ready(), ...answers);
  }

  /** Waits until {@link shown} is this. */
  async shows(...expected: readonly string[]): Promise<void> {
    await this.until(`message that shows ${expected.join(", ")}`, () =>
      isDeepStrictEqual(this.shown(), expected) ? true : undefined,
    );
  }

  /** The parts of the newest message, in short. */
  shown(): string[] {
    const reports = this.sent.slice(-1).flatMap(reportsIn);
    return reports.map((part) =>
      inShort(part, part.data === "unchanged" ? this.dataOf(part.id) : part.data),
    );
  }

  /** What a page has of a series. */
  dataOf(id: string): ChartData | null {
    const reported = this.sent
      .flatMap(reportsIn)
      .filter((part) => part.id === id)
      .flatMap(({ data }) => (data === "unchanged" ? [] : [data]));
    return reported.at(-1) ?? null;
  }

  private note(series: SeriesTarget, what: string): void {
    this.noted.push(`${what} ${referencePath(series.reference).slice(0, 9)}`);
  }

  private askFor(reference: SeriesRef, options: CacheOptions = {}): Promise<Series> {
    return this.ask({ ...deferred<Series>(), path: referencePath(reference), options });
  }
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `INFL United States: loading 1`. */
function inShort({ title, isLoading, failure }: ReceivedReport, data: ChartData | null): string {
  const words = [
    ...(isLoading ? ["loading"] : []),
    ...(data === null ? [] : [data.columns[0]?.values[0], data.staleBecause]),
    ...(failure === null ? [] : [failure.message]),
  ];
  return `${title}: ${words.filter((word) => word !== null).join(" ")}`;
}
