import { type BaseUrl, parseBaseUrl } from "../service/baseUrl";
import { isConnectionId, sampleConnection } from "../shared/place";

/** A named base URL with its own key, or the embedded sample service. */
export type Connection = ServiceConnection | SampleConnection;

export interface ServiceConnection {
  readonly kind: "service";
  readonly id: string;
  readonly name: string;
  readonly baseUrl: BaseUrl;
}

export interface SampleConnection {
  readonly kind: "sample";
  readonly id: typeof sampleConnection;
  readonly name: string;
}

/** The name of a connection's service outside the editor: its base URL, or `sample`. */
export function serviceNameOf(connection: Connection): string {
  return connection.kind === "sample" ? connection.id : connection.baseUrl.href;
}

/** An invalid entry of the setting, and why, for the log. */
export interface UnusableConnection {
  readonly id: string;
  readonly reason: string;
}

/** The connections in the setting `macroSignals.connections`, which may hold anything. */
export function parseConnections(setting: unknown): {
  readonly connections: readonly ServiceConnection[];
  readonly unusable: readonly UnusableConnection[];
} {
  const connections: ServiceConnection[] = [];
  const unusable: UnusableConnection[] = [];
  for (const [id, entry] of Object.entries(isRecord(setting) ? setting : {})) {
    const parsed = parseConnection(id, entry);
    if ("reason" in parsed) unusable.push(parsed);
    else connections.push(parsed);
  }
  return { connections, unusable };
}

/**
 * An id for a new connection, from its host: `api.acme.com` becomes `api-acme-com`. Ids in `taken` are never reused.
 */
export function newConnectionId(host: string, taken: ReadonlySet<string>): string {
  const slug = host
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 24);
  const base = slug === "" ? "service" : slug;
  const isFree = (id: string): boolean => !taken.has(id) && id !== sampleConnection;
  if (isFree(base)) return base;
  for (let number = 2; ; number++) {
    const id = `${base}-${number}`;
    if (isFree(id)) return id;
  }
}

/** The name of a connection until it is renamed: its host, with the port if there is one. */
export function defaultName({ origin }: BaseUrl): string {
  return origin.replace(/^https?:\/\//, "");
}

function parseConnection(id: string, entry: unknown): ServiceConnection | UnusableConnection {
  if (!isConnectionId(id))
    return { id, reason: "an id must be 1 to 32 characters from a-z, 0-9 and -" };
  if (id === sampleConnection) return { id, reason: "the id is reserved for the sample data" };
  if (!isRecord(entry)) return { id, reason: "it is not an object" };
  const { name, baseUrl } = entry;
  if (typeof baseUrl !== "string") return { id, reason: "it has no baseUrl" };
  const parsed = parseBaseUrl(baseUrl);
  if (!parsed.ok) return { id, reason: `its baseUrl is refused (${parsed.problem})` };
  const hasName = typeof name === "string" && name.trim() !== "";
  return {
    kind: "service",
    id,
    name: hasName ? name.trim() : defaultName(parsed.baseUrl),
    baseUrl: parsed.baseUrl,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
