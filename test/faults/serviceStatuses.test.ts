import assert from "node:assert/strict";
import pLimit from "p-limit";
import { gzipSync } from "node:zlib";
import { HttpError, IncompleteError, UnexpectedContentError } from "../../src/service/errors";
import { type ServiceClient } from "../../src/service/serviceClient";
import { forecastRef } from "../../src/shared/reference";
import { type WireFormat } from "../../src/shared/wireFormat";
import { useFaultyService } from "../support/faultyService";
import { answering, answerOf, head } from "../support/rawAnswer";
import { type Script } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testedTransports } from "../support/testedTransports";

const finalStatuses = Array.from({ length: 400 }, (_, i) => 200 + i);
/** Those that clients treat in ways of their own, and the ends of each class. */
const oddStatuses = new Set([
  ...[200, 204, 205, 206, 226, 299, 300, 301, 304, 307, 399, 400, 401, 403, 404, 407, 408, 413],
  ...[421, 425, 429, 499, 500, 502, 503, 504, 511, 599],
]);
/** They have no content (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const bodiless = new Set([204, 205, 304]);

interface SentBody {
  readonly what: string;
  readonly bytes: string | Uint8Array;
  readonly isGzip?: true;
  /** Whether it comes with every status; the others come with {@link oddStatuses}. */
  readonly isForAll?: true;
  readonly format: WireFormat;
  /** What comes of it when the status is 2xx: bytes of data, or the name of what it is instead. */
  readonly good: string;
  /** How the body of an error begins. */
  readonly shown: string;
}

const csv = "Date,Level\n2024-06-28,0.125\n";
const manyRows = "2024-06-28,0.125\n".repeat(20_000);
const html = "<html><body>so it is</body></html>";
const json = '{"detail": "so it is"}';
const binary = Uint8Array.from({ length: 300 }, (_, i) => i % 256);

const sentBodies: readonly SentBody[] = [
  { what: "no body", bytes: "", format: "csv", good: "nothing", shown: "" },
  { what: "a text", bytes: csv, format: "csv", good: "28 bytes", shown: csv },
  { what: "JSON", bytes: json, isForAll: true, format: "json", good: "22 bytes", shown: json },
  { what: "HTML", bytes: html, format: "json", good: "HTML", shown: html },
  { what: "gzip", bytes: gzipSync(csv), isGzip: true, format: "csv", good: "28 bytes", shown: csv },
  {
    what: "binary content",
    bytes: binary,
    format: "parquet",
    good: "binary content",
    shown: "300 bytes of binary content",
  },
  // More than an error keeps.
  { what: "340 kB", bytes: manyRows, format: "csv", good: "340000 bytes", shown: csv.slice(11) },
];

/** Answers `/…/market/404/…` with that status and the body. */
function answeringAsAsked({ bytes, isGzip }: SentBody): Script {
  const body = Buffer.from(bytes);
  const encoding: Record<string, string> = isGzip ? { "content-encoding": "gzip" } : {};
  return async (connection) => {
    for (;;) {
      const asked = /market\/(\d+)\//.exec(await connection.nextRequest());
      const status = Number(asked?.[1]);
      if (bodiless.has(status)) {
        // Of the three it is the one whose end must be told (RFC 9112 §6.3).
        await connection.send(head(status, status === 205 ? { "content-length": "0" } : {}));
      } else {
        await connection.send(
          head(status, { ...encoding, "content-length": `${body.length}` }),
          body,
        );
      }
    }
  };
}

/** In a few words what came of the request for a status. */
async function outcomeOfStatus(
  client: ServiceClient,
  status: number,
  { format, shown }: SentBody,
): Promise<string> {
  const forecast = forecastRef({ market: `${status}`, currency: "USD", horizon: "1 Year" });
  try {
    const { bytes } = await client.downloadForecastData(forecast, { format });
    return `${bytes.length} bytes`;
  } catch (error) {
    if (error instanceof UnexpectedContentError) return error.came;
    if (error instanceof HttpError) return `${error.status} ${error.body.slice(0, shown.length)}`;
    return error instanceof Error ? error.name : String(error);
  }
}

for (const tested of testedTransports) {
  describe(`final statuses by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    for (const sent of sentBodies) {
      it(`from 200 to 599 are told exactly with ${sent.what} (HTTP-01, HTTP-03)`, async () => {
        const { client } = await start(answeringAsAsked(sent), { maxBodyBytes: 1 << 24 });
        const limit = pLimit(8);
        const statuses = finalStatuses.filter(
          (status) => sent.isForAll === true || oddStatuses.has(status),
        );
        const came = await limit.map(statuses, async (status) => {
          return `${status}: ${await outcomeOfStatus(client, status, sent)}`;
        });
        assert.deepEqual(
          came,
          statuses.map((status) => `${status}: ${expected(status, sent)}`),
        );
      }).timeout(60_000);
    }

    it("206 is a failure, however whole its body looks: nobody asked for a part (DATA-12)", async () => {
      const range = { "content-range": "bytes 0-27/280" };
      const { client } = await start(answering(() => answerOf(206, csv, range)));
      const reference = forecastRef({ market: "206", currency: "USD", horizon: "1 Month" });
      const download = client.downloadForecastData(reference, { format: "csv" });
      assert.match((await rejection(download, IncompleteError)).message, /206/);
    });

    it("are told after interim ones (HTTP-01)", async () => {
      const interim = [head(102), head(103, { link: "</style.css>" })];
      const answers = [answerOf(200, json), answerOf(404, json)];
      const { client } = await start(
        answering(() => Buffer.concat([...interim, answers.shift() ?? Buffer.alloc(0)])),
      );
      const sent = { what: "JSON", bytes: json, format: "json", good: "", shown: json } as const;
      assert.equal(await outcomeOfStatus(client, 200, sent), "22 bytes");
      assert.equal(await outcomeOfStatus(client, 404, sent), `404 ${json}`);
    });
  });

  function expected(status: number, { good, shown }: SentBody): string {
    if (status > 299) return `${status} ${bodiless.has(status) ? "" : shown}`;
    if (bodiless.has(status)) return "nothing";
    return status === 206 ? "IncompleteError" : good;
  }
}
