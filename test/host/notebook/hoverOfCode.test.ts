import assert from "node:assert/strict";
import * as vscode from "vscode";
import { dateText } from "../../../src/shared/dateText";
import { dayOfIso } from "../../../src/shared/day";
import { signalRef } from "../../../src/shared/reference";
import { CatalogStore } from "../../../src/store/catalogStore";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { codeHover, lineHover } from "../../../src/features/notebook/lines/hoverText";
import { type ConnectedService } from "../../../src/connect/connectedServices";
import { CachedSeries } from "../../../src/features/notebook/lines/cachedSeries";
import { describeInBoth } from "../../support/inBothEditors";
import { LineBench } from "../../support/lineBench";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { hostSetting } from "../../support/hostResult";
import { type TestServer, startServer } from "../../support/testServer";
import { until } from "../../support/until";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../../support/userSettings";
import { servicesWith } from "../../support/servicesWith";

/** Opening a document that may hold code wakes it. */
function isActive(): boolean {
  return vscode.extensions.getExtension("macro-signals.macro-signals")?.isActive === true;
}

async function hoversAt(
  document: vscode.TextDocument,
  row: number,
  column: number,
): Promise<string[]> {
  const found = await vscode.commands.executeCommand<vscode.Hover[]>(
    "vscode.executeHoverProvider",
    document.uri,
    new vscode.Position(row, column),
  );
  return found.flatMap(({ contents }) =>
    contents.map((each) => (each as vscode.MarkdownString).value),
  );
}

describe("the hover in code", () => {
  const { signal } = new AbortController();
  let bench: LineBench;
  let catalog: CatalogStore;
  let known: CachedSeries;
  beforeEach(() => {
    bench = new LineBench();
    const { client } = bench.services;
    catalog = new CatalogStore({ client });
    known = knownIn(catalog);
  });
  afterEach(async () => {
    catalog.dispose();
    await bench.dispose();
  });

  function knownIn(ofService: CatalogStore): CachedSeries {
    const { connection, client, series } = bench.services;
    // What is known of series is asked of no panel.
    const panels = undefined as unknown as ConnectedService["panels"];
    const { search, archive } = bench.services;
    const service = { connection, client, series, catalog: ofService, search, panels, archive };
    const { sample } = bench.connections;
    return new CachedSeries({
      connections: { active: connection, services: [connection], sample },
      services: servicesWith(() => Promise.resolve(service)),
    });
  }

  const line = async (text: string): Promise<string | undefined> => {
    const parsed = parseReferenceLine(`# macro-signals: ${text}`);
    return parsed && (await lineHover(parsed, known, signal))?.value;
  };

  it("knows nothing before the catalog was listed", async () => {
    assert.equal(await codeHover("INFL", known, signal), undefined);
  });

  it("tells a code's name and the newest values that are known, with a link to the chart", async () => {
    await catalog.signals();
    const reference = sampleSignal();
    await bench.services.series.series(reference);
    const words = (await codeHover("INFL", known, signal))?.value ?? "";
    const plain = words.replaceAll(/\\([^\w\s])/g, "$1");
    const csv = await fetchedCsv(hostSetting().sample, reference);
    const [day = "", level = ""] = csv.trimEnd().split("\n").at(-1)?.split(",") ?? [];
    const shown = Number(level)
      .toFixed(2)
      .replace("-", "−")
      .replace(/^(?=\d)/, "+");
    assert.ok(plain.includes(`Level ${shown}`), plain);
    assert.ok(plain.includes(`on ${dateText(dayOfIso(day) ?? 0)}`), plain);
    assert.match(words, /^INFL v2 · /);
    assert.match(words, /\[Open Chart\]\(command:macroSignals\.openChart\?%5B%7B[^)]+\)$/);
  });

  it("knows no text that is not a code as the service writes it", async () => {
    await catalog.signals();
    for (const text of ["infl", "INFL ", "US", "Level", ""]) {
      assert.equal(await codeHover(text, known, signal), undefined, text);
    }
  });

  it("tells what a line is, with values as of another time where its own are not known", async () => {
    const { href } = bench.services.connection.baseUrl;
    await bench.services.series.series(sampleSignal());
    const words =
      (await line(`signals/INFL/2/country_iso=US/FIT/20250102T235959Z @ ${href}`)) ?? "";
    assert.match(words, /^INFL US FIT 2 Jan 2025/);
    assert.match(words, /as of 28 Jun 2024/);
    assert.match(words, /Open Chart/);
  });

  it("says nothing of a line without a connection (SEC-20)", async () => {
    assert.equal(await line("signals/INFL/2/%00/FIT/latest @ https://evil.example"), undefined);
    assert.equal(await line("signals/INFL/2/c=*/FIT/latest @ https://evil.example"), undefined);
  });

  it("shows what a service calls things as text, and lets no other command run (SEC-13)", async () => {
    const evil = "<img src=x> [x](command:workbench.action.quit) https://evil.example `y` ![z](a)";
    const items = [{ code: "EVIL", version: 1, name: evil, tags: [] }];
    const listing = { items, unreadable: [], isComplete: true, fetchedAtMs: 0 } as const;
    const evilCatalog = Object.create(catalog, {
      cachedSignals: { value: () => Promise.resolve(listing) },
    }) as CatalogStore;
    const hover = await codeHover("EVIL", knownIn(evilCatalog), signal);
    assert.ok(hover);
    const unescaped = hover.value.replaceAll(/\\[^\w\s]/g, "");
    assert.ok(!/<img|\[x\]|https:|`y`|!\[/.test(unescaped), hover.value);
    assert.deepEqual(hover.isTrusted, { enabledCommands: ["macroSignals.openChart"] });
    assert.notEqual(hover.supportHtml, true);
  });

  it("encodes the argument of its link whatever the series is called", async () => {
    const reference = signalRef({
      code: `a)b](command:x) "'\\%`,
      version: 1,
      tags: { k: "v)" },
      dataKind: "FIT",
      asOf: "latest",
    });
    const words = (await lineHover({ reference, service: "sample" }, known, signal))?.value ?? "";
    const [, encoded = ""] = /\(command:macroSignals\.openChart\?([^)\s]*)\)$/.exec(words) ?? [];
    const [argument] = JSON.parse(decodeURIComponent(encoded)) as unknown[];
    assert.deepEqual(argument, { connectionId: "sample", reference });
  });
});

describeInBoth("the hover in the editor", () => {
  let bench: LineBench;
  let settings: UserSettings;
  let server: TestServer;
  beforeEach(async () => {
    bench = new LineBench();
    settings = userSettings();
    server = await startServer((_, response) => response.end("[]"));
    const connections = { quiet: { name: "Quiet", baseUrl: server.origin } };
    await setUserSettings({ connections, connection: "quiet" });
  });
  afterEach(async () => {
    await restoreUserSettings(settings);
    await bench.dispose();
    await server.close();
  });

  const text = [
    `# macro-signals: signals/INFL/2/country_iso=US/FIT/latest @ `,
    `x = f("INFL", 'US')`,
  ];

  it("answers in Python and R, and opens and hovers without a request (LIFE-01)", async () => {
    for (const name of ["x.py", "x.R"]) {
      const document = await bench.script(
        `${text[0] ?? ""}${server.origin}\n${text[1] ?? ""}\n`,
        name,
      );
      await until("activation", () => isActive() || undefined);
      assert.match((await hoversAt(document, 0, 5)).join("\n"), /INFL US FIT/, name);
      // What it answers here depends on what else the window has shown.
      await hoversAt(document, 1, 8);
    }
    const notebook = await bench.notebook(`${text[0] ?? ""}${server.origin}\n`, text[1] ?? "");
    assert.match((await hoversAt(notebook.cellAt(0).document, 0, 5)).join("\n"), /INFL US FIT/);
    assert.deepEqual(server.requests, []);
  });

  it("answers in no other language", async () => {
    const document = await bench.script(`${text[0] ?? ""}sample`, "x.txt");
    assert.deepEqual(await hoversAt(document, 0, 5), []);
  });
});
