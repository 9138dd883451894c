import assert from "node:assert/strict";
import fc from "fast-check";
import {
  changedCode,
  type CodeChange,
} from "../../../../../src/features/notebook/code/changedCode";
import { wayOf } from "../../../../../src/features/notebook/code/codeBlock";
import { longLayout } from "../../../../../src/data/table/long";
import {
  clusterPanelCode,
  fileCode,
  requestCode,
  valuesCode,
} from "../../../../../src/features/notebook/code/codePieces";
import { type CodeLanguage } from "../../../../../src/features/notebook/code/languages";
import { foundReferences } from "../../../../../src/features/notebook/code/foundReferences";
import { instantOfText } from "../../../../../src/shared/instant";
import { type SignalRef } from "../../../../../src/shared/reference";
import { type ReferenceLine } from "../../../../../src/shared/referenceLine";
import { isReservedTagKind } from "../../../../../src/shared/reservedTagKinds";
import { editedLines } from "../../../../support/editedLines";
import { anyFrame } from "../../../../support/frames";
import { runs } from "../../../../support/propertyRuns";
import { signalRefs } from "../../../../support/references";

const then = instantOfText("20240628T235959Z") ?? ("latest" as const);
const now = instantOfText("20240701T101500Z") ?? ("latest" as const);

/** Code of the line as of two times, whatever stands above and below. */
function assertChanged(
  language: CodeLanguage,
  reference: SignalRef,
  code: (line: ReferenceLine, isAfter: boolean) => string,
  change: Partial<CodeChange> = {},
): void {
  const before = { reference: { ...reference, asOf: then }, service: "https://api.acme.com" };
  const after = { ...before, reference: { ...reference, asOf: now } };
  const [old, next] = [code(before, false), code(after, true)];
  const lines = ["", ...old.split("\n"), "", "last()"];
  const [found] = foundReferences(lines);
  assert.ok(found);
  const changed = changedCode({ lines, language, ...found }, { before, after, ...change });
  assert.ok(changed.ok, changed.ok ? "" : changed.problem);
  assert.equal(editedLines(lines, changed.edits).join("\n"), ["", next, "", "last()"].join("\n"));
}

/** References whose line fits and that can be asked for. */
const askable = signalRefs.filter(
  ({ code, tags }) =>
    code !== "" &&
    JSON.stringify([code, tags]).length < 300 &&
    Object.keys(tags).every((kind) => kind !== "" && !isReservedTagKind(kind)),
);

const folders = fc.constantFrom("data", "my data", "dä'ta/x\"y", "~a", "[1]*?", "k=v", "{x}");

describe("changedCode of what is inserted", () => {
  for (const language of ["python", "r", "sql"] as const) {
    it(`makes of a file's code in ${language} that of another file`, () => {
      fc.assert(
        fc.property(askable, folders, anyFrame, (reference, folder, { columns }) => {
          const path = (isAfter: boolean): string => `${folder}/${isAfter ? "b" : "a"}.csv`;
          const code = (line: ReferenceLine, isAfter: boolean): string =>
            fileCode({
              language,
              line,
              columns,
              library: "pandas",
              format: "csv",
              relativePath: path(isAfter),
            }).text;
          assertChanged(language, reference, code, { relativePath: path(true) });
        }),
        { numRuns: runs(60) },
      );
    });
  }

  for (const language of ["python", "r"] as const) {
    it(`makes of a live request in ${language} that as of another time`, () => {
      fc.assert(
        fc.property(askable, (reference) => {
          const baseUrl = "https://api.acme.com";
          const code = (line: ReferenceLine): string =>
            requestCode({ language, line, baseUrl, library: "pandas" }).text;
          assertChanged(language, reference, code);
        }),
        { numRuns: runs(60) },
      );
    });
  }

  for (const cluster of ["dask", "spark"] as const) {
    it(`makes of a request of ${cluster} that as of another time`, () => {
      fc.assert(
        fc.property(askable, (reference) => {
          const code = (line: ReferenceLine): string => {
            const variants = [
              {
                ...reference,
                asOf: line.reference.family === "signal" ? line.reference.asOf : then,
              },
            ];
            const names = Object.keys(reference.tags).map(
              (name) => ({ name, type: "text" }) as const,
            );
            const layout = longLayout(names, [[{ name: "Level", type: "number" }]]);
            const place = {
              language: "python",
              library: "pandas",
              baseUrl: "https://api.acme.com",
            } as const;
            return clusterPanelCode({ ...place, line, cluster, variants, layout }).text;
          };
          assertChanged("python", reference, code);
        }),
        { numRuns: runs(60) },
      );
    });
  }

  for (const [language, library] of [
    ["python", "pandas"],
    ["python", "polars"],
    ["markdown", "pandas"],
  ] as const) {
    it(`makes of values in ${language} (${library}) other values`, () => {
      fc.assert(
        fc.property(askable, anyFrame, anyFrame, (reference, before, after) => {
          const code = (line: ReferenceLine, isAfter: boolean): string =>
            valuesCode({ language, library, line, frame: isAfter ? after : before }).text;
          const line = { reference: { ...reference, asOf: now }, service: "sample" };
          assertChanged(language, reference, code, { valuesCode: code(line, true) });
        }),
        { numRuns: runs(60) },
      );
    });
  }

  it("changes a live request whose function stands above another one", () => {
    fc.assert(
      fc.property(askable, (reference) => {
        const code = (line: ReferenceLine): string => {
          const { comment, python } = requestCode({
            language: "python",
            line,
            baseUrl: "https://api.acme.com",
            library: "pandas",
          });
          return `${comment}\n\n${python?.table ?? ""}`;
        };
        assertChanged("python", reference, code);
      }),
      { numRuns: runs(60) },
    );
  });

  it("knows the way of all of them", () => {
    const reference = {
      family: "signal",
      code: "INFL",
      version: 2,
      tags: {},
      dataKind: "FIT",
      asOf: then,
    } as const;
    const line = { reference, service: "sample" };
    const library = "polars";
    const relativePath = "data/x.parquet";
    const texts = [
      fileCode({ language: "python", line, library, relativePath, format: "parquet", columns: [] })
        .text,
      requestCode({ language: "python", line, library, baseUrl: "http://127.0.0.1:1" }).text,
      valuesCode({
        language: "python",
        line,
        library,
        frame: { days: Int32Array.of(1), columns: [] },
      }).text,
    ];
    const ways = texts.map((text) => {
      const lines = text.split("\n");
      return wayOf({ lines, row: 0, endRow: lines.length, language: "python" });
    });
    assert.deepEqual(ways, ["file", "request", "values"]);
  });
});
