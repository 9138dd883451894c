import fc from "fast-check";
import { type Column } from "../../src/data/frame";
import { type SeriesRef } from "../../src/shared/reference";
import { isReservedTagKind } from "../../src/shared/reservedTagKinds";
import { runs } from "./propertyRuns";
import { forecastRefs, signalRefs } from "./references";

/** What code is written from: everything in it comes from a service or from a person's folders. */
export interface HostileSubject {
  readonly reference: SeriesRef;
  readonly relativePath: string;
  /** Columns of one row, at least one of them with texts. */
  readonly columns: readonly Column[];
}

/** What has ended literals and comments before, or begun something in them. */
const hostile = [
  "'",
  '"',
  "\\",
  "\\'",
  '\\"',
  "''",
  '""',
  '"""',
  "'''",
  "\n",
  "\r\n",
  "\u2028",
  "\u2029",
  "\u0085",
  "${x}",
  "$1",
  "{x}",
  "%s",
  "%",
  "--",
  "*/",
  "/*",
  "#",
  ";",
  ")",
  "` `",
  "\\n",
  "\\u0041",
  "\\x41",
  "r'",
  "\u202e",
  "\ufeff",
  "é",
  "日本",
  "😀",
  "\u0001",
  "\u007f",
  "\t",
  "-->",
  "$$",
  "E'",
  "recursive",
  "use.names",
  "~",
  "[",
  "*",
  "?",
];

const hostileTexts = fc.oneof(
  fc
    .array(fc.constantFrom(...hostile), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join("")),
  fc
    .string({ minLength: 1, maxLength: 20, unit: "binary" })
    .map((text) => text.replaceAll("\0", "0")),
);

const columns: fc.Arbitrary<readonly Column[]> = fc
  .uniqueArray(hostileTexts, { minLength: 2, maxLength: 4 })
  .chain((names) =>
    fc.tuple(fc.constant(names), fc.array(hostileTexts, { minLength: 4, maxLength: 4 })),
  )
  .map(([names, texts]) =>
    names.map((name, index): Column =>
      index === 0
        ? { name, type: "number", values: Float64Array.of(0.5) }
        : { name, type: "text", values: [texts[index] ?? ""] },
    ),
  );

/** A reference that a request can ask for. */
const references: fc.Arbitrary<SeriesRef> = fc.oneof(
  signalRefs.filter(
    ({ code, tags }) =>
      code !== "" && Object.keys(tags).every((kind) => kind !== "" && !isReservedTagKind(kind)),
  ),
  forecastRefs.filter((each) => ![each.market, each.currency, each.horizon].includes("")),
);

const subjects: fc.Arbitrary<HostileSubject> = fc
  .record({ reference: references, relativePath: hostileTexts, columns })
  .filter(({ reference }) => JSON.stringify(reference).length < 2_000);

/** Subjects for interpreters that read them all at once; `FC_RUNS` makes them more, `FUZZ_SEED` others. */
export function hostileSubjects(seed: number): readonly HostileSubject[] {
  return fc.sample(subjects, { seed, numRuns: runs(150) });
}
