import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import * as vscode from "vscode";
import {
  HttpError,
  IncompleteError,
  NetworkError,
  RedirectError,
  UnauthorizedError,
  UnexpectedContentError,
} from "../../src/service/errors";
import { OfflineServices } from "../../src/editor/report/offlineServices";
import { FailureReporter } from "../../src/editor/report/failureReporter";
import { type RecordingLog, recordingLog } from "../support/recordingLog";
import { until } from "../support/until";
import { accepted } from "../support/accepted";

/** Whether a failure is told by a message, which waits for an answer, or without one. */
async function isMessage(reported: Promise<void>): Promise<boolean> {
  const silent = reported.then(() => false);
  return Promise.race([silent, sleep(200, true)]);
}

describe("FailureReporter", () => {
  let log: RecordingLog;
  let reporter: FailureReporter;

  beforeEach(() => {
    log = recordingLog();
    reporter = new FailureReporter(log.channel);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    log.channel.dispose();
  });

  async function press(what: string, isDone: () => boolean): Promise<void> {
    await until(what, () => {
      void vscode.commands.executeCommand("notification.acceptPrimaryAction");
      return isDone() ? true : undefined;
    });
  }

  it("says nothing of a cancellation", async () => {
    await reporter.report(new DOMException("over", "AbortError"), { attempt: "Could not open" });
    assert.deepEqual(log.lines, []);
  });

  it("runs what the person chose", async () => {
    let retries = 0;
    const reported = reporter.report(new Error("no"), {
      attempt: "Could not open",
      retry: () => ++retries,
    });
    await press("the retry", () => retries > 0);
    await reported;
    assert.equal(retries, 1);
  });

  it("tells of an action that fails, and never rejects (HOST-06)", async () => {
    const retry = (): never => {
      throw new Error("still no");
    };
    const reported = reporter.report(new Error("no"), { attempt: "Could not open", retry });
    await press("the second message", () => log.lines.length === 2);
    await vscode.commands.executeCommand("notifications.clearAll");
    await reported;
    assert.equal(log.lines.length, 2);
  });

  it("logs every failure but tells the same one once", async () => {
    const failure = new Error("no");
    const reported = reporter.report(failure, { attempt: "Could not open" });
    await reporter.report(failure, { attempt: "Could not open" });
    assert.equal(log.lines.length, 2);
    await vscode.commands.executeCommand("notifications.clearAll");
    await reported;
  });

  describe("of what answers in the service's place", () => {
    const facts = { request: "GET /api/v3/signal/INFL/2/data/", attempts: 1 };
    const page = "<html><body>Blocked by the proxy</body></html>";
    const { showErrorMessage } = vscode.window;
    let reported: unknown[][];

    beforeEach(() => {
      reported = [];
      const note = (...line: unknown[]): Promise<undefined> => {
        reported.push(line);
        return Promise.resolve(undefined);
      };
      Object.assign(vscode.window, { showErrorMessage: note });
    });
    afterEach(() => void Object.assign(vscode.window, { showErrorMessage }));

    async function offersFor(error: Error): Promise<unknown[]> {
      const retry = (): undefined => undefined;
      await reporter.report(error, {
        attempt: "Could not open",
        connectionId: "a",
        retry,
      });
      return reported.at(-1)?.slice(1) ?? [];
    }

    function refusal(status: number, body: string, hasWorked = false): UnauthorizedError {
      return new UnauthorizedError(facts, { status, body, detail: body }, accepted(hasWorked));
    }

    const symptoms: [what: string, error: Error][] = [
      ["a web page", new UnexpectedContentError(facts, "HTML", "<html>")],
      ["a cut answer", new IncompleteError(facts, "cut")],
      ["a redirect", new RedirectError(facts, { status: 302, body: "", detail: "" }, "login")],
    ];
    for (const [what, error] of symptoms) {
      it(`offers a diagnosis after ${what}`, async () => {
        assert.deepEqual(await offersFor(error), ["Diagnose"]);
      });
    }

    it("says how long the service asks you to wait, and tries again after that (15.1.5)", async () => {
      const limited = (retryAfterMs: number): HttpError =>
        new HttpError(facts, { status: 429, body: "", detail: "slow down", retryAfterMs });
      await offersFor(limited(30_000));
      assert.match(
        String(reported[0]?.[0]),
        /: the service returned 429: slow down and asks you to wait 30 s$/,
      );
      let retries = 0;
      const retried = new Promise<void>((resolve) => {
        Object.assign(vscode.window, { showErrorMessage: () => Promise.resolve("Retry") });
        const retry = (): void => {
          retries += 1;
          resolve();
        };
        void reporter.report(limited(20), { attempt: "Could not read", retry });
      });
      assert.equal(retries, 0);
      await retried;
      assert.equal(retries, 1);
    });

    for (const status of [401, 403]) {
      it(`offers the key first after a web page with ${status}, and names it (14.2.6)`, async () => {
        assert.deepEqual(await offersFor(refusal(status, page)), ["Enter API Key", "Diagnose"]);
        const words =
          /a web page refused access \(40\d: .*\): the API key may be wrong, or a proxy/;
        assert.match(String(reported[0]?.[0]), words);
      });
    }

    const refusals: [status: number, body: string, hasKeyWorked: boolean, offer: string][] = [
      [401, '{"detail":"no such key"}', false, "Enter API Key"],
      [403, "no such key", false, "Enter API Key"],
      [403, "not subscribed", true, "Retry"],
    ];
    for (const [status, body, hasKeyWorked, offer] of refusals) {
      const when = hasKeyWorked ? "after the key has worked" : "before the key has worked";
      it(`offers ${offer} after ${status} ${body} ${when}`, async () => {
        assert.deepEqual(await offersFor(refusal(status, body, hasKeyWorked)), [offer]);
      });
    }
  });

  it("offers the key after a 403 to a listing, though it has worked (HTTP-10)", () => {
    const attempt = "Could not list";
    for (const [request, first] of [
      ["GET /prefix/api/v3/signal/", "enterKey"],
      ["GET /api/v3/forecast/latest/?fmt=json", "enterKey"],
      ["GET /api/v3/signal/INFL/2/data/?kind=SNAP", "retry"],
    ] as const) {
      const answer = { status: 403, body: "", detail: "" };
      const error = new UnauthorizedError({ request, attempts: 1 }, answer, accepted());
      const { actions } = reporter.inPlace(error, { attempt });
      assert.equal(actions[0], first, request);
    }
  });

  it("offers a diagnosis on a page of a service that is not available, whatever its reason", () => {
    const actionsAfter = (status: number): readonly string[] => {
      const answer = { status, body: "", detail: "closed for maintenance" };
      const error = new HttpError({ request: "GET /a", attempts: 1 }, answer);
      return reporter.inPlace(error, { attempt: "Could not open" }).actions;
    };
    assert.deepEqual(actionsAfter(503), ["diagnose", "retry", "showLog"]);
    assert.deepEqual(actionsAfter(404), ["retry", "showLog"]);
  });

  describe("of a service that is offline", () => {
    const facts = { request: "GET /a", attempts: 3 };
    const away = new NetworkError(facts, "nobody listens", "ECONNREFUSED");
    let offline: OfflineServices;
    let attempts: number;

    beforeEach(() => {
      let clockMs = 0;
      attempts = 0;
      offline = new OfflineServices(() => (clockMs += 1));
      reporter = new FailureReporter(log.channel, offline);
      offline.note("acme", away);
    });
    afterEach(() => offline.dispose());

    /** Each attempt is another one, so that none counts as the same failure told again. */
    function report(error: Error, connectionId = "acme"): Promise<void> {
      return reporter.report(error, { attempt: `Could not open ${++attempts}`, connectionId });
    }

    it("tells once, and then only logs until the service is back", async () => {
      assert.equal(await isMessage(report(away)), true);
      await report(away);
      await report(away);
      assert.equal(log.lines.length, 3);
      offline.note("acme");
      offline.note("acme", away);
      assert.equal(await isMessage(report(away)), true);
    });

    it("tells of everything else, and of other services", async () => {
      assert.equal(await isMessage(report(away)), true);
      const answer = { status: 500, body: "", detail: "" };
      assert.equal(await isMessage(report(new HttpError(facts, answer))), true);
      offline.note("other", away);
      assert.equal(await isMessage(report(away, "other")), true);
    });
  });
});
