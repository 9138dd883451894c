import { type RequestCounts } from "../../service/requestCounts";
import { type Day } from "../../shared/day";
import { type Instant } from "../../shared/instant";
import { type WireFormat } from "../../shared/wireFormat";
import { type CertificateFacts } from "./certificate";

/** The steps of a diagnosis, in order: first the network path to the service, then its answers. */
export const stepNames = [
  "name",
  "connection",
  "proxy",
  "tls",
  "answer",
  "key",
  "listing",
  "parquet",
  "csv",
  "json",
  "asOf",
  "clock",
  "requests",
] as const;

export type StepName = (typeof stepNames)[number];

/** The result of each step. Times are in milliseconds. */
export interface StepFacts extends Readonly<Record<WireFormat, SeriesFacts>> {
  /** The name of the proxy if there is one, else of the service. */
  readonly name: {
    readonly host: string;
    readonly addresses: readonly string[];
    readonly isProxy: boolean;
  };
  /** To the proxy if there is one, else to the service. */
  readonly connection: {
    readonly address: string;
    readonly port: number;
    readonly isProxy: boolean;
    readonly ms: number;
  };
  readonly proxy: {
    readonly proxyHost: string;
    /** `http.proxy`, or the name of an environment variable. */
    readonly source: string;
    readonly hasCredentials: boolean;
    readonly ms: number;
  };
  readonly tls: {
    readonly protocol: string;
    readonly certificate: CertificateFacts;
    readonly daysLeft: number;
    readonly ms: number;
  };
  /** The answer to the first request, whatever it is. */
  readonly answer: { readonly ms: number };
  /** Not accepted means unknown, not refused: the answer was neither a listing nor a 401 or 403. */
  readonly key: { readonly isAccepted: boolean };
  readonly listing: {
    readonly signals: number;
    readonly unreadable: number;
    readonly isComplete: boolean;
    readonly ms: number;
  };
  readonly asOf: {
    readonly asOf: Instant;
    /** Undefined if nothing was known yet. */
    readonly lastDay: Day | undefined;
    readonly latestLastDay: Day;
    /** False if the series ends before the as-of: then the answer is the same with or without it. */
    readonly isTold: boolean;
  };
  /**
   * How far this computer is ahead of the service; negative if it is behind, 0 if there is no measurable difference.
   */
  readonly clock: { readonly aheadMs: number };
  /** For the connection in this window. */
  readonly requests: RequestCounts;
}

/** One series in one format. */
export interface SeriesFacts {
  /** `GET /path?query`. */
  readonly request: string;
  readonly rows: number;
  readonly columns: readonly string[];
  readonly firstDay: Day | undefined;
  readonly lastDay: Day | undefined;
  readonly bytes: number;
  readonly ms: number;
}

/** Why a step was not needed. */
export type NotNeeded =
  /** The base URL has an address as its host. */
  | "address"
  /** The proxy is configured by its address. */
  | "proxy-address"
  /** No proxy is used for the service. */
  | "no-proxy"
  /** The service is on this computer and uses plain HTTP. */
  | "no-tls"
  /** Nothing was sent. */
  | "not-sent"
  /** The service lists no signal whose series can be requested. */
  | "nothing-listed"
  /** The service's answers have no time. */
  | "no-date";

/** The result of a step whose prerequisites are met. */
export type Conclusion<S extends StepName> =
  | { readonly state: "passed" | "warning"; readonly facts: StepFacts[S] }
  | { readonly state: "not-needed"; readonly why: NotNeeded };

export type StepResult<S extends StepName> =
  | Conclusion<S>
  | { readonly state: "failed"; readonly error: unknown }
  /** A step that it depends on has no result. */
  | { readonly state: "not-tried"; readonly because: StepName }
  | { readonly state: "cancelled" };

/** The result of one of some steps, discriminated by its name. */
export type Finding<N extends StepName = StepName> = {
  [S in N]: { readonly step: S; readonly result: StepResult<S> };
}[N];

/** How one step runs. */
interface Step<S extends StepName> {
  readonly name: S;
  /** The steps that must not have failed; called when its turn comes. */
  readonly needs: () => readonly StepName[];
  /** Whether its result is already known, so that it is reported even after a cancellation. */
  readonly isKnown?: () => boolean;
  /** Rejects if the step fails. */
  readonly run: (signal: AbortSignal) => Promise<Conclusion<S>>;
}

export type AnyStep = { [S in StepName]: Step<S> }[StepName];
