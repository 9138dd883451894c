import { lookup } from "node:dns/promises";
import { type Socket, connect, isIP } from "node:net";
import { type Clock, systemClock } from "../shared/clock";
import { messageOf } from "../shared/messageOf";
import { untilAborted } from "../shared/untilAborted";
import { errorCodeOf } from "./errorCode";

/** A host and a port to connect to; IPv6 addresses have no brackets. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** How long an address may be silent before the next one is tried beside it (RFC 8305 §5). */
const nextAddressMs = 250;

export interface SocketOptions {
  /** The default is the system clock. */
  readonly clock?: Clock;
  /** Resolves a host to at least one address, in order of preference; the default is the system's resolver. */
  readonly addressesOf?: (host: string) => Promise<readonly string[]>;
}

/**
 * Connects to an endpoint, at whichever of its addresses answers first. A slow address is never abandoned for another
 * one, as Node itself does after 250 ms.
 *
 * @throws the system's error.
 */
export async function openSocket(
  { host, port }: Endpoint,
  signal: AbortSignal,
  { clock = systemClock, addressesOf = resolved }: SocketOptions = {},
): Promise<Socket> {
  signal.throwIfAborted();
  const race = new AddressRace(port, clock);
  try {
    const addresses = isIP(host) === 0 ? await untilAborted(addressesOf(host), signal) : [host];
    return await untilAborted(race.winner(addresses), signal);
  } finally {
    race.end();
  }
}

/** The addresses of a host, alternating between families, so that a broken family costs only one delay (RFC 8305 §4). */
async function resolved(host: string): Promise<string[]> {
  const found = await lookup(host, { all: true });
  const [mine, other] = [true, false].map((isFirst) =>
    found.filter(({ family }) => (family === found[0]?.family) === isFirst),
  );
  const pairs = found.map((_, index) => [mine?.[index], other?.[index]]);
  return pairs.flat().flatMap((each) => (each === undefined ? [] : [each.address]));
}

/** Connects to several addresses, each a little later than the one before, until one of them answers. */
class AddressRace {
  private readonly dialing = new Set<Socket>();
  private readonly errors: Error[] = [];
  private waiting: readonly string[] = [];
  private stopTimer = (): void => undefined;

  constructor(
    private readonly port: number,
    private readonly clock: Clock,
  ) {}

  winner(addresses: readonly string[]): Promise<Socket> {
    this.waiting = addresses;
    return new Promise((resolve, reject) => this.dialNext(resolve, reject));
  }

  /** Closes all connections but the first one that opened. */
  end(): void {
    this.stopTimer();
    this.waiting = [];
    for (const socket of this.dialing) socket.destroy();
  }

  private dialNext(resolve: (socket: Socket) => void, reject: (error: Error) => void): void {
    this.stopTimer();
    const [host, ...others] = this.waiting;
    this.waiting = others;
    if (host === undefined) {
      if (this.dialing.size === 0) reject(failureOf(this.errors));
      return;
    }
    const socket = connect({ host, port: this.port, ...socketSettings });
    this.dialing.add(socket);
    const next = (): void => this.dialNext(resolve, reject);
    const fail = (error: Error): void => {
      this.errors.push(error);
      this.dialing.delete(socket);
      next();
    };
    socket.once("error", fail).once("connect", () => {
      this.dialing.delete(socket);
      // Without a listener, an error before the caller adds its own would end the process.
      socket.off("error", fail).on("error", () => socket.destroy());
      resolve(socket);
    });
    if (others.length > 0) this.stopTimer = this.clock.after(nextAddressMs, next);
  }
}

const socketSettings = {
  noDelay: true,
  keepAlive: true,
  keepAliveInitialDelay: 60_000,
  // Larger than the default, so that bodies arrive in fewer chunks.
  highWaterMark: 64 * 1024,
};

/** The only error, or one error with the messages of all and the code of the first. */
function failureOf(errors: readonly Error[]): Error {
  const [first] = errors;
  if (first !== undefined && errors.length === 1) return first;
  const reported = new AggregateError(errors, errors.map(messageOf).join("; "));
  return Object.assign(reported, { code: errorCodeOf(first) });
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
