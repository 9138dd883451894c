import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { openChartInput } from "../../../src/tools/inputs";
import { jsonSchemaOf } from "../../../src/tools/jsonSchema";
import { RequestLimits } from "../../../src/tools/requestLimits";
import { macroTools } from "../../../src/tools/tools";
import { writeDatasetTool } from "../../../src/tools/writeDataset";
import { FrameWorker } from "../../../src/store/frameWorker";

describe("the schema of a tool's input", () => {
  it("says in JSON Schema what valibot checks", () => {
    const schema = v.strictObject({
      names: v.pipe(
        v.array(v.pipe(v.string(), v.minLength(1))),
        v.maxLength(3),
        v.description("Names."),
      ),
      count: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(9))),
      kind: v.optional(v.picklist(["FIT", "SNAP"])),
      tags: v.optional(v.pipe(v.record(v.string(), v.string()), v.maxEntries(2))),
    });
    assert.deepEqual(jsonSchemaOf(schema), {
      type: "object",
      properties: {
        names: {
          type: "array",
          items: { type: "string", minLength: 1 },
          maxItems: 3,
          description: "Names.",
        },
        count: { type: "integer", minimum: 1, maximum: 9 },
        kind: { type: "string", enum: ["FIT", "SNAP"] },
        tags: { type: "object", additionalProperties: { type: "string" }, maxProperties: 2 },
      },
      required: ["names"],
      additionalProperties: false,
    });
    assert.throws(() => jsonSchemaOf(v.boolean()), RangeError);
  });

  it("describes every argument of every tool", () => {
    for (const { name, inputSchema } of macroTools) {
      const properties = Object.entries(inputSchema["properties"] as Record<string, object>);
      assert.ok(properties.length > 1);
      for (const [argument, schema] of properties) {
        assert.ok("description" in schema, `${name}.${argument}`);
      }
    }
  });
});

describe("the limits of requests", () => {
  it("allow forty a call and two hundred in any minute", () => {
    let nowMs = 0;
    const limits = new RequestLimits(() => nowMs);
    const taken = (): number => {
      const call = limits.forCall();
      return Array.from({ length: 50 }, () => call.take()).filter(Boolean).length;
    };
    assert.deepEqual(Array.from({ length: 6 }, taken), [40, 40, 40, 40, 40, 0]);
    nowMs = 59_999;
    assert.equal(taken(), 0);
    nowMs = 60_000;
    assert.equal(taken(), 40);
  });

  it("take all requests of one piece of work or none", () => {
    const call = new RequestLimits().forCall();
    assert.equal(call.take(39), true);
    assert.equal(call.take(2), false);
    assert.equal(call.take(1), true);
    assert.equal(call.left, 0);
  });
});

describe("the tools in the manifest", () => {
  interface Contributed {
    readonly name: string;
    readonly displayName: string;
    readonly modelDescription: string;
    readonly inputSchema: object;
    readonly toolReferenceName: string;
    readonly canBeReferencedInPrompt: boolean;
    readonly when: string;
  }
  interface MenuItem {
    readonly command?: string;
    readonly when?: string;
  }
  interface Manifest {
    readonly categories: readonly string[];
    readonly contributes: {
      readonly languageModelTools: readonly Contributed[];
      readonly chatSkills: readonly { readonly path: string }[];
      readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    };
  }
  let manifest: Manifest;
  before(async () => {
    manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest;
  });

  it("are the tools of the code, with their schemas, one that writes, and one that opens charts", () => {
    const worker = new FrameWorker("dist/frameWorker.cjs");
    const writing = writeDatasetTool(worker, () => Promise.reject(new Error("not called")));
    worker.dispose();
    const tools = manifest.contributes.languageModelTools;
    assert.deepEqual(
      tools.map(({ name, modelDescription, inputSchema }) => [name, modelDescription, inputSchema]),
      [
        ...[...macroTools, writing].map(({ name, description, inputSchema }) => [
          name,
          description,
          inputSchema,
        ]),
        ["open_macro_chart", tools.at(-1)?.modelDescription, jsonSchemaOf(openChartInput)],
      ],
    );
  });

  it("are offered with a connection, one that writes in a trusted folder alone, and can be named in a prompt", () => {
    const tools = manifest.contributes.languageModelTools;
    const trusted = "macroSignals.hasConnection && isWorkspaceTrusted && workspaceFolderCount != 0";
    for (const { name, when } of tools) {
      assert.equal(when, name.startsWith("write") ? trusted : "macroSignals.hasConnection", name);
    }
    assert.ok(tools.every(({ canBeReferencedInPrompt }) => canBeReferencedInPrompt));
    assert.equal(new Set(tools.map((each) => each.toolReferenceName)).size, tools.length);
    assert.ok(manifest.categories.includes("AI"));
  });

  it("leave no command where AI features are off, and none of chat where there is no chat", () => {
    const items = manifest.contributes.menus;
    const whenOf = (command: string): readonly string[] =>
      Object.values(items)
        .flat()
        .flatMap((item) => (item.command === `macroSignals.${command}` ? (item.when ?? "") : []));
    for (const command of ["openInChat", "copyMcpConfiguration"]) {
      const clauses = whenOf(command);
      assert.ok(clauses.length > 0);
      assert.ok(clauses.every((clause) => clause.includes("&& !config.chat.disableAIFeatures")));
    }
    assert.ok(whenOf("openInChat").every((clause) => clause.includes("&& chatIsEnabled &&")));
  });

  it("come with one skill of at most eighty lines, in a folder of its name", async () => {
    const [{ path: file } = { path: "" }, ...others] = manifest.contributes.chatSkills;
    assert.deepEqual(others, []);
    const text = await readFile(file, "utf8");
    const lines = text.trimEnd().split("\n");
    assert.ok(lines.length <= 80, `${lines.length} lines`);
    assert.equal(/^name: (.+)$/m.exec(text)?.[1], path.basename(path.dirname(file)));
    const named = [...text.matchAll(/`((?:search|get|compare|explain|write|open)_macro_\w+)`/g)];
    const names = manifest.contributes.languageModelTools.map(({ name }) => name);
    assert.deepEqual(
      names.filter((name) => !named.some(([, each]) => each === name)),
      [],
    );
  });
});
