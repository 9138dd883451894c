import assert from "node:assert/strict";
import * as vscode from "vscode";
import { FailureReporter } from "../../src/vscode/report/failureReporter";
import { type RecordingLog, recordingLog } from "../support/recordingLog";
import { until } from "../support/until";

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
    await reporter.report(new DOMException("over", "AbortError"), { attempt: "Opening" });
    assert.deepEqual(log.lines, []);
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
    await press("the second message", () => log.lines.length === 2);
    await vscode.commands.executeCommand("notifications.clearAll");
    await told;
    assert.equal(log.lines.length, 2);
  });

  it("logs every failure but tells the same one once", async () => {
    const failure = new Error("no");
    const told = reporter.report(failure, { attempt: "Opening" });
    await reporter.report(failure, { attempt: "Opening" });
    assert.equal(log.lines.length, 2);
    await vscode.commands.executeCommand("notifications.clearAll");
    await told;
  });
});
