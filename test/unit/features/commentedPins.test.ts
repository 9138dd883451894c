import assert from "node:assert/strict";
import fc from "fast-check";
import { applyEdits, findNodeAtLocation, getNodeValue, parseTree, visit } from "jsonc-parser";
import { commentedEdit } from "../../../src/features/pinned/commentedPins";
import { parsePins, withMoved, withName, withoutPins, withPins } from "../../../src/shared/pins";
import { runs } from "../../support/propertyRuns";

const key = "macroSignals.pins";
const us = "signals/INFL/2/country_iso=US/FIT/latest @ sample";
const de = us.replace("US", "DE");

const text = `{
  // The colour of the window.
  "workbench.colorTheme": "Light",
  "macroSignals.pins": [
    // Prices
    "${us}", // first
    /* rates */
    {
      "name": "Rates", "pins": [
        "${de}", // Bund
        // none yet
      ]
    },
    "pages/latest @ sample"
    // the end
  ],
  "editor.fontSize": 14
}
`;

function valueIn(of: string): unknown {
  const root = parseTree(of, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [key]);
  return node && (JSON.parse(JSON.stringify(getNodeValue(node))) as unknown);
}

/** How many comments there are; names and lines can have their marks, too. */
function commentsIn(of: string): number {
  let count = 0;
  visit(of, { onComment: () => void (count += 1) }, { allowTrailingComma: true });
  return count;
}

function edited(of: string, change: (setting: unknown) => readonly unknown[]): string {
  const before = valueIn(of);
  const edit = commentedEdit(of, key, change(before));
  assert.ok(edit);
  const { offset, length, text: content } = edit;
  return applyEdits(of, [{ offset, length, content }]);
}

describe("comments among pins", () => {
  it("stay with their entries when a pin is added", () => {
    const added = edited(text, (setting) => withPins(setting, ["pages/changes @ sample"]));
    assert.equal(
      added,
      `{
  // The colour of the window.
  "workbench.colorTheme": "Light",
  "macroSignals.pins": [
    // Prices
    "${us}", // first
    /* rates */
    {
      "name": "Rates",
      "pins": [
        "${de}" // Bund
        // none yet
      ]
    },
    "pages/latest @ sample",
    "pages/changes @ sample"
    // the end
  ],
  "editor.fontSize": 14
}
`,
    );
  });

  it("go where their entries go, and to the end when these are removed", () => {
    const [first, folder] = parsePins(valueIn(text));
    assert.ok(first && folder?.type === "folder");
    const [bund] = folder.pins;
    assert.ok(bund);
    const moved = edited(text, (setting) => withMoved(setting, [bund], first));
    assert.match(
      moved,
      /\[\n {4}"[^"]*DE[^"]*", \/\/ Bund\n {4}\/\/ Prices\n {4}"[^"]*US[^"]*", \/\/ first\n/,
    );
    const named = edited(text, (setting) => withName(setting, first, "America"));
    assert.match(
      named,
      /\/\/ Prices\n {4}\{\n {6}"name": "America",\n {6}"pin": "[^"]*"\n {4}\}, \/\/ first\n/,
    );
    const without = edited(text, (setting) => withoutPins(setting, [first, folder]));
    assert.match(
      without,
      /\[\n {4}"pages\/latest @ sample"\n {4}\/\/ the end\n {4}\/\/ Prices\n {4}\/\/ first\n {4}\/\* rates \*\/\n {4}\/\/ none yet\n {4}\/\/ Bund\n {2}\],/,
    );
  });

  it("are all there after any edit, which the text then has", () => {
    const comments = ["Prices", "first", "rates", "Bund", "none yet", "the end", "colour"];
    const places = parsePins(valueIn(text)).flatMap((each) =>
      each.type === "folder" ? [each, ...each.pins] : [each],
    );
    const edits = fc.oneof(
      fc.subarray(places).map((some) => (setting: unknown) => withoutPins(setting, some)),
      fc.tuple(fc.subarray(places), fc.constantFrom(...places)).map(
        ([some, goal]) =>
          (setting: unknown) =>
            withMoved(setting, some, goal),
      ),
      fc.tuple(fc.constantFrom(...places), fc.string()).map(
        ([place, name]) =>
          (setting: unknown) =>
            withName(setting, place, name),
      ),
      fc.array(fc.string()).map((lines) => (setting: unknown) => withPins(setting, lines)),
    );
    fc.assert(
      fc.property(edits, (edit) => {
        const after = edited(text, edit);
        assert.deepEqual(valueIn(after), edit(valueIn(text)));
        assert.deepEqual(
          comments.filter((each) => !after.includes(each)),
          [],
        );
        assert.equal(commentsIn(after), commentsIn(text));
      }),
      { numRuns: runs() },
    );
  });

  it("need no such edit where there are none, or the text has no list of pins", () => {
    const plain = `{ "${key}": ["${us}"] }`;
    assert.equal(commentedEdit(plain, key, [de]), undefined);
    assert.equal(commentedEdit("{}", key, [de], true), undefined);
    assert.equal(commentedEdit(`{ "${key}": "${us}" }`, key, [de], true), undefined);
    assert.equal(commentedEdit(plain, key, [de], true)?.text, `[\n    "${de}"\n]`);
  });
});
