import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type IncomingMessage } from "node:http";
import {
  createServer,
  get,
  globalAgent,
  type RequestOptions,
  type Server,
  type ServerOptions,
} from "node:https";
import { type AddressInfo } from "node:net";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as tls from "node:tls";
import { AutoTransport } from "../../src/service/autoTransport";
import { systemCertificates } from "../../src/service/certificates";
import { EditorTransport } from "../../src/service/editorTransport";
import { ClientCertificateError, isUnreachable, TlsError } from "../../src/service/errors";
import { type ServiceClient } from "../../src/service/serviceClient";
import { type Transport } from "../../src/service/transport";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { type TestCertificates, makeAuthority, makeCertificates } from "../support/certificates";
import { rejection } from "../support/rejection";
import { temporaryFolder } from "../support/temporaryFolder";
import { testClient, testKey } from "../support/testClient";

describe("the certificate of a service", () => {
  let certificates: TestCertificates;
  let server: Server;
  let connections: number;
  let keys: unknown[];
  /** Called when a client has connected, before its TLS handshake. */
  let onConnection: () => void;
  let closers: (() => unknown)[];
  before(async () => (certificates = await makeCertificates()));
  beforeEach(() => {
    connections = 0;
    keys = [];
    onConnection = () => undefined;
    closers = [];
    setAgentOptions({ ca: certificates.authority.cert });
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
  });

  /** A client of a service with one of the certificates, by a host name or an address. */
  async function clientOf(
    kind: keyof TestCertificates,
    transport: Transport,
    host = "localhost",
    options: ServerOptions = {},
  ): Promise<ServiceClient> {
    server = createServer({ ...certificates[kind], ...options }, (request, response) => {
      keys.push(request.headers["x-api-key"]);
      response.end("[]");
    });
    server.on("connection", () => {
      connections += 1;
      onConnection();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    const test = testClient(`https://${host}:${port}`, { transport });
    closers.push(test.dispose);
    return test.client;
  }

  const trusting = (...pems: string[]): UndiciTransport =>
    new UndiciTransport({ certificates: () => pems });

  const transports: readonly [name: string, make: () => Transport][] = [
    ["undici", () => trusting(certificates.authority.cert)],
    ["node:https", () => new EditorTransport()],
  ];
  const refused: [kind: keyof TestCertificates, host: string, code: string][] = [
    ["selfSigned", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["selfSigned", "127.0.0.1", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["expired", "localhost", "CERT_HAS_EXPIRED"],
    ["wrongName", "localhost", "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["wrongName", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID"],
  ];
  /** How other code in the process can turn off verification at any time. */
  const unverifying: [how: string, turnOff: () => void][] = [
    ["not turned off", () => undefined],
    ["turned off in the environment", () => setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "0")],
    [
      "turned off in the global agent",
      () => setAgentOptions({ rejectUnauthorized: false, checkServerIdentity: () => undefined }),
    ],
  ];
  for (const [name, make] of transports) {
    for (const [how, turnOff] of unverifying) {
      for (const [kind, host, code] of refused) {
        for (const isLate of how.startsWith("not") ? [false] : [false, true]) {
          const when = isLate ? `${how} during the call` : how;
          it(`is refused once over ${name}, without sending the key, if it is ${kind} for ${host}; verification ${when} (SEC-17, SEC-33)`, async () => {
            const client = await clientOf(kind, make(), host);
            if (isLate) onConnection = turnOff;
            else turnOff();
            const error = await rejection(client.listMarkets(), TlsError);
            assert.deepEqual([error.code, error.attempts], [code, 1]);
            assert.deepEqual([connections, keys], [1, []]);
          });
        }
      }
    }

    it(`is accepted over ${name} on new and on reused connections (SEC-33)`, async () => {
      const client = await clientOf("good", make());
      await client.listMarkets();
      // The connection becomes free again one turn later.
      await nextTurn();
      await client.listMarkets();
      assert.deepEqual([connections, keys], [1, [testKey, testKey]]);
    });

    it(`is verified again over ${name} on each new connection (SEC-33)`, async () => {
      const client = await clientOf("good", make());
      for (let i = 0; i < 3; i++) {
        await client.listMarkets();
        await nextTurn();
        server.closeAllConnections();
        await nextTurn();
      }
      assert.deepEqual([connections, keys.length], [3, 3]);
    });
  }

  const strangers: [kind: keyof TestCertificates, options: RequestOptions][] = [
    ["selfSigned", { rejectUnauthorized: false }],
    ["wrongName", { rejectUnauthorized: true, checkServerIdentity: () => undefined }],
  ];
  for (const [kind, options] of strangers) {
    it(`is refused over node:https on a connection that other code opened: ${kind} (SEC-33)`, async () => {
      if (options.rejectUnauthorized === false) setAgentOptions(options);
      const client = await clientOf(kind, new EditorTransport());
      const { port } = server.address() as AddressInfo;
      const opened = get({ port, host: "localhost", ...options });
      const [response] = (await once(opened, "response")) as [IncomingMessage];
      response.resume();
      await once(opened, "close");
      assert.deepEqual([connections, keys.splice(0)], [1, [undefined]]);
      await rejection(client.listMarkets(), TlsError);
      // The connection of the other code was used and then closed.
      assert.deepEqual([connections, keys], [1, []]);
    });
  }

  it("is refused with words that name where it could be trusted (SEC-17)", async () => {
    const client = await clientOf("good", new UndiciTransport());
    const error = await rejection(client.listMarkets(), TlsError);
    assert.match(error.message, /operating system's trust store .* NODE_EXTRA_CA_CERTS/);
  });

  it("is refused without such words when trust is not what it lacks (SEC-17)", async () => {
    const client = await clientOf("expired", trusting(certificates.authority.cert));
    const error = await rejection(client.listMarkets(), TlsError);
    assert.doesNotMatch(error.message, /NODE_EXTRA_CA_CERTS/);
  });

  for (const version of ["TLSv1.2", "TLSv1.3"] as const) {
    for (const way of ["undici", "auto", "editor"] as const) {
      it(`of the client is reported once over ${way}, not as an outage, when required by ${version} (NET-03)`, async () => {
        let others = 0;
        const ignore = (): void => undefined;
        const usual = trusting(certificates.authority.cert);
        const send = (): Promise<never> => Promise.reject(new Error(`tried ${++others} times`));
        const other = { send, retire: () => Promise.resolve(), dispose: ignore };
        const auto = new AutoTransport({ usual, other, onOther: ignore, onNeither: ignore });
        const ways = { undici: usual, auto, editor: new EditorTransport() };
        const client = await clientOf("good", ways[way], "localhost", {
          requestCert: true,
          ca: certificates.authority.cert,
          minVersion: version,
          maxVersion: version,
        });
        const error = await rejection(client.listMarkets(), ClientCertificateError);
        assert.match(error.message, /which is not supported: ask its operator/);
        assert.doesNotMatch(error.message, /trust store|NODE_EXTRA_CA_CERTS/);
        assert.deepEqual([error.attempts, connections, keys, others], [1, 1, [], 0]);
        assert.deepEqual([client.outage.error, isUnreachable(error)], [undefined, false]);
      });
    }
  }

  it("of the client is not blamed if no cipher is shared (NET-03)", async () => {
    const client = await clientOf("good", trusting(certificates.authority.cert), "localhost", {
      ciphers: "TLS_AES_128_CCM_SHA256",
      minVersion: "TLSv1.3",
    });
    const error = await rejection(client.listMarkets(), TlsError);
    assert.match(error.code, /HANDSHAKE_FAILURE/);
    assert.doesNotMatch(error.message, /client certificate/);
  });

  for (const isUnverified of [false, true]) {
    it(`ends the way of auto${isUnverified ? " where the environment verifies none" : ""} (SEC-33)`, async () => {
      if (isUnverified) setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "0");
      const other = new EditorTransport();
      const ignore = (): void => undefined;
      const usual = new UndiciTransport();
      const auto = new AutoTransport({ usual, other, onOther: ignore, onNeither: ignore });
      const client = await clientOf("selfSigned", auto);
      const error = await rejection(client.listMarkets(), TlsError);
      assert.equal(error.code, "DEPTH_ZERO_SELF_SIGNED_CERT");
      assert.deepEqual([connections, keys], [1, []]);
    });
  }

  it("is trusted by who is trusted beside the runtime's own (PROXY-02)", async () => {
    const client = await clientOf("good", trusting(certificates.authority.cert));
    await client.listMarkets();
    assert.deepEqual(keys, [testKey]);
  });

  it("is trusted by NODE_EXTRA_CA_CERTS, also where others are given (PROXY-02)", async () => {
    const file = pemFile(certificates.authority.cert);
    setVariable("NODE_EXTRA_CA_CERTS", file);
    const other = await makeAuthority("Another Authority");
    const client = await clientOf("good", trusting(other.cert));
    await client.listMarkets();
    assert.deepEqual(keys, [testKey]);
  });

  it("is not lost to a file of NODE_EXTRA_CA_CERTS that is not there (PROXY-02)", async () => {
    setVariable("NODE_EXTRA_CA_CERTS", "/nowhere/extra.pem");
    const client = await clientOf("good", trusting(certificates.authority.cert));
    await client.listMarkets();
    assert.deepEqual(keys, [testKey]);
  });

  const canReadSystem = Reflect.has(tls, "getCACertificates");
  (canReadSystem ? it : it.skip)(
    "is trusted by the operating system, from Node 22.15 (PROXY-02)",
    async () => {
      const file = pemFile(certificates.authority.cert);
      setVariable("SSL_CERT_FILE", file);
      const { pems, problems } = systemCertificates();
      const client = await clientOf("good", trusting(...pems));
      await client.listMarkets();
      assert.deepEqual([problems, keys], [[], [testKey]]);
    },
  );

  (canReadSystem ? it.skip : it)(
    "is not looked for in the operating system before Node 22.15",
    () => {
      const { pems, problems } = systemCertificates();
      assert.deepEqual([pems.length, problems.length], [0, 1]);
    },
  );

  function pemFile(pem: string): string {
    const folder = temporaryFolder("certificates");
    closers.push(() => folder.remove());
    const file = path.join(folder.path, "trusted.pem");
    writeFileSync(file, pem);
    return file;
  }

  /** Sets options of the agent that all code in the process shares. */
  function setAgentOptions(options: RequestOptions): void {
    const before = { ...globalAgent.options };
    Object.assign(globalAgent.options, options);
    closers.push(() => {
      for (const name of Object.keys(options)) Reflect.deleteProperty(globalAgent.options, name);
      Object.assign(globalAgent.options, before);
    });
  }

  function setVariable(name: string, value: string): void {
    const before = process.env[name];
    process.env[name] = value;
    closers.push(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before;
    });
  }
});
