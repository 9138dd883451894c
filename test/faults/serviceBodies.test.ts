import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import * as zlib from "node:zlib";
import fc from "fast-check";
import { decodeFrame } from "../../src/data/decodeFrame";
import { DecodeError } from "../../src/data/errors";
import { type Body } from "../../src/service/body";
import {
  HttpError,
  IncompleteError,
  TooLargeError,
  UnexpectedContentError,
} from "../../src/service/errors";
import { forecastRef } from "../../src/shared/reference";
import { useFaultyService } from "../support/faultyService";
import { fixtureBytes, formatOf } from "../support/fixtures";
import { runs } from "../support/propertyRuns";
import { answering, answerOf, chunkedAnswerOf, endingAfter, head } from "../support/rawAnswer";
import { type Script } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testedTransports } from "../support/testedTransports";

/** `answered`, or the name of the error that a promise rejects with. */
async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "answered";
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

/** A way to compress a body, as a `Content-Encoding` names it. */
interface TestEncoding {
  /** For the names of tests. */
  readonly name: string;
  /** The header's value. */
  readonly header: string;
  readonly compress: (bytes: string | Uint8Array) => Buffer;
}

/** Every content encoding that the client decodes. */
const contentEncodings: readonly TestEncoding[] = [
  { name: "gzip", header: "gzip", compress: (bytes) => zlib.gzipSync(bytes) },
  { name: "deflate", header: "deflate", compress: (bytes) => zlib.deflateSync(bytes) },
  { name: "bare deflate", header: "deflate", compress: (bytes) => zlib.deflateRawSync(bytes) },
  { name: "br", header: "br", compress: compressBrotli },
  {
    name: "gzip in gzip",
    header: "gzip, gzip",
    compress: (bytes) => zlib.gzipSync(zlib.gzipSync(bytes)),
  },
];

/** The beginning of a body that is cut off at a percentage of its length. */
function cutAt(percent: number, body: Uint8Array): Uint8Array {
  return body.subarray(0, Math.floor((body.length * percent) / 100));
}

/** A small body that inflates to 24 MiB. */
function makeBomb(compress: (bytes: Uint8Array) => Buffer): Buffer {
  return compress(Buffer.alloc(24 * 1024 * 1024, "1"));
}

function compressBrotli(bytes: string | Uint8Array): Buffer {
  // The default quality takes seconds for a body this repetitive.
  return zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } });
}

const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Year" });
const mebibyte = 1024 * 1024;

/** Rows that compress to about half, so that a cut at any place falls within what matters. */
const csv = `Date,Level\n${Array.from({ length: 2_000 }, () => `2024-06-28,${randomBytes(4).readUInt32LE()}`).join("\n")}\n`;
const gzip = zlib.gzipSync(csv);

/** Each is made once: they take their time. */
const bombs = new Map<string, Uint8Array>();

function bombOf({ name, compress }: TestEncoding): Uint8Array {
  const bomb = bombs.get(name) ?? makeBomb(compress);
  bombs.set(name, bomb);
  return bomb;
}

function inChunks(status: number, encoding: string, body: Uint8Array): Script {
  return answering(() => chunkedAnswerOf(status, body, { "content-encoding": encoding }));
}

for (const tested of testedTransports) {
  describe(`bodies on a hostile way by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    async function download(script: Script, maxBodyBytes = 64 * mebibyte): Promise<Uint8Array> {
      const { client } = await start(script, { maxBodyBytes });
      return (await client.downloadForecastData(forecast, { format: "csv" })).bytes;
    }

    async function downloadWhole(script: Script): Promise<void> {
      const bytes = await download(script);
      assert.equal(new TextDecoder().decode(bytes), csv);
    }

    describe("that are compressed", () => {
      for (const encoding of contentEncodings) {
        const { name, header, compress } = encoding;
        const body = compress(csv);

        it(`${name}: answered`, async () => {
          await downloadWhole(inChunks(200, header, body));
        });

        for (const percent of [10, 50, 99]) {
          it(`${name} cut at ${percent} %, validly ended: IncompleteError (DATA-01)`, async () => {
            const script = inChunks(200, header, cutAt(percent, body));
            await rejection(download(script), IncompleteError);
          });
        }

        it(`${name} cut within its Content-Length: IncompleteError (DATA-01)`, async () => {
          const headers = { "content-encoding": header, "content-length": `${body.length}` };
          const script = endingAfter(head(200, headers), cutAt(50, body));
          await rejection(download(script), IncompleteError);
        });

        it(`${name} that inflates to 24 MiB: TooLargeError (HOST-04)`, async () => {
          const script = inChunks(200, header, bombOf(encoding));
          await rejection(download(script, mebibyte), TooLargeError);
        });

        it(`${name} of an error: readable (HTTP-03)`, async () => {
          const words = compress('{"detail": "no such market"}');
          const error = await rejection(download(inChunks(404, header, words)), HttpError);
          assert.deepEqual([error.status, error.detail], [404, "no such market"]);
        });

        for (const percent of [50, 100]) {
          it(`${name} of an error, ${percent} % of it: its status (HTTP-03)`, async () => {
            const script = inChunks(404, header, cutAt(percent, body));
            assert.equal((await rejection(download(script), HttpError)).status, 404);
          });
        }
      }

      for (const missing of [1, 2, 4, 8]) {
        it(`gzip whose last ${missing} bytes are missing: IncompleteError (DATA-01)`, async () => {
          const script = inChunks(200, "gzip", gzip.subarray(0, -missing));
          await rejection(download(script), IncompleteError);
        });
      }

      it(`gzip with a flipped bit: IncompleteError`, async () => {
        const damaged = Buffer.from(gzip);
        damaged.writeUInt8(damaged.readUInt8(damaged.length - 6) ^ 1, damaged.length - 6);
        await rejection(download(inChunks(200, "gzip", damaged)), IncompleteError);
      });

      it(`gzip that is longer than its Content-Length: IncompleteError (DATA-03)`, async () => {
        const headers = { "content-encoding": "gzip", "content-length": `${gzip.length - 9}` };
        await rejection(download(endingAfter(head(200, headers), gzip)), IncompleteError);
      });

      for (const header of ["zstd", "compress", "gzip, gzip, gzip", "gzip, x"]) {
        it(`${header}: UnexpectedContentError, nothing is inflated (HOST-04)`, async () => {
          const outcome = await outcomeOf(download(inChunks(200, header, gzip)));
          assert.equal(outcome, "UnexpectedContentError");
        });
      }
    });

    describe("that are not compressed", () => {
      const chunked = head(200, { "transfer-encoding": "chunked" });
      const lies: [when: string, ...parts: (string | Uint8Array)[]][] = [
        ["more is promised than comes", head(200, { "content-length": "99999" }), csv],
        ["only a part of a chunk comes", chunked, "ffff\r\nDate,Level\n"],
        ["the last chunk is missing", chunked, "5\r\nDate\n\r\n"],
        ["the end of the last chunk is missing", chunked, "5\r\nDate\n\r\n0\r\n"],
        ["a chunk's size is no number", chunked, "5\r\nDate\n\r\nzz\r\n"],
        ["a chunk is longer than its size", chunked, "4\r\nDate,Level\n\r\n0\r\n\r\n"],
        ["a chunk is shorter than its size", chunked, "9\r\nDate\n\r\n0\r\n\r\n"],
        ["a chunk promises more than a number holds", chunked, "fffffffffffffffff\r\nDate\n\r\n"],
      ];
      for (const [when, ...parts] of lies) {
        it(`fail when ${when} (DATA-03)`, async () => {
          await rejection(download(endingAfter(...parts)), IncompleteError);
        });
      }

      it("fail when the connection is reset within them (DATA-03)", async () => {
        const cut = Buffer.concat([head(200, { "content-length": "99999" }), gzip]);
        const { client, server, answered } = await start([answering(() => cut), endingAfter(cut)]);
        const failure = rejection(client.downloadForecastData(forecast), IncompleteError);
        await answered;
        server.connections[0]?.reset();
        await failure;
      });

      it("end where their promised length ends, whatever follows (DATA-03)", async () => {
        const promised = head(200, { "content-length": `${csv.length}` });
        await downloadWhole(endingAfter(promised, csv, "2099-01-01,1\n"));
      });

      const ambiguous: [what: string, headers: string][] = [
        ["two lengths", "Content-Length: 5\r\nContent-Length: 6"],
        ["a length and chunks", "Content-Length: 5\r\nTransfer-Encoding: chunked"],
        ["a length that is no number", "Content-Length: five"],
        ["a negative length", "Content-Length: -1"],
      ];
      for (const [what, headers] of ambiguous) {
        it(`are not begun with ${what} (DATA-03)`, async () => {
          const answer = `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n5\r\nDate\n\r\n0\r\n\r\n`;
          await rejection(download(endingAfter(answer)), UnexpectedContentError);
        });
      }

      it("are whole when each byte travels alone", async () => {
        const answer = answerOf(200, csv.slice(0, 400));
        const bytes = await download(async (connection) => {
          await connection.nextRequest();
          await connection.drip(answer);
        });
        assert.equal(new TextDecoder().decode(bytes), csv.slice(0, 400));
      });

      it("are stopped at the limit, and their connection is closed", async () => {
        const script: Script = async (connection) => {
          await connection.nextRequest();
          await connection.send(head(200));
          await connection.dripForever("1".repeat(mebibyte));
        };
        const { client, server } = await start(script, { maxBodyBytes: 3 * mebibyte });
        await rejection(client.downloadForecastData(forecast), TooLargeError);
        await (
          await server.connection(0)
        ).closed;
      });
    });

    describe("of any kind", () => {
      const short = csv.slice(0, 600);
      const encoded = { "content-encoding": "gzip" };
      const answers: [what: string, answer: Buffer][] = [
        ["told length", answerOf(200, short)],
        ["chunks", chunkedAnswerOf(200, short, {}, 50)],
        ["told length and gzip", answerOf(200, zlib.gzipSync(short), encoded)],
        ["chunks and gzip", chunkedAnswerOf(200, zlib.gzipSync(short), encoded, 50)],
      ];
      for (const [what, answer] of answers) {
        it(`never pass for whole with ${what}, cut after any byte (DATA-01, DATA-03)`, async () => {
          let end = 0;
          const { client } = await start(async (connection) => {
            await connection.nextRequest();
            connection.end(answer.subarray(0, end));
          });
          const cut = fc.asyncProperty(fc.nat(answer.length - 1), async (length) => {
            end = length;
            const downloading = client.downloadForecastData(forecast, { format: "csv" });
            assert.notEqual(await outcomeOf(downloading), "answered");
          });
          await fc.assert(cut, { numRuns: runs(60) });
        });

        it(`are the same with ${what} in any packets`, async () => {
          let packets: Uint8Array[] = [];
          const { client } = await start(async (connection) => {
            for (;;) {
              await connection.nextRequest();
              await connection.send(...packets);
            }
          });
          const split = fc.asyncProperty(
            fc.uniqueArray(fc.nat(answer.length), { maxLength: 12 }),
            async (cuts) => {
              const places = [0, ...cuts.sort((a, b) => a - b)];
              packets = places.map((place, i) => answer.subarray(place, places[i + 1]));
              const downloading = client.downloadForecastData(forecast, { format: "csv" });
              assert.equal(await outcomeOf(downloading.then(isShort)), "answered");
            },
          );
          await fc.assert(split, { numRuns: runs(20) });
        });
      }

      function isShort({ bytes }: Pick<Body, "bytes">): void {
        assert.equal(new TextDecoder().decode(bytes), short);
      }
    });

    describe("that only the connection's end delimits", () => {
      /** What a body becomes whose end nothing tells, cut before this byte; counted from its end when negative. */
      async function decodeCut(file: string, end?: number): Promise<number> {
        const format = formatOf(file);
        const bytes = fixtureBytes(file).subarray(0, end);
        const { client } = await start(endingAfter(head(200), bytes));
        const body = await client.downloadForecastData(forecast, { format });
        return (await decodeFrame(body.bytes, format, body)).frame.days.length;
      }

      const files = [
        "pandas-named-index.csv",
        "pandas-records-iso.json",
        "pandas-lines.json",
        "pandas-named-index-snappy.parquet",
      ];
      for (const file of files) {
        it(`are read when they are whole: ${file}`, async () => {
          assert.ok((await decodeCut(file)) > 0);
        });
      }

      const cuts: [file: string, where: string, end: number][] = [
        ["pandas-named-index.csv", "within its last number", -4],
        ["pandas-named-index.csv", "before its last end of line", -1],
        ["pandas-named-index.csv", "within a day", 45],
        ["pandas-records-iso.json", "before its last bracket", -1],
        ["pandas-records-iso.json", "within a day", 20],
        ["pandas-lines.json", "within its last line", -4],
        ["pandas-named-index-snappy.parquet", "in the middle", 2_000],
        ["pandas-named-index-snappy.parquet", "before its footer", -600],
        ["pandas-named-index-snappy.parquet", "within its last mark", -1],
      ];
      for (const [file, where, end] of cuts) {
        it(`are refused when ${file} is cut ${where} (DATA-02)`, async () => {
          await rejection(decodeCut(file, end), DecodeError);
        });
      }
    });
  });
}
