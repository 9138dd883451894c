import assert from "node:assert/strict";
import { dayOfIso } from "../../../../src/shared/day";
import { parseTimestamp } from "../../../../src/service/parseLatestSignals";
import { type LatestSignal } from "../../../../src/shared/latestColumns";
import { latestRecordText } from "../../../../src/features/latest/latestRecordText";
import { signalsOf } from "../../../support/latestColumns";
import { latestRecord } from "../../../support/latestRecords";

const day = dayOfIso("2026-11-20") ?? 0;
const records = [
  latestRecord({
    tags: { country_iso: "US" },
    day,
    level: 0.1,
    pointInTimeMs: Date.UTC(2026, 10, 20, 18),
  }),
  latestRecord({ tags: { sector_name: "Oil, Gas" }, day, aggregate: Number.NaN, version: 0 }),
];

async function textOf(of: readonly LatestSignal[], form: "csv" | "json"): Promise<string> {
  return new TextDecoder().decode(await latestRecordText(signalsOf(of), form));
}

describe("records of the latest signals as texts", () => {
  it("are flat rows of CSV with the service's names", async () => {
    assert.equal(
      await textOf(records, "csv"),
      [
        "signal_code,version,country_iso,sector_name,Date,Level,Momentum,Aggregate,point_in_time",
        "INFL,1,US,,2026-11-20,0.1,2,3,2026-11-20T18:00:00.000Z",
        'INFL,0,,"Oil, Gas",2026-11-20,1,2,,',
        "",
      ].join("\n"),
    );
  });

  it("are flat objects of JSON, null for no value", async () => {
    const [first, second] = JSON.parse(await textOf(records, "json")) as object[];
    assert.deepEqual(first, {
      signal_code: "INFL",
      version: 1,
      country_iso: "US",
      sector_name: null,
      Date: "2026-11-20",
      Level: 0.1,
      Momentum: 2,
      Aggregate: 3,
      point_in_time: "2026-11-20T18:00:00.000Z",
    });
    assert.deepEqual(Object.values(second ?? {}).slice(-4), [1, 2, null, null]);
  });

  it("round the time of a production up, so that it is known as of that time", async () => {
    const times: readonly (readonly [wire: string, text: string])[] = [
      ["2024-06-28T18:00:00.481516", "2024-06-28T18:00:00.482Z"],
      ["2024-06-28T18:00:00.000400", "2024-06-28T18:00:00.001Z"],
      ["2024-06-28T18:00:00.250", "2024-06-28T18:00:00.250Z"],
      ["2024-06-28T18:00:00", "2024-06-28T18:00:00.000Z"],
    ];
    for (const [wire, text] of times) {
      const record = latestRecord({ day, pointInTimeMs: parseTimestamp(wire) ?? Number.NaN });
      const [row] = JSON.parse(await textOf([record], "json")) as { point_in_time: string }[];
      assert.equal(row?.point_in_time, text);
    }
  });

  it("are an empty table without records", async () => {
    assert.equal(await textOf([], "json"), "[]\n");
    assert.match(await textOf([], "csv"), /^signal_code,version,Date,[^\n]*\n$/);
  });
});
