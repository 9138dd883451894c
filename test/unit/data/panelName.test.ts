import assert from "node:assert/strict";
import fc from "fast-check";
import { fileName } from "../../../src/data/fileName";
import { type PanelSubject, asOfInPanelName, panelName } from "../../../src/data/panelName";
import { endOfDay, instantOfText } from "../../../src/shared/instant";
import { type TagSet, signalRef } from "../../../src/shared/reference";
import { isSafeFileName } from "../../support/safeFileName";
import { runs } from "../../support/propertyRuns";
import { panelRefs } from "../../support/references";

const asOf = endOfDay(19_902);
const retrievedAt = instantOfText("20261120T140501Z") ?? assert.fail();
const subject = (
  tags: Readonly<Record<string, TagSet>>,
  more: Partial<PanelSubject> = {},
): PanelSubject => ({
  reference: { family: "panel", code: "INFL", version: 2, tags, dataKind: "FIT", asOf },
  isSample: false,
  ...more,
});

describe("panelName", () => {
  const cases: [what: string, subject: PanelSubject, name: RegExp][] = [
    [
      "every value",
      subject({ country_iso: "*" }),
      /^INFL-v2_country_iso-all_FIT_asof-20240628\.parquet$/,
    ],
    [
      "every value while another kind is held",
      subject({ country_iso: "*", sector: ["Health Care"] }),
      /^INFL-v2_country_iso-all_sector-Health-Care_FIT_asof-20240628\.parquet$/,
    ],
    [
      "explicit values",
      subject({ country_iso: ["US", "DE", "JP"] }),
      /^INFL-v2_country_iso-3-values_FIT_asof-20240628_id-[0-9a-f]{10}\.parquet$/,
    ],
    [
      "one column of sample data",
      subject({ country_iso: "*" }, { wideColumn: "Level", isSample: true }),
      /^SAMPLE_INFL-v2_country_iso-all_FIT_wide-Level_asof-20240628\.parquet$/,
    ],
    [
      "a held value that reads like every value",
      subject({ country_iso: "*", region: ["All"] }),
      /^INFL-v2_country_iso-all_region-All_FIT_asof-20240628_id-[0-9a-f]{10}\.parquet$/,
    ],
  ];
  for (const [what, named, name] of cases) {
    it(`names ${what}`, () => assert.match(panelName(named, "parquet"), name));
  }

  it("tells the days and the columns of a part, and values that others have taken the name of", () => {
    const all = subject({ country_iso: "*" });
    const days = { slice: { from: 19_000, to: 19_902 } };
    assert.equal(
      panelName({ ...all, ...days, valuesDigest: "0123456789abcdef" }, "csv"),
      "INFL-v2_country_iso-all_FIT_asof-20240628_from-20220108_to-20240628_values-0123456789.csv",
    );
    const names = [["Level"], ["Momentum"], undefined].map((columns) =>
      panelName({ ...all, slice: columns === undefined ? {} : { columns } }, "csv"),
    );
    assert.equal(new Set(names).size, 3);
  });

  it("gives back the as-of that stands in it, of the same panel alone", () => {
    const named = [
      subject({ country_iso: "*" }),
      subject({ country_iso: ["US", "DE"] }, { isSample: true, slice: { columns: ["Level"] } }),
    ];
    for (const each of named) {
      const asked = { ...each, reference: { ...each.reference, asOf: retrievedAt } };
      const distinct = { ...each, valuesDigest: "0123456789abcdef" };
      assert.equal(asOfInPanelName(panelName(each, "csv"), asked, "csv"), asOf);
      assert.equal(asOfInPanelName(panelName(distinct, "csv"), asked, "csv"), asOf);
      assert.equal(asOfInPanelName(panelName(each, "csv"), asked, "parquet"), undefined);
    }
    const [one, other] = named;
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(asOfInPanelName(panelName(one, "csv"), other, "csv"), undefined);
  });

  it("is the same in whatever order the values were chosen", () => {
    const [one, other] = [
      ["US", "DE"],
      ["DE", "US"],
    ].map((set) => subject({ country_iso: set }));
    assert.ok(one !== undefined && other !== undefined);
    assert.equal(panelName(one, "csv"), panelName(other, "csv"));
  });

  it("is never the name of a series whose value reads like every value", () => {
    for (const value of ["all", "All", "ALL"]) {
      for (const kind of ["country_iso", "region"]) {
        const tags = { [kind]: value };
        const reference = signalRef({ code: "INFL", version: 2, tags, dataKind: "FIT", asOf });
        const series = fileName({ reference, retrievedAt, isSample: false }, "csv");
        const panel = panelName(subject({ [kind]: "*" }), "csv");
        assert.notEqual(series.toLowerCase(), panel.toLowerCase());
      }
    }
  });

  it("is one safe name of at most 120 characters, and another for each subject (SEC-19)", () => {
    const subjects: fc.Arbitrary<PanelSubject> = fc
      .tuple(panelRefs, fc.oneof(fc.constant(undefined), fc.string({ unit: "binary" })))
      .map(([reference, column]) => {
        const sets = reference.family === "panel" ? reference : subject({ a: "*" }).reference;
        return {
          reference: { ...sets, asOf },
          isSample: false,
          ...(column === undefined ? {} : { wideColumn: column }),
        };
      });
    const identityOf = ({ reference, wideColumn }: PanelSubject): string => {
      const sets = Object.entries(reference.tags).map(([kind, set]) => {
        return [kind, set === "*" ? set : set.toSorted()];
      });
      const { code, version, dataKind } = reference;
      return JSON.stringify([code, version, sets, dataKind, wideColumn]);
    };
    fc.assert(
      fc.property(subjects, subjects, (one, other) => {
        const [name, second] = [panelName(one, "csv"), panelName(other, "csv")];
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
