import assert from "node:assert/strict";
import { type LineProblem, referenceLineProblem } from "../../../src/shared/referenceLineProblem";

const text = "# macro-signals: signals/INFL/2/country_iso=US/FIT/20261119T235959Z @ sample";

describe("referenceLineProblem", () => {
  const cases: [when: string, line: string, problem: LineProblem | undefined][] = [
    ["it can be read", text, undefined],
    ["there is no service", text.replace(/ @.*$/, ""), "form"],
    ["its comment is not closed", text.replace("#", "<!--"), "form"],
    ["something follows the service", `${text} and more`, "service"],
    ["the version is no number", text.replace("/2/", "/two/"), "version"],
    ["the kind is unknown", text.replace("/FIT/", "/FITS/"), "kind"],
    ["the instant does not exist", text.replace("20261119", "20261199"), "as-of"],
    ["the as-of is a date", text.replace("20261119T235959Z", "2026-11-19"), "as-of"],
    ["the days are none", text.replace(" @", "/2020-13-01..2020-12-31 @"), "slice"],
    ["the tags are none", text.replace("country_iso=US", "US"), "reference"],
    ["a part is missing", text.replace("/FIT", ""), "reference"],
    ["its family is unknown", text.replace("signals/", "signal/"), "reference"],
    ["kind and version are wrong", text.replace("/2/", "/x/").replace("FIT", "F"), "reference"],
    ["a forecast has a part too few", "# macro-signals: forecasts/SPX/USD @ sample", "reference"],
  ];
  for (const [when, line, problem] of cases) {
    it(`tells ${String(problem)} when ${when}`, () => {
      assert.equal(referenceLineProblem(line), problem);
    });
  }
});
