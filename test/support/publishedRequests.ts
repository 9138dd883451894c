import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { setTimeout as sleep } from "node:timers/promises";
import { asOfParameter, type Instant } from "../../src/shared/instant";
import { until } from "./until";

interface Published {
  readonly request: { readonly path: string };
}

/** The endpoints that have no as-of: latest signals, the data of a forecast, and latest forecasts. */
export type NewestEndpoint = "latest signals" | "forecast" | "latest forecasts";

/** Far above the time in which an action sends its next request after an answer. */
const settleMs = 60;

/** All requests of this process, by any copy of undici. */
export class PublishedRequests {
  readonly paths: string[] = [];
  private readonly open = new Set<unknown>();
  private readonly begin = (message: unknown): void => {
    const { request } = message as Published;
    this.open.add(request);
    this.paths.push(request.path);
  };
  private readonly end = (message: unknown): void => {
    this.open.delete((message as Published).request);
  };

  constructor() {
    subscribe("undici:request:create", this.begin);
    subscribe("undici:request:trailers", this.end);
    subscribe("undici:request:error", this.end);
  }

  /** Waits until no request is under way, and no other one follows. */
  async settle(): Promise<void> {
    for (;;) {
      await until("the end of all requests", () => this.open.size === 0 || undefined);
      const count = this.paths.length;
      await sleep(settleMs);
      if (count === this.paths.length && this.open.size === 0) return;
    }
  }

  dispose(): void {
    unsubscribe("undici:request:create", this.begin);
    unsubscribe("undici:request:trailers", this.end);
    unsubscribe("undici:request:error", this.end);
  }
}

/** The as-of of each request for the data of a signal, null for latest. */
export function asOfsIn(paths: readonly string[]): (string | null)[] {
  return paths.flatMap((path) =>
    /^\/api\/v3\/signal\/[^/]+\/\d+\/data\//.test(path)
      ? [new URL(path, "http://service").searchParams.get("as_of_utc")]
      : [],
  );
}

/** Those of {@link asOfsIn} that are later than an instant. */
export function laterIn(paths: readonly string[], bound: Instant): (string | null)[] {
  const last = asOfParameter(bound);
  return asOfsIn(paths).filter((asOf) => asOf === null || asOf > last);
}

/** The endpoints without an as-of that were requested, each once. */
export function newestIn(paths: readonly string[]): NewestEndpoint[] {
  const routes: readonly (readonly [RegExp, NewestEndpoint])[] = [
    [/^\/api\/v3\/signal\/latest\//, "latest signals"],
    [/^\/api\/v3\/forecast\/market\/.+\/data\//, "forecast"],
    [/^\/api\/v3\/forecast\/latest\//, "latest forecasts"],
  ];
  return routes.flatMap(([route, name]) => (paths.some((path) => route.test(path)) ? [name] : []));
}
