import { type ListedSignal } from "../../service/parseSignals";
import { autoLoadLimit } from "../../store/catalogStore";
import { type Disposable } from "../../editor/disposables";

/** The question and the reports of loading. */
export interface LoadingEvents {
  /** Asks the person whether to load so many. */
  readonly mayLoad: (count: number) => Promise<boolean>;
  /** Called when work starts, to show progress; the work never rejects. */
  readonly onDidStart: (work: Promise<void>) => void;
  /** The wanted definitions may have changed: call {@link DefinitionLoading.want} again. */
  readonly onDidChange: () => void;
  /** A run failed; not called when it completes or is stopped. */
  readonly onDidFail: (error: unknown) => void;
}

export interface DefinitionLoadingOptions extends LoadingEvents {
  /** Loads definitions until the signal aborts; it then rejects. */
  readonly load: (signals: readonly ListedSignal[], signal: AbortSignal) => Promise<void>;
}

/**
 * Loads the definitions that a tree by tag needs, in the background: one run at a time, only while the tree is visible.
 * Asks once before loading many.
 */
export class DefinitionLoading implements Disposable {
  private wanted: readonly ListedSignal[] = [];
  private run: AbortController | undefined;
  private isVisible = false;
  private isAllowed = false;
  private hasAsked = false;
  private isHalted = false;

  constructor(private readonly options: DefinitionLoadingOptions) {}

  get isRunning(): boolean {
    return this.run !== undefined;
  }

  /** How many definitions wait for the person's consent; 0 when none do. */
  get waitingCount(): number {
    const isWaiting = this.wanted.length > autoLoadLimit && !this.isAllowed;
    return isWaiting ? this.wanted.length : 0;
  }

  /** Sets the missing definitions; does not stop a run. */
  want(signals: readonly ListedSignal[]): void {
    this.wanted = signals;
    if (signals.length === 0) this.stop();
    else this.start();
  }

  /** Stops when hidden; when shown again, continues with what is then wanted. */
  setVisible(isVisible: boolean): void {
    const isShownAgain = isVisible && !this.isVisible;
    this.isVisible = isVisible;
    if (!isVisible) this.stop();
    else if (isShownAgain && this.wanted.length > 0) this.options.onDidChange();
  }

  /** The person agreed to load them, however many there are and despite earlier failures. */
  allow(): void {
    this.isAllowed = true;
    this.isHalted = false;
    this.options.onDidChange();
  }

  /** Allows loading and asking again, for example when the person returns to the tree by tag. */
  reset(): void {
    this.hasAsked = false;
    this.isHalted = false;
  }

  /** Stops until it is allowed again: whatever comes next would fail, too. */
  halt(): void {
    this.isHalted = true;
    this.stop();
  }

  dispose(): void {
    this.halt();
  }

  private start(): void {
    if (!this.isVisible || this.isHalted || this.isRunning) return;
    if (this.wanted.length > autoLoadLimit && !this.isAllowed) {
      void this.ask(this.wanted.length);
      return;
    }
    const run = new AbortController();
    this.run = run;
    this.options.onDidStart(this.runToEnd(this.wanted, run));
  }

  private async runToEnd(signals: readonly ListedSignal[], run: AbortController): Promise<void> {
    try {
      await this.options.load(signals, run.signal);
    } catch (error) {
      // A stop is intended; after any other failure, the next run would fail at once.
      if (!run.signal.aborted) {
        this.isHalted = true;
        this.options.onDidFail(error);
      }
    }
    if (this.run !== run) return;
    this.run = undefined;
    this.options.onDidChange();
  }

  private stop(): void {
    const { run } = this;
    this.run = undefined;
    run?.abort();
  }

  private async ask(count: number): Promise<void> {
    if (this.hasAsked) return;
    this.hasAsked = true;
    if (await this.options.mayLoad(count)) this.allow();
  }
}
