import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import path from "node:path";
import * as tls from "node:tls";
import { AutoTransport } from "../../src/service/autoTransport";
import { systemCertificates } from "../../src/service/certificates";
import { EditorTransport } from "../../src/service/editorTransport";
import { TlsError } from "../../src/service/errors";
import { type ServiceClient } from "../../src/service/serviceClient";
import { type Transport } from "../../src/service/transport";
import { UndiciTransport } from "../../src/service/undiciTransport";
import { type TestCertificates, makeAuthority, makeCertificates } from "../support/certificates";
import { rejection } from "../support/rejection";
import { temporaryFolder } from "../support/temporaryFolder";
import { testClient, testKey } from "../support/testClient";

describe("the certificate of a service", () => {
  let certificates: TestCertificates;
  let connections: number;
  let keys: unknown[];
  let closers: (() => unknown)[];
  before(async () => (certificates = await makeCertificates()));
  beforeEach(() => {
    connections = 0;
    keys = [];
    closers = [];
  });
  afterEach(async () => {
    for (const close of closers.reverse()) await close();
  });

  /** A client of a service with one of the certificates, by a host name or an address. */
  async function clientOf(
    kind: keyof TestCertificates,
    transport: Transport,
    host = "localhost",
  ): Promise<ServiceClient> {
    const server = createServer(certificates[kind], (request, response) => {
      keys.push(request.headers["x-api-key"]);
      response.end("[]");
    });
    server.on("connection", () => (connections += 1));
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

  const transports: Readonly<Record<string, () => Transport>> = {
    undici: () => trusting(certificates.authority.cert),
    "the editor's fetch": () => new EditorTransport(fetch),
  };
  const refused: [kind: keyof TestCertificates, host: string, code: string, byFetch?: string][] = [
    ["selfSigned", "localhost", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["selfSigned", "127.0.0.1", "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["expired", "localhost", "CERT_HAS_EXPIRED"],
    ["wrongName", "localhost", "ERR_TLS_CERT_ALTNAME_INVALID", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ["wrongName", "127.0.0.1", "ERR_TLS_CERT_ALTNAME_INVALID", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
  ];
  for (const [name, make] of Object.entries(transports)) {
    for (const [kind, host, code, byFetch = code] of refused) {
      it(`is refused once over ${name} when it is ${kind} for ${host}; no key is sent (SEC-17)`, async () => {
        const client = await clientOf(kind, make(), host);
        const error = await rejection(client.listMarkets(), TlsError);
        assert.equal(error.code, name === "undici" ? code : byFetch);
        assert.deepEqual([error.attempts, connections, keys], [1, 1, []]);
      });
    }
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

  it("is verified whatever the environment says (SEC-17)", async () => {
    setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const client = await clientOf("selfSigned", new UndiciTransport());
    await rejection(client.listMarkets(), TlsError);
    assert.deepEqual(keys, []);
  });

  it("is refused over the editor's fetch, old connections too, once the environment verifies none (SEC-33)", async () => {
    let sent = 0;
    const answering = (): Promise<Response> => {
      sent += 1;
      return Promise.resolve(new Response("[]"));
    };
    const test = testClient("https://localhost:9", { transport: new EditorTransport(answering) });
    await test.client.listMarkets();
    setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const error = await rejection(test.client.listMarkets(), TlsError);
    assert.match(error.message, /the API key was not sent: NODE_TLS_REJECT_UNAUTHORIZED is 0/);
    assert.deepEqual([error.code, error.attempts], ["NODE_TLS_REJECT_UNAUTHORIZED", 1]);
    setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "1");
    await test.client.listMarkets();
    assert.equal(sent, 2);
  });

  it("says nothing about a service without TLS on this computer (SEC-33)", async () => {
    setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const transport = new EditorTransport(() => Promise.resolve(new Response("[]")));
    const { client } = testClient("http://localhost:9", { transport });
    assert.deepEqual((await client.listMarkets()).items, []);
  });

  for (const isUnverified of [false, true]) {
    it(`ends the way of auto${isUnverified ? " where the environment verifies none" : ""} (SEC-33)`, async () => {
      if (isUnverified) setVariable("NODE_TLS_REJECT_UNAUTHORIZED", "0");
      let fetched = 0;
      const other = new EditorTransport((url, init) => {
        fetched += 1;
        return fetch(url, init);
      });
      const ignore = (): void => undefined;
      const usual = new UndiciTransport();
      const auto = new AutoTransport({ usual, other, onOther: ignore, onNeither: ignore });
      const client = await clientOf("selfSigned", auto);
      const error = await rejection(client.listMarkets(), TlsError);
      assert.equal(error.code, "DEPTH_ZERO_SELF_SIGNED_CERT");
      assert.deepEqual([fetched, connections, keys], [0, 1, []]);
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

  function setVariable(name: string, value: string): void {
    const before = process.env[name];
    process.env[name] = value;
    closers.push(() => {
      if (before === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = before;
    });
  }
});
