import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { messageOf } from "../shared/messageOf";
import { errorCodeOf } from "./errorCode";

/** A host and a port that can be connected to; an IPv6 address stands without brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** A connection to an endpoint, at whichever of its addresses answers first. @throws the system's error. */
export async function openSocket(endpoint: Endpoint, signal: AbortSignal): Promise<Socket> {
  const settings = {
    ...endpoint,
    autoSelectFamily: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    // Bodies come in fewer pieces than with the default.
    highWaterMark: 64 * 1024,
  };
  const socket = connect(settings);
  try {
    await once(socket, "connect", { signal });
    // Whoever uses it hears of its end; until then nobody need.
    socket.on("error", () => socket.destroy());
    return socket;
  } catch (error) {
    socket.on("error", () => socket.destroy());
    socket.destroy();
    throw withText(error);
  }
}

/** Of several addresses that were tried each has an error of its own, and their sum has no words. */
function withText(error: unknown): unknown {
  if (!(error instanceof AggregateError)) return error;
  const reasons = error.errors.map(messageOf);
  const reported = new AggregateError(error.errors, reasons.join("; "));
  return Object.assign(reported, { code: errorCodeOf(error) });
}

/** Where an origin is; a port that is not named is the scheme's own. */
export function endpointOf(origin: string): Endpoint {
  const { hostname, port, protocol } = new URL(origin);
  const ownPort = protocol === "https:" ? 443 : 80;
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? ownPort : Number(port) };
}

/** Host and port of an origin, as a tunnel is asked for. */
export function tunnelTargetOf(origin: string): string {
  return `${new URL(origin).hostname}:${endpointOf(origin).port}`;
}
