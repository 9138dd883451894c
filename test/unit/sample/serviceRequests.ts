import { once } from "node:events";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { type SampleService } from "../../../src/sample/sampleService";

export const apiKey = "demo-key";

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** GET of a path below `/api/v3/` with the key, on a connection of its own. */
export async function get(
  service: SampleService,
  path: string,
  headers: Record<string, string> = { "X-API-KEY": apiKey },
): Promise<Received> {
  const sent = request(`${service.url}/api/v3/${path}`, { headers, agent: false });
  sent.end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const { statusCode: status = 0, headers: received } = response;
  return { status, headers: received, body: Buffer.concat(chunks) };
}

export async function getJson(service: SampleService, path: string): Promise<unknown> {
  const { body } = await get(service, path);
  return JSON.parse(body.toString("utf8"));
}

/** What comes back for these very bytes until the service ends the connection. */
export async function exchange(service: SampleService, lines: readonly string[]): Promise<string> {
  const socket = connect(service.port, "127.0.0.1");
  socket.write([...lines, "Connection: close", "", ""].join("\r\n"));
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("latin1");
}
