import { type RequestCounts } from "../../service/requestCounts";
import { type Day } from "../../shared/day";
import { type Instant } from "../../shared/instant";
import { type WireFormat } from "../../shared/wireFormat";
import { type CertificateFacts } from "./certificate";

/** What a diagnosis looks at, in this order: the way to the service first, then what the service answers. */
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

/** What each step found out. Times are in milliseconds. */
export interface StepFacts extends Readonly<Record<WireFormat, SeriesFacts>> {
  /** Of the proxy where there is one, else of the service. */
  readonly name: {
    readonly host: string;
    readonly addresses: readonly string[];
    readonly isProxy: boolean;
  };
  /** To the proxy where there is one, else to the service. */
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
  /** Of the first request, whatever was answered. */
  readonly answer: { readonly ms: number };
  /** Not accepted means: not refused either, because what came is neither a listing nor an answer with 401 or 403. */
  readonly key: { readonly isAccepted: boolean };
  readonly listing: {
    readonly signals: number;
    readonly unreadable: number;
    readonly isComplete: boolean;
    readonly ms: number;
  };
  readonly asOf: {
    readonly asOf: Instant;
    /** Undefined when nothing was known yet. */
    readonly lastDay: Day | undefined;
    readonly latestLastDay: Day;
    /** False when the series has ended before the as-of: then any answer looks alike. */
    readonly isTold: boolean;
  };
  /** By how much this computer is ahead of the service; negative when it is behind, 0 when no difference can be told. */
  readonly clock: { readonly aheadMs: number };
  /** Of the connection in this window. */
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

/** Why there was nothing to do. */
export type NotNeeded =
  /** The base URL names an address. */
  | "address"
  /** The proxy is named by an address. */
  | "proxy-address"
  /** No proxy is used for the service. */
  | "no-proxy"
  /** The service is on this computer and speaks plain HTTP. */
  | "no-tls"
  /** Nothing was sent. */
  | "not-sent"
  /** The service lists no signal whose series can be asked for. */
  | "nothing-listed"
  /** The service does not say what time it is. */
  | "no-date";

/** What a step came to that had everything it needs. */
export type Conclusion<S extends StepName> =
  | { readonly state: "passed" | "warning"; readonly facts: StepFacts[S] }
  | { readonly state: "not-needed"; readonly why: NotNeeded };

export type StepResult<S extends StepName> =
  | Conclusion<S>
  | { readonly state: "failed"; readonly error: unknown }
  /** It needs what another step did not come to. */
  | { readonly state: "not-tried"; readonly because: StepName }
  | { readonly state: "cancelled" };

/** The result of any step, with its name to tell them apart. */
export type Finding = {
  [S in StepName]: { readonly step: S; readonly result: StepResult<S> };
}[StepName];

/** One step as it is run. */
interface Step<S extends StepName> {
  readonly name: S;
  /** The steps that must not have failed; asked when its turn comes. */
  readonly needs: () => readonly StepName[];
  /** Whether it asks nobody any more: then it is told after a cancellation, too. */
  readonly isKnown?: () => boolean;
  /** Rejects when it fails. */
  readonly run: (signal: AbortSignal) => Promise<Conclusion<S>>;
}

export type AnyStep = { [S in StepName]: Step<S> }[StepName];
