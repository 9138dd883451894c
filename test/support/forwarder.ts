import { type IncomingMessage, type RequestListener, request } from "node:http";

/**
 * Passes every request on to another server of this machine, as {@link startServer} wants it.
 *
 * @param target - That server's origin, asked for anew each time; without one the connection ends unanswered.
 */
export function forwardTo(target: () => string | undefined): RequestListener {
  return (incoming, response) => {
    const origin = target();
    if (origin === undefined) {
      response.destroy();
      return;
    }
    const url = new URL(incoming.url ?? "/", origin);
    const headers = { ...incoming.headers, host: url.host };
    const pass = (answer: IncomingMessage): void => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    };
    const outgoing = request(url, { method: incoming.method ?? "GET", headers }, pass);
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  };
}
