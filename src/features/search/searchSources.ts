import * as vscode from "vscode";
import { type PanelStart } from "../../catalog/panelStart";
import { ReadableNames } from "../../catalog/readableNames";
import { mergedByWeight } from "../../catalog/searchIndex";
import { type ConnectedService } from "../../connect/connectedServices";
import { type Disposable, DisposableStore } from "../../editor/disposables";
import { type Vintage } from "../../shared/reference";
import { ForecastSource } from "../browse/palette/forecastSource";
import {
  type HitKind,
  hitKinds,
  maxListedSeries,
  saidOnce,
  type SeriesChoice,
} from "../browse/palette/seriesSource";
import { SignalSource } from "../browse/palette/signalSource";
import { type Searching } from "./searching";

/** The kinds to list, and the variants of which panels are made. */
export interface WantedHits {
  readonly kinds: readonly HitKind[];
  readonly start?: PanelStart;
}

/** 50 panels, profiles or markets where several kinds are listed: more would crowd out series. */
const maxOthers = 50;

/** The signals and forecasts of one connection, reused from one list to the next. */
export class SearchSources implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<void>());
  readonly onDidChange = this.didChange.event;
  readonly names = new ReadableNames(vscode.env.language);
  readonly signals: SignalSource;
  readonly forecasts: ForecastSource;
  private lists = 0;
  /** The kind and as-of of the list; newest values are shown only for latest. */
  vintage: Vintage = { dataKind: "SNAP", asOf: "latest" };

  /** @param onDidReset - Called when what is known belongs to another address or key. */
  constructor(
    { services, hedging, log }: Searching,
    readonly connectionId: string,
    onDidReset: () => void,
  ) {
    this.disposables.add(
      services.onDidReset((id) => {
        if (id === connectionId) onDidReset();
      }),
    );
    const connect = (): Promise<ConnectedService> => services.get(connectionId);
    const isBound = (): boolean => services.gate.bound !== "latest";
    const isLatest = (): boolean => !isBound() && this.vintage.asOf === "latest";
    this.signals = this.disposables.add(new SignalSource(connect, this.names, { isLatest, log }));
    this.forecasts = this.disposables.add(
      new ForecastSource(connect, this.names, {
        isLatest: () => !isBound(),
        hedging: () => hedging.of(connectionId),
      }),
    );
    for (const source of this.all) {
      this.disposables.add(source.onDidChange(() => this.didChange.fire()));
    }
  }

  /** Whether a list shows it. */
  get isOpen(): boolean {
    return this.lists > 0;
  }

  get isLoading(): boolean {
    return this.all.some(({ isLoading }) => isLoading);
  }

  /** Starts loading for one more list what its kinds need. */
  open(kinds: readonly HitKind[]): void {
    this.lists++;
    this.start(kinds);
  }

  start(kinds: readonly HitKind[]): void {
    for (const source of this.of(kinds)) source.start();
  }

  /** Aborts the loading when the last list is closed. */
  close(): void {
    if (--this.lists > 0) return;
    for (const source of this.all) source.stop();
    if (this !== known) this.dispose();
  }

  completeness(kinds: readonly HitKind[]): string {
    const sources = this.of(kinds);
    const isShort = sources.length > 1;
    return saidOnce(sources.map((source) => source.completeness(isShort))).join("; ");
  }

  /**
   * The hits, the best first, and how many more there are. Of what matches a word equally well, panels, profiles and
   * markets come before the many series that they contain.
   */
  find(
    typed: string,
    { kinds, start }: WantedHits,
  ): {
    readonly hits: readonly SeriesChoice[];
    readonly more: number;
  } {
    const listed = hitKinds.filter((kind) => kinds.includes(kind));
    const [series, others] = [listed.filter(isSeries), listed.filter((kind) => !isSeries(kind))];
    const found = (typed.trim() === "" ? listed : [...others, ...series]).map((kind) => {
      const max = isSeries(kind) || kinds.length === 1 ? maxListedSeries : maxOthers;
      return isForecast(kind)
        ? this.forecasts.find(kind, typed, max)
        : this.signals.find(kind, typed, max, start);
    });
    const hits = mergedByWeight(found);
    return { hits, more: found.reduce((sum, { total }) => sum + total, 0) - hits.length };
  }

  /** Rows about what failed, is missing or could be meant. */
  notices(typed: string, kinds: readonly HitKind[]): ReturnType<SignalSource["notices"]> {
    const all = this.of(kinds).map((source) => source.notices(typed));
    // Each listing may ask for the key.
    const above = new Map(all.flatMap((each) => each.above).map((row) => [row.key, row]));
    return { above: [...above.values()], below: all.flatMap(({ below }) => below) };
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private get all(): readonly (SignalSource | ForecastSource)[] {
    return [this.signals, this.forecasts];
  }

  private of(kinds: readonly HitKind[]): readonly (SignalSource | ForecastSource)[] {
    return [
      ...(kinds.every(isForecast) ? [] : [this.signals]),
      ...(kinds.some(isForecast) ? [this.forecasts] : []),
    ];
  }
}

function isSeries(kind: HitKind): boolean {
  return kind === "variant" || kind === "forecast";
}

export function isForecast(kind: HitKind): boolean {
  return kind === "market" || kind === "forecast";
}

let known: SearchSources | undefined;

/** The sources of a connection: those of the last list if it was the same connection with the same key. */
export function sourcesOf(parts: Searching, connectionId: string): SearchSources {
  if (known?.connectionId !== connectionId) {
    forgetSources();
    known = new SearchSources(parts, connectionId, forgetSources);
  }
  return known;
}

/** Forgets what the last list had; a list that is open keeps it until it is closed. */
export function forgetSources(): void {
  const forgotten = known;
  known = undefined;
  if (forgotten?.isOpen === false) forgotten.dispose();
}
