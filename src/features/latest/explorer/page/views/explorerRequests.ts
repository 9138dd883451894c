import { type LatestAction } from "../../../messages";
import { type FromExplorer } from "../../messages";
import { type ExportForm } from "../../../../../shared/pageProtocol";
import { type ForecastCommand } from "../../protocol";

/** The position of a signal variant's contribution in an answer. */
export interface Contribution {
  readonly summary: number;
  readonly attribution: number;
}

/** Messages from the page to the host, about the answer that it shows. */
export class ExplorerRequests {
  generation = 0;

  constructor(private readonly post: (message: FromExplorer) => void) {}

  act(action: LatestAction): void {
    this.post({ type: "do", action });
  }

  details(summaries: readonly number[]): void {
    if (summaries.length === 0) return;
    const { generation } = this;
    this.post({ type: "details", generation, summaries: Int32Array.from(summaries) });
  }

  /** @param summaries - Indices; -1 stands for none. */
  run(command: ForecastCommand, summaries: readonly number[]): void {
    const found = summaries.filter((summary) => summary >= 0);
    if (found.length === 0) return;
    const { generation } = this;
    this.post({ type: "run", generation, command, summaries: Int32Array.from(found) });
  }

  runVariant(command: ForecastCommand, contribution: Contribution): void {
    this.post({ type: "runVariant", generation: this.generation, command, ...contribution });
  }

  showMovedBy(contribution: Contribution): void {
    this.post({ type: "showMoved", generation: this.generation, ...contribution });
  }

  /** Ends {@link showMovedBy}. */
  showAll(): void {
    this.showMovedBy({ summary: 0, attribution: -1 });
  }

  copy(text: string): void {
    this.post({ type: "copyText", text });
  }

  save(form: ExportForm, text: string): void {
    this.post({ type: "save", form, text });
  }
}
