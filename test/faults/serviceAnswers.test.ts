import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { HttpError, UnexpectedContentError } from "../../src/service/errors";
import { forecastRef } from "../../src/shared/reference";
import { type WireFormat } from "../../src/shared/wireFormat";
import { useFaultyService } from "../support/faultyService";
import { fixtureBytes } from "../support/fixtures";
import { answering, answerOf, chunkedAnswerOf, endingAfter, head } from "../support/rawAnswer";
import { type Script } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testedTransports } from "../support/testedTransports";

const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "1 Year" });
const html = `<!DOCTYPE html>\n<html><head><title>Sign in</title></head>${"<p>a</p>".repeat(150)}</html>`;
const json = '[{"Date": "2024-06-28", "Level": 1}]';
const csv = "Date,Level\n2024-06-28,1\n";
const parquet = fixtureBytes("pandas-named-index-snappy.parquet");

for (const tested of testedTransports) {
  describe(`answers that are no data by ${tested.name}`, () => {
    const start = useFaultyService(tested);

    async function download(format: WireFormat, script: Script): Promise<Uint8Array> {
      const { client } = await start(script);
      return (await client.downloadForecastData(forecast, { format })).bytes;
    }

    const empty: [what: string, script: Script][] = [
      ["a length of 0", answering(() => answerOf(200, ""))],
      ["no chunk", answering(() => chunkedAnswerOf(200, ""))],
      ["a connection that ends", endingAfter(head(200))],
      ["status 204", answering(() => head(204))],
      ["blanks alone", answering(() => answerOf(200, " \r\n\t"))],
    ];
    for (const [what, script] of empty) {
      for (const format of ["parquet", "csv", "json"] as const) {
        it(`are an empty response for ${format} with ${what} (HTTP-04)`, async () => {
          const error = await rejection(download(format, script), UnexpectedContentError);
          assert.match(error.message, /: empty response$/);
        });
      }

      it(`are an empty response for a listing with ${what} (HTTP-04)`, async () => {
        const { client } = await start(script);
        const error = await rejection(client.listSignals(), UnexpectedContentError);
        assert.match(error.message, /: empty response$/);
      });
    }

    it("are an empty response when nothing was compressed (HTTP-04)", async () => {
      const nothing = answerOf(200, gzipSync(""), { "content-encoding": "gzip" });
      const failed = download(
        "csv",
        answering(() => nothing),
      );
      const { came } = await rejection(failed, UnexpectedContentError);
      assert.equal(came, "nothing");
    });

    const wrong: [format: WireFormat, came: string, body: string | Uint8Array][] = [
      ["parquet", "HTML", html],
      ["csv", "HTML", html],
      ["json", "HTML", html],
      ["parquet", "JSON", json],
      ["csv", "JSON", json],
      ["parquet", "text", csv],
      ["json", "text", csv],
      ["csv", "Parquet", parquet],
      ["json", "Parquet", parquet],
      ["csv", "binary content", Uint8Array.of(1, 0, 2)],
      ["csv", "gzip", gzipSync(csv)],
      ["json", "XML", '<?xml version="1.0"?><error/>'],
    ];
    for (const [format, came, body] of wrong) {
      it(`are refused where ${format} was asked for and ${came} comes (HTTP-05)`, async () => {
        // The header says what was asked for: it must not be believed.
        const headers = { "content-type": contentTypes[format] };
        const failed = download(
          format,
          answering(() => answerOf(200, body, headers)),
        );
        assert.equal((await rejection(failed, UnexpectedContentError)).came, came);
      });
    }

    it("are quoted by their first 200 characters in one line (HTTP-05)", async () => {
      const failed = download(
        "json",
        answering(() => answerOf(200, html)),
      );
      const error = await rejection(failed, UnexpectedContentError);
      assert.equal(error.excerpt.length, 200);
      assert.match(error.excerpt, /^a a a/);
      assert.ok(error.message.includes(error.excerpt));
    });

    for (const type of ["text/html", "application/octet-stream", "nonsense"]) {
      it(`are data when they are what was asked for, called ${type} (HTTP-05)`, async () => {
        const answer = answerOf(200, csv, { "content-type": type });
        const bytes = await download(
          "csv",
          answering(() => answer),
        );
        assert.equal(new TextDecoder().decode(bytes), csv);
      });
    }

    for (const status of [400, 401, 403, 404, 405, 409, 410, 422, 451, 501, 505]) {
      it(`are asked for once when they are ${status} (HTTP-10)`, async () => {
        let requests = 0;
        const script = answering(() => {
          requests += 1;
          return answerOf(status, "no");
        });
        const error = await rejection(download("csv", script), HttpError);
        assert.deepEqual([error.status, error.attempts, requests], [status, 1, 1]);
      });
    }
  });
}

const contentTypes: Readonly<Record<WireFormat, string>> = {
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv",
  json: "application/json",
};
