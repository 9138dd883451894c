import assert from "node:assert/strict";
import { ReadableNames } from "../../../../../../src/catalog/readableNames";
import { startSampleService } from "../../../../../../src/sample/sampleService";
import { LatestSignals } from "../../../../../../src/service/latestSignals";
import { latestSignalListing } from "../../../../../../src/service/parseLatestSignals";
import { signalListing } from "../../../../../../src/service/parseSignals";
import { labelledColumns, type LatestSignal } from "../../../../../../src/shared/latestColumns";
import { type SentAnswer } from "../../../../../../src/features/latest/heatmap/protocol";
import { type CachedSignals } from "../../../../../../src/store/listingFiles";
import {
  takeRecords,
  type AnswerRequest,
} from "../../../../../../src/features/latest/heatmap/host/latestAnswer";
import {
  gridOf,
  noRecord,
  recordAt,
  cellValue,
} from "../../../../../../src/features/latest/heatmap/page/model/grid";
import { HeatView } from "../../../../../../src/features/latest/heatmap/page/model/heatView";
import {
  type Placement,
  placementOf,
  placedSignalKey,
} from "../../../../../../src/features/latest/heatmap/page/model/placement";
import { tooltipOf } from "../../../../../../src/features/latest/heatmap/page/views/cellLabels";
import { signalsOf } from "../../../../../support/latestColumns";
import { latestRecord } from "../../../../../support/latestRecords";
import { listingOf, parsedListing } from "../../../../../support/parsedListing";
import { apiKey, getJson } from "../../../../sample/serviceRequests";

/** A record as the service writes it. */
interface WireRecord {
  readonly signal_code: string;
  readonly version: number;
  readonly country_iso?: string;
  readonly latest: Readonly<Record<"Level" | "Momentum" | "Aggregate", number>>;
}

const fetchedAtMs = Date.parse("1996-07-03T12:00:00Z");

async function taken(
  listing: Omit<CachedSignals, "isComplete" | "unreadable" | "fetchedAtMs">,
  more: Partial<AnswerRequest> = {},
): Promise<{ readonly answer: SentAnswer; readonly placement: Placement }> {
  const { answer } = await takeRecords(
    { isComplete: true, unreadable: [], fetchedAtMs, ...listing },
    {
      generation: 1,
      subject: undefined,
      listed: [],
      staleBecause: null,
      names: new ReadableNames("en"),
      signal: new AbortController().signal,
      ...more,
    },
  );
  return {
    answer,
    placement: placementOf(labelledColumns(answer.columns, answer.labels), answer.signals),
  };
}

const all = {
  score: "aggregate",
  signal: null,
  rowKind: "country",
  hasAllVersions: true,
  held: {},
  filter: "",
  sorting: { by: "name", isDescending: false },
  isGrouped: false,
} as const;

/** As people read it: `+0.42`. */
function scoreText(value: number): string {
  const digits = value.toFixed(2);
  if (!/[1-9]/.test(digits)) return "0.00";
  return digits.startsWith("-") ? digits.replace("-", "−") : `+${digits}`;
}

describe("the heat map of the sample service", function () {
  this.timeout(60_000);
  let wire: readonly WireRecord[];
  let placement: Placement;

  before(async () => {
    const service = await startSampleService({ apiKey, now: () => fetchedAtMs });
    try {
      wire = (await getJson(service, "signal/latest/")) as readonly WireRecord[];
      const { items: listed } = parsedListing(signalListing, await getJson(service, "signal/"));
      const { items } = listingOf(latestSignalListing, wire);
      ({ placement } = await taken({ items }, { listed }));
    } finally {
      await service.close();
    }
  });

  /** Every cell of the columns at each value at which their further tags can be held, with its record. */
  function* cells(
    score: "aggregate" | "level" | "momentum",
  ): Generator<{ record: number; value: number; told: unknown; row: string; column: string }> {
    const { columns } = gridOf(placement, { ...all, score });
    const most = Math.max(...columns.map(({ choices }) => Math.max(choices.length, 1)));
    for (let choice = 0; choice < most; choice++) {
      const chosen = columns.filter(({ choices }) => choice < Math.max(choices.length, 1));
      const held = Object.fromEntries(
        chosen.map(({ key, choices }) => [key, choices[choice]?.key ?? ""]),
      );
      const view = new HeatView(placement, { ...all, score, held }, "");
      for (const [row, { code }] of view.rows.entries()) {
        for (const [column, { key }] of view.columns.entries()) {
          const record = view.recordAt(row, column);
          if (record === noRecord || !(key in held)) continue;
          const told = tooltipOf(view, { row, column }, fetchedAtMs);
          yield { record, value: view.valueAt(row, column), told, row: code, column: key };
        }
      }
    }
  }

  const names = { aggregate: "Aggregate", level: "Level", momentum: "Momentum" } as const;
  for (const [score, name] of Object.entries(names) as [keyof typeof names, "Level"][]) {
    it(`has the ${name} of every record of a country, as the service has it`, () => {
      const found = [...cells(score)];
      assert.deepEqual(
        found.map(({ row, column, value }) => [row, column, value]),
        found.map(({ record }) => {
          const { country_iso, signal_code, version, latest } = wire[record] ?? ({} as WireRecord);
          return [country_iso, placedSignalKey(signal_code, version), latest[name]];
        }),
      );
      const shown = new Set(found.map(({ record }) => record));
      const ofCountries = [...wire.keys()].filter((at) => wire[at]?.country_iso !== undefined);
      assert.deepEqual(
        [...shown].sort((a, b) => a - b),
        ofCountries,
      );
    });
  }

  it("has the three scores of every cell, as the service has them", () => {
    const found = [...cells("aggregate")];
    assert.ok(found.length > 400);
    assert.deepEqual(
      found.map(({ told }) => (told as { pairs: unknown }).pairs),
      found.map(({ record }) => {
        const { latest } = wire[record] ?? ({} as WireRecord);
        return (["Aggregate", "Level", "Momentum"] as const).map((name) => [
          name,
          scoreText(latest[name]),
        ]);
      }),
    );
  });
});

describe("the answer for the page of the latest signals", () => {
  const listed = [
    { code: "INFL", version: 2, name: "Infla\ntion" },
    { code: "GROWTH", version: 1, name: "Growth" },
  ];

  it("has all records, and readable names of their tags", async () => {
    const records = [
      latestRecord({ tags: { country_iso: "US", sector_name: "Energy" } }),
      latestRecord({ tags: { country_iso: "XX" }, pointInTimeMs: 1.5 }),
      latestRecord({ tags: { country_iso: "US" } }),
    ];
    const items = signalsOf(records);
    const { answer } = await taken({ items, notice: "Par\ntial" }, { listed, staleBecause: "off" });
    assert.deepEqual([...signalsOfColumns(answer)], records);
    assert.deepEqual(
      answer.labels.map(({ label }) => label),
      ["United States"],
    );
    assert.deepEqual(
      answer.signals.map(({ name }) => name),
      ["Infla tion", "Growth"],
    );
    assert.deepEqual([answer.notice, answer.staleBecause], ["Par tial", "off"]);
  });

  it("has the cached bytes, which fill their buffer", async () => {
    const items = signalsOf([latestRecord({})]);
    const { answer } = await taken({ items });
    const { bytes } = answer.columns;
    assert.equal(bytes, items.packed.bytes);
    assert.equal(bytes.byteLength, bytes.buffer.byteLength);
  });

  it("has the records and versions of one code, whatever its Unicode form", async () => {
    const records = [
      latestRecord({ code: "E\u0301NERGIE", version: 1 }),
      latestRecord({ code: "GROWTH" }),
      latestRecord({ code: "\u00c9NERGIE", version: 0, tags: { country_iso: "DE" } }),
    ];
    const subject = { code: "\u00c9NERGIE", version: 2 };
    const { answer } = await taken({ items: signalsOf(records) }, { subject, listed });
    assert.deepEqual([...signalsOfColumns(answer)], [records[0], records[2]]);
    assert.deepEqual(answer.signals, []);
  });

  it("has 20,000 records in their cells", async () => {
    const records = Array.from({ length: 20_000 }, (_, at) =>
      latestRecord({
        code: `S${at % 40}`,
        tags: { company_name: `C${Math.floor(at / 40)}` },
        aggregate: at,
      }),
    );
    const { placement } = await taken({ items: signalsOf(records) });
    const grid = gridOf(placement, { ...all, rowKind: "company" });
    assert.deepEqual([grid.rows.length, grid.columns.length], [500, 40]);
    const wrong = records.filter(({ aggregate }, at) => {
      const row = grid.rows.findIndex(({ code }) => code === `C${Math.floor(at / 40)}`);
      const column = grid.columns.findIndex(({ signal }) => signal.code === `S${at % 40}`);
      const isRecord = recordAt(grid, row, column) === at;
      return !isRecord || cellValue(placement, grid, row, column) !== aggregate;
    });
    assert.deepEqual(wrong, []);
  });
});

function signalsOfColumns({ columns }: SentAnswer): Iterable<LatestSignal> {
  return new LatestSignals(columns);
}
