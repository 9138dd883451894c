import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import { type Instant } from "../../../src/shared/instant";
import { LaterThanAsOfError } from "../../../src/store/asOfGate";
import { type SeriesRef, forecastRef } from "../../../src/shared/reference";
import { parseReferenceLine } from "../../../src/shared/referenceLine";
import { chartUri } from "../../../src/shared/chartPlace";
import { dayOfIso } from "../../../src/shared/day";
import { FrameWorker } from "../../../src/store/frameWorker";
import { UnknownConnectionError } from "../../../src/editor/report/unknownConnectionError";
import { type CopyForm, copyAs } from "../../../src/features/notebook/copyAs";
import { type WindowContext } from "../../../src/connect/context";
import { RememberedChoice } from "../../../src/features/notebook/insertChoice";
import { type FailureContext } from "../../../src/editor/report/failureReporter";
import { targetUri } from "../../../src/editor/tabs/target";
import { hostSetting } from "../../support/hostResult";
import { memento } from "../../support/memento";
import { fetchedCsv, sampleSignal } from "../../support/sampleSeries";
import { TestServices } from "../../support/testServices";
import { until } from "../../support/until";
import { windowContext } from "../../support/windowContext";
import { servicesWith } from "../../support/servicesWith";
import { withMembers } from "../../support/withMembers";

const { sample } = hostSetting();
const line = "# macro-signals: signals/INFL/2/country_iso=US/FIT/20240628T235959Z";

describe("copying a series", () => {
  const worker = new FrameWorker(path.join(__dirname, "../../../frameWorker.cjs"));
  let services: TestServices;
  let state: vscode.Memento;
  let isSample: boolean;
  let context: WindowContext;
  let clipboard: string[];
  let said: string[];
  let reported: (FailureContext & { readonly error: unknown })[];

  beforeEach(() => {
    services = new TestServices(sample.url, worker, { key: sample.key });
    state = memento();
    isSample = false;
    context = windowContext();
    clipboard = [];
    said = [];
    reported = [];
  });
  afterEach(() => services.dispose());
  after(() => worker.dispose());

  function row(reference: SeriesRef = sampleSignal()): object {
    return { kind: "variant", target: { connectionId: isSample ? "sample" : "acme", reference } };
  }

  async function copied(form: CopyForm, argument: unknown, selection?: unknown): Promise<string> {
    const { connection: acme, client, catalog, series, panels, search, archive } = services;
    const connection = isSample
      ? ({ kind: "sample", id: "sample", name: "Sample" } as const)
      : acme;
    const parts = {
      services: {
        ...servicesWith((id) =>
          id === connection.id
            ? Promise.resolve({ connection, client, catalog, series, panels, search, archive })
            : Promise.reject(new UnknownConnectionError(id)),
        ),
        gate: services.gate,
      },
      workspaceState: state,
      context,
      reporter: {
        report: (error: unknown, context: FailureContext) => {
          reported.push({ error, ...context });
          return Promise.resolve();
        },
      },
      clipboard: withMembers(vscode.env.clipboard, {
        writeText: (text) => {
          clipboard.push(text);
          return Promise.resolve();
        },
      }),
      say: (words: string) => said.push(words),
    };
    await copyAs(form, parts, argument, selection);
    return clipboard.at(-1) ?? "";
  }

  it("as a link makes a line that names the service", async () => {
    assert.equal(await copied("link", row()), `${line} @ ${sample.url}`);
    assert.deepEqual(said, [
      "Copied the reference line of INFL US FIT 28 Jun 2024, as of 28 Jun 2024",
    ]);
  });

  it("as a link has the kind that was chosen for exports", async () => {
    const current = { connection: services.connection, dataKind: "FIT", asOf: "latest" } as const;
    context = windowContext({ current, exportKind: "SNAP" });
    for (const form of ["link", "dated-link"] as const) {
      assert.match(await copied(form, row()), /\/country_iso=US\/SNAP\//);
    }
    const uri = targetUri({ connectionId: "acme", reference: sampleSignal() }, "csv");
    assert.match(await copied("link", uri), /\/country_iso=US\/FIT\//);
  });

  it("as a link says whether it is of latest, or dates it (15.1.9)", async () => {
    const latest = { ...sampleSignal(), asOf: "latest" } as const;
    const plain = await copied("link", row(latest));
    assert.equal(parseReferenceLine(plain)?.reference.family, "signal");
    assert.match(plain, /\/latest @ /);
    assert.deepEqual(said, ["Copied the reference line of INFL US FIT, latest"]);
    const dated = await copied("dated-link", row(latest));
    assert.match(dated, /\/FIT\/\d{8}T\d{6}Z @ /);
    assert.match(
      said.at(-1) ?? "",
      /^Copied the reference line of INFL US FIT, as of \d+ \w+ \d{4}/,
    );
  });

  it("as links makes a line of each selected row", async () => {
    const rows = [row(), row(sampleSignal("DE"))];
    const lines = (await copied("link", rows[0], rows)).split("\n");
    assert.deepEqual(
      lines.map((each) => parseReferenceLine(each)?.reference),
      [sampleSignal("US"), sampleSignal("DE")],
    );
    assert.deepEqual(said, ["Copied the reference line of 2 series, as of 28 Jun 2024"]);
  });

  it("as a link keeps the slice of a document, and calls the sample by its word", async () => {
    const target = { connectionId: "sample", reference: sampleSignal() };
    isSample = true;
    const slice = { from: dayOfIso("2020-01-01") ?? 0 };
    const text = await copied("link", targetUri(target, "csv", slice));
    assert.equal(text, `${line}/2020-01-01.. @ sample`);
  });

  it("as a link of an unknown connection says so", async () => {
    const target = { connectionId: "gone", reference: sampleSignal() };
    await copied("link", { target });
    await until("the failure", () => reported[0]);
    assert.deepEqual(clipboard, []);
    assert.deepEqual(
      reported.map(({ attempt }) => attempt),
      ["Could not copy INFL US FIT 28 Jun 2024"],
    );
  });

  it("as a table has all that the service gives, between tabs", async () => {
    const csv = await fetchedCsv(sample, sampleSignal());
    assert.equal(await copied("tsv", row()), csv.replaceAll("\r\n", "\n").replaceAll(",", "\t"));
    const rows = (csv.trimEnd().split("\n").length - 1).toLocaleString("en");
    assert.deepEqual(said, [`Copied ${rows} rows of INFL US FIT 28 Jun 2024, as of 28 Jun 2024`]);
  });

  it("as a table of several has one below the other", async () => {
    const rows = [row(), row(sampleSignal("DE"))];
    const [head, first] = (await copied("tsv", rows[0], rows)).split("\n");
    assert.equal(head, "Date\tcountry_iso\tLevel\tMomentum\tAggregate");
    assert.match(first ?? "", /^\d{4}-\d\d-\d\d\tDE\t/);
  });

  it("as a table in Markdown has the newest rows below their reference", async () => {
    const text = await copied("markdown", row());
    const csv = await fetchedCsv(sample, sampleSignal());
    const [date = "", level = ""] = csv.trimEnd().split("\n").at(-1)?.split(",") ?? [];
    const lines = text.split("\n");
    assert.match(lines[0] ?? "", /^<!-- macro-signals: .*\/FIT\/20240628T235959Z\/\S+ @ .* -->$/);
    assert.equal(lines[2], "| Date | Level | Momentum | Aggregate |");
    assert.equal(lines.at(-1)?.split(" | ").slice(0, 2).join(), `| ${date},${level}`);
    assert.equal(lines.length, 204);
    assert.match(
      said[0] ?? "",
      /^Copied the newest 200 of [\d,]+ rows of INFL US FIT 28 Jun 2024, as of/,
    );
  });

  it("as Python asks the service, with the key from the environment and no file", async () => {
    const text = await copied("python", row());
    assert.ok(text.startsWith(`${line} @ ${sample.url}\n`), text);
    assert.match(text, /MACRO_SIGNALS_API_KEY/);
    assert.doesNotMatch(text, /read_parquet\("|\.csv"/);
    assert.equal(text.includes(sample.key), false);
    assert.deepEqual(said, ["Copied INFL US FIT 28 Jun 2024 as Python, as of 28 Jun 2024"]);
  });

  it("of latest in a window with an as-of has that as-of, and copies no later data", async () => {
    const bound = "20250331T235959Z" as Instant;
    services.gate.set(bound);
    const latest = { ...sampleSignal(), asOf: "latest" } as const;
    assert.match(await copied("dated-link", row(latest)), new RegExp(`/FIT/${bound} @ `));
    const before = clipboard.length;
    await copied("tsv", row(latest));
    assert.equal(clipboard.length, before);
    assert.ok(reported[0]?.error instanceof LaterThanAsOfError);
    await copied("tsv", row({ ...latest, asOf: bound }));
    assert.equal(clipboard.length, before + 1);
  });

  it("of a forecast asks in a window with an as-of, and then copies the newest", async () => {
    const forecast = forecastRef({ market: "SPX", currency: "USD", horizon: "12 Months" });
    services.gate.set("20250331T235959Z" as Instant);
    const { showWarningMessage } = vscode.window;
    const asked: unknown[] = [];
    const copiedAfter = async (answer: string | undefined): Promise<string> => {
      const show = (words: unknown): Promise<unknown> => {
        asked.push(words);
        return Promise.resolve(answer);
      };
      Object.assign(vscode.window, { showWarningMessage: show });
      return copied("tsv", row(forecast));
    };
    try {
      assert.equal(await copiedAfter(undefined), "");
      assert.match(await copiedAfter("Use Latest"), /Forecast/);
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    const words =
      "Forecasts have no as-of. Their latest values are used, not those as of 31 Mar 2025.";
    assert.deepEqual(asked, [words, words]);
  });

  it("without data warns once, and offers another as-of", async () => {
    const { showWarningMessage } = vscode.window;
    const warnings: unknown[][] = [];
    const show = (...words: unknown[]): Promise<undefined> => {
      warnings.push(words);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showWarningMessage: show });
    const early = { ...sampleSignal(), asOf: "19010203T235959Z" as Instant };
    const rows = [row(early), row()];
    try {
      await copied("tsv", rows[0], rows);
      await copied("tsv", row(early));
      await copied("tsv", row());
    } finally {
      Object.assign(vscode.window, { showWarningMessage });
    }
    const advice = "The as-of may be before the first production.";
    assert.deepEqual(warnings, [
      [`INFL US FIT 3 Feb 1901 has no data. ${advice}`, "Set As-Of…"],
      [`INFL US FIT 3 Feb 1901 has no data. ${advice}`, "Set As-Of…"],
    ]);
  });

  it("as Python of latest names the instant that it was resolved to", async () => {
    const text = await copied("python", row({ ...sampleSignal(), asOf: "latest" }));
    const reference = parseReferenceLine(text.split("\n")[0] ?? "")?.reference;
    assert.match(reference?.family === "signal" ? reference.asOf : "", /^\d{8}T\d{6}Z$/);
  });

  it("as Python holds the values where those were inserted last", async () => {
    await new RememberedChoice(state, "python").remember("values");
    const text = await copied("python", row());
    assert.match(text, /pd\.DataFrame\(/);
    assert.doesNotMatch(text, /MACRO_SIGNALS_API_KEY/);
  });

  it("as Python holds the values of the sample, whose port no code can know", async () => {
    isSample = true;
    const text = await copied("python", row());
    assert.match(text, /^# macro-signals: .* @ sample\n(?:.*\n)*.*pd\.DataFrame\(/);
    assert.doesNotMatch(text, /MACRO_SIGNALS_API_KEY/);
  });

  it("of a chart copies all series of it", async () => {
    const parts = [sampleSignal("US"), sampleSignal("DE")] as const;
    const [us, de] = parts.map((reference) => ({ connectionId: "acme", reference }));
    assert.ok(us !== undefined && de !== undefined);
    const uri = vscode.Uri.parse(chartUri({ parts: [us, de] }), true);
    const blocks = (await copied("python", uri)).split(/\n\n(?=# macro-signals: )/);
    assert.equal(blocks.length, 2);
  });

  it("copies what came and tells what failed", async () => {
    const unknown = forecastRef({ market: "NONE", currency: "USD", horizon: "12 Months" });
    const rows = [row(unknown), row()];
    const text = await copied("markdown", rows[0], rows);
    assert.match(text, /^<!-- macro-signals: signals\/INFL/);
    await until("the failure", () => reported[0]);
    assert.deepEqual(
      reported.map(({ attempt }) => attempt),
      ["Could not copy NONE USD 12 Months"],
    );
  });

  it("leaves the clipboard alone when nothing came, and tries again", async () => {
    const unknown = forecastRef({ market: "NONE", currency: "USD", horizon: "12 Months" });
    await copied("tsv", row(unknown));
    await until("the failure", () => reported[0]);
    await reported[0]?.retry?.();
    await until("the failure of the second attempt", () => reported[1]);
    assert.deepEqual([clipboard, said], [[], []]);
  });
});
