import assert from "node:assert/strict";
import { type Instant } from "../../src/shared/instant";
import { cardMarkdown, type SignalCard, signalCard } from "../../src/features/browse/signalCard";
import { hostSetting } from "../support/hostResult";
import { LineBench } from "../support/lineBench";
import { PublishedRequests } from "../support/publishedRequests";
import { latestSignal, sampleSignal } from "../support/sampleSeries";

interface LatestRecord {
  readonly signal_code: string;
  readonly version: number;
  readonly latest: { readonly Date: string };
}

/** The newest day and the number of records of a signal, from the service itself. */
async function newestOf(code: string, version: number): Promise<{ day: string; count: number }> {
  const { url, key } = hostSetting().sample;
  const response = await fetch(new URL("/api/v3/signal/latest/", url), {
    headers: { "X-API-KEY": key },
  });
  const all = (await response.json()) as readonly LatestRecord[];
  const own = all.filter((each) => each.signal_code === code && each.version === version);
  const days = own.map(({ latest }) => latest.Date.slice(0, 10)).sort();
  return { day: days.at(-1) ?? "", count: own.length };
}

describe("the card of a signal", () => {
  const infl = { code: "INFL", version: 2 };
  let bench: LineBench;
  let requests: PublishedRequests;
  beforeEach(() => {
    bench = new LineBench();
    requests = new PublishedRequests();
  });
  afterEach(async () => {
    requests.dispose();
    await bench.dispose();
  });

  const card = (signal = infl): Promise<SignalCard> =>
    signalCard(bench.services, signal, bench.services.gate);

  async function list(): Promise<void> {
    const { catalog } = bench.services;
    for (const each of (await catalog.signals()).items) await catalog.definition(each);
  }

  it("has only the code before anything is fetched, and makes no request", async () => {
    assert.deepEqual(await card(), { heading: "INFL v2", facts: [] });
    assert.deepEqual(requests.paths, []);
  });

  it("has the name, the versions and the tags with their numbers of values", async () => {
    await list();
    assert.deepEqual(await card(), {
      heading: "INFL v2 · Inflation",
      facts: ["Versions 2, 1", "Country (40)"],
    });
    const { facts } = await card({ code: "INFL", version: 1 });
    assert.equal(facts[0], "Versions 2, 1 · v2 is newer");
  });

  it("has the native step of a cached series", async () => {
    await list();
    await bench.services.series.series(sampleSignal());
    // The sample service's INFL is monthly.
    assert.deepEqual((await card()).facts, ["Versions 2, 1", "Country (40)", "Changes monthly"]);
  });

  it("has the last day, the lag, the production and the coverage of the newest values", async () => {
    await list();
    await bench.services.catalog.latestSignals();
    const { day, count } = await newestOf("INFL", 2);
    const [last = "", produced = "", coverage = ""] = (await card()).facts.slice(2);
    const shown = new Intl.DateTimeFormat("en-GB", {
      ...{ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
    }).format(new Date(day));
    assert.match(
      last,
      new RegExp(`^Last day ${shown}(?:, \\d+ business days? before production)?$`),
    );
    assert.match(produced, /^Produced \d+ \w+ \d{4} \d\d:\d\d UTC$/);
    assert.equal(coverage, `Newest values of ${count} of 40 variants`);
  });

  it("has nothing later than the window's as-of", async () => {
    await list();
    await bench.services.catalog.latestSignals();
    await bench.services.series.series(latestSignal("US"));
    bench.services.gate.set("20200630T235959Z" as Instant);
    assert.deepEqual((await card()).facts, ["Versions 2, 1", "Country (40)"]);
  });

  it("is Markdown without links, whatever a service calls things (SEC-13)", () => {
    const heading = "A v1 · <img src=x> [x](command:y) $(trash)";
    const { value, isTrusted, supportHtml } = cardMarkdown({ heading, facts: ["`a`", "![b](c)"] });
    assert.doesNotMatch(value.replaceAll(/\\[^\w\s]/g, ""), /<img|\[x\]|`a`|!\[|\$\(/);
    assert.notEqual(isTrusted, true);
    assert.notEqual(supportHtml, true);
  });
});
