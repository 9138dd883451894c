import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type HeldPanel,
  type HeldSeries,
  type TableView,
} from "../../../../src/data/table/content";
import { tableName, timeInName } from "../../../../src/data/table/name";
import { dayOfIso } from "../../../../src/shared/day";
import { type Instant, endOfDay, instantOfText } from "../../../../src/shared/instant";
import {
  type SeriesRef,
  type SignalRef,
  type TagSet,
  forecastRef,
  signalRef,
} from "../../../../src/shared/reference";
import { referencePath } from "../../../../src/shared/referencePath";
import { type FileFormat } from "../../../../src/shared/wireFormat";
import { runs } from "../../../support/propertyRuns";
import { forecastRefs, panelRefs, signalRefs, slices } from "../../../support/references";

/** Whether a name is safe on every system: of plain characters, at most 120, and none that Windows reserves. */
function isSafeFileName(name: string, format: string): boolean {
  const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
  const [stem = "", ...extensions] = name.split(".");
  return (
    name.length <= 120 &&
    /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(stem) &&
    extensions.join(".") === format &&
    !reserved.test(name)
  );
}

function instant(text: string): Instant {
  return instantOfText(text) ?? assert.fail(text);
}

const retrievedAt = instant("20261120T140501Z");
const asOf = instant("20240628T235959Z");
const digest = "0123456789abcdef";

const signal = (tags: Record<string, string>, code = "INFL"): SignalRef =>
  signalRef({ code, version: 2, tags, dataKind: "FIT", asOf });
const us = signal({ country_iso: "US" });
const de = signal({ country_iso: "DE" });
const spx = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });

interface Series {
  readonly kind: "series";
  readonly member: HeldSeries;
}
interface Set {
  readonly kind: "set";
  readonly members: readonly HeldSeries[];
}
interface Panel {
  readonly kind: "panel";
  readonly member: HeldPanel;
}

const held = (reference: SeriesRef, more: Partial<HeldSeries> = {}): HeldSeries => ({
  ...{ reference, retrievedAt, service: "", isSample: false },
  ...more,
});
const series = (reference: SeriesRef, more: Partial<HeldSeries> = {}): Series => ({
  kind: "series",
  member: held(reference, more),
});
const set = (references: readonly SeriesRef[], more: Partial<HeldSeries> = {}): Set => ({
  kind: "set",
  members: references.map((reference) => held(reference, more)),
});
const heldPanel = (
  tags: Readonly<Record<string, TagSet>>,
  variants: readonly SignalRef[] = [],
): HeldPanel => ({
  panel: {
    reference: { family: "panel", code: "INFL", version: 2, tags, dataKind: "FIT", asOf },
    variants: variants.map((reference) => ({ reference })),
    retrievedAt,
  },
  ...{ service: "", isSample: false },
});
const panel = (tags: Readonly<Record<string, TagSet>>): Panel => ({
  kind: "panel",
  member: heldPanel(tags),
});
const ofSample = (named: Panel): Panel => ({
  ...named,
  member: { ...named.member, isSample: true },
});

const formats: fc.Arbitrary<FileFormat> = fc.constantFrom("csv", "json", "parquet");

/** A series and the part of it that is named. */
const namedSeries = fc
  .record({
    reference: fc.oneof(signalRefs, forecastRefs),
    isSample: fc.boolean(),
    slice: fc.oneof(fc.constant(undefined), slices),
  })
  .map(({ reference, isSample, slice }) => ({ table: series(reference, { isSample }), slice }));

describe("tableName", () => {
  describe("of a series", () => {
    const days = {
      from: dayOfIso("2020-01-01") ?? assert.fail(),
      to: dayOfIso("2020-12-31") ?? assert.fail(),
    };
    const cases: [what: string, table: Series, view: TableView, name: string][] = [
      ["a signal", series(us), {}, "INFL-v2_country_iso-US_FIT_asof-20240628.csv"],
      [
        "a time of the day",
        series({ ...us, asOf: retrievedAt }),
        {},
        "INFL-v2_country_iso-US_FIT_asof-20261120T140501Z.csv",
      ],
      [
        "the latest by when it was retrieved",
        series({ ...us, asOf: "latest" }),
        {},
        "INFL-v2_country_iso-US_FIT_latest-retrieved-20261120T140501Z.csv",
      ],
      ["a forecast", series(spx), {}, "SPX_USD_12-Months_retrieved-20261120T140501Z.csv"],
      [
        "a forecast that was retrieved at the end of a day",
        series(spx, { retrievedAt: instant("20261121T235959Z") }),
        {},
        "SPX_USD_12-Months_retrieved-20261121.csv",
      ],
      [
        "sample data",
        series(spx, { isSample: true }),
        {},
        "SAMPLE_SPX_USD_12-Months_retrieved-20261120T140501Z.csv",
      ],
      [
        "several tags",
        series(signal({ country_iso: "US", sector: "Health Care" })),
        {},
        "INFL-v2_country_iso-US_sector-Health-Care_FIT_asof-20240628.csv",
      ],
      ["no tags", series(signal({})), {}, "INFL-v2_FIT_asof-20240628.csv"],
      [
        "some of its days",
        series(us),
        { slice: days },
        "INFL-v2_country_iso-US_FIT_asof-20240628_from-20200101_to-20201231.csv",
      ],
      [
        "some of its columns",
        series(us, { isSample: true }),
        { slice: { columns: ["Level"] } },
        "SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628_id-d8cffea8df.csv",
      ],
      [
        "characters that were lost",
        series(signal({ city: "İstanbul" })),
        {},
        "INFL-v2_city-Istanbul_FIT_asof-20240628_id-7eb47e5d6b.csv",
      ],
      [
        "an unusual case",
        series({ ...spx, horizon: "12 months" }),
        {},
        "SPX_USD_12-months_retrieved-20261120T140501Z_id-c475b47d56.csv",
      ],
    ];
    for (const [what, table, view, name] of cases) {
      it(`names ${what}`, () => assert.equal(tableName(table, view, "csv"), name));
    }

    it("has a part of the values' digest where the usual name is taken", () => {
      assert.equal(
        tableName(series(us), {}, "csv", digest),
        "INFL-v2_country_iso-US_FIT_asof-20240628_values-0123456789.csv",
      );
    });

    it("tells texts apart that differ in what a name cannot show (SEC-19)", () => {
      const alike = [
        ...["12 Months", "12-Months", "12 months"],
        ...["12  Months", "12/Months", "12 Months "],
      ];
      const names = alike.map((horizon) =>
        tableName(series(forecastRef({ ...spx, horizon })), {}, "csv").toLowerCase(),
      );
      assert.equal(new Set(names).size, alike.length);
    });

    it("tells tags apart whose joined text is the same (SEC-19)", () => {
      const [together, apart] = [signal({ a: "X_b-Y" }), signal({ a: "X", b: "Y" })];
      assert.notEqual(tableName(series(together), {}, "csv"), tableName(series(apart), {}, "csv"));
    });

    it("is one safe name of at most 120 characters, whatever the service calls things (SEC-19)", () => {
      fc.assert(
        fc.property(namedSeries, formats, ({ table, slice }, format) =>
          isSafeFileName(tableName(table, { slice }, format), format),
        ),
        { numRuns: runs() },
      );
    });

    it("differs for different series, also where case does not count (SEC-19)", () => {
      interface Named {
        readonly table: Series;
        readonly slice: TableView["slice"];
      }
      const nameOf = ({ table, slice }: Named): string =>
        tableName(table, { slice }, "csv").toLowerCase();
      const identity = ({ table: { member }, slice = {} }: Named): string =>
        JSON.stringify([member.reference, Object.entries(slice).sort(), member.isSample]);
      fc.assert(
        fc.property(namedSeries, namedSeries, (one, other) => {
          return (nameOf(one) === nameOf(other)) === (identity(one) === identity(other));
        }),
        { numRuns: runs() },
      );
    });
  });

  describe("of a set", () => {
    const cases: [what: string, table: Set, view: TableView, name: string][] = [
      [
        "variants of one signal",
        set([us, de]),
        {},
        "INFL-v2_country_iso-2-values_FIT_asof-20240628_id-e870e03b91.csv",
      ],
      [
        "variants of which one tag is held",
        set([
          signal({ country_iso: "US", sector: "Health Care" }),
          signal({ country_iso: "DE", sector: "Health Care" }),
        ]),
        {},
        "INFL-v2_country_iso-2-values_sector-Health-Care_FIT_asof-20240628_id-50c27faffd.csv",
      ],
      [
        "several signals",
        set([us, signal({ country_iso: "US" }, "GROWTH")]),
        {},
        "macro-signals_2-series_asof-20240628_id-66d77ed849.csv",
      ],
      [
        "signals and forecasts",
        set([us, spx]),
        {},
        "macro-signals_2-series_asof-20240628_retrieved-20261120T140501Z_id-ca9c223aa3.csv",
      ],
      [
        "a wide table of sample data",
        set([us, de], { isSample: true }),
        { column: "Level" },
        "SAMPLE_INFL-v2_country_iso-2-values_FIT_wide-Level_asof-20240628_id-d501989889.csv",
      ],
    ];
    for (const [what, table, view, name] of cases) {
      it(`names ${what}`, () => assert.equal(tableName(table, view, "csv"), name));
    }

    it("is the same in whatever order the series were chosen", () => {
      assert.equal(tableName(set([us, de]), {}, "csv"), tableName(set([de, us]), {}, "csv"));
    });

    const tables = fc
      .record({
        references: fc.uniqueArray(fc.oneof(signalRefs, forecastRefs), {
          ...{ selector: referencePath, minLength: 2, maxLength: 5 },
        }),
        column: fc.oneof(fc.constant(undefined), fc.string({ unit: "binary" })),
        isSample: fc.boolean(),
      })
      .map(({ references, column, isSample }) => ({
        table: set(references, { isSample }),
        column,
      }));

    it("is one safe name of at most 120 characters, whatever the service calls things (SEC-19)", () => {
      fc.assert(
        fc.property(tables, formats, ({ table, column }, format) =>
          isSafeFileName(tableName(table, { column }, format), format),
        ),
        { numRuns: runs() },
      );
    });

    it("differs for different sets, also where case does not count (SEC-19)", () => {
      interface Named {
        readonly table: Set;
        readonly column: string | undefined;
      }
      const nameOf = ({ table, column }: Named): string =>
        tableName(table, { column }, "csv").toLowerCase();
      const identity = ({ table: { members }, column }: Named): string =>
        JSON.stringify([
          members.map(({ reference }) => referencePath(reference)).sort(),
          column ?? null,
          members.some(({ isSample }) => isSample),
        ]);
      fc.assert(
        fc.property(tables, tables, (one, other) => {
          return (nameOf(one) === nameOf(other)) === (identity(one) === identity(other));
        }),
        { numRuns: runs() },
      );
    });
  });

  it("names joined panels like the set of all their series", () => {
    const curve = signal({ country_iso: "US" }, "CURVE");
    const panels = [
      heldPanel({ country_iso: "*" }, [de, us]),
      heldPanel({ country_iso: "*" }, [curve]),
    ];
    assert.equal(
      tableName({ kind: "join", members: panels }, {}, "parquet"),
      "macro-signals_3-series_asof-20240628_id-cde72107f6.parquet",
    );
  });

  describe("of a panel", () => {
    const every = panel({ country_iso: "*" });
    const cases: [what: string, table: Panel, view: TableView, name: string][] = [
      ["every value", every, {}, "INFL-v2_country_iso-all_FIT_asof-20240628.parquet"],
      [
        "every value while another kind is held",
        panel({ country_iso: "*", sector: ["Health Care"] }),
        {},
        "INFL-v2_country_iso-all_sector-Health-Care_FIT_asof-20240628.parquet",
      ],
      [
        "explicit values",
        panel({ country_iso: ["US", "DE", "JP"] }),
        {},
        "INFL-v2_country_iso-3-values_FIT_asof-20240628_id-b37a592400.parquet",
      ],
      [
        "one column of sample data",
        ofSample(every),
        { column: "Level" },
        "SAMPLE_INFL-v2_country_iso-all_FIT_wide-Level_asof-20240628.parquet",
      ],
      [
        "a held value that reads like every value",
        panel({ country_iso: "*", region: ["All"] }),
        {},
        "INFL-v2_country_iso-all_region-All_FIT_asof-20240628_id-8709be5c0d.parquet",
      ],
      [
        "some days and one column of an unusual case",
        every,
        { slice: { from: 19_000, columns: ["Level"] }, column: "level" },
        "INFL-v2_country_iso-all_FIT_wide-level_asof-20240628_from-20220108_id-4bcebbb304.parquet",
      ],
    ];
    for (const [what, table, view, name] of cases) {
      it(`names ${what}`, () => assert.equal(tableName(table, view, "parquet"), name));
    }

    it("tells the days and the columns of a part, and values that others have taken the name of", () => {
      const slice = { from: 19_000, to: 19_902 };
      assert.equal(
        tableName(every, { slice }, "csv", digest),
        "INFL-v2_country_iso-all_FIT_asof-20240628_from-20220108_to-20240628_values-0123456789.csv",
      );
      const names = [["Level"], ["Momentum"], undefined].map((columns) =>
        tableName(every, columns === undefined ? {} : { slice: { columns } }, "csv"),
      );
      assert.equal(new Set(names).size, 3);
      assert.equal(names[0], "INFL-v2_country_iso-all_FIT_asof-20240628_id-ae52a574e0.csv");
    });

    it("is the same in whatever order the values were chosen", () => {
      const names = [
        ["US", "DE"],
        ["DE", "US"],
      ].map((values) => tableName(panel({ country_iso: values }), {}, "csv"));
      assert.equal(names[0], names[1]);
    });

    it("is never the name of a series whose value reads like every value", () => {
      for (const value of ["all", "All", "ALL"]) {
        for (const kind of ["country_iso", "region"]) {
          const own = tableName(series(signal({ [kind]: value })), {}, "csv");
          const whole = tableName(panel({ [kind]: "*" }), {}, "csv");
          assert.notEqual(own.toLowerCase(), whole.toLowerCase());
        }
      }
    });

    it("is one safe name of at most 120 characters, and another for each panel (SEC-19)", () => {
      const columns = fc.oneof(fc.constant(undefined), fc.string({ unit: "binary" }));
      const tables = fc.tuple(panelRefs, columns).map(([reference, column]) => {
        const sets = reference.family === "panel" ? reference : every.member.panel.reference;
        const dated = { ...every.member.panel, reference: { ...sets, asOf } };
        return { table: { ...every, member: { ...every.member, panel: dated } }, column };
      });
      interface Named {
        readonly table: Panel;
        readonly column: string | undefined;
      }
      const identityOf = ({ table: { member }, column }: Named): string => {
        const { code, version, tags, dataKind } = member.panel.reference;
        const sets = Object.entries(tags).map(([kind, values]) => {
          return [kind, values === "*" ? values : values.toSorted()];
        });
        return JSON.stringify([code, version, sets, dataKind, column]);
      };
      fc.assert(
        fc.property(tables, tables, (one, other) => {
          const [name, second] = [one, other].map(({ table, column }) =>
            tableName(table, { column }, "csv"),
          );
          assert.ok(name !== undefined && second !== undefined);
          assert.ok(isSafeFileName(name, "csv"));
          assert.equal(
            name.toLowerCase() === second.toLowerCase(),
            identityOf(one) === identityOf(other),
          );
        }),
        { numRuns: runs() },
      );
    });
  });
});

describe("timeInName", () => {
  const other = instant("20250103T235959Z");
  const digests = fc.option(fc.constant(digest), { nil: undefined });

  it("finds the as-of or the time of retrieval in the names of a series' files", () => {
    fc.assert(
      fc.property(namedSeries, digests, ({ table, slice }, valuesDigest) => {
        const { reference } = table.member;
        const dated =
          reference.family === "signal"
            ? { reference: { ...reference, asOf: other } }
            : { retrievedAt: other };
        const file = { ...table, member: { ...table.member, ...dated } };
        const name = tableName(file, { slice }, "csv", valuesDigest);
        return timeInName(name, table, { slice }, "csv") === other;
      }),
      { numRuns: runs() },
    );
  });

  it("finds none in the names of other series, formats and files", () => {
    const others: [name: string, table: Series][] = [
      ["INFL-v2_country_iso-DE_FIT_asof-20240628.csv", series(us)],
      ["INFL-v2_country_iso-US_SNAP_asof-20240628.csv", series(us)],
      ["INFL-v2_country_iso-US_FIT_asof-20240628.parquet", series(us)],
      ["INFL-v2_country_iso-US_FIT_asof-20241328.csv", series(us)],
      ["SAMPLE_INFL-v2_country_iso-US_FIT_asof-20240628.csv", series(us)],
      ["INFL-v2_country_iso-US_FIT_asof-20240628 (1).csv", series(us)],
      ["notes.csv", series(spx)],
    ];
    for (const [name, table] of others) {
      assert.equal(timeInName(name, table, {}, "csv"), undefined, name);
    }
  });

  it("takes what a service calls a thing for no time", () => {
    const table = series(signal({ "a_asof-20200101_b": "x", c_asof: "20200202" }));
    const name = tableName(table, {}, "csv");
    assert.equal(timeInName(name, table, {}, "csv"), "20240628T235959Z");
  });

  it("gives back the as-of in the name of a panel's file, of the same panel alone", () => {
    const named: [table: Panel, view: TableView][] = [
      [panel({ country_iso: "*" }), {}],
      [ofSample(panel({ country_iso: ["US", "DE"] })), { slice: { columns: ["Level"] } }],
    ];
    for (const [table, view] of named) {
      const { panel: whole } = table.member;
      const reference = { ...whole.reference, asOf: endOfDay(20_000) };
      const asked = { ...table, member: { ...table.member, panel: { ...whole, reference } } };
      for (const valuesDigest of [undefined, digest]) {
        const name = tableName(table, view, "csv", valuesDigest);
        assert.equal(timeInName(name, asked, view, "csv"), asOf);
        assert.equal(timeInName(name, asked, view, "parquet"), undefined);
      }
    }
    const [[one] = [], [second] = []] = named;
    assert.ok(one !== undefined && second !== undefined);
    assert.equal(timeInName(tableName(one, {}, "csv"), second, {}, "csv"), undefined);
  });
});
