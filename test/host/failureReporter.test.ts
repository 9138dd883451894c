import assert from "node:assert/strict";
import * as vscode from "vscode";
import { FailureReporter } from "../../src/vscode/report/failureReporter";
import { until } from "../support/until";

/** A real log of the editor that also counts what was logged. */
class CountingLog {
  readonly attempts: unknown[] = [];
  readonly channel = vscode.window.createOutputChannel("Macro Signals test", { log: true });

  constructor() {
    const { channel, attempts } = this;
    const error = channel.error.bind(channel);
    channel.error = (failure: string | Error, ...more: unknown[]): void => {
      attempts.push(...more);
      error(failure, ...more);
    };
  }
}

describe("FailureReporter", () => {
  let log: CountingLog;
  let reporter: FailureReporter;

  beforeEach(() => {
    log = new CountingLog();
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
    await reporter.report(new DOMException("over", "AbortError"), { attempt: "Opening" });
    assert.deepEqual(log.attempts, []);
  });

  it("runs what the person chose", async () => {
    let retries = 0;
    const told = reporter.report(new Error("no"), { attempt: "Opening", retry: () => ++retries });
    await press("the retry", () => retries > 0);
    await told;
    assert.equal(retries, 1);
  });

  it("tells of an action that fails, and never rejects (HOST-06)", async () => {
    const retry = (): never => {
      throw new Error("still no");
    };
    const told = reporter.report(new Error("no"), { attempt: "Opening", retry });
    await press("the second message", () => log.attempts.length === 2);
    await vscode.commands.executeCommand("notifications.clearAll");
    await told;
    assert.deepEqual(log.attempts, ["Opening", "Opening"]);
  });

  it("logs every failure but tells the same one once", async () => {
    const failure = new Error("no");
    const told = reporter.report(failure, { attempt: "Opening" });
    await reporter.report(failure, { attempt: "Opening" });
    assert.deepEqual(log.attempts, ["Opening", "Opening"]);
    await vscode.commands.executeCommand("notifications.clearAll");
    await told;
  });
});
