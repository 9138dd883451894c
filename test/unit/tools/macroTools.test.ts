import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { toParquet } from "../../../src/data/parquetWriter";
import { type Day, dayOfIso, isoOfDay } from "../../../src/shared/day";
import { endOfDay } from "../../../src/shared/instant";
import { AnswerArchive } from "../../../src/store/answerArchive";
import { type ToolService } from "../../../src/tools/toolService";
import { laterIn, newestIn } from "../../support/publishedRequests";
import { sampleUntil } from "../../support/sampleProgram";
import { temporaryFolder } from "../../support/temporaryFolder";
import { type Answered, ToolSession, type ToolSessionOptions } from "../../support/toolSession";

const lastDay = dayOfIso(sampleUntil) ?? Number.NaN;
const past = endOfDay(dayOfIso("2024-06-28") ?? Number.NaN);

type Items = readonly Readonly<Record<string, unknown>>[];

const itemsIn = (answer: Answered, name: string): Items => answer[name] as Items;
const numberIn = (answer: object, name: string): number =>
  (answer as Readonly<Record<string, number>>)[name] ?? Number.NaN;

const sessions: ToolSession[] = [];
const folders: { remove: () => void }[] = [];

async function sampled(options: ToolSessionOptions = {}): Promise<ToolSession> {
  const session = await ToolSession.ofSample(lastDay, options);
  sessions.push(session);
  return session;
}

afterEach(async () => {
  for (const session of sessions.splice(0)) await session.end();
  for (const folder of folders.splice(0)) folder.remove();
});

describe("search_macro_catalog", () => {
  it("finds variants and forecasts by words and tags, with references that other tools take", async () => {
    const session = await sampled();
    const answer = await session.answer("search_macro_catalog", { query: "inflation germany" });
    const [best] = itemsIn(answer, "results");
    assert.deepEqual(best, {
      reference: "signals/INFL/2/country_iso=DE/FIT/latest",
      name: "Inflation",
      set: "signals/INFL/2/country_iso=*/FIT/latest",
    });
    const tagged = await session.answer("search_macro_catalog", {
      query: "inflation",
      family: "signal",
      tags: { country: "germany" },
    });
    const found = itemsIn(tagged, "results").map(({ reference }) => String(reference));
    assert.ok(found.length > 0 && found.every((each) => each.includes("country_iso=DE")));
    const forecasts = await session.answer("search_macro_catalog", {
      query: "SPX 12 Months USD",
      family: "forecast",
      limit: 1,
    });
    const [first] = itemsIn(forecasts, "results");
    assert.equal(first?.["reference"], "forecasts/SPX/USD/12 Months");
    assert.equal(answer["synthetic"], false);
  });

  it("makes at most forty requests, and says that more definitions can be loaded (AI-03)", async () => {
    const session = await sampled();
    const answer = await session.answer("search_macro_catalog", { query: "growth" });
    assert.ok(session.targets.length <= 40, `${session.targets.length}`);
    assert.ok(itemsIn(answer, "results").length > 0);
    const { length } = session.targets;
    await session.answer("search_macro_catalog", { query: "inflation" });
    assert.ok(session.targets.length - length <= 40);
  });

  it("refuses forecasts under an as-of, unless earlier ones are archived, and requests none (AI-01)", async () => {
    const session = await sampled({ asOf: past });
    const answer = await session.answer("search_macro_catalog", { query: "12 Months" });
    assert.match(JSON.stringify(answer["missing"]), /The service keeps no history of forecasts/);
    const found = itemsIn(answer, "results").map(({ reference }) => String(reference));
    assert.deepEqual(
      found.filter((each) => !each.startsWith("signals/")),
      [],
    );
    const archive = await archived(dayMs(lastDay - 30));
    const kept = await sampled({ archive, asOf: endOfDay(lastDay - 7) });
    const query = { query: "SPX 12 Months USD", family: "forecast", limit: 1 };
    const [first] = itemsIn(await kept.answer("search_macro_catalog", query), "results");
    assert.equal(first?.["reference"], "forecasts/SPX/USD/12 Months");
    assert.deepEqual(newestIn([...session.targets, ...kept.targets]), []);
  });

  it("gives references as of the window's as-of, and requests no series (AI-01)", async () => {
    const session = await sampled({ asOf: past });
    const answer = await session.answer("search_macro_catalog", {
      query: "inflation us",
      family: "signal",
    });
    assert.match(String(itemsIn(answer, "results")[0]?.["reference"]), /20240628T235959Z$/);
    assert.deepEqual(laterIn(session.targets, past), []);
  });
});

describe("get_macro_latest", () => {
  it("sorts the newest values of a signal, with the references that it knows", async () => {
    const session = await sampled();
    await session.answer("search_macro_catalog", { query: "INFL" });
    const answer = await session.answer("get_macro_latest", {
      code: "infl",
      column: "Level",
      limit: 5,
    });
    const values = itemsIn(answer, "values").map(({ value }) => Number(value));
    assert.equal(values.length, 5);
    assert.deepEqual(
      values,
      values.toSorted((a, b) => b - a),
    );
    assert.ok(numberIn(answer, "total") > 5);
    assert.match(
      String(itemsIn(answer, "values")[0]?.["reference"]),
      /^signals\/INFL\/\d\/country_iso=..\/FIT\/latest$/,
    );
    const [same] = itemsIn(
      await session.answer("get_macro_series", {
        references: [String(itemsIn(answer, "values")[0]?.["reference"])],
        columns: ["Level"],
        show: "last",
        rows: 1,
      }),
      "series",
    );
    const rows = same?.["rows"] as readonly (readonly unknown[])[] | undefined;
    const row = rows?.[0];
    assert.deepEqual(row, [itemsIn(answer, "values")[0]?.["day"], values[0]]);
  });

  it("refuses under an as-of, saying what to use instead, and requests nothing", async () => {
    const session = await sampled({ asOf: past });
    const { refused } = await session.answer("get_macro_latest", {});
    assert.match(String(refused), /^[^.]*call get_macro_series[^.]*do not estimate[^.]*\.$/);
    assert.deepEqual(session.targets, []);
  });

  it("answers under an as-of from the last answer that was archived before, and says so", async () => {
    const archive = await emptyArchive();
    const { catalog } = await unarchived();
    await archive.keep("signals", await catalog.latestSignals());
    const session = await sampled({ archive, asOf: endOfDay(lastDay + 30_000) });
    const answer = await session.answer("get_macro_latest", { limit: 3 });
    assert.equal(answer["source"], "archive");
    assert.equal(itemsIn(answer, "values").length, 3);
    assert.deepEqual(newestIn(session.targets), []);
  });
});

describe("compare_macro_vintages", () => {
  it("counts and lists what pandas finds between two vintages (AI-04)", async () => {
    interface Vintage {
      readonly days: readonly number[];
      readonly values: readonly (number | null)[];
    }
    interface Pair {
      readonly unit: string;
      readonly first: Vintage;
      readonly second: Vintage;
      readonly revised: number;
      readonly compared: number;
      readonly runs: readonly (readonly [
        string,
        number,
        number,
        number,
        number | null,
        number | null,
        number | null,
      ])[];
    }
    const text = await readFile(path.resolve("test/fixtures/revisions/revisions.json"), "utf8");
    const pairs = Object.entries(JSON.parse(text) as Readonly<Record<string, Pair>>).filter(
      ([, { unit }]) => unit === "score",
    );
    assert.ok(pairs.length > 2);
    const sizeOf = (change: number | null): number => (change === null ? -1 : Math.abs(change));
    let pair: Pair | undefined;
    const session = await ToolSession.start((request, response) => {
      assert.ok(pair);
      const { days, values } =
        request.url?.includes("2026-01-01") === true ? pair.first : pair.second;
      const numbers = Float64Array.from(values, (value) => value ?? Number.NaN);
      const column = { name: "Aggregate", type: "number", values: numbers } as const;
      response.end(toParquet({ days: Int32Array.from(days), columns: [column] }));
    });
    sessions.push(session);
    for (const [name, made] of pairs) {
      pair = made;
      const answer = await session.answer("compare_macro_vintages", {
        reference: `signals/${name.toUpperCase().replaceAll(/[^A-Z]/g, "_")}/1/%00/SNAP/latest`,
        a: "2026-01-01",
        b: "2026-10-01",
      });
      const largest = itemsIn(answer, "largest");
      const expected = made.runs
        .toSorted((one, other) => sizeOf(other[6]) - sizeOf(one[6]))
        .slice(0, 20);
      assert.deepEqual(
        largest.map(({ change }) => change),
        expected.map(([, , , , , , change]) =>
          change === null ? null : Number(change.toPrecision(6)),
        ),
        name,
      );
      const count = made.revised.toLocaleString("en-US");
      if (made.revised > 0) assert.ok(String(answer["sentence"]).startsWith(`${count} of `), name);
    }
  });

  it("requests no vintage later than the window's as-of, and refuses forecasts (AI-01)", async () => {
    const session = await sampled({ asOf: past });
    const reference = "signals/INFL/2/country_iso=US/SNAP/latest";
    const later = await session.answer("compare_macro_vintages", {
      reference,
      a: "2024-01-01",
      b: "latest",
    });
    const turned = await session.answer("compare_macro_vintages", {
      reference,
      a: "2024-01-01",
      b: "2023-01-01",
    });
    assert.match(String(turned["refused"]), /^The as-of a is later than b/);
    assert.match(String(later["refused"]), /^The user allows no data later/);
    assert.deepEqual(session.targets, []);
    const answer = await session.answer("compare_macro_vintages", {
      reference,
      a: "2023-06-30",
      b: "2024-06-28",
    });
    assert.match(String(answer["sentence"]), /days/);
    assert.deepEqual(laterIn(session.targets, past), []);
    const forecast = await session.answer("compare_macro_vintages", {
      ...{ reference: "forecasts/SPX/USD/12 Months", a: "2023-06-30", b: "2024-06-28" },
    });
    assert.match(String(forecast["refused"]), /no history of forecasts/);
  });
});

describe("explain_macro_forecast", () => {
  const asked = { market: "SPX", currency: "USD", horizon: "12 Months" };

  it("gives the tree, the largest attributions and a remainder that add up to the forecast", async () => {
    const session = await sampled();
    const answer = await session.answer("explain_macro_forecast", {
      ...asked,
      hedging: "Unhedged",
    });
    const [root, ...nodes] = itemsIn(answer, "tree");
    assert.ok(root);
    assert.equal(root["component"], "Forecast");
    const tops = nodes.filter(({ depth }) => depth === 1).map(({ forecast }) => Number(forecast));
    const sum =
      tops.reduce((a, b) => a + b, 0) +
      Number(root["unexplained"] ?? root["exposure_adjustment"] ?? 0);
    assert.ok(Math.abs(sum - Number(root["forecast"])) < 1e-6);
    const attributions = itemsIn(answer, "attributions").map(({ forecast }) => Number(forecast));
    assert.ok(attributions.length > 0 && attributions.length <= 20);
    const all =
      attributions.reduce((a, b) => a + b, 0) +
      numberIn(answer, "other_attributions") +
      numberIn(answer, "not_attributed");
    assert.ok(Math.abs(all - Number(root["forecast"])) < 1e-6, `${all}`);
    assert.equal(answer["source"], "service");
  });

  it("names the choices where several forecasts are meant", async () => {
    const session = await sampled();
    const answer = await session.answer("explain_macro_forecast", { market: "SPX" });
    assert.match(String(answer["refused"]), /Several forecasts match/);
    assert.ok((answer["horizons"] as readonly string[]).includes("12 Months"));
  });

  it("bridges the change since a day by the components of the series", async () => {
    const session = await sampled();
    const answer = await session.answer("explain_macro_forecast", {
      ...{ ...asked, hedging: "Unhedged", since: isoOfDay(lastDay - 365) },
    });
    const change = answer["change"] as Answered;
    assert.equal(change["source"], "series");
    const parts = itemsIn(answer, "bridge").map((part) => Number(part["change"]));
    const sum = parts.reduce((a, b) => a + b, 0) + Number(change["unexplained"] ?? 0);
    assert.ok(Math.abs(sum - Number(change["change"])) < 1e-6);
  });

  it("bridges it by an archived answer where there is one of that day, with what moved", async () => {
    const session = await sampled({ archive: await archived(dayMs(lastDay - 30)) });
    const answer = await session.answer("explain_macro_forecast", {
      ...{ ...asked, hedging: "Unhedged", since: isoOfDay(lastDay - 7) },
    });
    const change = answer["change"] as Answered;
    assert.equal(change["source"], "archive");
    assert.match(String(change["archived"]), /^\d{8}T\d{6}Z$/);
    // The archived answer is the present one.
    assert.equal(change["change"], 0);
    assert.deepEqual(
      itemsIn(answer, "bridge").map((part) => part["change"]),
      [0, 0, 0],
    );
    const moved = itemsIn(answer, "change_of_attributions");
    assert.deepEqual([...new Set(moved.map((each) => each["change"]))], [0]);
  });

  it("explains no change since a day after the window's as-of, though an answer of it is archived (AI-01)", async () => {
    const archive = await archived(dayMs(lastDay - 400), lastDay - 400);
    await keepForecasts(archive, dayMs(lastDay - 7));
    assert.equal((await archive.list("forecasts")).length, 2);
    const session = await sampled({ archive, asOf: endOfDay(lastDay - 365) });
    for (const since of [lastDay - 364, lastDay - 7, lastDay]) {
      const answer = await session.answer("explain_macro_forecast", {
        ...{ ...asked, hedging: "Unhedged", since: isoOfDay(since) },
      });
      assert.deepEqual(answer["change"], { reason: "The day is later than the as-of." });
    }
    assert.deepEqual(newestIn(session.targets), []);
  });

  it("keeps to a small budget, the tree first (AI-03)", async () => {
    const session = await sampled({ archive: await archived(dayMs(lastDay - 30)) });
    const { fit } = await session.result("explain_macro_forecast", {
      ...{ ...asked, hedging: "Unhedged", since: isoOfDay(lastDay - 7) },
    });
    const text = fit(2_000);
    assert.ok(Buffer.byteLength(text) <= 2_000);
    const answer = JSON.parse(text) as Answered;
    assert.equal(itemsIn(answer, "tree").length, 13);
    assert.match(JSON.stringify(answer["missing"]), /Over the budget of 2000 bytes/);
  });

  it("refuses under an as-of, unless an earlier answer is archived, and requests nothing", async () => {
    const session = await sampled({ asOf: past });
    const { refused } = await session.answer("explain_macro_forecast", asked);
    assert.match(String(refused), /^The service keeps no history of forecasts/);
    const archive = await archived();
    const kept = await sampled({ archive, asOf: endOfDay(lastDay + 30_000) });
    const answer = await kept.answer("explain_macro_forecast", { ...asked, hedging: "Unhedged" });
    assert.equal(answer["source"], "archive");
    assert.deepEqual([...session.targets, ...kept.targets], []);
  });
});

const dayMs = (day: number): number => day * 86_400_000;

async function emptyArchive(): Promise<AnswerArchive> {
  const folder = temporaryFolder("tools");
  folders.push(folder);
  const archive = new AnswerArchive(folder.path);
  await archive.begin();
  return archive;
}

/**
 * An archive with the newest forecasts of the sample service.
 *
 * @param atMs - When they were fetched; now by default.
 */
async function archived(atMs?: number, until?: number): Promise<AnswerArchive> {
  const archive = await emptyArchive();
  await keepForecasts(archive, atMs, until);
  return archive;
}

async function keepForecasts(archive: AnswerArchive, atMs?: number, until?: Day): Promise<void> {
  const { catalog } = await unarchived(until);
  const at = atMs === undefined ? {} : { fetchedAtMs: atMs };
  await archive.keep("forecasts", { ...(await catalog.latestForecasts()), ...at });
}

/** A service without an archive of its own, which would date the answers. */
async function unarchived(until = lastDay): Promise<ToolService> {
  const session = await ToolSession.ofSample(until);
  sessions.push(session);
  return session.service;
}
