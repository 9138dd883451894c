import { type HttpError, UnauthorizedError } from "../../service/errors";

/** A person who only opens series outside the subscription has had some answer within this time. */
const answeredLatelyMs = 60_000;

/**
 * Whether a service accepts the key, by what its requests came to: a 403 then concerns the subscription. One to a listing,
 * or to everything that is asked for, shows that the key is accepted no longer (HTTP-10).
 */
export class KeyAcceptance {
  private isAccepted = false;
  private answeredAtMs = 0;
  /** What was refused since the last answer. */
  private readonly refused = new Set<string>();

  /** @param now - Milliseconds since 1970-01-01 UTC. */
  constructor(private readonly now: () => number = Date.now) {}

  get hasWorked(): boolean {
    return this.isAccepted;
  }

  /** Notes what a request came to; without an error it was answered. */
  note(error?: unknown): void {
    if (error === undefined) {
      this.isAccepted = true;
      this.answeredAtMs = this.now();
      this.refused.clear();
    } else if (error instanceof UnauthorizedError) {
      this.noteRefusal(error);
    }
  }

  private noteRefusal(error: UnauthorizedError): void {
    const subject = error.status === 403 ? refusedSubject(error) : undefined;
    if (subject !== undefined) this.refused.add(subject);
    const isEverything = this.refused.size > 1 && this.now() - this.answeredAtMs > answeredLatelyMs;
    if (subject === undefined || isEverything) this.isAccepted = false;
  }
}

const ofOneSubject = /^GET [^?]*?\/(signal\/[^/?]+\/\d+|market\/[^/?]+\/currency)\//;

/** The one signal or market that a request was about; undefined for listings. */
export function refusedSubject({ request }: Pick<HttpError, "request">): string | undefined {
  return ofOneSubject.exec(request)?.[1];
}
