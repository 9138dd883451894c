import assert from "node:assert/strict";
import { PanelTooLargeError, UnknownAddressError } from "../../src/catalog/panelErrors";
import { failureWords } from "../../src/vscode/report/failureWords";

describe("the words of a failure", () => {
  it("say how large a panel would be, and what helps", () => {
    assert.equal(
      failureWords(new PanelTooLargeError(40_000, 2_000)),
      "at least 40,000 variants, more than 2,000: choose fewer values",
    );
  });

  it("name the tag kinds that address nothing, on one line", () => {
    assert.equal(
      failureWords(new UnknownAddressError(["country_iso", "sec\ntor"])),
      "no variant of the signal is addressed by country_iso, sec tor",
    );
  });
});
