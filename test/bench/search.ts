import { ReadableNames } from "../../src/catalog/readableNames";
import { type TagText, VariantGroups } from "../../src/catalog/searchEntries";
import { mergedByWeight, SearchIndex } from "../../src/catalog/searchIndex";
import { type Tag } from "../../src/service/parseTags";
import { CatalogStore } from "../../src/store/catalogStore";
import { SignalSearch } from "../../src/tools/signalSearch";
import { definition, sub, tag } from "../support/definitions";
import { startServer } from "../support/testServer";
import { testClient } from "../support/testClient";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

const signals = sized(400, 4);
const rounds = sized(9);
const listed = 200;

/** The queries, typed letter by letter: codes, names, countries, synonyms, and words with one and two errors. */
const typed = [
  "infl germany",
  "inflatoin germany",
  "uk growth",
  "gdp japan sector",
  "enregy frnace",
  "cpi united states",
  "sector 7 c49",
  "xqzwvk",
];

/** A catalog of 200,000 variants with 4,000 words in its names. */
export async function benchSearch(): Promise<Ratio[]> {
  return [...keysToRows(), await reopened()];
}

/** The median time from each key to its rows. */
function keysToRows(): Ratio[] {
  const names = new ReadableNames("en");
  const index = new SearchIndex<unknown, TagText>();
  const groups = new VariantGroups(names);
  for (let at = 0; at < signals; at++) {
    for (const _ of index.indexing(at, groups.of(signalAt(at), at)));
  }
  const texts = typed.flatMap((text) => Array.from(text, (_, at) => text.slice(0, at + 1)));
  const times = texts.map(() => [] as number[]);
  for (let round = -2; round < rounds; round++) {
    for (const [at, text] of texts.entries()) {
      const start = performance.now();
      index.search(text, listed);
      if (round >= 0) times[at]?.push(performance.now() - start);
    }
  }
  const medians = times.map(median).sort((a, b) => a - b);
  const what = `search among ${index.size.toLocaleString("en")} variants`;
  const timeAt = (share: number): number =>
    medians[Math.floor(share * (medians.length - 1))] ?? NaN;
  return [
    { what: `${what}, key to rows, p95, ms`, ratio: timeAt(0.95), target: 50, bound: "at most" },
    { what: `${what}, longest hold-up, ms`, ratio: timeAt(1), target: 16, bound: "at most" },
  ];
}

/** The processor time of opening the list again, until all kinds of rows are found for an empty text. */
async function reopened(): Promise<Ratio> {
  const definitions = Array.from({ length: signals }, (_, at) => signalAt(at));
  const server = await startServer(({ url = "" }, response) => {
    const code = url.split("/").at(-3) ?? "";
    const wire = url.endsWith("/signal/")
      ? definitions.map((each) => ({ code: each.code, name: each.name, version: each.version }))
      : { tags: definitions[Number(code.slice(1))]?.tags.map(wireTag) };
    response.end(JSON.stringify(wire));
  });
  const own = testClient(server.origin);
  const search = new SignalSearch(new CatalogStore(own), new ReadableNames("en"));
  const { signal } = new AbortController();
  const open = async (): Promise<void> => {
    await search.update({ signal, onDidChange: () => undefined });
    mergedByWeight<unknown>([
      search.findVariants("", listed),
      search.findSignals("", 50),
      search.findTagValues("", 50),
    ]);
  };
  await open();
  const times: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const before = process.cpuUsage();
    await open();
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) times.push((user + system) / 1_000);
  }
  const what = `search among ${search.variantCount.toLocaleString("en")} variants, opened again, ms`;
  own.dispose();
  await server.close();
  return { what, ratio: median(times), target: 50, bound: "at most" };
}

function wireTag({ kind, values, subTags }: Tag): unknown {
  return { kind, values, sub_tags: subTags };
}

const words = ["Inflation", "Growth", "Energy Balance", "Housing", "Policy Stance", "Valuation"];
const countries = ["US", "DE", "FR", "GB", "JP", "IT", "ES", "NL", "KR", "AE"];

/** Each signal has ten words of its own, 50 countries and 10 sectors. */
function signalAt(at: number): ReturnType<typeof definition> {
  const others = Array.from({ length: 40 }, (_, country) => `C${country + 10}`);
  const sectors = Array.from({ length: 10 }, (_, sector) => `Sector ${sector}`);
  const own = Array.from({ length: 10 }, (_, word) => `word${at * 10 + word}`);
  const name = [words[at % words.length], ...own].join(" ");
  const tags = tag("country_iso", [...countries, ...others], sub("sector", sectors));
  return { ...definition(`S${at}`, 1, tags), name };
}
