import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { type AnyChartPlace, chartTitle, chartUri } from "../../src/shared/chartPlace";
import { endOfDay } from "../../src/shared/instant";
import { type SeriesTarget } from "../../src/shared/place";
import { forecastRef, panelRef, signalRef } from "../../src/shared/reference";
import { installExtension } from "../support/codeServer";
import { connectByHand } from "../support/connectByHand";
import { EditorSession, extensionsVariable } from "../support/editorSession";
import { wantedVersion } from "../support/editorVersion";
import { temporaryFolder } from "../support/temporaryFolder";
import { type TreeView } from "../support/treeView";
import { ensureVscodeServer } from "../support/vscodeServer";
import { type Workbench } from "../support/workbench";
import { benchKey } from "./benchStore";
import { countries, lastDayOfVariant, startClickServer } from "./clickServer";
import { type Ratio } from "./measure";
import { median } from "./median";
import { sized } from "./sized";

const warmUp = sized(2, 0);
const rounds = sized(9);
/** After this, a window does nothing more for a click. */
const pauseMs = sized(400, 50);

/** The kinds of clicks: cold ones open what was never requested, warm ones what was shown before. */
const kinds = [
  "empty",
  "cold",
  "warm",
  "coldLong",
  "warmLong",
  "coldForecast",
  "warmForecast",
  "coldMonthly",
  "warmMonthly",
  "coldDaily",
  "warmDaily",
  "warmVintages",
] as const;

type Kind = (typeof kinds)[number];

/** What a click opens, and the heading of the page that it leads to, or its tooltip. */
interface Page {
  readonly opens: string;
  readonly heading: string;
}

/** The row whose click closes all tabs and prepares the other row for the next page. */
const nextRow = { label: "next", opens: [] };
/** The only row for pages: more rows could be below the edge of the list, which would have to be scrolled. */
const pageLabel = "page";

/**
 * Runs in the window: milliseconds from the next click until the page with this heading is painted, with its plots where
 * it is a chart. The pages of web views have the window's own origin.
 */
const timePage = `({ heading, isChart }) => new Promise((done) => {
  const isDrawn = () => [...document.querySelectorAll("iframe.webview")].some((outer) => {
    const page = outer.contentDocument?.querySelector("#active-frame")?.contentDocument;
    const title = page?.querySelector("h1");
    // Charts may share a heading; the tooltip identifies the place.
    if ((title?.title || title?.textContent) !== heading) return false;
    return !isChart || page.querySelector('.plots[aria-busy="false"] canvas') !== null;
  });
  addEventListener("click", () => {
    const clicked = performance.now();
    const look = () => {
      if (isDrawn()) done(performance.now() - clicked);
      else requestAnimationFrame(look);
    };
    look();
  }, { capture: true, once: true });
})`;

/**
 * Times a click until the picture in a real VS Code, relative to an empty editor of another extension. A longer series,
 * a forecast or a panel is compared with the chart of one signal of 18,000 rows, warm with warm and cold with cold.
 */
export async function benchClicks(): Promise<Ratio[]> {
  const folder = temporaryFolder("clicks");
  const service = await startClickServer();
  try {
    await installExtensions(folder.path);
    const session = await EditorSession.start();
    try {
      const workbench = await session.openWindow();
      await connectByHand(workbench, { url: service.origin, key: benchKey });
      return ratiosOf(await timesOf(session, workbench));
    } finally {
      await session.stop();
    }
  } finally {
    await service.close();
    folder.remove();
  }
}

/** The product as it was built for this run, and the one that it is compared with. */
async function installExtensions(folder: string): Promise<void> {
  const empty = path.join(folder, "empty");
  await mkdir(empty, { recursive: true });
  await copyFile("dist/bench/emptyEditor.cjs", path.join(empty, "extension.cjs"));
  await writeFile(path.join(empty, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(empty, "LICENSE"), "");
  const server = await ensureVscodeServer(wantedVersion());
  const extensions = path.join(folder, "extensions");
  for (const [name, cwd] of [["product", process.cwd()] as const, ["empty", empty] as const]) {
    const packagePath = path.join(folder, `${name}.vsix`);
    const options = { dependencies: false, allowMissingRepository: true };
    await createVSIX({ cwd, packagePath, rewriteRelativeLinks: false, ...options });
    await installExtension(server, packagePath, path.join(folder, "profile"), extensions);
  }
  process.env[extensionsVariable] = extensions;
}

const manifest = {
  name: "clicks",
  publisher: "clicks",
  version: "0.0.1",
  engines: { vscode: "^1.103.0" },
  main: "./extension.cjs",
  contributes: {
    views: { explorer: [{ id: "clicks.rows", name: "Clicks" }] },
    customEditors: [
      {
        viewType: "clicks.empty",
        displayName: "Empty",
        selector: [{ filenamePattern: "*.empty" }],
      },
    ],
  },
};

type Times = Readonly<Record<Kind, readonly number[]>>;

async function timesOf(session: EditorSession, workbench: Workbench): Promise<Times> {
  const pages = pagesFor(await connectionOf(session));
  for (const { opens } of pages.empty) await writeFile(path.join(session.folder, opens), "");
  const clicks = clicksOn(pages);
  const pageRow = { label: pageLabel, opens: clicks.map(({ page }) => page.opens) };
  await writeFile(path.join(session.folder, "rows.json"), JSON.stringify([nextRow, pageRow]));
  const list = await workbench.openView("Explorer", "Clicks");
  const times: Record<Kind, number[]> = {
    ...{ empty: [], cold: [], warm: [], coldLong: [], warmLong: [] },
    ...{ coldForecast: [], warmForecast: [], coldMonthly: [], warmMonthly: [] },
    ...{ coldDaily: [], warmDaily: [], warmVintages: [] },
  };
  for (const [at, click] of clicks.entries()) {
    const ms = await msToPage(workbench, list, click, at);
    if (click.isMeasured) times[click.kind].push(ms);
  }
  return times;
}

interface Click {
  readonly kind: Kind;
  readonly page: Page;
  readonly isMeasured: boolean;
}

/** One click of each kind in each round, in alternating order. */
function clicksOn(pages: Readonly<Record<Kind, readonly Page[]>>): readonly Click[] {
  const clicks: Click[] = [];
  for (let round = -warmUp; round < rounds; round++) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const page = pages[kind][clicks.length % pages[kind].length];
      if (page === undefined) throw new Error(`nothing to open for ${kind}`);
      clicks.push({ kind, page, isMeasured: round >= 0 });
    }
  }
  return clicks;
}

async function connectionOf({ root }: EditorSession): Promise<string> {
  const file = path.join(root, "profile/user-data/User/settings.json");
  const settings = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  return String(settings["macroSignals.connection"]);
}

function pagesFor(connectionId: string): Readonly<Record<Kind, readonly Page[]>> {
  const chartOf = (place: AnyChartPlace): Page => ({
    opens: chartUri(place),
    heading: chartTitle(place),
  });
  const series = (code: string, version: number): Page => {
    const tags = { country_iso: "C0" };
    const reference = signalRef({ code, version, tags, dataKind: "FIT", asOf: "latest" });
    return chartOf({ parts: [{ connectionId, reference }] });
  };
  const forecast = (version: number): Page => {
    const parts = { market: `F${version}`, currency: "USD", horizon: "12 Months" };
    return chartOf({ parts: [{ connectionId, reference: forecastRef(parts) }] });
  };
  const panel = (code: string, version: number): Page => {
    const tags = { country_iso: countries };
    // 2020-01-01
    const asOf = endOfDay(18_262);
    const reference = panelRef({ code, version, tags, dataKind: "FIT", asOf });
    if (reference.family !== "panel") throw new RangeError("no panel");
    return chartOf({ connectionId, reference });
  };
  const vintages = (count: number): Page => {
    const tags = { country_iso: "C0" };
    const partOf = (at: number): SeriesTarget => {
      // Months, the last of them after the last row.
      const asOf = endOfDay(lastDayOfVariant - 30 * (count - 2 - at));
      const reference = signalRef({ code: "WIDE", version: 1, tags, dataKind: "SNAP", asOf });
      return { connectionId, reference };
    };
    const [first, ...others] = Array.from({ length: count }, (_, at) => partOf(at));
    if (first === undefined) throw new RangeError("no vintage");
    return chartOf({ parts: [first, ...others] });
  };
  const each = (page: (version: number) => Page): Page[] =>
    Array.from({ length: kinds.length * (warmUp + rounds) }, (_, at) => page(at + 2));
  return {
    empty: [{ opens: "1.empty", heading: "1.empty" }],
    cold: each((version) => series("WALK", version)),
    warm: [series("WALK", 1)],
    coldLong: each((version) => series("LONG", version)),
    warmLong: [series("LONG", 1)],
    coldForecast: each(forecast),
    warmForecast: [forecast(1)],
    coldMonthly: each((version) => panel("MONTHS", version)),
    warmMonthly: [panel("MONTHS", 1)],
    coldDaily: each((version) => panel("WIDE", version)),
    warmDaily: [panel("WIDE", 1)],
    warmVintages: [vintages(24)],
  };
}

async function msToPage(
  { page }: Workbench,
  list: TreeView,
  { kind, page: { heading } }: Click,
  at: number,
): Promise<number> {
  const row = await list.find(`${pageLabel} | ${at}`);
  const subject = JSON.stringify({ heading, isChart: kind !== "empty" });
  const [ms] = await Promise.all([page.evaluate(`(${timePage})(${subject})`), row.click()]);
  await page.waitForTimeout(pauseMs);
  // Nothing of one click is left for the next one.
  await list.click(nextRow.label);
  await page.locator("iframe.webview").first().waitFor({ state: "detached" });
  await page.waitForTimeout(pauseMs);
  return Number(ms);
}

function ratiosOf(times: Times): Ratio[] {
  const ms = (kind: Kind): number => median(times[kind]);
  const against = (what: string, kind: Kind, other: Kind, target: number): Ratio => ({
    ...{ what, ratio: ms(kind) / ms(other), target, bound: "at most" },
  });
  const what = "click to picture";
  return [
    against(`${what}, 18,000 rows, warm: multiple of an empty editor`, "warm", "empty", 1.35),
    against(`${what}, 18,000 rows, cold: multiple of an empty editor`, "cold", "empty", 1.6),
    against(`${what}, 33,000 rows, warm: multiple of 18,000`, "warmLong", "warm", 1.3),
    against(`${what}, 33,000 rows, cold: multiple of 18,000`, "coldLong", "cold", 1.3),
    against(`${what}, forecast, warm: multiple of one signal`, "warmForecast", "warm", 1.5),
    against(`${what}, forecast, cold: multiple of one signal`, "coldForecast", "cold", 1.5),
    against(
      `${what}, monthly panel of 40, warm: multiple of one chart`,
      "warmMonthly",
      "warm",
      1.5,
    ),
    against(`${what}, monthly panel of 40, cold: multiple of one chart`, "coldMonthly", "cold", 2),
    against(`${what}, daily panel of 40, warm: multiple of one chart`, "warmDaily", "warm", 2.5),
    against(`${what}, daily panel of 40, cold: multiple of one chart`, "coldDaily", "cold", 3),
    against(
      `${what}, 24 vintages of 9,000 rows, warm: multiple of one chart`,
      "warmVintages",
      "warm",
      2,
    ),
    ...kinds.map((kind): Ratio => {
      const told = { what: `${what}, ${kind}, median of ${rounds}, ms`, ratio: ms(kind) };
      return { ...told, target: 0, bound: "at most", isForInformation: true };
    }),
  ];
}
