import assert from "node:assert/strict";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { type DriftReport, datasetDrift } from "../../../src/dataset/datasetDrift";
import { DatasetPathError, DatasetServiceError } from "../../../src/dataset/errors";
import { fetchDataset } from "../../../src/dataset/fetchDataset";
import { type DatasetLock } from "../../../src/dataset/lock";
import { reportText } from "../../../src/dataset/reportText";
import { type DatasetSource } from "../../../src/dataset/source";
import { type VerifyReport, verifyDataset } from "../../../src/dataset/verifyDataset";
import { instantOfText } from "../../../src/shared/instant";
import { AsOfGate } from "../../../src/store/asOfGate";
import { DatasetService, datasetFixture, parsedSpec } from "../../support/datasetService";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";

const { specText, answers } = datasetFixture;
const main = "20240628T235959Z";
const path0 = (country: string): string => `signals/INFL/2/country_iso=${country}/FIT/${main}`;

describe("a dataset on disk", () => {
  let service: DatasetService;
  let folder: TemporaryFolder;
  let lock: DatasetLock;

  before(async () => {
    service = await DatasetService.start();
  });
  beforeEach(async () => {
    folder = temporaryFolder("dataset");
    service.answers = answers;
    service.statusOf = () => undefined;
    lock = await fetched();
    service.asked();
  });
  afterEach(() => folder.remove());
  after(() => service.stop());

  async function fetched(text = specText, source = service.source()): Promise<DatasetLock> {
    const job = { root: folder.path, name: "study", spec: parsedSpec(text) };
    return (await fetchDataset(source, job)).lock;
  }

  /** Replaces what the service sends for a country as of an instant. */
  function answer(country: string, asOf: string, change: (text: string) => string | null): void {
    const own = service.answers.signals[country] ?? {};
    const signals = {
      ...service.answers.signals,
      [country]: { ...own, [asOf]: change(own[asOf] ?? "") },
    };
    service.answers = { ...service.answers, signals };
  }

  function verified(source?: DatasetSource): Promise<VerifyReport> {
    return verifyDataset(source, { root: folder.path, lock });
  }

  function drifted(text = specText, source = service.source()): Promise<DriftReport> {
    return datasetDrift(source, { root: folder.path, spec: parsedSpec(text), lock });
  }

  /** The differences, as text. */
  function linesOf(report: VerifyReport | DriftReport): string[] {
    return reportText(report, "text").trimEnd().split("\n").slice(1);
  }

  describe("verifyDataset", () => {
    it("finds all the same, and asks for each signal as of its instant", async () => {
      const report = await verified(service.source());
      assert.ok(report.isSame);
      assert.equal(
        reportText(report, "text"),
        "All 18 series and 8 files match the lock. Service: sample, as of 28 Jun 2024.\n",
      );
      const asked = service.asked();
      assert.ok(
        asked.every((target) => /as_of_utc=2024-0[126]/.test(target)),
        asked.join("\n"),
      );
    });

    it("asks the service again, whatever is cached", async () => {
      const source = service.source();
      await fetchDataset(source, { root: folder.path, name: "study", spec: parsedSpec(specText) });
      answer("US", main, (text) => text.replace(/\d\n/, "7\n"));
      const report = await verified(source);
      assert.deepEqual(linesOf(report), [
        "Series",
        ...["core", "inflation", "us"].map((table) => `  ${table} ${path0("US")}: values differ`),
      ]);
    });

    it("tells missing, new and failed series apart", async () => {
      answer("US", main, () => null);
      answer("XK", main, () => answers.signals["DE"]?.[main] ?? null);
      service.statusOf = (target) => (/=JP&.*2024-06/.test(target) ? 403 : undefined);
      assert.deepEqual(linesOf(await verified(service.source())), [
        "Series",
        `  core ${path0("US")}: missing`,
        `  inflation ${path0("JP")}: could not be fetched (403)`,
        `  inflation ${path0("US")}: missing`,
        `  inflation ${path0("XK")}: values differ`,
        `  us ${path0("US")}: missing`,
      ]);
    });

    it("cannot say that a series is still missing where the service fails", async () => {
      service.statusOf = (target) => (/=XK&.*2024-06/.test(target) ? 403 : undefined);
      assert.deepEqual(linesOf(await verified(service.source())), [
        "Series",
        `  inflation ${path0("XK")}: could not be fetched (403)`,
      ]);
    });

    it("compares files alone without a request, and forecasts by their file", async () => {
      await writeFile(path.join(folder.path, "data/spx.csv"), "mine");
      await rm(path.join(folder.path, "data/us.csv"));
      const files = ["Files", "  data/spx.csv: the file differs", "  data/us.csv: missing"];
      assert.deepEqual(linesOf(await verified()), files);
      assert.deepEqual(service.asked(), []);
      assert.deepEqual(linesOf(await verified(service.source())), [
        ...files,
        ...["Series", "  spx forecasts/SPX/USD/12 Months: the file differs"],
      ]);
    });

    it("reports files that readers of a partitioned table would take for more of it", async () => {
      const [own = ""] = lock.files
        .map((file) => file.path)
        .filter((file) => file.includes("as_of="));
      const extra = own.replace("part-0", "part-2");
      const text = await readFile(path.join(folder.path, own));
      await writeFile(path.join(folder.path, extra), text);
      await writeFile(path.join(folder.path, path.dirname(own), "_SUCCESS"), "");
      await writeFile(path.join(folder.path, "data/notes.csv"), "mine");
      const report = await verified();
      assert.equal(report.isSame, false);
      assert.deepEqual(linesOf(report), [
        "Files",
        `  ${extra}: not in the lock; delete it, or its rows are read twice`,
      ]);
    });

    it("requests nothing later than the window's as-of", async () => {
      const gate = new AsOfGate();
      gate.set(instantOfText("20240301T000000Z") ?? assert.fail());
      const { series } = await verified(service.source({ gate }));
      const refused = series.filter(({ state }) => state === "cannot be fetched");
      assert.deepEqual(
        [refused.length, new Set(refused.map(({ reason }) => reason))],
        [8 - 1, new Set(["later"])],
      );
      assert.ok(service.asked().every((target) => !target.includes("2024-06")));
    });

    it("refuses another service before any request, and files behind links", async () => {
      const other = { ...service.source(), service: "https://elsewhere.example" };
      await assert.rejects(verified(other), DatasetServiceError);
      await rm(path.join(folder.path, "data/us.csv"));
      await symlink("/etc/hostname", path.join(folder.path, "data/us.csv"));
      await assert.rejects(verified(), DatasetPathError);
      assert.deepEqual(service.asked(), []);
    });
  });

  describe("datasetDrift", () => {
    it("finds nothing where nothing changed", async () => {
      const report = await drifted();
      assert.deepEqual([report.isDrift, report.same, report.unsettled], [false, 18, 1]);
    });

    it("puts a full stop between its sentences", async () => {
      const [title] = reportText(await drifted(), "text").split("\n");
      assert.equal(
        title,
        "No drift. Series that match the lock: 18. Service: sample, as of 28 Jun 2024. 1 series may still change at this as-of.",
      );
    });

    const row = /^(2024-06-21),([-\d.]+),/m;
    const revision =
      "1 values revised, 0 added, 0 removed; largest change 1 of Level on 2024-06-21";
    function revise(country: string): void {
      answer(country, main, (text) =>
        text.replace(row, (_, day: string, level: string) => `${day},${Number(level) + 1},`),
      );
    }

    it("tells revisions from rounding by the cached values of the lock", async () => {
      const cache = path.join(folder.path, ".cache");
      lock = await fetched(specText, service.source({ cache }));
      revise("US");
      answer("DE", main, (text) => text.replace(row, "$1,$2000000001,"));
      const source = service.source({ cache });
      assert.deepEqual(linesOf(await drifted(specText, source)), [
        "Changed",
        ...["us", "inflation", "core"].map((table) => `  ${table} ${path0("US")}: ${revision}`),
        "Same values except for rounding",
        ...["inflation", "core"].map(
          (table) => `  ${table} ${path0("DE")}: largest difference 9e-16`,
        ),
      ]);
    });

    for (const format of ["csv", "json", "parquet"]) {
      it(`finds the values of the lock in its files of ${format}`, async () => {
        const text = specText.replace('"csv"', `"${format}"`);
        const whole = answers.signals["JP"]?.[main] ?? null;
        answer("JP", main, (own) => own.replace(/^2024-06-28.*\n/m, ""));
        lock = await fetched(text);
        revise("US");
        answer("JP", main, () => whole);
        answer("DE", main, (own) => own.replace(row, "$1,$2000000001,"));
        answer("JP", "20240229T180000Z", (own) => own.replace("-0.154423", "0.845577"));
        answer("US", "20240131T235959Z", (own) => `${own}2024-01-31,1,1,1\n`);
        const jp = "signals/INFL/2/country_iso=JP/FIT/20240229T180000Z";
        const first = `${jp}: ${revision.replace("2024-06-21", "2024-02-22")}`;
        assert.deepEqual(linesOf(await drifted(text)), [
          "Changed",
          ...["us", "inflation", "core"].map((table) => `  ${table} ${path0("US")}: ${revision}`),
          ...[`  vintages ${first}`, `  revised ${first}`],
          "New days only, although the as-of is unchanged",
          `  inflation ${path0("JP")}`,
          "  vintages signals/INFL/2/country_iso=US/FIT/20240131T235959Z",
          "Same values except for rounding",
          ...["inflation", "core"].map(
            (table) => `  ${table} ${path0("DE")}: largest difference 9e-16`,
          ),
        ]);
      });
    }

    it("answers the same again when its first answer has replaced what was cached", async () => {
      const source = service.source({ cache: path.join(folder.path, ".cache") });
      lock = await fetched(specText, source);
      revise("JP");
      const first = await drifted(specText, source);
      assert.deepEqual(linesOf(first), ["Changed", `  inflation ${path0("JP")}: ${revision}`]);
      assert.deepEqual(await drifted(specText, source), first);
    });

    it("says where the files are no longer those of the lock", async () => {
      revise("JP");
      const file = path.join(folder.path, "data/inflation.csv");
      await writeFile(file, `${await readFile(file, "utf8")}\n`);
      assert.deepEqual(linesOf(await drifted()), [
        "Changed",
        `  inflation ${path0("JP")}: values differ; those of the lock are no longer available`,
      ]);
    });

    it("tells new days, added, gone and broken series apart", async () => {
      const text = specText.replace("2024-06-28", "latest");
      lock = await fetched(text);
      answer("US", main, (own) => `${own}2024-07-01,1,1,1\n`);
      answer("XK", main, () => answers.signals["DE"]?.[main] ?? null);
      answer("DE", main, () => null);
      service.statusOf = (target) =>
        target.includes("=JP&kind=FIT&as_of_utc=20240131") ? 500 : undefined;
      const report = await drifted(text);
      const of = (series: readonly { readonly table: string }[]): string[] =>
        series.map(({ table }) => table);
      assert.deepEqual(of(report.extended), ["us", "inflation", "core"]);
      assert.deepEqual(of(report.added), ["inflation"]);
      assert.deepEqual(of(report.gone), ["inflation", "core"]);
      assert.ok(report.isDrift);
    });

    const latest = specText.replace("2024-06-28", "latest");
    /** A window with an as-of, which is what latest means in it. */
    function windowAt(asOf: string): DatasetSource {
      return { ...service.source(), last: instantOfText(asOf) ?? assert.fail() };
    }

    it("is none for new days of latest, and for those of a forecast", async () => {
      lock = await fetched(latest, windowAt("20240701T120000Z"));
      answer("US", main, (own) => `${own}2024-07-01,1,1,1\n`);
      const { forecast } = service.answers;
      const newest = forecast.trimEnd().split("\n").at(-1) ?? "";
      const day = newest.replace(/^[^,]*/, "2024-07-01");
      service.answers = { ...service.answers, forecast: `${forecast}${day}\n` };
      const report = await drifted(latest, windowAt("20240702T120000Z"));
      assert.deepEqual([report.isDrift, report.same], [false, 14]);
      const us = path0("US").replace(main, "20240702T120000Z");
      assert.equal(
        reportText(report, "text"),
        [
          "No drift. Series that match the lock: 14. Service: sample, as of 2 Jul 2024 12:00 UTC. 1 series may still change at this as-of.",
          "New days only (not counted as drift)",
          ...["us", "inflation", "core"].map((table) => `  ${table} ${us}`),
          "  spx forecasts/SPX/USD/12 Months",
          "",
        ].join("\n"),
      );
      revise("DE");
      assert.ok((await drifted(latest, windowAt("20240702T120000Z"))).isDrift);
    });

    it("is new days at the same instant, of a fixed as-of and of latest", async () => {
      for (const text of [specText, latest]) {
        service.answers = answers;
        answer("US", main, (own) => own.replace(/^2024-06-28.*\n/m, ""));
        lock = await fetched(text, windowAt("20240701T120000Z"));
        service.answers = answers;
        const report = await drifted(text, windowAt("20240701T120000Z"));
        assert.equal(report.isDrift, true);
        assert.deepEqual(
          report.extended.map(({ isExpected }) => isExpected),
          [false, false, false],
        );
      }
    });

    it("compares a member's own latest with that of the lock", async () => {
      const own = '"series": "signals/INFL/2/country_iso=US/FIT/latest"';
      const text = specText.replace('"series": "signals/INFL/2/country_iso=US"', own);
      const last = instantOfText("20240701T120000Z") ?? assert.fail();
      lock = await fetched(text, { ...service.source(), last });
      const report = await drifted(text);
      assert.deepEqual([report.isDrift, report.same], [false, 18]);
    });

    it("is none for what cannot be fetched", async () => {
      service.statusOf = (target) => (/=JP&.*2024-06/.test(target) ? 403 : undefined);
      const report = await drifted();
      assert.deepEqual([report.isDrift, report.broken.map(({ reason }) => reason)], [false, [403]]);
    });

    it("finds a variant that the definition lists no more", async () => {
      const { JP: _jp, ...signals } = answers.signals;
      service.answers = { ...answers, signals };
      const { gone } = await drifted();
      assert.deepEqual(gone.map(({ table }) => table).sort(), [
        "inflation",
        "revised",
        "revised",
        "vintages",
        "vintages",
      ]);
    });
  });

  describe("reportText", () => {
    it("is JSON with paths and ISO days", async () => {
      answer("US", main, (text) => text.replace(/^(2024-06-21),[-\d.]+,/m, "$1,9,"));
      const { changed } = JSON.parse(reportText(await drifted(), "json")) as {
        changed: { reference: string; largest: { day: string } }[];
      };
      assert.deepEqual(
        [changed[0]?.reference, changed[0]?.largest.day],
        [path0("US"), "2024-06-21"],
      );
    });

    it("is Markdown with names as code", async () => {
      await rm(path.join(folder.path, "data/us.csv"));
      assert.equal(
        reportText(await verified(), "markdown"),
        "1 of 8 files do not match the lock. Service: sample, as of 28 Jun 2024.\n\n### Files\n\n- `data/us.csv`: missing\n",
      );
    });
  });
});
