import assert from "node:assert/strict";
import { dayOfIso } from "../../../src/shared/day";
import { asOfText, dateText, momentText } from "../../../src/ui/dateText";
import { useText } from "../../../src/ui/l10n";

const september = dayOfIso("2022-09-12") ?? 0;

describe("dates as a person would write them", () => {
  afterEach(() => useText({}));

  it("name the month, behind the day, whatever the region of the English", () => {
    for (const language of ["en", "en-us", "en-GB", "", "no language"]) {
      useText({}, language);
      assert.equal(dateText(september), "12 Sep 2022");
    }
  });

  it("are in the editor's language", () => {
    useText({}, "de");
    // Unicode CLDR 48, German, yMMMd.
    assert.equal(dateText(september), "12. Sept. 2022");
  });

  it("have their time in UTC", () => {
    assert.equal(momentText(Date.UTC(2026, 10, 22, 9, 45, 59)), "22 Nov 2026 09:45 UTC");
    assert.equal(momentText(Date.UTC(2026, 10, 22)), "22 Nov 2026 00:00 UTC");
  });

  it("are the day alone for an as-of at its end", () => {
    assert.equal(asOfText("20240628T235959Z"), "28 Jun 2024");
    assert.equal(asOfText("20240628T180000Z"), "28 Jun 2024 18:00 UTC");
    assert.equal(asOfText("20240628T175959Z"), "28 Jun 2024 17:59 UTC");
    assert.equal(asOfText("latest"), "latest");
  });
});
