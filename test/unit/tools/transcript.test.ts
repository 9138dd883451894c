import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { dayOfIso } from "../../../src/shared/day";
import { endOfDay } from "../../../src/shared/instant";
import { sampleUntil } from "../../support/sampleProgram";
import { ToolSession } from "../../support/toolSession";

const page = path.resolve("media/guide/agents.md");
const [begin, end] = ["<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"];

/** The calls of the example in the guide. */
const calls: readonly (readonly [name: string, input: object])[] = [
  ["search_macro_catalog", { query: "inflation germany", family: "signal", limit: 1 }],
  [
    "get_macro_series",
    { references: ["signals/INFL/2/country_iso=DE/FIT/20240628T235959Z"], from: "2020-01-01" },
  ],
  [
    "get_macro_series",
    { references: ["signals/INFL/2/country_iso=DE/FIT/latest"], as_of: "2025-06-30" },
  ],
  [
    "get_macro_series",
    {
      references: ["signals/INFL/2/country_iso=DE/FIT/latest"],
      ...{ as_of: "2024-03-31", show: "month_ends", rows: 3 },
    },
  ],
];

/** A call and its answer, with a line for each field. */
function blockOf(name: string, input: object, answer: object): string {
  const fields = Object.entries(answer).map(
    ([field, value]) => `  ${JSON.stringify(field)}: ${JSON.stringify(value)}`,
  );
  return `\`${name}\` with \`${JSON.stringify(input)}\`\n\n\`\`\`json\n{\n${fields.join(",\n")}\n}\n\`\`\`\n`;
}

/** What the tools answer over the sample service in a window as of 28 Jun 2024. */
async function transcript(): Promise<string> {
  const [until = 0, bound = 0] = [sampleUntil, "2024-06-28"].map((day) => dayOfIso(day));
  const sampleNow = (): number => Date.parse("2026-07-01T12:00:00Z");
  const session = await ToolSession.ofSample(until, {
    ...{ asOf: endOfDay(bound), isSample: true, sampleNow },
  });
  try {
    const blocks: string[] = [];
    for (const [name, input] of calls) {
      blocks.push(blockOf(name, input, await session.answer(name, input)));
    }
    return blocks.join("\n");
  } finally {
    await session.end();
  }
}

/** The calls as text, and the answers as values: the formatter of the guide breaks their lines. */
function partsOf(blocks: string): readonly unknown[] {
  const parts = blocks.split(/^```(?:json)?\n/m);
  return parts.map((part, at) => (at % 2 === 1 ? JSON.parse(part) : part.trim()) as unknown);
}

describe("the guide to agents", () => {
  it("shows what the tools answer", async () => {
    const text = await readFile(page, "utf8");
    const [before = "", rest = ""] = text.split(begin);
    const [shown = "", after = ""] = rest.split(end);
    const answered = `\n\n${await transcript()}\n`;
    if (process.env["WRITE_TRANSCRIPT"] === "1") {
      await writeFile(page, `${before}${begin}${answered}${end}${after}`);
      return;
    }
    assert.deepEqual(partsOf(shown), partsOf(answered));
  });
});
