import assert from "node:assert/strict";
import fc from "fast-check";
import { openableOfPath, openablePath } from "../../../src/shared/openable";
import { openables } from "../../support/references";
import { runs } from "../../support/propertyRuns";

describe("the path of what can be opened", () => {
  it("reads back as the same, and only its canonical form does", () => {
    fc.assert(
      fc.property(openables, (openable) => {
        const path = openablePath(openable);
        assert.deepEqual(openableOfPath(path), openable);
        for (const other of [`${path}/`, `/${path}`, `${path} `]) {
          if (other !== path) assert.equal(openableOfPath(other), undefined, other);
        }
      }),
      { numRuns: runs() },
    );
  });

  it("is that of reference lines, profiles, pages and saved charts", () => {
    const profile = {
      kind: "profile",
      tagKind: "country_iso",
      value: "US",
      dataKind: "FIT",
    } as const;
    assert.equal(openablePath(profile), "profiles/country_iso=US/FIT");
    assert.equal(openablePath({ kind: "page", page: "latest" }), "pages/latest");
    const chart = { kind: "savedChart", path: "research/in@flation.macrochart.json" } as const;
    assert.equal(openablePath(chart), "charts/research/in%40flation.macrochart.json");
    assert.deepEqual(openableOfPath("signals/INFL/2/country_iso=US/FIT/latest"), {
      kind: "reference",
      reference: {
        ...{ family: "signal", code: "INFL", version: 2 },
        ...{ tags: { country_iso: "US" }, dataKind: "FIT", asOf: "latest" },
      },
    });
  });

  const others = [
    "",
    "pages",
    "pages/other",
    "pages/latest/more",
    "profiles/country_iso=US",
    "profiles/country_iso/FIT",
    "profiles/country_iso=US=DE/FIT",
    "profiles/country_iso=US/FIT/latest",
    "profiles/country%5Fiso=US/FIT",
    "signals/INFL/2",
    "charts",
    "charts/inflation.json",
    "charts//inflation.macrochart.json",
    "charts/./inflation.macrochart.json",
    "charts/../inflation.macrochart.json",
    "charts/%2E%2E/inflation.macrochart.json",
    "charts/..%2Finflation.macrochart.json",
    "charts/%5C%5Chost%5Cinflation.macrochart.json",
    "charts/%00/inflation.macrochart.json",
    "https://evil.example/",
    "../../etc/passwd",
    "command:workbench.action.quit",
  ];
  for (const text of others) {
    it(`is not “${text}”`, () => assert.equal(openableOfPath(text), undefined));
  }
});
