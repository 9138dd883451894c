import assert from "node:assert/strict";
import fc from "fast-check";
import { URI } from "vscode-uri";
import { isSeries, openLinkText, parseOpenLink } from "../../../src/shared/openLink";
import { runs } from "../../support/propertyRuns";
import { serviceOpenables } from "../../support/references";

const id = "macro-signals.macro-signals";
const service = "https://api.acme.com/prefix";
const us = "signals/INFL/2/country_iso=US/FIT/latest";

describe("a link", () => {
  it("reads back as the same once the editor has decoded it", () => {
    const all = fc.oneof(
      serviceOpenables.map((one) => [one]),
      fc.array(serviceOpenables.filter(isSeries), { minLength: 2, maxLength: 40 }),
    );
    fc.assert(
      fc.property(all, fc.constantFrom(service, "sample"), (given, from) => {
        const link = { service: from, openables: given };
        const made = openLinkText(link, "vscode", id);
        if (!("text" in made)) return;
        const uri = URI.parse(made.text, true);
        assert.deepEqual([uri.scheme, uri.authority, uri.path], ["vscode", id, "/open"]);
        assert.deepEqual(parseOpenLink(uri.query), link);
        // Also after the editor has written it anew.
        assert.deepEqual(parseOpenLink(URI.parse(uri.toString(), true).query), link);
      }),
      { numRuns: runs() },
    );
  });

  it("contains the service and the references, percent-encoded", () => {
    const [openable] = parseOpenLink(`service=${service}&ref=${us}`)?.openables ?? [];
    assert.ok(openable);
    assert.deepEqual(openLinkText({ service, openables: [openable] }, "vscode", id), {
      text: "vscode://macro-signals.macro-signals/open?service=https%3A%2F%2Fapi.acme.com%2Fprefix&ref=signals%2FINFL%2F2%2Fcountry_iso%3DUS%2FFIT%2Flatest",
    });
  });

  it("does not exist for more series than a chart holds, more text than a link carries, or such an address", () => {
    const [openable] = parseOpenLink(`service=${service}&ref=${us}`)?.openables ?? [];
    assert.ok(openable);
    const of = (count: number, from = service): unknown => {
      const openables = Array(count).fill(openable);
      const made = openLinkText({ service: from, openables }, "vscode", id);
      return "problem" in made ? made.problem : "a link";
    };
    assert.equal(of(40), "a link");
    assert.equal(of(41), "length");
    assert.equal(of(1, `${service}/${"x".repeat(8_000)}`), "length");
    // The editor decodes it before the parts are told apart.
    assert.equal(of(1, `${service}/a&b`), "address");
    assert.equal(of(41, `${service}/a&b`), "address");
  });

  const refused: [what: string, query: string][] = [
    ["nothing", ""],
    ["no service", `ref=${us}`],
    ["no reference", `service=${service}`],
    ["another order", `ref=${us}&service=${service}`],
    ["another parameter", `service=${service}&ref=${us}&key=secret`],
    ["a second service", `service=${service}&service=https://evil.example&ref=${us}`],
    ["a blank in the service", `service=https://a b&ref=${us}`],
    ["a line break in the service", `service=https://a\nb&ref=${us}`],
    ["an encoding too many", `service=${service}&ref=${encodeURIComponent(us)}`],
    [
      "two encodings too many",
      encodeURIComponent(`service=${service}&ref=${encodeURIComponent(us)}`),
    ],
    ["a reference that is not canonical", `service=${service}&ref=${us.replace("2", "02")}`],
    ["a raw letter that turns the text", `service=${service}&ref=${us.replace("US", "\u202EUS")}`],
    ["a page beside a series", `service=${service}&ref=${us}&ref=pages/latest`],
    ["two panels", `service=${service}&ref=${us.replace("US", "*")}&ref=${us.replace("US", "*")}`],
    ["10 kB", `service=${service}&ref=${us}&ref=${"x".repeat(10_000)}`],
    ["a command", `service=${service}&ref=command:workbench.action.quit`],
    ["a saved chart", `service=${service}&ref=charts/inflation.macrochart.json`],
    ["a file", `service=${service}&ref=charts/../../secret.json`],
  ];
  for (const [what, query] of refused) {
    it(`is refused with ${what}`, () => assert.equal(parseOpenLink(query), undefined));
  }
});
