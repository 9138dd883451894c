import assert from "node:assert/strict";
import { looksLikeKey } from "../../../src/shared/looksLikeKey";

describe("looksLikeKey", () => {
  const keys = [
    "sk9f8a7b6c5d4e3f2a1b0c9d8e",
    "sk_live_51H8xYzAbCdEfGhIjKlMn",
    "a81bc81b-dead-4e5d-abff-90865d1e13b1",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    "q83vASNFZ4mrze8BI0VniavN7wEjRWeJ/83vASNFZ4k=",
  ];
  for (const key of keys) it(`holds for ${key}`, () => assert.ok(looksLikeKey(key)));

  const others = [
    ...["INFL", "latest", "20240628T235959Z", "2024-06-28T23:59:59Z", "sk9f8a7b6c5d4e3f2a1b0c9"],
    "inflation-vintages-monthly-2024",
    "signals/INFLATIONEXPECTATIONS5Y5Y/2/country_iso=DE+US/FIT/20240628T235959Z",
    "forecasts/SPX/USD/12%20Months",
    "cpiInflationVintages2024.parquet",
    "/home/me/cpiInflationVintages2024",
    "studies/cpiInflationVintages2024",
    "a text with blanks and 12345678901234567890abcdef",
    20240628,
    undefined,
  ];
  for (const other of others) {
    it(`does not hold for ${String(other)}`, () => assert.ok(!looksLikeKey(other)));
  }
});
