import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { showLog } from "../../src/editor/report/showLog";
import { describeInBoth } from "../support/inBothEditors";
import { withMembers } from "../support/withMembers";
import { recordingLog } from "../support/recordingLog";

describeInBoth("the log (15.1.9)", () => {
  let folder = "";
  before(async () => (folder = await mkdtemp(path.join(os.tmpdir(), "macro-signals-log-"))));
  after(() => rm(folder, { recursive: true }));

  it("is shown without a word where the editor writes it", async () => {
    const written = path.join(folder, "written");
    await mkdir(written);
    await writeFile(path.join(written, "Macro Signals.log"), "");
    const shown: unknown[] = [];
    const channel = withMembers(recordingLog().channel, {
      show: (...given: unknown[]) => void shown.push(given),
    });
    // With a message it would wait for the person.
    await showLog(channel, vscode.Uri.file(written));
    assert.equal(shown.length, 1);
  });
});
