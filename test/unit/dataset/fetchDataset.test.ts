import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmdirSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { datasetDrift } from "../../../src/dataset/datasetDrift";
import { DatasetServiceError, LockMismatchError } from "../../../src/dataset/errors";
import {
  type DatasetOutcome,
  type FetchChoice,
  fetchDataset,
} from "../../../src/dataset/fetchDataset";
import { parseDatasetLock } from "../../../src/dataset/lock";
import { type DatasetSource } from "../../../src/dataset/source";
import { NetworkError } from "../../../src/service/errors";
import { instantOfText } from "../../../src/shared/instant";
import { referencePath, undatedPath } from "../../../src/shared/referencePath";
import { AsOfGate, LaterThanAsOfError } from "../../../src/store/asOfGate";
import { DatasetService, datasetFixture, parsedSpec } from "../../support/datasetService";
import { itWith, pythonWith } from "../../support/interpreters";
import { filesIn } from "../../support/filesIn";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const { expected, specText, answers } = datasetFixture;
const lockName = "study.macrodata.lock.json";

describe("fetchDataset", () => {
  let service: DatasetService;
  let folder: TemporaryFolder;

  before(async () => {
    service = await DatasetService.start();
  });
  beforeEach(() => {
    folder = temporaryFolder("dataset");
    service.answers = answers;
    service.statusOf = () => undefined;
    service.asked();
  });
  afterEach(() => folder.remove());
  after(() => service.stop());

  function fetched(
    choice: FetchChoice = {},
    text = specText,
    source: DatasetSource = service.source(),
  ): Promise<DatasetOutcome> {
    return fetchDataset(
      source,
      { root: folder.path, name: "study", spec: parsedSpec(text) },
      choice,
    );
  }

  function lockText(): string {
    return readFileSync(path.join(folder.path, lockName), "utf8");
  }

  /** The lock without the time at which the forecast was retrieved. */
  function untimedLock(): string {
    return lockText().replace(/"retrieved": "\d{8}T\d{6}Z"/, '"retrieved": "@retrieved@"');
  }

  it("writes the files and the lock that pandas writes", async () => {
    const progress: string[] = [];
    const outcome = await fetched({ onProgress: (done, of) => progress.push(`${done}/${of}`) });
    assert.equal(untimedLock(), expected.lock);
    const { [lockName]: _lock, ...files } = filesIn(folder.path);
    assert.deepEqual(files, expected.files);
    assert.deepEqual(outcome.lock, parseDatasetLock(lockText()));
    assert.equal(outcome.missing.length, 4);
    assert.deepEqual([outcome.failed, outcome.unknown], [[], []]);
    assert.deepEqual([progress[0], progress.at(-1)], ["0/18", "18/18"]);
  });

  const python = pythonWith("pandas");
  itWith(python, "pandas")(
    "writes digests that the Python of the guide computes from the files",
    async () => {
      await fetched();
      const guide = readFileSync("media/guide/datasets.md", "utf8");
      const [, ofGuide = ""] = /```python\n(.*?)```/s.exec(guide) ?? [];
      const script = [
        ofGuide,
        'print(values_digest("data/us.csv"), values_digest("data/core/DE.csv"), values_digest("data/spx.csv"))',
        'table = pd.read_csv("data/vintages/as_of=20240229T180000Z/part-0.csv", float_precision="round_trip")',
        'for _, rows in table.groupby("country_iso"): print(values_digest(rows.drop(columns="country_iso")))',
      ].join("\n");
      const { status, stdout, stderr } = spawnSync(python ?? "", ["-c", script], {
        ...{ cwd: folder.path, encoding: "utf8" },
      });
      assert.equal(status, 0, stderr);
      const { series } = parseDatasetLock(lockText());
      const valuesOf = (table: string, form: RegExp): string[] =>
        series.flatMap((line) =>
          line.table === table && "values" in line && form.test(referencePath(line.reference))
            ? [line.values]
            : [],
        );
      const wanted = [
        ...[...valuesOf("us", /US/), ...valuesOf("core", /DE/), ...valuesOf("spx", /SPX/)],
        ...valuesOf("vintages", /20240229/),
      ];
      assert.equal(wanted.length, 6);
      assert.deepEqual(stdout.trim().split(/\s+/), wanted);
    },
  );

  it("asks for each series once", async () => {
    await fetched({}, specText, service.source({ cache: path.join(folder.path, ".cache") }));
    const asked = service.asked();
    assert.equal(new Set(asked).size, asked.length);
    // The definition; four countries at three as-ofs; a forecast.
    assert.equal(asked.length, 1 + 4 * 3 + 1);
  });

  it("writes Parquet and JSON with the same digests of values", async () => {
    await fetched();
    const seriesIn = (): unknown =>
      parseDatasetLock(untimedLock().replace("@retrieved@", "20240101T000000Z")).series;
    const csv = seriesIn();
    for (const format of ["parquet", "json"]) {
      await fetched({}, specText.replace('"csv"', `"${format}"`));
      assert.deepEqual(seriesIn(), csv);
      const names = Object.keys(filesIn(folder.path)).filter((name) => name !== lockName);
      const wanted = Object.keys(expected.files).map((name) => name.replace(/csv$/, format));
      assert.deepEqual(names.sort(), wanted.sort());
    }
  });

  it("freezes latest at one instant, at which an ended fetch goes on", async () => {
    const text = specText.replace("2024-06-28", "latest");
    const cache = path.join(folder.path, ".cache");
    const first = await fetched({}, text, service.source({ cache }));
    const { asOf } = first.lock;
    const lines = first.lock.series.filter(({ table }) => table === "inflation");
    assert.ok(asOf !== undefined && lines.length === 4);
    assert.ok(
      lines.every(({ reference }) => reference.family === "signal" && reference.asOf === asOf),
    );
    assert.ok(lines.every((line) => "absent" in line || line.settled === false));
    await rm(path.join(folder.path, lockName));
    service.asked();
    const again = await fetched({}, text, service.source({ cache }));
    assert.equal(again.lock.asOf, asOf);
    // A definition is not cached here, and at this instant the series may still begin.
    const data = service.asked().filter((target) => target.includes("/data/"));
    assert.deepEqual(
      data.map((target) => /country_iso=(..)&.*as_of_utc=(....)/.exec(target)?.slice(1)),
      [["XK", asOf.slice(0, 4)]],
    );
  });

  it("requests nothing again that an interrupted fetch received: neither values nor 404s", async () => {
    const source = (): DatasetSource => service.source({ cache: path.join(folder.path, ".cache") });
    const abort = new AbortController();
    const onProgress = (done: number, of: number): void => {
      if (done === of) abort.abort(new Error("enough"));
    };
    await assert.rejects(
      fetched({ signal: abort.signal, onProgress }, specText, source()),
      /enough/,
    );
    assert.equal(service.asked().length, 14);
    const { missing, lock } = await fetched({}, specText, source());
    assert.equal(missing.length, 4);
    // A definition is not cached here.
    assert.equal(service.asked().length, 1);
    service.answers = {
      ...answers,
      signals: { ...answers.signals, XK: answers.signals["US"] ?? {} },
    };
    const drift = await datasetDrift(source(), {
      ...{ root: folder.path, spec: parsedSpec(specText), lock },
    });
    assert.equal(drift.added.length, 3);
  });

  it("resolves a member's own latest, whatever as-of the spec has", async () => {
    const own = '"series": "signals/INFL/2/country_iso=US/FIT/latest"';
    const text = specText.replace('"series": "signals/INFL/2/country_iso=US"', own);
    const asOfsOf = (outcome: DatasetOutcome, table: string): Set<string> =>
      new Set(
        outcome.lock.series.flatMap(({ table: each, reference }) =>
          each === table && reference.family === "signal" ? [reference.asOf] : [],
        ),
      );
    const now = await fetched({}, text);
    assert.equal(now.lock.asOf, "20240628T235959Z");
    assert.deepEqual([...asOfsOf(now, "inflation")], ["20240628T235959Z"]);
    const [instant = ""] = asOfsOf(now, "us");
    assert.ok(instant > "20260101T000000Z", instant);
    const last = instantOfText("20240701T120000Z") ?? assert.fail();
    const bound = await fetched({}, text, { ...service.source(), last });
    assert.deepEqual([...asOfsOf(bound, "us")], [last]);
    assert.deepEqual([...asOfsOf(bound, "inflation")], ["20240628T235959Z"]);
  });

  it("leaves the previous files and lock where the service fails", async () => {
    await fetched();
    const before = filesIn(folder.path);
    service.answers = { ...answers, signals: { ...answers.signals, US: {} } };
    service.statusOf = (target) => (target.includes("country_iso=JP") ? 503 : undefined);
    await assert.rejects(fetched(), { status: 503 });
    assert.deepEqual(filesIn(folder.path), before);
    assert.deepEqual(readdirSync(folder.path).sort(), ["data", lockName]);
  });

  it("leaves nothing where the first fetch is cancelled", async () => {
    const abort = new AbortController();
    const onProgress = (done: number): void => {
      if (done === 5) abort.abort(new Error("enough"));
    };
    await assert.rejects(fetched({ signal: abort.signal, onProgress }), /enough/);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("reports what failed for another reason than 404", async () => {
    service.statusOf = (target) => (target.includes("country_iso=JP") ? 403 : undefined);
    const { failed, lock } = await fetched();
    assert.ok(failed.length > 0 && failed.every(({ absent }) => absent === 403));
    assert.ok(lock.series.some((each) => "absent" in each && each.absent === 403));
  });

  it("tells named series that are not listed from those without data as of the instant", async () => {
    const spec = JSON.parse(specText) as { tables: Record<string, unknown> };
    const named = (country: string): string => `signals/INFL/2/country_iso=${country}`;
    spec.tables = {
      // Not listed; listed and without data; with data at the later of two instants; as a part of a panel.
      one: { series: named("UX") },
      two: { set: [named("XK"), named("US"), named("UX")] },
      three: {
        vintages: [named("US"), named("UX"), named("XK")],
        asOfs: ["2024-01-31", "2024-06-28"],
      },
      four: { vintages: [named("UX+US")], asOfs: ["2024-06-28"] },
      five: { panel: named("DE+UX") },
      six: { series: "signals/INFL/9/country_iso=US" },
      spx: { forecast: "forecasts/SPY/USD/12%20Months" },
    };
    service.statusOf = (target) =>
      /\/INFL\/9\/|SPY|=US&.*as_of_utc=2024-01/.test(target) ? 404 : undefined;
    const { unknown, missing, lock } = await fetched({}, JSON.stringify(spec));
    assert.deepEqual(
      unknown.map(({ table, reference }) => `${table} ${undatedPath(reference)}`),
      [
        ...["one", "two", "three"].map((table) => `${table} ${named("UX")}/FIT`),
        "six signals/INFL/9/country_iso=US/FIT",
        "spx forecasts/SPY/USD/12 Months",
      ],
    );
    assert.equal(missing.length, lock.series.filter((each) => "absent" in each).length);
    service.asked();
    assert.deepEqual((await fetched({ locked: lock }, JSON.stringify(spec))).unknown, []);
    assert.deepEqual(service.asked(), []);
  });

  it("calls no series unknown while the definition of its signal fails", async () => {
    const spec = JSON.parse(specText) as { tables: Record<string, unknown> };
    spec.tables = { one: { series: "signals/INFL/2/country_iso=UX" } };
    service.statusOf = (target) => (target.includes("country_iso=") ? undefined : 400);
    const { unknown, missing } = await fetched({}, JSON.stringify(spec));
    assert.deepEqual([unknown.length, missing.length], [0, 1]);
  });

  it("deletes the files of tables that are no longer in the spec, unless a person changed them", async () => {
    await fetched();
    writeFileSync(path.join(folder.path, "data/core/US.csv"), "mine");
    const spec = JSON.parse(specText) as { tables: Record<string, unknown> };
    delete spec.tables["core"];
    delete spec.tables["vintages"];
    await fetched({}, JSON.stringify(spec));
    assert.ok(!existsSync(path.join(folder.path, "data/vintages")));
    assert.deepEqual(readdirSync(path.join(folder.path, "data/core")), ["US.csv"]);
  });

  it("reports a file of the previous fetch that it cannot delete, which the next one deletes", async () => {
    await fetched();
    const file = path.join(folder.path, "data/us.csv");
    // A folder in its place can be neither read nor deleted as a file.
    renameSync(file, `${file}.aside`);
    mkdirSync(file);
    const spec = JSON.parse(specText) as { tables: Record<string, unknown> };
    delete spec.tables["us"];
    const { lock, notDeleted } = await fetched({}, JSON.stringify(spec));
    assert.deepEqual(notDeleted, ["data/us.csv"]);
    assert.deepEqual(parseDatasetLock(lockText()), lock);
    rmdirSync(file);
    renameSync(`${file}.aside`, file);
    assert.deepEqual((await fetched({}, JSON.stringify(spec))).notDeleted, []);
    assert.ok(!existsSync(file));
    assert.deepEqual(readdirSync(folder.path).sort(), ["data", lockName]);
    assert.ok(!readdirSync(path.join(folder.path, "data")).some((name) => name.startsWith(".")));
  });

  it("refuses a spec of another service before any request", async () => {
    const text = specText.replace('"sample"', '"https://elsewhere.example"');
    await assert.rejects(fetched({}, text), DatasetServiceError);
    assert.deepEqual(service.asked(), []);
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it("asks for nothing later than the window's as-of", async () => {
    const gate = new AsOfGate();
    gate.set(instantOfText("20240301T000000Z") ?? assert.fail());
    await assert.rejects(fetched({}, specText, service.source({ gate })), LaterThanAsOfError);
    assert.deepEqual(
      service.asked().filter((target) => target.includes("/data/")),
      [],
    );
  });

  describe("from a lock", () => {
    it("asks for nothing where all files are as it says", async () => {
      const { lock } = await fetched();
      service.asked();
      const { written } = await fetched({ locked: lock });
      assert.deepEqual([written, service.asked()], [[], []]);
    });

    it("restores the tables whose files are missing or changed, byte for byte", async () => {
      const { lock } = await fetched();
      const before = filesIn(folder.path);
      await rm(path.join(folder.path, "data/vintages"), { recursive: true });
      writeFileSync(path.join(folder.path, "data/us.csv"), "mine");
      service.asked();
      const { written } = await fetched({ locked: lock });
      assert.deepEqual(filesIn(folder.path), before);
      assert.deepEqual(
        written,
        Object.keys(expected.files).filter((name) => /us\.csv|vintages/.test(name)),
      );
      assert.ok(service.asked().every((target) => !target.includes("forecast")));
    });

    it("restores Parquet byte for byte whatever the order of the service's list", async () => {
      const signals = Object.fromEntries(Object.entries(answers.signals).toReversed());
      service.answers = { ...answers, signals };
      const text = specText.replace('"csv"', '"parquet"');
      const source = service.source();
      const { lock } = await fetched({}, text, source);
      const before = filesIn(folder.path);
      const parquet = Object.keys(before).filter((name) => name.endsWith(".parquet"));
      for (const name of parquet) await rm(path.join(folder.path, name));
      const { written } = await fetched({ locked: lock }, text, source);
      assert.deepEqual([...written].sort(), parquet.sort());
      assert.deepEqual(filesIn(folder.path), before);
    });

    it("restores the values that another version wrote with other bytes, and notes these", async () => {
      const { lock } = await fetched();
      const before = filesIn(folder.path);
      await rm(path.join(folder.path, "data/us.csv"));
      const files = lock.files.map((file) =>
        file.path === "data/us.csv" ? { ...file, sha256: "0".repeat(64) } : file,
      );
      const outcome = await fetched({ locked: { ...lock, files } });
      assert.deepEqual(outcome.rewritten, ["data/us.csv"]);
      assert.deepEqual(parseDatasetLock(lockText()), lock);
      assert.deepEqual(filesIn(folder.path), before);
      assert.deepEqual((await fetched({ locked: lock })).rewritten, []);
    });

    it("refuses other values, and leaves what is there", async () => {
      const { lock } = await fetched();
      await rm(path.join(folder.path, "data/us.csv"));
      const before = filesIn(folder.path);
      const [us, asOf] = [answers.signals["US"] ?? {}, "20240628T235959Z"];
      const changed = (us[asOf] ?? "").replace(/\d\n/, "9\n");
      service.answers = {
        ...answers,
        signals: { ...answers.signals, US: { ...us, [asOf]: changed } },
      };
      await assert.rejects(
        fetched({ locked: lock }),
        (error) =>
          error instanceof LockMismatchError &&
          error.lines.join() === `data/us.csv,us signals/INFL/2/country_iso=US/FIT/${asOf}`,
      );
      assert.deepEqual(filesIn(folder.path), before);
    });

    it("refuses the lock of another spec before any request", async () => {
      const { lock } = await fetched();
      service.asked();
      const spec = specText.replace("2024-06-28", "2024-06-27");
      await assert.rejects(fetched({ locked: lock }, spec), LockMismatchError);
      assert.deepEqual(service.asked(), []);
    });

    it("fails where the service cannot be reached", async () => {
      const { lock } = await fetched();
      await rm(path.join(folder.path, "data/us.csv"));
      const other = await DatasetService.start();
      const source = other.source();
      await other.stop();
      await assert.rejects(fetched({ locked: lock }, specText, source), NetworkError);
    });
  });
});
