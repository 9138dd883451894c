import assert from "node:assert/strict";
import { t, useText } from "../../../src/ui/l10n";

describe("t", () => {
  afterEach(() => useText({}));

  it("fills places in any order, and leaves one without a value as it is", () => {
    assert.equal(t("{1} of {0}, {2}", 8, "two"), "two of 8, {2}");
  });

  it("uses the editor's translations", () => {
    useText({ "{0} days": "{0} Tage" });
    assert.equal(t("{0} days", 3), "3 Tage");
  });

  it("does not mistake inherited properties for translations", () => {
    assert.equal(t("constructor"), "constructor");
  });

  it("puts values in as they are", () => {
    assert.equal(t("{0}", "$& {0}"), "$& {0}");
  });
});
