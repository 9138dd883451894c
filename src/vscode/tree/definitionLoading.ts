import { type ListedSignal } from "../../service/parseSignals";
import { autoLoadLimit } from "../../store/catalogStore";
import { type Disposable } from "../disposables";

export interface DefinitionLoadingOptions {
  /** Loads definitions until the signal aborts; it then rejects. */
  readonly load: (signals: readonly ListedSignal[], signal: AbortSignal) => Promise<void>;
  /** Asks the person whether so many may be loaded. */
  readonly mayLoad: (count: number) => Promise<boolean>;
  /** Something began; for showing progress. Never rejects. */
  readonly onDidStart: (work: Promise<void>) => void;
  /** What is wanted may have changed: time to say it anew with {@link DefinitionLoading.want}. */
  readonly onDidChange: () => void;
  /** A run ended for a reason that is neither its end nor a stop. */
  readonly onDidFail: (error: unknown) => void;
}

/**
 * Loads the definitions that a tree by tag needs, in the background: one run at a time, only while the tree is visible,
 * and many only after asking, once.
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

  /** How many definitions wait for the person to agree; 0 when none does. */
  get waitingCount(): number {
    const isWaiting = this.wanted.length > autoLoadLimit && !this.isAllowed;
    return isWaiting ? this.wanted.length : 0;
  }

  /** Says what is missing now; nothing stops what is under way. */
  want(signals: readonly ListedSignal[]): void {
    this.wanted = signals;
    if (signals.length === 0) this.stop();
    else this.start();
  }

  /** Hidden, it stops; shown again, it goes on with what is then wanted. */
  setVisible(isVisible: boolean): void {
    const isShownAgain = isVisible && !this.isVisible;
    this.isVisible = isVisible;
    if (!isVisible) this.stop();
    else if (isShownAgain && this.wanted.length > 0) this.options.onDidChange();
  }

  /** The person wants them loaded, however many there are and whatever went wrong before. */
  allow(): void {
    this.isAllowed = true;
    this.isHalted = false;
    this.options.onDidChange();
  }

  /** Loading and asking may begin again, for example because the person came back to the tree by tag. */
  reset(): void {
    this.hasAsked = false;
    this.isHalted = false;
  }

  /** Stops, and does not begin again by itself: whatever comes next would fail, too. */
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
      // Who stopped it knows; any other failure would come again at once.
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
