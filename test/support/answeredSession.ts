import { setTimeout as sleep } from "node:timers/promises";
import { type Services } from "../../src/connect/connectedServices";
import { type ToChart } from "../../src/features/chart/protocol";
import { AsOfGate } from "../../src/store/asOfGate";
import { type Deferred } from "./deferred";

/** 10 s: sessions need milliseconds, and mocha ends a test after 20 s without the reason. */
const limitMs = 10_000;
const late = Symbol("late");

/** What a chart's session requests and sends. A test answers the requests and waits for the messages. */
export abstract class AnsweredSession<Answer, Request extends Deferred<Answer>> {
  readonly asked: Request[] = [];
  readonly sent: ToChart[] = [];
  private readonly unanswered: Request[] = [];
  private readonly listeners = new Set<(connectionId: string) => void>();
  private readonly waiting = new Set<() => void>();

  get listening(): number {
    return this.listeners.size;
  }

  reset(connectionId: string): void {
    for (const listener of this.listeners) listener(connectionId);
  }

  /** The earliest request that no caller has had yet. */
  request(): Promise<Request> {
    return this.until("request", () => this.unanswered.shift());
  }

  /** The next message of this type. */
  next<T extends ToChart["type"]>(type: T): Promise<Extract<ToChart, { type: T }>> {
    const before = this.sent.length;
    const isNext = (message: ToChart): message is Extract<ToChart, { type: T }> =>
      message.type === type;
    return this.until(`message "${type}"`, () => this.sent.slice(before).find(isNext));
  }

  /** Answers the next requests in their order, then waits for the end of the work that made them. */
  async finish(work: Promise<unknown>, ...answers: readonly (Answer | Error)[]): Promise<void> {
    for (const answer of answers) {
      const { resolve, reject } = await this.request();
      if (answer instanceof Error) reject(answer);
      else resolve(answer);
    }
    await this.inTime("end of the work", work);
  }

  protected services(get: Services["get"]): Services {
    return {
      get,
      ready: () => undefined,
      gate: new AsOfGate(),
      onDidReset: (listener) => {
        this.listeners.add(listener);
        return { dispose: () => this.listeners.delete(listener) };
      },
    };
  }

  protected ask(request: Request): Promise<Answer> {
    this.asked.push(request);
    this.unanswered.push(request);
    this.changed();
    return request.promise;
  }

  protected post(message: ToChart): void {
    this.sent.push(message);
    this.changed();
  }

  /** Checks all waits again. */
  protected changed(): void {
    for (const look of this.waiting) look();
  }

  /** What `look` returns as soon as that is defined. */
  protected async until<T>(what: string, look: () => T | undefined): Promise<T> {
    let lookAgain = (): void => undefined;
    const found = new Promise<T>((resolve) => {
      lookAgain = () => {
        const seen = look();
        if (seen === undefined) return;
        this.waiting.delete(lookAgain);
        resolve(seen);
      };
    });
    this.waiting.add(lookAgain);
    lookAgain();
    return this.inTime(what, found);
  }

  private async inTime<T>(what: string, awaited: Promise<T>): Promise<T> {
    const limit = new AbortController();
    const { signal } = limit;
    try {
      const first = await Promise.race([awaited, sleep(limitMs, late, { signal })]);
      if (first !== late) return first;
    } finally {
      limit.abort();
    }
    const { asked, sent } = this;
    const messages = [sent.length, ...sent.map(({ type }) => type)].join(" ");
    throw new Error(
      `No ${what} within ${limitMs} ms. Requests: ${asked.length}; messages: ${messages}`,
    );
  }
}
