import { type ServiceClient, type ServiceClientOptions } from "../../src/service/serviceClient";
import { type Transport } from "../../src/service/transport";
import { deferred } from "./deferred";
import { type RawServer, type RawServerOptions, type Script, startRawServer } from "./rawServer";
import { testClient } from "./testClient";
import { type TestedTransport } from "./testedTransports";

export interface FaultyService {
  readonly server: RawServer;
  readonly client: ServiceClient;
  /** Resolves when the client has the headers of its first answer. */
  readonly answered: Promise<true>;
}

/**
 * Starts a scripted service and a client of it by the given transport, which waits for no retry unless it is given a
 * `random`.
 */
export type StartFaultyService = (
  scripts: Script | readonly [Script, ...Script[]],
  options?: FaultyServiceOptions,
) => Promise<FaultyService>;

export interface FaultyServiceOptions
  extends Partial<Omit<ServiceClientOptions, "baseUrl" | "transport">>, RawServerOptions {
  /** The client wants TLS, which the service speaks only if it has a certificate. */
  readonly wantsTls?: boolean;
}

/** To be called within a `describe`: what its tests start is closed after each of them. */
export function useFaultyService({ make }: TestedTransport): StartFaultyService {
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0)) await close();
  });
  return async (scripts, options = {}) => {
    const server = await startRawServer(scripts, options);
    const { transport, answered } = observed(make());
    const scheme = options.wantsTls === true ? "https:" : "http:";
    const address = server.origin.replace("http:", scheme);
    const { client, dispose } = testClient(address, { random: () => 0, ...options, transport });
    closings.push(async () => {
      dispose();
      await server.close();
    });
    return { server, client, answered };
  };
}

function observed(inner: Transport): Pick<FaultyService, "answered"> & { transport: Transport } {
  const { promise, resolve } = deferred<true>();
  const send: Transport["send"] = async (request) => {
    const response = await inner.send(request);
    resolve(true);
    return response;
  };
  return { transport: { send, dispose: () => inner.dispose() }, answered: promise };
}
