import assert from "node:assert/strict";
import fc from "fast-check";
import { documentPlaceOfUri } from "../../../src/shared/documentPlace";
import { placeUri } from "../../../src/shared/place";
import { forecastRef } from "../../../src/shared/reference";
import { runs } from "../../support/propertyRuns";
import { places } from "../../support/references";

const place = {
  connectionId: "sample",
  reference: forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" }),
};

describe("documentPlaceOfUri", () => {
  it("reads the place of a document as text", () => {
    for (const form of ["csv", "json"] as const) {
      assert.deepEqual(documentPlaceOfUri(placeUri({ ...place, form })), { ...place, form });
    }
  });

  it("knows exactly the texts among all places, of series and of panels", () => {
    fc.assert(
      fc.property(places, (any) => {
        const found = documentPlaceOfUri(placeUri(any));
        return (found !== undefined) === (any.form !== "chart");
      }),
      { numRuns: runs() },
    );
  });

  it("finds nothing at the paths where editors look for settings, tasks and servers", () => {
    const probed = fc.constantFrom(
      ".vscode/settings.json",
      ".vscode/tasks.json",
      ".vscode/mcp.json",
      ".vscode/launch.json",
      ".claude/settings.json",
      ".github/copilot-instructions.md",
      ".github/prompts",
      ".git",
      ".editorconfig",
      "AGENTS.md",
      "package.json",
      "tsconfig.json",
      "",
      ".",
      "..",
    );
    fc.assert(
      fc.property(places, probed, fc.nat(10), (any, probe, depth) => {
        const folder = placeUri(any).split("/").slice(0, depth).join("/");
        const below = `${placeUri(any)}/${probe}`;
        return [`${folder}/${probe}`, below, folder, `macro-signals:/${probe}`].every(
          (uri) => uri === placeUri(any) || documentPlaceOfUri(uri) === undefined,
        );
      }),
      { numRuns: runs() },
    );
  });
});
