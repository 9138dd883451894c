import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { messageOf } from "../shared/messageOf";
import { errorCodeOf } from "./errorCode";

/** A host and a port to connect to; IPv6 addresses have no brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/**
 * A connection to an endpoint, at whichever of its addresses answers first.
 *
 * @throws the system's error.
 */
export async function openSocket(endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
  const settings = {
    ...endpoint,
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    // Larger than the default, so that bodies arrive in fewer chunks.
    highWaterMark: 64 * 1024,
  };
  const socket = connect(settings);
  try {
    await once(socket, "connect", { signal });
    // An unhandled error would end the process before the socket has a user with its own listener.
    socket.on("error", () => socket.destroy());
    return socket;
  } catch (error) {
    socket.on("error", () => socket.destroy());
    socket.destroy();
    throw withText(error);
  }
}

/** An `AggregateError` of several addresses has no message, so it takes that of its errors. */
function withText(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  const reasons = error.errors.map(messageOf);
  const reported = new AggregateError(error.errors, reasons.join("; "));
  return Object.assign(reported, { code: errorCodeOf(error) });
}

/** The host and port of an origin; the port defaults to the scheme's. */
export function endpointOf(origin: string): Endpoint {
  const { hostname, port, protocol } = new URL(origin);
  const ownPort = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? ownPort : Number(port) };
}

/** Host and port of an origin, as `CONNECT` requires them. */
export function tunnelTargetOf(origin: string): string {
  return `${new URL(origin).hostname}:${endpointOf(origin).port}`;
}
