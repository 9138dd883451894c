import assert from "node:assert/strict";
import { PanelTooLargeError, UnknownAddressError } from "../../src/catalog/panelErrors";
import { failureWords } from "../../src/vscode/report/failureWords";

describe("the words of a failure", () => {
  it("say how large a panel would be, and what helps", () => {
    assert.equal(
      failureWords(new PanelTooLargeError(40_000, 2_000)),
      "at least 40,000 variants; the limit is 2,000. Choose fewer values.",
    );
  });

  it("name the tag kinds that address nothing, on one line", () => {
    assert.equal(
      failureWords(new UnknownAddressError(["country_iso", "sec\ntor"])),
      "the signal has no variant with country_iso, sec tor",
    );
  });
});
