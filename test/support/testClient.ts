import { parseBaseUrl } from "../../src/service/baseUrl";
import { ServiceClient, type ServiceClientOptions } from "../../src/service/serviceClient";
import { UndiciTransport } from "../../src/service/undiciTransport";

export const testKey = "canary-3f9c/+ 71";

export interface TestClient {
  readonly client: ServiceClient;
  /** Closes all sockets of the client's transport. */
  readonly dispose: () => void;
}

/**
 * A client of the service at an address, with {@link testKey}, a transport of its own, and retries without a wait
 * unless the options say otherwise.
 */
export function testClient(
  address: string,
  options: Partial<Omit<ServiceClientOptions, "baseUrl">> = {},
): TestClient {
  const typed = parseBaseUrl(address);
  if (!typed.ok) throw new Error(`${address}: ${typed.problem}`);
  const { transport = new UndiciTransport() } = options;
  const client = new ServiceClient({
    baseUrl: typed.baseUrl,
    apiKey: () => Promise.resolve(testKey),
    random: () => 0,
    ...options,
    transport,
  });
  return { client, dispose: () => transport.dispose() };
}
