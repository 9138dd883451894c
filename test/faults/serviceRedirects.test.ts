import assert from "node:assert/strict";
import { RedirectError } from "../../src/service/errors";
import { useFaultyService } from "../support/faultyService";
import { answering, answerOf } from "../support/rawAnswer";
import { type RawServer, startRawServer } from "../support/rawServer";
import { rejection } from "../support/rejection";
import { testKey } from "../support/testClient";
import { testedTransports } from "../support/testedTransports";

for (const tested of testedTransports) {
  describe(`redirects by ${tested.name}`, () => {
    const start = useFaultyService(tested);
    let other: RawServer;

    before(async () => {
      other = await startRawServer(answering(() => answerOf(200, "[]")));
    });

    after(() => other.close());

    for (const status of [300, 301, 302, 303, 305, 307, 308]) {
      const targets: [where: string, location: () => string, named: RegExp][] = [
        ["another origin", () => `${other.origin}/signal/`, /127\.0\.0\.1:\d+ is not followed/],
        ["another path", () => "/elsewhere/", /127\.0\.0\.1:\d+ is not followed/],
        ["the same path", () => "", /127\.0\.0\.1:\d+ is not followed/],
        ["another host of this scheme", () => "//evil.test/x", /evil\.test is not followed/],
        ["a name with credentials", () => "https://a:b@evil.test", /to evil\.test is not/],
        ["a name with other letters", () => "https://\xe9vil.test/", /xn--[\w-]+\.test is not/],
        ["another scheme", () => "file:///etc/passwd", /is not followed/],
        ["no address", () => "http://[", /an unreadable address is not followed/],
      ];
      for (const [where, location, named] of targets) {
        it(`are not followed with ${status} to ${where} (SEC-01)`, async () => {
          const answer = answerOf(status, "moved", { location: location() });
          let requests = 0;
          const { client } = await start(
            answering(() => {
              requests += 1;
              return Buffer.from(answer.toString(), "latin1");
            }),
          );
          const error = await rejection(client.listSignals(), RedirectError);
          assert.match(error.message, named);
          assert.deepEqual(
            [error.status, error.body, error.attempts, requests, other.opened],
            [status, "moved", 1, 1, 0],
          );
        });
      }
    }

    it("name their target without the key that it repeats (SEC-01, SEC-11)", async () => {
      const location = `https://evil.test/?key=${encodeURIComponent(testKey)}`;
      const { client } = await start(answering(() => answerOf(302, testKey, { location })));
      const error = await rejection(client.listSignals(), RedirectError);
      assert.doesNotMatch(JSON.stringify([error, error.message, error.stack]), /canary/);
      assert.equal(error.body, "[REDACTED]");
    });
  });
}
