import assert from "node:assert/strict";
import { exactMomentText, localMomentText } from "../../../src/shared/dateText";

// The hours are those of `TZ=zone date` of GNU coreutils.
const cases: [utc: string, zone: string, text: string][] = [
  ["2024-06-28T23:59:59Z", "Europe/Berlin", "29 Jun 2024, 01:59:59 CEST"],
  ["2024-06-28T23:59:59Z", "America/New_York", "28 Jun 2024, 19:59:59 GMT-4"],
  ["2024-06-28T23:59:59Z", "Asia/Tokyo", "29 Jun 2024, 08:59:59 GMT+9"],
  // The hours before and after clocks go forward, and the repeated hour when they go back.
  ["2024-03-31T00:59:59Z", "Europe/Berlin", "31 Mar 2024, 01:59:59 CET"],
  ["2024-03-31T01:00:00Z", "Europe/Berlin", "31 Mar 2024, 03:00 CEST"],
  ["2024-10-27T00:30:00Z", "Europe/Berlin", "27 Oct 2024, 02:30 CEST"],
  ["2024-10-27T01:30:00Z", "Europe/Berlin", "27 Oct 2024, 02:30 CET"],
  ["2024-11-03T05:30:00Z", "America/New_York", "3 Nov 2024, 01:30 GMT-4"],
  ["2024-11-03T06:30:00Z", "America/New_York", "3 Nov 2024, 01:30 GMT-5"],
  ["2024-12-31T23:59:59Z", "Asia/Kolkata", "1 Jan 2025, 05:29:59 GMT+5:30"],
  ["2024-02-29T23:59:59Z", "America/New_York", "29 Feb 2024, 18:59:59 GMT-5"],
];

describe("the time of an instant", () => {
  const moments: [utc: string, text: string][] = [
    ["2024-06-28T18:00:00Z", "28 Jun 2024 18:00 UTC"],
    ["2024-06-28T18:00:30Z", "28 Jun 2024 18:00:30 UTC"],
    ["2024-06-28T18:00:05Z", "28 Jun 2024 18:00:05 UTC"],
    ["2024-06-28T23:59:59Z", "28 Jun 2024 23:59:59 UTC"],
  ];
  for (const [utc, text] of moments) {
    it(`has seconds unless they are zero: ${text}`, () => {
      assert.equal(exactMomentText(Date.parse(utc)), text);
    });
  }
});

describe("the local time of an instant", () => {
  for (const [utc, zone, text] of cases) {
    it(`is ${text} for ${utc} in ${zone}`, () => {
      assert.equal(localMomentText(Date.parse(utc), "en", zone), text);
    });
  }
});
