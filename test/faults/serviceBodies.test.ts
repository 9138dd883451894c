import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import { IncompleteError, NetworkError, TlsError, TooLargeError } from "../../src/service/errors";
import { forecastRef } from "../../src/shared/reference";
import { rejection } from "../support/rejection";
import { testClient, testKey } from "../support/testClient";
import { startRawServer, startServer } from "../support/testServer";

const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Year" });

/** Rows that compress to about half, so that a cut at any place falls within what matters. */
const csv = `Date,Level\n${Array.from({ length: 2_000 }, () => `2024-06-28,${randomBytes(4).readUInt32LE()}`).join("\n")}\n`;

const zstd: unknown = Reflect.get(zlib, "zstdCompressSync");
const encodings: [
  name: string,
  header: string,
  compress: ((text: string) => Buffer) | undefined,
][] = [
  ["gzip", "gzip", zlib.gzipSync],
  ["deflate", "deflate", zlib.deflateSync],
  ["bare deflate", "deflate", zlib.deflateRawSync],
  ["br", "br", zlib.brotliCompressSync],
  ["zstd", "zstd", typeof zstd === "function" ? (zstd as (text: string) => Buffer) : undefined],
  ["gzip in gzip", "gzip, gzip", (text) => zlib.gzipSync(zlib.gzipSync(text))],
];

describe("bodies on a hostile way", () => {
  for (const [name, header, compress] of encodings) {
    const isMissing = compress === undefined ? it.skip : it;

    isMissing(`inflates ${name}`, async () => {
      const body = compress?.(csv);
      assert.equal(await downloadText(header, body), csv);
    });

    for (const percent of [10, 50, 99]) {
      isMissing(
        `refuses ${name} cut at ${percent} % with a valid end of the stream (DATA-01)`,
        async () => {
          const whole = compress?.(csv) ?? Buffer.alloc(0);
          const body = whole.subarray(0, Math.floor((whole.length * percent) / 100));
          await rejection(downloadText(header, body), IncompleteError);
        },
      );
    }
  }

  for (const cut of [1, 2, 4, 8]) {
    it(`refuses gzip whose last ${cut} bytes are missing (DATA-01)`, async () => {
      await rejection(downloadText("gzip", zlib.gzipSync(csv).subarray(0, -cut)), IncompleteError);
    });
  }

  it("refuses gzip with a flipped bit", async () => {
    const body = zlib.gzipSync(csv);
    body.writeUInt8(body.readUInt8(body.length - 6) ^ 1, body.length - 6);
    await rejection(downloadText("gzip", body), IncompleteError);
  });

  it("stops at the limit of inflated bytes (HOST-04)", async () => {
    const body = zlib.gzipSync(Buffer.alloc(200 * 1024 * 1024, "1"));
    await rejection(downloadText("gzip", body, 1024 * 1024), TooLargeError);
  });

  it("stops at the limit when encodings are stacked (HOST-04)", async () => {
    const body = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50 * 1024 * 1024, "1")));
    await rejection(downloadText("gzip, gzip", body, 1024 * 1024), TooLargeError);
  });

  const raw: [when: string, answer: string][] = [
    ["more is promised than comes", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nDate,Level\n"],
    ["a chunk is cut", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nDate,Level\n"],
    [
      "the last chunk is missing",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nDate\r\n",
    ],
    ["a chunk's size is no number", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ];
  for (const [when, answer] of raw) {
    it(`refuses a body when ${when} (DATA-03)`, async () => {
      const server = await startRawServer(answer);
      const { client, dispose } = testClient(server.origin);
      await rejection(client.downloadForecastData(forecast, { format: "csv" }), IncompleteError);
      dispose();
      await server.close();
    });
  }

  it("refuses gzip when less is promised than comes (DATA-03)", async () => {
    const body = zlib.gzipSync(csv);
    const head = `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length - 9}\r\n\r\n`;
    const server = await startRawServer(Buffer.concat([Buffer.from(head), body]));
    const { client, dispose } = testClient(server.origin);
    await rejection(client.downloadForecastData(forecast, { format: "csv" }), IncompleteError);
    dispose();
    await server.close();
  });

  it("marks a body that only the connection's end delimits (DATA-02)", async () => {
    const server = await startRawServer("HTTP/1.1 200 OK\r\n\r\nDate,Level\n2024-06-2");
    const { client, dispose } = testClient(server.origin);
    const body = await client.downloadForecastData(forecast, { format: "csv" });
    dispose();
    await server.close();
    assert.equal(body.isCloseDelimited, true);
  });

  it("sends no key to a service that speaks no TLS, and says so (SEC-17)", async () => {
    const received: Buffer[] = [];
    const server = await startRawServer("HTTP/1.1 400 Bad Request\r\n\r\n", received);
    const { client, dispose } = testClient(server.origin.replace("http:", "https:"));
    const error = await rejection(client.listMarkets(), TlsError);
    dispose();
    await server.close();
    assert.match(error.code, /SSL|EPROTO/);
    assert.ok(received.length > 0);
    assert.doesNotMatch(Buffer.concat(received).toString("latin1"), /canary/);
  });

  it("leaves the key out of the error of an answer that is no HTTP (SEC-11)", async () => {
    const server = await startRawServer(`${testKey}\r\n\r\n`);
    const { client, dispose } = testClient(server.origin);
    const error = await rejection(client.listMarkets(), NetworkError);
    dispose();
    await server.close();
    const { cause } = error;
    assert.ok(cause instanceof Error);
    const texts = [error.stack, cause.stack, ...Object.values(cause).map(String)];
    assert.doesNotMatch(texts.join("\n"), /canary/);
  });
});

/** What a download gives when the service sends these bytes in chunks, properly ended. */
async function downloadText(
  encoding: string,
  bytes: Uint8Array | undefined,
  maxBodyBytes = 64 * 1024 * 1024,
): Promise<string> {
  const server = await startServer((_, response) => {
    response.setHeader("content-encoding", encoding);
    response.write(bytes?.subarray(0, 100) ?? "");
    response.end(bytes?.subarray(100));
  });
  const { client, dispose } = testClient(server.origin, { maxBodyBytes });
  try {
    const body = await client.downloadForecastData(forecast, { format: "csv" });
    return new TextDecoder().decode(body.bytes);
  } finally {
    dispose();
    await server.close();
  }
}
