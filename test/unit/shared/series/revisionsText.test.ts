import assert from "node:assert/strict";
import { dateText } from "../../../../src/shared/dateText";
import { dayOfIso } from "../../../../src/shared/day";
import {
  type CountedRevisions,
  type Locale,
  revisionsSentence,
} from "../../../../src/shared/series/revisionsText";

const english: Locale = {
  t: (message, ...values) => message.replace(/\{(\d)\}/g, (_, at) => values[Number(at)] ?? ""),
  dateText: (day) => dateText(day),
};

const found = {
  ...{ compared: 8_778, added: 0, gone: 0, revised: 412, smaller: 0, signFlips: 37 },
  firstRevised: dayOfIso("1998-03-02") ?? 0,
  largest: { day: dayOfIso("2020-04-30") ?? 0, change: -0.83 },
  ...{ rms: 0.1123, correlation: 0.9912, rounding: 0 },
};
const nothing = {
  ...{ ...found, revised: 0, signFlips: 0, firstRevised: null, largest: null, rms: 0 },
  correlation: 1,
};

describe("revisionsSentence", () => {
  const cases: [when: string, counts: CountedRevisions, text: string][] = [
    [
      "states how many days are revised, the first and the largest",
      found,
      "412 of 8,778 days revised (4.7 %), first 2 Mar 1998, largest 0.83 on 30 Apr 2020, RMS 0.11, 37 sign flips, correlation 0.991.",
    ],
    [
      "counts smaller, added and removed values separately",
      { ...found, smaller: 104, added: 1_004, gone: 3 },
      "412 of 8,778 days revised (4.7 %), first 2 Mar 1998, largest 0.83 on 30 Apr 2020, RMS 0.11, 37 sign flips, correlation 0.991; 104 more differ by less than 0.005; 1,004 added, 3 removed.",
    ],
    [
      "names only the measures that are present",
      { compared: 3, revised: 1, smaller: 1, signFlips: 1 },
      "1 of 3 days revised (33.3 %), 1 sign flip; 1 more differs by less than 0.005.",
    ],
    [
      "has no correlation without enough observations, and no RMS that would print as zero",
      { ...found, rms: 0.0012, correlation: Number.NaN },
      "412 of 8,778 days revised (4.7 %), first 2 Mar 1998, largest 0.83 on 30 Apr 2020, RMS < 0.005, 37 sign flips.",
    ],
    [
      "does not round a correlation up to 1, and states no absence of sign flips",
      { compared: 3, revised: 1, smaller: 0, signFlips: 0, correlation: 0.9999 },
      "1 of 3 days revised (33.3 %), correlation > 0.999.",
    ],
    [
      "states that all differences are too small to see",
      { ...nothing, smaller: 104 },
      "0 of 8,778 days revised; 104 differ by less than the display shows.",
    ],
    [
      "distinguishes rounding from identity (DATA-14)",
      { ...nothing, rounding: 4.4e-16 },
      "The same on all 8,778 days, except for rounding (largest 4e-16).",
    ],
    ["states that nothing differs", nothing, "The same on all 8,778 days."],
    [
      "counts days that only one of the two has",
      { ...nothing, added: 21 },
      "The same on all 8,778 days; 21 added.",
    ],
    [
      "states that nothing could be compared",
      { ...nothing, compared: 0, gone: 12 },
      "0 of 0 days revised; 12 removed.",
    ],
  ];
  for (const [when, counts, text] of cases) {
    it(when, () => assert.equal(revisionsSentence(counts, "score", english), text));
  }

  it("has basis points for fractions, and counts values where several columns are compared", () => {
    const largest = { day: 0, change: 0.00123 };
    const counts = { ...found, largest, rms: 0.00002, correlation: -0.5, firstRevised: null };
    assert.equal(
      revisionsSentence(counts, "fraction", english, "values"),
      "412 of 8,778 values revised (4.7 %), largest 12 bp on 1 Jan 1970, RMS < 0.5 bp, 37 sign flips, correlation −0.500.",
    );
    assert.equal(
      revisionsSentence({ ...nothing, rounding: 1e-12 }, "fraction", english, "values"),
      "The same for all 8,778 values, except for rounding (largest 1e-12).",
    );
  });
});
