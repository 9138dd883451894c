import assert from "node:assert/strict";
import * as vscode from "vscode";
import { chartUri } from "../../../src/shared/chartPlace";
import { placeUri } from "../../../src/shared/place";
import { panelRef } from "../../../src/shared/reference";
import { seriesInSelection } from "../../../src/features/notebook/insertSubjects";
import { sampleSignal } from "../../support/sampleSeries";

describe("the series that inserting is called for", () => {
  const reference = sampleSignal();
  const target = { connectionId: "acme", reference };

  it("are a document's with its slice", () => {
    const slice = { from: 19_000, columns: ["Level"] };
    const place = { connectionId: "acme", reference, slice, form: "csv" } as const;
    assert.deepEqual(seriesInSelection(vscode.Uri.parse(placeUri(place), true)), {
      subjects: [{ target, slice }],
      inheritKind: false,
    });
  });

  it("are all of a chart", () => {
    const other = sampleSignal("DE");
    const uri = chartUri({
      parts: [
        { connectionId: "acme", reference },
        { connectionId: "acme", reference: other },
      ],
    });
    const { subjects } = seriesInSelection(vscode.Uri.parse(uri, true));
    assert.deepEqual(
      subjects.map((subject) => subject.target.reference),
      [reference, other],
    );
  });

  for (const form of ["chart", "csv"] as const) {
    it(`are the panel of its ${form} with the slice`, () => {
      const panel = panelRef({ ...reference, tags: { country_iso: "*" } });
      const slice = { from: 19_000, columns: ["Level"] };
      const uri = placeUri({ connectionId: "acme", reference: panel, slice, form });
      assert.deepEqual(seriesInSelection(vscode.Uri.parse(uri, true)).subjects, [
        { target: { connectionId: "acme", reference: panel }, slice },
      ]);
    });
  }

  it("are those of all selected rows", () => {
    const rows = [{ target }, { target: { ...target, reference: sampleSignal("DE") } }];
    assert.equal(seriesInSelection(rows[0], rows).subjects.length, 2);
  });

  it("are none of what is no series", () => {
    assert.deepEqual(seriesInSelection({ baseUrl: "https://evil.com" }).subjects, []);
  });
});
