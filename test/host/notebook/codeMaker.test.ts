import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Instant } from "../../../src/shared/instant";
import { signalRef } from "../../../src/shared/reference";
import { CodeMaker } from "../../../src/features/notebook/codeMaker";
import { type FetchedSubject } from "../../../src/features/notebook/insertSubject";
import { DataFolder } from "../../../src/features/notebook/dataFolder";
import { frameOf, noRepairs } from "../../support/frames";
import { sampleSignal } from "../../support/sampleSeries";
import { servicesWith } from "../../support/servicesWith";
import { withMembers } from "../../support/withMembers";
import { FrameWorker } from "../../../src/store/frameWorker";

const folder = vscode.Uri.file("/notebooks");
const place = { language: "python", way: "file", folder } as const;
const services = servicesWith(() => Promise.reject(new Error("nothing is fetched here")));

function fetchedOf(...countries: readonly string[]): readonly FetchedSubject[] {
  return countries.map((country) => {
    const reference = sampleSignal(country);
    const target = { connectionId: "acme", reference };
    return {
      subject: { target },
      series: {
        target,
        reference,
        frame: frameOf(["2024-01-01"], { Level: [1] }),
        repairs: noRepairs,
        retrievedAt: "20261120T101500Z" as Instant,
        service: "https://api.acme.com",
        isSample: false,
      },
      baseUrl: "https://api.acme.com",
    };
  });
}

describe("CodeMaker", () => {
  let left: string[];

  /** Files that are only names; some cannot be kept, some cannot be taken away again. */
  function filesWith(odd: Readonly<Record<string, "unkept" | "stuck" | (() => void)>>): DataFolder {
    let count = 0;
    return withMembers(new DataFolder(new FrameWorker("nothing is encoded")), {
      save: (table) => {
        assert.ok(table.kind === "series");
        const name = `${++count}.parquet`;
        const oddity = odd[name];
        if (oddity === "unkept") return Promise.reject(new Error(`why ${name}`));
        if (typeof oddity === "function") oddity();
        left.push(name);
        const discard = (): Promise<void> => {
          if (oddity === "stuck") return Promise.reject(new Error("stuck"));
          left.splice(left.indexOf(name), 1);
          return Promise.resolve();
        };
        const location = vscode.Uri.joinPath(folder, name);
        return Promise.resolve({ location, relativePath: name, isReused: false, discard });
      },
    });
  }

  beforeEach(() => {
    left = [];
  });

  const all = { fetched: fetchedOf("US", "DE", "FR"), panels: [], failed: [] };

  it("leaves no file behind when it is cancelled in its last step", async () => {
    const cancel = new AbortController();
    const files = filesWith({ "3.parquet": () => cancel.abort() });
    const writing = new CodeMaker(services, files).write(all, place, cancel.signal);
    await assert.rejects(writing, { name: "AbortError" });
    assert.deepEqual(left, []);
  });

  it("takes back what it can, and says why rather than what cannot be", async () => {
    const files = filesWith({ "2.parquet": "stuck", "3.parquet": "unkept" });
    await assert.rejects(new CodeMaker(services, files).write(all, place), /why 3/);
    assert.deepEqual(left, ["2.parquet"]);
  });

  it("says of each series alone that no request can ask for it, and how it can be had", async () => {
    const [us, ...others] = all.fetched;
    assert.ok(us !== undefined);
    const reference = signalRef({ ...sampleSignal(), tags: { fmt: "csv" } });
    const odd = { ...us, series: { ...us.series, reference } };
    const asked = { language: "r", way: "request", folder: undefined } as const;
    const batch = { fetched: [odd, ...others], panels: [], failed: [] };
    const { made, failed } = await new CodeMaker(services, filesWith({})).write(batch, asked);
    assert.equal(made.length, 2);
    assert.deepEqual(
      failed.map(({ error }) => String(error)),
      ['NoCodeError: the tag "fmt" cannot be requested; insert the series as a file or as values'],
    );
  });

  it("takes back what it can when its code finds no place", async () => {
    const files = filesWith({ "3.parquet": "stuck" });
    const batch = await new CodeMaker(services, files).write(all, place);
    assert.equal(batch.made.length, 3);
    await batch.undo();
    assert.deepEqual(left, ["3.parquet"]);
  });
});
