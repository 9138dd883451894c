import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { guidePages, outlineOf } from "../../../../src/editor/help/guidePages";
import { temporaryFolder } from "../../../support/temporaryFolder";

describe("outlineOf", () => {
  const cases: [when: string, markdown: string, title: string, about: string][] = [
    ["a heading and a sentence", "# Charts\n\nOpen a series.\n\nMore.", "Charts", "Open a series."],
    ["a paragraph of two sentences", "# A\n\nOne, v1.2. Two.", "A", "One, v1.2."],
    ["a paragraph on two lines", "# A\n\nOne\nsentence. Two.", "A", "One sentence."],
    ["lines that end as on Windows", "# A\r\n\r\nOne.\r\n\r\nTwo.", "A", "One."],
    ["a sentence that a list follows", "# A\n\nStart here:\n\n- one", "A", "Start here:"],
    ["a sentence without an end", "# A\n\nNo end", "A", "No end"],
    ["marks", "# _A_ `b`\n\n**Insert** [x](y.md), <kbd>Enter</kbd>.", "A b", "Insert x, Enter."],
    ["emphasis at the start", "# A\n\n**One** thing.", "A", "One thing."],
    ["code below the heading", "# A\n\n```sh\nnpm ci\n```\n", "A", ""],
    ["a table below the heading", "# A\n\n| a | b |\n| - | - |\n", "A", ""],
    ["a list below the heading", "# A\n\n- One.\n- Two.\n", "A", ""],
    ["a further heading below it", "# A\n\n## B\n\nText.", "A", ""],
    ["something above the heading", "<!-- x -->\n\n# A\n\nOne.", "A", "One."],
    ["a heading alone", "# A", "A", ""],
    ["no heading", "Text.", "page", ""],
  ];
  for (const [when, markdown, title, about] of cases) {
    it(`reads ${when}`, () => assert.deepEqual(outlineOf(markdown, "page"), { title, about }));
  }
});

describe("guidePages", () => {
  it("lists the pages of a folder by title, and nothing else in it", async () => {
    const folder = temporaryFolder("guide");
    try {
      const texts = { "z.md": "# A\n\nFirst.", "a.md": "# B\n\nSecond.", "a.png": "", "b.txt": "" };
      for (const [name, text] of Object.entries(texts)) {
        writeFileSync(path.join(folder.path, name), text);
      }
      assert.deepEqual(await guidePages(folder.path), [
        { name: "z", file: path.join(folder.path, "z.md"), title: "A", about: "First." },
        { name: "a", file: path.join(folder.path, "a.md"), title: "B", about: "Second." },
      ]);
    } finally {
      folder.remove();
    }
  });

  it("has a title and a short sentence of its own for each page of the guide", async () => {
    const folder = path.resolve("media/guide");
    const pages = await guidePages(folder);
    const files = (await readdir(folder)).filter((name) => name.endsWith(".md"));
    assert.deepEqual(pages.map(({ name }) => `${name}.md`).sort(), files.sort());
    assert.deepEqual(
      pages.filter(({ about }) => !/^[A-Z].{15,110}\.$/.test(about)),
      [],
    );
    for (const part of ["title", "about"] as const) {
      assert.equal(new Set(pages.map((page) => page[part])).size, pages.length);
    }
  });
});
