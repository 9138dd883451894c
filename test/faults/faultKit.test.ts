import assert from "node:assert/strict";
import { once } from "node:events";
import { get, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { connect as connectTls, type TLSSocket } from "node:tls";
import {
  makeCertificates,
  type TestCertificate,
  type TestCertificates,
} from "../support/certificates";
import { type ConnectProxyOptions, startConnectProxy } from "../support/connectProxy";
import { type RawServer, startRawServer } from "../support/rawServer";
import { rejection } from "../support/rejection";

describe("the fault kit", () => {
  describe("the raw server", () => {
    it("says each byte of its script and hears each of the client's", async () => {
      const server = await startRawServer(async (connection) => {
        await connection.nextRequest();
        await connection.send("HTTP/1.1 200 OK\r\n", "Content-", "Length: 2\r\n\r\n");
        await connection.drip("ok");
      });
      const response = await got(server.origin);
      assert.equal(await text(response), "ok");
      assert.match(server.connections[0]?.received ?? "", /^GET \/ HTTP\/1.1\r\n/);
      await server.close();
    });

    it("has a script for each connection, the last one for all that follow", async () => {
      const answer = (body: string) => (connection: { end: (bytes: string) => void }) =>
        connection.end(`HTTP/1.1 200 OK\r\n\r\n${body}`);
      const server = await startRawServer([answer("first"), answer("later")]);
      const bodies: string[] = [];
      for (let i = 0; i < 3; i++) bodies.push(await text(await got(server.origin)));
      assert.deepEqual(bodies, ["first", "later", "later"]);
      await server.close();
    });

    it("resets a connection", async () => {
      const server = await startRawServer((connection) => connection.reset());
      const socket = connect(server.port, "127.0.0.1");
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      assert.equal(error.code, "ECONNRESET");
      await server.close();
    });

    it("tells when the client's socket closed", async () => {
      const server = await startRawServer((connection) => connection.dripForever(" "));
      const socket = connect(server.port, "127.0.0.1");
      await once(socket, "data");
      socket.destroy();
      await (
        await server.connection(0)
      ).closed;
      assert.equal(server.connections[0]?.isOpen, false);
      await server.close();
    });

    it("tells what went wrong in a script when it is closed", async () => {
      const problem = new Error("the script is wrong");
      const server = await startRawServer(() => Promise.reject(problem));
      const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
      await once(socket, "close");
      assert.equal(await rejection(server.close(), Error), problem);
    });
  });

  describe("the certificates", () => {
    let certificates: TestCertificates;

    before(async () => {
      certificates = await makeCertificates();
    });

    const outcomes: [name: keyof TestCertificates, error: string | undefined][] = [
      ["good", undefined],
      ["expired", "CERT_HAS_EXPIRED"],
      ["wrongName", "ERR_TLS_CERT_ALTNAME_INVALID"],
      ["selfSigned", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ];
    for (const [name, error] of outcomes) {
      it(`are ${error ?? "accepted"} when they are ${name}`, async () => {
        const authority = certificates.authority.cert;
        assert.equal(await handshakeProblem(certificates[name], authority), error);
      });
    }
  });

  describe("the proxy", () => {
    let service: RawServer;

    before(async () => {
      service = await startRawServer(async (connection) => {
        await connection.nextRequest();
        connection.end("HTTP/1.1 200 OK\r\n\r\nthrough");
      });
    });

    after(() => service.close());

    async function tunnel(
      options: Partial<ConnectProxyOptions>,
      headers: Record<string, string> = {},
    ): Promise<{ status: number | undefined; answer: string; targets: string[] }> {
      const proxy = await startConnectProxy({
        ports: { "service.test": service.port },
        ...options,
      });
      const asked = request(proxy.url, {
        method: "CONNECT",
        path: "service.test:443",
        headers,
      }).end();
      const [response, socket] = (await once(asked, "connect")) as [IncomingMessage, TLSSocket];
      socket.write("GET / HTTP/1.1\r\n\r\n");
      const answer = await text(socket);
      await proxy.close();
      const targets = proxy.requests.map(({ target }) => target);
      return { status: response.statusCode, answer, targets };
    }

    it("leads the names it knows to ports of this machine", async () => {
      const { status, answer, targets } = await tunnel({});
      assert.deepEqual([status, targets], [200, ["service.test:443"]]);
      assert.match(answer, /through$/);
    });

    it("asks for its credentials", async () => {
      const credentials = { user: "jo", password: "s3cret" };
      assert.equal((await tunnel({ credentials })).status, 407);
      const header = `Basic ${Buffer.from("jo:s3cret").toString("base64")}`;
      const right = await tunnel({ credentials }, { "proxy-authorization": header });
      assert.equal(right.status, 200);
    });

    it("answers with a page of its own", async () => {
      const page = { status: 403, body: "<html>blocked</html>" };
      assert.equal((await tunnel({ answer: () => page })).status, 403);
    });
  });
});

async function got(origin: string): Promise<IncomingMessage> {
  const [response] = (await once(get(origin, { agent: false }), "response")) as [IncomingMessage];
  return response;
}

/** The code of the error of a client that trusts the authority alone. */
async function handshakeProblem(
  certificate: TestCertificate,
  authority: string,
): Promise<string | undefined> {
  const server = await startRawServer(() => undefined, { certificate });
  const socket = connectTls({ port: server.port, host: "127.0.0.1", ca: authority });
  const problem = await Promise.race([
    once(socket, "secureConnect").then(() => undefined),
    once(socket, "error").then(([error]) => (error as NodeJS.ErrnoException).code),
  ]).catch((error: unknown) => (error as NodeJS.ErrnoException).code);
  socket.destroy();
  await server.close();
  return problem;
}
