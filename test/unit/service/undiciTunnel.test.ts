import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { UndiciTransport } from "../../../src/service/undiciTransport";
import { parseProxy } from "../../../src/service/proxyServer";
import { ProxyRefusedError } from "../../../src/service/transportError";
import { rejection } from "../../support/rejection";

describe("a tunnel of UndiciTransport", () => {
  let sockets: Socket[];
  let close: () => Promise<unknown>;
  let tunnel: (text: string) => Promise<Socket>;
  const ending = new AbortController();

  beforeEach(async () => {
    sockets = [];
    let answer = "";
    // Says what it is told to each request, and keeps the connection.
    const server = createServer((socket) => {
      sockets.push(socket.on("error", () => socket.destroy()));
      socket.once("data", () => socket.write(answer));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const transport = new UndiciTransport();
    tunnel = (text) => {
      answer = text;
      const proxy = parseProxy(`http://127.0.0.1:${port}`);
      return transport.openTunnel(proxy, "service.test:443", ending.signal);
    };
    close = async () => {
      const closed = once(server, "close");
      for (const socket of sockets) socket.destroy();
      server.close();
      await closed;
    };
  });
  afterEach(() => close());

  const page = (title: string): string => `<html><head>${title}</head>Not allowed</html>`;
  const refusals: [what: string, head: string, body: string, words: string][] = [
    ["the title of its page", "Content-Length: 99", page("<title>Blocked</title>"), ": Blocked"],
    [
      "the title of a page in chunks",
      "Transfer-Encoding: chunked",
      "7f\r\n<title>A</title>",
      ": A",
    ],
    [
      "a title with attributes, entities and line breaks",
      "Connection: close",
      page('<TITLE lang="en">ERROR:\n  Web &amp; more</TITLE>'),
      ": ERROR: Web & more",
    ],
    [
      "200 characters of a long title",
      "A: b",
      page(`<title>${"b".repeat(999)}</title>`),
      `: ${"b".repeat(199)}…`,
    ],
    ["nothing of a title that is cut", "Content-Length: 99", "<title>Block", ""],
    [
      "the title of a page after 60 KB of headers",
      `A: ${"b".repeat(60_000)}`,
      page("<title>A</title>"),
      ": A",
    ],
    ["nothing of a page without a title", "Content-Length: 6", "Not so", ""],
    ["nothing of an answer without a page", "Content-Length: 0", "", ""],
    ["nothing of a page that never arrives", "Content-Length: 99", "", ""],
  ];
  for (const [what, head, body, words] of refusals) {
    it(`quotes ${what} (PROXY-03)`, async () => {
      const answer = `HTTP/1.1 403 Forbidden\r\n${head}\r\n\r\n${body}`;
      const error = await rejection(tunnel(answer), ProxyRefusedError);
      assert.equal(error.status, 403);
      assert.equal(
        error.message,
        `the proxy ${error.proxyHost} refused to connect to the service (403)${words}`,
      );
    });
  }

  it("gives the socket as it is, with what the service says first (PROXY-01)", async () => {
    const socket = await tunnel("HTTP/1.1 200 Connection established\r\n\r\nhello");
    const [bytes] = (await once(socket, "data")) as [Buffer];
    assert.equal(bytes.toString(), "hello");
    socket.destroy();
  });
});
