import { type SignalDefinition } from "../../src/service/parseDefinition";
import { newestIn } from "../../src/features/browse/cachedNewest";
import { placeInLiteral } from "../../src/features/notebook/code/completedLiteral";
import { type CompletedPlace, placeInLine } from "../../src/features/notebook/code/completedPlace";
import { choicesAt, type KnownCatalog } from "../../src/features/notebook/lines/completionChoices";
import { type LatestSignal } from "../../src/shared/latestColumns";
import { type CachedSignals } from "../../src/store/listingFiles";
import { definition, sub, tag } from "../support/definitions";
import { signalsOf } from "../support/latestColumns";
import { holdUp } from "./holdUp";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

const signals = sized(400, 4);
const values = sized(200_000, 1_000);
const rounds = sized(9);

/** In the order of typing: codes, a version, kinds, values, and a text of which anything is possible. */
const lines = [
  "signals/",
  "signals/S1",
  "signals/S17",
  "signals/S17/",
  "signals/S17/1/",
  "signals/S17/1/country_iso=",
  "signals/S17/1/country_iso=C1",
  "signals/S17/1/country_iso=C12,sector=",
  "signals/WIDE/1/company_name=",
  "signals/WIDE/1/company_name=V19",
  "signals/WIDE/1/company_name=none",
];

/**
 * Completions with 200,000 variants of 400 signals, and 200,000 values of one more, with as many latest records: how long the
 * first one holds up everything else, and how long the others take in all.
 */
export async function benchCompletion(): Promise<Ratio[]> {
  const all = [...Array.from({ length: signals }, (_, at) => signalAt(at)), wide()];
  const items = signalsOf(all.flatMap(recordsOf));
  const listing = (): CachedSignals => ({
    items,
    unreadable: [],
    isComplete: true,
    fetchedAtMs: 0,
  });
  const byCode = new Map(all.map((each) => [each.code, each]));
  const catalog: KnownCatalog = {
    signals: all.map(({ code, version, name }) => ({ code, version, name })),
    definitionOf: ({ code }) => byCode.get(code),
    valueName: (_, value) => value,
  };
  const first = await holdUp("the first completion with its newest values", async () => {
    const count = await complete(placeIn("signals/WIDE/1/company_name=V19"), catalog, listing());
    if (count === 0) throw new Error("nothing is completed");
  });
  const from = listing();
  const text = placeInLiteral({
    lineAt: (row) => [`# macro-signals: signals/S17/1/`, `x = "S"`][row] ?? "",
    ...{ row: 1, column: 6, languageId: "python" },
  });
  if (text === undefined) throw new Error("the text is not completed");
  const medians: number[] = [];
  for (const place of [...lines.map(placeIn), text]) {
    const times: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const start = performance.now();
      await complete(place, catalog, from);
      if (round >= 0) times.push(performance.now() - start);
    }
    medians.push(median(times));
  }
  const what = "completion with 200,000 variants, key to items, longest, ms";
  return [first, { what, ratio: Math.max(...medians), target: 20, bound: "at most" }];
}

/** Completes a place, and finds the newest value of each choice. */
async function complete(
  place: CompletedPlace,
  catalog: KnownCatalog,
  from: CachedSignals,
): Promise<number> {
  const { choices } = choicesAt(place, catalog, true);
  let found = 0;
  for (const { variant } of choices) {
    const chosen = variant?.();
    if (chosen === undefined) continue;
    const newest = await newestIn(from, chosen.definition, [1]);
    if (newest.of(chosen.tags) !== undefined) found++;
  }
  return found;
}

function placeIn(path: string): CompletedPlace {
  const text = `# macro-signals: ${path}`;
  const place = placeInLine(text, text.length);
  if (place === undefined) throw new Error(`${path} is not completed`);
  return place;
}

function signalAt(at: number): SignalDefinition {
  const countries = Array.from({ length: 50 }, (_, country) => `C${country}`);
  const sectors = Array.from({ length: 10 }, (_, sector) => `Sector ${sector}`);
  const tags = tag("country_iso", countries, sub("sector", sectors));
  return { ...definition(`S${at}`, 1, tags), name: `Inflation ${at}` };
}

function wide(): SignalDefinition {
  return definition(
    "WIDE",
    1,
    tag(
      "company_name",
      Array.from({ length: values }, (_, at) => `V${at}`),
    ),
  );
}

function recordsOf({ code, tags: [own] }: SignalDefinition): LatestSignal[] {
  const [sectors] = own?.subTags ?? [];
  return (own?.values ?? []).flatMap((value) =>
    (sectors?.values ?? [""]).map((sector) => ({
      ...{ code, version: 1, day: 20_000, level: 1, momentum: -1, aggregate: 0.5 },
      tags: { [own?.kind ?? ""]: value, ...(sectors && { [sectors.kind]: sector }) },
    })),
  );
}
