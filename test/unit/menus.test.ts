import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { URI } from "vscode-uri";
import { chartUri } from "../../src/shared/chartPlace";
import { latestUri } from "../../src/features/latest/model/latestPlace";
import { placeUri, type SeriesTarget } from "../../src/shared/place";
import { forecastRef, panelRef, signalRef } from "../../src/shared/reference";
import { runs } from "../support/propertyRuns";
import { places } from "../support/references";

/** The context of a menu: keys for the resource in a tab, and the editor's own keys. */
type MenuContext = Readonly<Record<string, string | boolean>>;

/**
 * Whether a `when` clause holds. Reads the operators that the manifest uses, with the editor's precedence: `||` binds less
 * tightly than `&&`, and only `!` precedes a group.
 *
 * @throws Error for any other text.
 */
function holds(clause: string, context: MenuContext): boolean {
  return clause
    .split(" || ")
    .some((all) => all.split(" && ").every((term) => termHolds(term, context)));
}

function termHolds(term: string, context: MenuContext): boolean {
  const negated = /^!\((.+)\)$/.exec(term) ?? /^!([\w.]+)$/.exec(term);
  if (negated?.[1] !== undefined) return !termHolds(negated[1], context);
  const [, key = "", operator = "", operand = ""] =
    /^([\w.-]+)(?: (==|!=|=~|in) (\S+))?$/.exec(term) ?? [];
  const value = context[key] ?? "";
  switch (operator) {
    case "==":
      return String(value) === operand;
    case "!=":
      return String(value) !== operand;
    case "=~":
      return patternOf(operand).test(String(value));
    case "in":
      return context[`${key} in ${operand}`] === true;
    default:
      if (key === "") throw new Error(`not a term: ${term}`);
      return key === "true" || (key !== "false" && value !== false && value !== "");
  }
}

function patternOf(text: string): RegExp {
  const [, source] = /^\/(.+)\/$/.exec(text) ?? [];
  if (source === undefined) throw new Error(`not a pattern: ${text}`);
  return new RegExp(source);
}

interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

const inflation = { code: "INFL", version: 2, dataKind: "SNAP", asOf: "latest" } as const;
const connectionId = "acme";
const signal = signalRef({ ...inflation, tags: { country_iso: "US" } });
const forecast = forecastRef({ market: "SNAP", currency: "USD", horizon: "12 Months" });
const all = panelRef({ ...inflation, tags: { country_iso: "*" } });
const listed = panelRef({ ...inflation, tags: { country_iso: ["DE", "US"] } });
/** A signal, market and connection that are named as the folders of latest values. */
const odd: readonly SeriesTarget[] = [
  { connectionId: "latest", reference: signalRef({ ...inflation, code: "latest", tags: {} }) },
  {
    connectionId,
    reference: forecastRef({ market: "latest", currency: "signals", horizon: "+*" }),
  },
];

/** What the editor sets for the resource of a tab. */
function contextOf(uri: string, own: MenuContext = {}): MenuContext {
  const { scheme, path: file } = URI.parse(uri, true);
  return {
    "macroSignals.hasConnection": true,
    resource: uri,
    resourceScheme: scheme,
    resourcePath: file,
    resourceDirname: path.posix.dirname(file),
    resourceFilename: path.posix.basename(file),
    resourceExtname: path.posix.extname(file),
    ...own,
  };
}

const forAll =
  "copyAs copyReference insertIntoNotebook openCsv openJson refreshDocument saveAs".split(" ");
const forSeries = ["saveResponse", "showInSideBar"];
const forSignal = "compareKinds compareVintages forecastsItMoves".split(" ");
const forText = ["openChart", "openOtherForm"];
const forChart = ["saveChart"];

/** The commands that are the subject here; others are offered by the same clauses. */
const subjects = [
  ...[...forAll, ...forSeries, ...forSignal, ...forText, ...forChart],
  ...["addToChart", "switchLayout", "showCoverage"],
];

describe("the menus of a tab", () => {
  let menus: Readonly<Record<string, readonly MenuItem[]>>;
  before(async () => {
    const text = await readFile("package.json", "utf8");
    menus = (JSON.parse(text) as { contributes: { menus: typeof menus } }).contributes.menus;
  });

  function offered(menu: string, context: MenuContext): readonly string[] {
    const items = (menus[menu] ?? []).filter(({ when = "true" }) => holds(when, context));
    const names = items.map(({ command, submenu }) => (command ?? submenu ?? "").split(".")[1]);
    return [...new Set(names.filter((name) => name !== undefined))].sort();
  }

  /** The subjects that the title of a tab and the palette offer. Only the title has a submenu and inserts. */
  function assertOffered(uri: string, commands: readonly string[], own: MenuContext = {}): void {
    const context = contextOf(uri, own);
    const isChart = uri.endsWith(".chart");
    const inTitle = (name: string): boolean =>
      name !== "copyReference" && !(isChart ? /^refreshDocument$/ : /^open(Csv|Json)$/).test(name);
    const inPalette = (name: string): boolean => !/^(copyAs|insertIntoNotebook)$/.test(name);
    const offers = [
      ["editor/title", inTitle],
      ["commandPalette", inPalette],
    ] as const;
    for (const [menu, isThere] of offers) {
      const names = offered(menu, context).filter((name) => subjects.includes(name));
      assert.deepEqual(names.filter(isThere), commands.filter(isThere).sort(), `${menu} of ${uri}`);
    }
  }

  const chart = { activeCustomEditorId: "macroSignals.chart" };

  it("offer what a series can do", () => {
    for (const form of ["csv", "json"] as const) {
      const text = [...forAll, ...forSeries, ...forText, "addToChart"];
      assertOffered(placeUri({ connectionId, reference: signal, form }), [...text, ...forSignal]);
      assertOffered(placeUri({ connectionId, reference: forecast, form }), text);
    }
    const commands = [...forAll, ...forSeries, ...forChart];
    const uriOf = (reference: SeriesTarget["reference"]): string =>
      chartUri({ parts: [{ connectionId, reference }] });
    assertOffered(uriOf(signal), [...commands, ...forSignal], chart);
    assertOffered(uriOf(forecast), commands, chart);
  });

  it("offer what several series can do", () => {
    const parts = [signal, forecast].map((reference) => ({ connectionId, reference }));
    const [first, ...others] = parts;
    assert.ok(first !== undefined);
    const uri = chartUri({ parts: [first, ...others] });
    assertOffered(uri, [...forAll, ...forSeries, ...forChart], chart);
  });

  it("offer what a panel can do", () => {
    for (const reference of [all, listed]) {
      assert.ok(reference.family === "panel");
      const commands = [...forAll, "showCoverage"];
      for (const form of ["csv", "json"] as const) {
        const uri = placeUri({ connectionId, reference, form });
        assertOffered(uri, [...commands, ...forText, "switchLayout"]);
      }
      assertOffered(chartUri({ connectionId, reference }), [...commands, ...forChart], chart);
    }
  });

  it("offer nothing of a series for latest values and for other files", () => {
    const of = { code: "IN+FL*", version: 2 };
    const places = [
      latestUri({ connectionId, of: "signals", form: "heatmap" }),
      latestUri({ connectionId, of: "signals", form: "csv", signal: of }),
      latestUri({ connectionId: "sample", of: "forecasts", form: "json" }),
      latestUri({ connectionId: "latest", of: "changes", form: "changes" }),
      "file:///acme/signals/INFL/2/country_iso=US+DE/SNAP/latest/INFL.csv",
      "file:///home/me/a.chart",
    ];
    for (const uri of places) assertOffered(uri, []);
  });

  it("offer Save Chart… for a saved chart, and nowhere without a chart", () => {
    const saved = { activeCustomEditorId: "macroSignals.savedChart" };
    assertOffered("file:///home/me/a.macrochart.json", forChart, saved);
    const without = contextOf("file:///home/me/a.py");
    assert.ok(!offered("commandPalette", without).includes("saveChart"));
  });

  it("offer only what copies a panel for the row of a signal, and all forms for a series", () => {
    const forms = ["copyDatedReference", "copyMarkdown", "copyPython", "copyReference", "copyTsv"];
    const links = ["copyCommandLine", "copyLink"];
    const rows = [
      ["macroSignals.signals", "signal", links],
      ["macroSignals.signals", "variantGroup", links],
      ["macroSignals.pinned", "pinPanel.offline", links],
      ["macroSignals.signals", "variant", [...links, ...forms].sort()],
    ] as const;
    for (const [view, viewItem, entries] of rows) {
      assert.ok(offered("view/item/context", { view, viewItem }).includes("copyAs"), viewItem);
      assert.deepEqual(offered("macroSignals.copyAs", { view, viewItem }), entries);
    }
    // The menu of a tab has no row.
    assert.deepEqual(offered("macroSignals.copyAs", {}), [...links, ...forms].sort());
  });

  it("take no series for latest values or a panel, whatever its texts are", () => {
    for (const { connectionId: id, reference } of odd) {
      const uri = placeUri({ connectionId: id, reference, form: "csv" });
      assert.ok(offered("editor/title", contextOf(uri)).includes("saveResponse"), uri);
    }
    fc.assert(
      fc.property(places, (place) => {
        const names = offered("editor/title", contextOf(placeUri(place)));
        const isPanel = place.reference.family === "panel";
        assert.equal(names.includes("saveAs"), true);
        assert.equal(names.includes("saveResponse"), !isPanel);
        assert.equal(names.includes("showCoverage"), isPanel);
        assert.equal(names.includes("compareKinds"), place.reference.family === "signal");
      }),
      { numRuns: runs(100) },
    );
  });

  it("look at the folder of a resource, its extension and its scheme, not at whole paths", () => {
    const clauses = Object.values(menus).flatMap((items) => items.flatMap(({ when = [] }) => when));
    const long = clauses.filter((clause) => /resourcePath|view =~ \S*\|/.test(clause));
    assert.deepEqual(long, []);
  });
});
