import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type Instant } from "../../../src/shared/instant";
import { LineCompletions } from "../../../src/features/notebook/lines/referenceLines";
import { LineHints } from "../../../src/features/notebook/lines/lineHints";
import { describeInBoth } from "../../support/inBothEditors";
import { LineBench } from "../../support/lineBench";
import { startServer, type TestServer } from "../../support/testServer";
import { until } from "../../support/until";

/** A name with a quote, a separator of paths, a control character and one that reverses the direction of text. */
const hostile = `a"b/c\u0007\u202e`;

const signals = [
  { code: "INFL", version: 2, name: "Inflation" },
  { code: "INFL", version: 1, name: "Inflation" },
  { code: hostile, version: 1, name: "Prices \u202e[x](command:y)" },
];

const definitions: Readonly<Record<string, unknown>> = {
  INFL: { tags: [{ kind: "country_iso", values: ["US", "DE", hostile] }] },
};

const record = (country: string, aggregate: number): unknown => ({
  signal_code: "INFL",
  version: 2,
  country_iso: country,
  point_in_time: "2026-11-27T18:03:12",
  latest: { Date: "2026-11-26T00:00:00", Level: 1, Momentum: -1, Aggregate: aggregate },
});

/** What the service answers to a path. */
function answerTo(target: string): unknown {
  const { pathname } = new URL(target, "http://service");
  if (pathname.endsWith("/signal/")) return signals;
  if (pathname.endsWith("/signal/latest/")) return [record("US", 0.42), record("DE", -1.2)];
  const code = decodeURIComponent(pathname.split("/").at(-3) ?? "");
  return definitions[code] ?? { tags: [] };
}

const { Constant, EnumMember, Keyword, Property } = vscode.CompletionItemKind;
const ownKinds: readonly unknown[] = [Constant, EnumMember, Keyword, Property];

describeInBoth("the completion of reference lines and of texts in their code", () => {
  let server: TestServer;
  let bench: LineBench;
  let hints: LineHints;
  let completions: LineCompletions;

  before(async () => {
    server = await startServer(({ url = "" }, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(answerTo(url)));
    });
  });
  beforeEach(async () => {
    bench = new LineBench(server.origin);
    const { services, connections } = bench;
    hints = new LineHints();
    completions = new LineCompletions({ services, connections }, hints);
    const { items } = await services.catalog.signals();
    for (const signal of items) await services.catalog.definition(signal);
    await services.catalog.latestSignals();
  });
  afterEach(async () => {
    completions.dispose();
    hints.dispose();
    await bench.dispose();
  });
  after(() => server.close());

  const line = (begin = "#"): string =>
    `${begin} macro-signals: signals/INFL/2/country_iso=US/FIT/latest @ ${server.origin}`;

  async function itemsIn(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<readonly vscode.CompletionItem[]> {
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
      undefined,
      100,
    );
    return items.filter(({ kind }) => ownKinds.includes(kind));
  }

  /** The items at the bar of a script, and its document. */
  async function at(
    name: string,
    text: string,
  ): Promise<{ document: vscode.TextDocument; items: readonly vscode.CompletionItem[] }> {
    const document = await bench.script(text.replace("|", ""), name);
    const position = document.positionAt(text.indexOf("|"));
    await until("a document of ours", () => hints.hasCode(document) || undefined);
    return { document, items: await itemsIn(document, position) };
  }

  const labels = (items: readonly vscode.CompletionItem[]): readonly string[] =>
    items.map(({ label }) => (typeof label === "string" ? label : label.label));

  const detailOf = ({ label }: vscode.CompletionItem): string | undefined =>
    typeof label === "string" ? undefined : label.detail?.trim();

  /** The line after an item was chosen. */
  function chosen(document: vscode.TextDocument, item: vscode.CompletionItem | undefined): string {
    assert.ok(item?.range instanceof vscode.Range && typeof item.insertText === "string");
    const { start, end } = item.range;
    const { text } = document.lineAt(start.line);
    return text.slice(0, start.character) + item.insertText + text.slice(end.character);
  }

  const codes = ["INFL", 'a"b/c'];

  const inLines: [name: string, before: string, after: string][] = [
    ["a.py", "# macro-signals: signals/|", ""],
    ["a.R", "x <- 1\n# macro-signals: signals/|", ""],
    ["a.sql", "-- macro-signals: signals/|", ""],
    ["a.md", "```python\n# macro-signals: signals/|", "\n```\n"],
    ["a.qmd", "Text\n\n<!-- macro-signals: signals/|", " -->\n"],
  ];
  for (const [name, before, after] of inLines) {
    it(`has the codes with newest values in a line of ${path.extname(name)}`, async () => {
      const { items } = await at(name, `${before} @ ${server.origin}${after}`);
      assert.deepEqual(labels(items), codes);
      assert.equal(items[0] && detailOf(items[0]), "United States +0.42");
    });
  }

  const inTexts: [name: string, text: string][] = [
    ["a.py", 'x = df[df["country_iso"] == "|"]'],
    ["a.R", "x <- subset(df, country_iso == '|')"],
    ["a.sql", "SELECT * FROM x WHERE country_iso = '|'"],
    ["a.qmd", 'x <- subset(df, country_iso == "|")'],
  ];
  for (const [name, text] of inTexts) {
    it(`has the values of a tag kind in a text of ${path.extname(name)}`, async () => {
      const begin = name.endsWith(".sql") ? line("--") : line();
      const chunk = name.endsWith(".qmd") ? ["```{r}\n", "\n```\n"] : ["", "\n"];
      const { items } = await at(name, `${chunk[0] ?? ""}${begin}\n${text}${chunk[1] ?? ""}`);
      // A plain text of SQL has no control characters.
      const count = name.endsWith(".sql") ? 2 : 3;
      assert.deepEqual(items.map(detailOf), ["+0.42", "−1.20", ""].slice(0, count));
      assert.deepEqual(labels(items), ["US", "DE", 'a"b/c'].slice(0, count));
    });
  }

  it("is the same in a notebook's cell", async () => {
    const notebook = await bench.notebook(`${line()}\nx = df["|"]`.replace("|", ""));
    const { document } = notebook.cellAt(0);
    await until("a document of ours", () => hints.hasCode(document) || undefined);
    const items = await itemsIn(document, new vscode.Position(1, 8));
    assert.deepEqual(labels(items), [
      ...["country_iso", "US", "DE", 'a"b/c', "SNAP", "FIT"],
      ...codes,
    ]);
  });

  it("has versions, kinds, values and data kinds where each stands in a line", async () => {
    const places: [path: string, expected: readonly string[]][] = [
      ["signals/INFL/|", ["2", "1"]],
      ["signals/INFL/2/|", ["country_iso"]],
      ["signals/INFL/2/country_iso=DE|", ["DE"]],
      ["signals/INFL/2/country_iso=germany|", ["DE"]],
      ["signals/INFL/2/country_iso=US/|", ["SNAP", "FIT"]],
    ];
    for (const [row, [text, expected]] of places.entries()) {
      const { items } = await at(`${row}.py`, `# macro-signals: ${text} @ ${server.origin}`);
      assert.deepEqual(labels(items), expected, text);
    }
  });

  it("goes on with the values once a tag kind is chosen", async () => {
    const next = async (name: string, text: string): Promise<string | undefined> => {
      const { items } = await at(name, `# macro-signals: ${text} @ ${server.origin}`);
      return items[0]?.command?.command;
    };
    assert.equal(await next("kind.py", "signals/INFL/2/|"), "editor.action.triggerSuggest");
    assert.equal(await next("value.py", "signals/INFL/2/country_iso=DE|"), undefined);
  });

  it("shows hostile names as text, and writes them as the line and the language need (SEC-13)", async () => {
    const inLine = await at(
      "a.py",
      `# macro-signals: signals/|/1/%00/FIT/latest @ ${server.origin}`,
    );
    // RFC 3986: percent-encoded octets of UTF-8.
    assert.equal(
      chosen(inLine.document, inLine.items[1]),
      `# macro-signals: signals/a%22b%2Fc%07%E2%80%AE/1/%00/FIT/latest @ ${server.origin}`,
    );
    const inText = await at("b.py", `${line()}\nx = "|"`);
    const value = inText.items.find((each) => labels([each])[0] === 'a"b/c');
    assert.equal(chosen(inText.document, value), String.raw`x = "a\"b/c\u0007\u202E"`);
    const shown = JSON.stringify([...inLine.items, ...inText.items].map(({ label }) => label));
    assert.doesNotMatch(shown, /\\u202e|\\u0007|\u202e/);
  });

  it("has the same in the setting of pins", async () => {
    const pin = `"signals/INFL/2/country_iso=|/SNAP/latest @ ${server.origin}"`;
    const document = await bench.script(
      `{\n  "macroSignals.pins": [\n    ${pin.replace("|", "")}\n  ]\n}\n`,
      "settings.json",
    );
    const items = await itemsIn(document, new vscode.Position(2, 4 + pin.indexOf("|")));
    assert.deepEqual(items.map(detailOf), ["+0.42", "−1.20", ""]);
  });

  it("has the tag values in a reference of a dataset, of the service that the dataset names", async () => {
    const table = '    "us": { "series": "signals/INFL/2/country_iso=|" }';
    const rows = ["{", `  "service": "${server.origin}",`, '  "tables": {', table.replace("|", "")];
    const document = await bench.script(`${rows.join("\n")}\n  }\n}\n`, "a.macrodata.json");
    const items = await itemsIn(document, new vscode.Position(3, table.indexOf("|")));
    assert.deepEqual(items.map(detailOf), ["+0.42", "−1.20", ""]);
  });

  it("has the card of a signal", async () => {
    const { items } = await at("a.py", `# macro-signals: signals/| @ ${server.origin}`);
    const { documentation } = items[0] ?? {};
    assert.ok(documentation instanceof vscode.MarkdownString);
    // 26 November 2026 is a Thursday.
    assert.equal(
      documentation.value.replaceAll(/\\([^\w\s])/g, "$1").replaceAll("  \n", "\n"),
      [
        "**INFL v2 · Inflation**\n",
        "Versions 2, 1",
        "Country (3)",
        "Last day 26 Nov 2026, 1 business day before production",
        "Produced 27 Nov 2026 18:03 UTC",
        "Newest values of 2 of 3 variants",
      ].join("\n"),
    );
  });

  it("has no newest values in a window with an as-of", async () => {
    bench.services.gate.set("20240628T235959Z" as Instant);
    const { items } = await at(
      "a.py",
      `# macro-signals: signals/INFL/2/country_iso=| @ ${server.origin}`,
    );
    assert.deepEqual(labels(items), ["US", "DE", 'a"b/c']);
    assert.deepEqual(items.map(detailOf), ["", "", ""]);
  });

  it("has nothing in a document without our lines, and reads none of it", async () => {
    const document = await bench.script('x = df["country_iso"] == ""\n', "other.py");
    assert.deepEqual(await itemsIn(document, new vscode.Position(0, 26)), []);
    const { asked } = bench.services;
    const { token } = new vscode.CancellationTokenSource();
    const context = {
      triggerKind: vscode.CompletionTriggerKind.Invoke,
      triggerCharacter: undefined,
    };
    const unread = { ...proxied(document), getText: () => assert.fail("the document was read") };
    const position = new vscode.Position(0, 26);
    assert.equal(
      await completions.provideCompletionItems(unread, position, token, context),
      undefined,
    );
    assert.equal(bench.services.asked, asked);
  });

  it("makes no request", async () => {
    const { length } = server.requests;
    await at("a.py", `${line()}\nx = "|"`);
    await at("b.py", "# macro-signals: signals/|");
    assert.equal(server.requests.length, length);
  });

  it("opens unasked only where the kind of a text is known", async () => {
    const document = await bench.script(`${line()}\nprint("")\nx == df["country_iso"] == ""\n`);
    await until("a document of ours", () => hints.hasCode(document) || undefined);
    const typed = async (row: number, column: number): Promise<number> => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        new vscode.Position(row, column),
        '"',
      );
      return items.filter(({ kind }) => ownKinds.includes(kind)).length;
    };
    assert.deepEqual([await typed(1, 7), await typed(2, 27)], [0, 3]);
  });
});

/** The document's own properties, which an object made of it has. */
function proxied(document: vscode.TextDocument): vscode.TextDocument {
  const { uri, languageId } = document;
  return { ...document, uri, languageId, lineAt: (at) => document.lineAt(at as number) };
}
