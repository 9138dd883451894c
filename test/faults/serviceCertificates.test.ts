import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo } from "node:net";
import { TlsError } from "../../src/service/errors";
import { rejection } from "../support/rejection";
import { selfSigned } from "../support/selfSigned";
import { testClient } from "../support/testClient";

describe("a service with a certificate that nobody vouches for", () => {
  it("is refused by its code, once, and never sees the request (SEC-17)", async () => {
    const targets: (string | undefined)[] = [];
    const server = createServer(selfSigned, (request, response) => {
      targets.push(request.url);
      response.end("[]");
    });
    let connections = 0;
    server.on("connection", () => connections++);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { client, dispose } = testClient(`https://127.0.0.1:${port}`);
    const error = await rejection(client.listMarkets(), TlsError);
    dispose();
    server.close();
    await once(server, "close");
    assert.equal(error.code, "DEPTH_ZERO_SELF_SIGNED_CERT");
    assert.deepEqual([error.attempts, connections, targets], [1, 1, []]);
  });
});
