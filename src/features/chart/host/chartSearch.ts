import { type ReadableNames } from "../../../catalog/readableNames";
import { type FoundSeries, type ToChart } from "../protocol";
import { plainLine } from "../../../shared/plainText";
import { type ConnectedService } from "../../../connect/connectedServices";
import { type Disposable, DisposableStore } from "../../../editor/disposables";
import { ForecastSource } from "../../browse/palette/forecastSource";
import {
  type HitKind,
  listRows,
  saidOnce,
  type SeriesChoice,
  type SeriesSource,
} from "../../browse/palette/seriesSource";
import { SignalSource } from "../../browse/palette/signalSource";
import { Throttle } from "../../../editor/throttle";
import { targetPath } from "../../../shared/place";
import { type Vintage } from "../../../shared/reference";

export interface ChartSearchOptions {
  readonly connectionId: string;
  readonly connect: () => Promise<ConnectedService>;
  readonly names: ReadableNames;
  readonly vintage: Vintage;
  readonly post: (message: ToChart) => void;
}

type Search = Omit<Extract<ToChart, { type: "found" }>, "type" | "rows" | "note">;

/** 50: a longer list is not read; more typed text narrows it. */
const maxFound = 50;
/** 250 ms: the lists of a large catalog change many times a second while they load. */
const answerMs = 250;

/** Finds series of one connection for a chart's search box, in the palette's lists, which load at first use. */
export class ChartSearch implements Disposable {
  private readonly disposables = new DisposableStore();
  private readonly answers = this.disposables.add(new Throttle(() => this.answer(), answerMs));
  private readonly sources: readonly (readonly [SeriesSource, HitKind])[];
  private asked: Search | undefined;

  constructor(private readonly options: ChartSearchOptions) {
    const { connect, names } = options;
    const { disposables } = this;
    this.sources = [
      [new SignalSource(connect, names), "variant"],
      [new ForecastSource(connect, names), "forecast"],
    ];
    for (const [source] of this.sources) {
      disposables.add(source.onDidChange(() => this.answers.request()));
      disposables.add(source);
    }
  }

  /** Answers at once with the loaded rows, and again when more are loaded. */
  search(asked: Search): void {
    const isFirst = this.asked === undefined;
    this.asked = asked;
    if (isFirst) for (const [source] of this.sources) source.start();
    this.answer();
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private answer(): void {
    if (this.asked === undefined) return;
    const { text } = this.asked;
    const rows = this.sources.map(([source, kind]) => listRows(source, kind, text));
    const [signals = [], forecasts = []] = rows.map((each) =>
      each.flatMap((row) => this.found(row)),
    );
    // Half of the rows are reserved for each list.
    const shown = signals.slice(0, Math.max(maxFound / 2, maxFound - forecasts.length));
    const found = [...shown, ...forecasts].slice(0, maxFound);
    this.options.post({ type: "found", ...this.asked, rows: found, note: this.note(rows.flat()) });
  }

  private found({ effect, label, description = "" }: SeriesChoice): FoundSeries[] {
    if (effect.kind !== "choose") return [];
    const { connectionId, vintage } = this.options;
    const reference = effect.reference(vintage);
    const id = targetPath({ connectionId: connectionId, reference });
    return [{ id, label: withoutEscapes(label), description: withoutEscapes(description) }];
  }

  /** Lists that failed, with the reason, and how complete the search was. */
  private note(rows: readonly SeriesChoice[]): string {
    const failures = rows.filter(({ key }) => key.startsWith("failed "));
    const words = failures.map(({ label, description = "" }) => `${label}: ${description}`);
    const counts = this.sources.map(([source]) => source.completeness());
    return plainLine(withoutEscapes([...words, ...saidOnce(counts)].join("; ")));
  }
}

/** Removes the palette's escapes of icons: a page shows plain text. */
function withoutEscapes(text: string): string {
  return text.replaceAll("\\$(", "$(");
}
