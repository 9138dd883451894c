import assert from "node:assert/strict";
import { type RequestListener } from "node:http";
import path from "node:path";
import * as vscode from "vscode";
import { parseApiKey } from "../../../src/service/apiKey";
import { type Instant } from "../../../src/shared/instant";
import {
  type ForecastRef,
  type PanelRef,
  type SignalRef,
  forecastRef,
  signalRef,
} from "../../../src/shared/reference";
import { referencePath } from "../../../src/shared/referencePath";
import { hoverAt } from "../../../src/features/notebook/lines/hoverText";
import { memento } from "../../support/memento";
import { TestSecrets } from "../../support/secretStorages";
import { StoppableServer } from "../../support/stoppableServer";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporaryFolder";
import { TestWindow } from "../../support/testWindow";
import {
  type UserSettings,
  restoreUserSettings,
  setUserSettings,
  userSettings,
} from "../../support/userSettings";

const csv = "Date,Level\n2024-01-01,1.5\n2024-01-02,-0.25\n";
const definition = '{"tags": [{"kind": "country_iso", "values": ["US", "DE", "JP"]}]}';

function referenceOf(country: string, dataKind: "SNAP" | "FIT" = "SNAP"): SignalRef {
  const tags = { country_iso: country };
  return signalRef({ code: "INFL", version: 0, tags, dataKind, asOf: "latest" });
}

function forecastOf(market: string): ForecastRef {
  return forecastRef({ market, currency: "USD", horizon: "12 Months" });
}

const panel: PanelRef = {
  family: "panel",
  code: "INFL",
  version: 0,
  tags: { country_iso: "*" },
  dataKind: "FIT",
  asOf: "20240628T235959Z" as Instant,
};

/** As of the panel's instant Japan is not there, and Germany lacks the last day. */
function answerOf(url: string): string | undefined {
  const market = /\/market\/(\w+)\//.exec(url)?.[1];
  if (market !== undefined) return forecasts[market];
  if (!url.includes("as_of_utc=2024-06-28")) return csv;
  if (url.includes("country_iso=JP")) return undefined;
  return url.includes("country_iso=DE") ? "Date,Level\n2024-01-01,1.5\n" : csv;
}

const forecasts: Readonly<Record<string, string>> = {
  // Printed 0.03 % = 0.01 % + 0.01 %.
  TAC: "Date,Tactical,Tactical_Fundamentals,Tactical_Market_Technicals\n2024-01-02,0.00028,0.00014,0.00014\n",
  // The same, but a part of the total is not printed.
  ALL: "Date,Forecast,Trend,Cyclical,Tactical\n2024-01-02,0.00028,0.00014,0.00014,0\n",
  // Printed 0.02 % = 0.01 % + 0.01 %.
  SUM: "Date,Tactical,Tactical_Fundamentals,Tactical_Market_Technicals\n2024-01-02,0.0002,0.0001,0.0001\n",
};

describe("the hover after a reload of the window", () => {
  const listener: RequestListener = ({ url = "" }, response) => {
    if (url.endsWith("/signal/"))
      response.end('[{"code": "INFL", "version": 0, "name": "Prices"}]');
    else if (url.endsWith("/signal/INFL/0/")) response.end(definition);
    else {
      const answer = answerOf(url);
      if (answer === undefined) response.writeHead(404);
      response.end(answer);
    }
  };
  const settings = vscode.workspace.getConfiguration("macroSignals");
  const { Global } = vscode.ConfigurationTarget;
  let server: StoppableServer;
  let original: UserSettings;
  let folder: TemporaryFolder;
  let window: TestWindow;
  let openWindow: () => TestWindow;

  before(async () => {
    original = userSettings();
    server = new StoppableServer(listener);
    await server.start();
    const acme = { name: "Acme", baseUrl: server.origin };
    await setUserSettings({ connections: { acme }, connection: "acme" });
    await settings.update("network.transferFormat", "csv", Global);
    folder = temporaryFolder("hover");
    const [globalState, secrets] = [memento(), new TestSecrets()];
    const bundleFolder = path.join(__dirname, "../../..");
    openWindow = () =>
      new TestWindow({ globalState, secrets, storageFolder: folder.path, bundleFolder });
    const before = openWindow();
    const typed = parseApiKey("key-of-the-tests");
    assert.ok(typed.ok);
    await before.apiKeys.store(server.origin, typed.key);
    const { catalog, series, panels } = await before.services.get("acme");
    for (const signal of (await catalog.signals()).items) await catalog.definition(signal);
    const { variants } = await panels.panel(panel);
    const references = [
      ...[referenceOf("US"), referenceOf("DE", "FIT"), ...Object.keys(forecasts).map(forecastOf)],
      ...variants.map(({ reference }) => reference),
    ];
    for (const reference of references) {
      await series.series(reference);
      // Waits until it is on disk.
      await series.cachedBody(reference);
    }
    before.dispose();
    await server.stop();
  });
  beforeEach(() => {
    window = openWindow();
  });
  afterEach(() => window.dispose());
  after(async () => {
    await settings.update("network.transferFormat", undefined, Global);
    await restoreUserSettings(original);
    folder.remove();
  });

  async function hover(text: string, column: number, signal?: AbortSignal): Promise<string> {
    const place = { text, column, languageId: "python" };
    const found = await hoverAt(place, window, signal ?? new AbortController().signal);
    return found?.words.value.replaceAll(/\\([^\w\s])/g, "$1") ?? "";
  }

  const line = (reference: string): string => lineOf(`signals/INFL/0/${reference}`);
  const lineOf = (path: string): string => `# macro-signals: ${path} @ ${server.origin}`;

  const cases: [what: string, text: string, reported: RegExp][] = [
    [
      "a line's own series",
      "country_iso=US/SNAP/latest",
      /^INFL US · Prices\n\nUS · SNAP · latest · Level −0\.25 on 2 Jan 2024\n\nCountry \(3\)\n\n\[Open Chart\]/,
    ],
    [
      "the latest where a line's own as-of is not kept",
      "country_iso=DE/FIT/20230628T235959Z",
      /^INFL DE FIT 28 Jun 2023 · Prices\n\nDE · FIT · latest · Level −0\.25 on 2 Jan 2024\n\nCountry \(3\)\n\n\[/,
    ],
    [
      "the signal of a series of which nothing is kept",
      "country_iso=JP/FIT/latest",
      /^INFL JP FIT · Prices\n\nCountry \(3\)\n\n\[Open Chart\]/,
    ],
    [
      // NumPy: numpy.busday_count("2024-01-03", "2024-06-29")
      "what is kept of a panel",
      "country_iso=*/FIT/20240628T235959Z",
      /^INFL all.* · Prices\n\n2 of 3 variants · 1 not cached · last day 2 Jan 2024, 128 business days behind, 1 ends earlier · as of 28 Jun 2024\n\nCountry \(3\)\n\n\[Open Chart\]/,
    ],
    [
      "the signal of a panel of which nothing is kept",
      "country_iso=*/FIT/20230628T235959Z",
      /^INFL all.* · Prices\n\nCountry \(3\)\n\n\[Open Chart\]/,
    ],
  ];
  for (const [what, reference, reported] of cases) {
    it(`tells ${what} from the disk, though nobody answers`, async () => {
      assert.match(await hover(line(reference), 0), reported);
    });
  }

  const roundings: [what: string, market: string, reported: RegExp][] = [
    [
      "by how much the printed parts of a forecast miss their printed total",
      "TAC",
      / on 2 Jan 2024\n\nRounded; parts may miss their total by 0\.01\n\n\[Open Chart\]/,
    ],
    [
      "nothing of rounding where a part is not printed",
      "ALL",
      /^.*\n\nForecast 0\.03 %, Trend 0\.01 %, Cyclical 0\.01 % on 2 Jan 2024\n\n\[/,
    ],
    ["nothing of rounding where the printed parts add up", "SUM", / on 2 Jan 2024\n\n\[/],
  ];
  for (const [what, market, reported] of roundings) {
    it(`tells ${what} (14.1.8)`, async () => {
      assert.match(await hover(lineOf(referencePath(forecastOf(market))), 0), reported);
    });
  }

  it("tells the series of a code from the disk", async () => {
    const words = await hover('f("INFL")', 4);
    assert.match(
      words,
      /^INFL v0 · Prices\n\nUS · SNAP · .*\n\nDE · FIT · .*\n\nCountry \(3\)\n\n\[Open Chart\]/,
    );
  });

  it("asks the service for nothing", async () => {
    await server.start();
    const asked = server.targets.length;
    for (const [, reference] of cases) await hover(line(reference), 0);
    await hover('f("INFL")', 4);
    await hover('f("GROWTH")', 4);
    assert.equal(server.targets.length, asked);
    await server.stop();
  });

  it("neither starts the sample service nor says what it would tell", async () => {
    const sample = "# macro-signals: signals/INFL/2/country_iso=US/SNAP/latest @ sample";
    assert.match(await hover(sample, 0), /^SAMPLE INFL US\n\n\[Open Chart\]/);
    assert.equal(window.services.ready("sample"), undefined);
  });

  it("ends when it is cancelled", async () => {
    const aborted = AbortSignal.abort();
    await assert.rejects(hover(line("country_iso=US/SNAP/latest"), 0, aborted), {
      name: "AbortError",
    });
    await assert.rejects(hover('f("INFL")', 4, aborted), { name: "AbortError" });
  });
});
