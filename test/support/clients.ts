import assert from "node:assert/strict";
import { parseBaseUrl } from "../../src/service/baseUrl";
import { ServiceClient } from "../../src/service/serviceClient";
import { type Transport } from "../../src/service/transport";

/** A client of a service on loopback. */
export function clientFor(url: string, key: string, transport: Transport): ServiceClient {
  const parsed = parseBaseUrl(url);
  assert.ok(parsed.ok);
  const { baseUrl } = parsed;
  return new ServiceClient({ baseUrl, transport, apiKey: () => Promise.resolve(key) });
}
