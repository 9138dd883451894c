import {
  type ChartPart,
  type PanelOutline,
  type ToChart,
} from "../../../src/features/chart/protocol";
import { plotInside } from "../../support/plotPlaces";
import { painted } from "./frameTimes";
import { walk } from "./walk";

const columnNames = ["Level", "Momentum", "Aggregate"];

/** Parts of that many days with three columns each, as the editor has them ready for the page. */
function partsOf(series: number, days: number): ChartPart[] {
  return Array.from({ length: series }, (_, place) => {
    const lines = walk(days, columnNames.length);
    const title = `S${place} v1`;
    return {
      id: `a/${title}`,
      role: "part",
      family: "signal",
      title,
      fullTitle: title,
      shortTitle: title,
      identity: {
        service: "Acme · api.acme.example",
        isSample: false,
        title: "",
        subject: title,
        variant: "",
        dataKind: "SNAP",
        asOf: "latest",
        path: `/acme/signals/S${place}/1/SNAP/latest/${title}.chart`,
      },
      isLoading: false,
      failure: null,
      data: {
        unit: "score",
        latestAsOf: null,
        fetchedAtMs: 0,
        staleBecause: null,
        repairs: [],
        days: lines.days,
        columns: lines.values.map((values, column) => {
          const name = columnNames[column] ?? "";
          const told = { percentile: 50, step: "daily" } as const;
          return { name, label: name, component: null, values, ...told };
        }),
        mismatches: [],
        barScale: null,
        slice: null,
      },
    };
  });
}

const panelOutline: PanelOutline = {
  identity: {
    service: "Acme · api.acme.example",
    isSample: false,
    title: "",
    subject: "S v1",
    variant: "all country_iso",
    dataKind: "SNAP",
    asOf: "latest",
    path: "signals/S/1/country_iso=*/SNAP/latest",
  },
  varying: "country_iso",
  asOf: "20261120T093000Z",
  fetchedAtMs: 0,
  coverage: "40 of 40 variants",
  omitted: 0,
  staleBecause: null,
  progress: null,
  failure: null,
};

/** Waits until the page has the program of panels. */
async function begun(data: ToChart): Promise<void> {
  dispatchEvent(new MessageEvent("message", { data }));
  while (document.querySelector(".cross") === null) await painted();
}

/** In milliseconds from the arrival of the message with all data. */
interface Paints {
  /** The end of the frame in which the plots and all texts and controls around them are painted. */
  readonly firstMs: number;
  /** The end of the frame in which the overview is painted, whose space is reserved until then. */
  readonly allMs: number;
}

/** The first message of a chart, without its parts. */
const show = {
  type: "show",
  title: "S",
  isSample: false,
  canUndo: false,
  bound: null,
  state: null,
} as const;

/** Shows that many series, and checks that the timed parts have been drawn. */
export async function firstPaint(series: number, days: number, isPanel: boolean): Promise<Paints> {
  const parts = partsOf(series, days);
  const panel = isPanel ? panelOutline : null;
  // As the editor does: it sends a panel as a whole, and until then its progress.
  if (isPanel) await begun({ ...show, generation: 1, parts: [], panel });
  const data: ToChart = { ...show, generation: 2, parts, panel };
  await painted();
  const start = performance.now();
  dispatchEvent(new MessageEvent("message", { data }));
  const firstMs = (await paintedPlots()) - start;
  // Small panes have no overview.
  const hasOverview = document.querySelector<HTMLElement>(".overview")?.hidden === false;
  if (!hasOverview) return { firstMs, allMs: (await painted()) - start };
  for (let frame = 0; frame < maxFrames; frame++) {
    const allMs = (await painted()) - start;
    const overview = document.querySelector<HTMLCanvasElement>(".overview canvas");
    if (overview !== null && coloursIn(overview) > 1) return { firstMs, allMs };
  }
  throw new Error("There is no overview");
}

/**
 * Settles at the end of the first frame with plots, and checks that all of them are drawn in it. Long series are prepared
 * in slices of time, between which the page may paint frames without them.
 */
async function paintedPlots(): Promise<number> {
  for (let frame = 0; frame < maxFrames; frame++) {
    const end = await painted();
    // A heat strip may be in place of the plots.
    const drawings = ".pane-plot canvas, .strip:not([hidden]) > canvas";
    const plots = [...document.querySelectorAll<HTMLCanvasElement>(drawings)];
    if (plots.length === 0) continue;
    const drawn = plots.filter((plot) => coloursIn(plot) > 2).length;
    if (drawn === plots.length) return end;
    throw new Error(`The first frame with plots has drawn ${drawn} of ${plots.length}`);
  }
  throw new Error("There are no plots");
}

/** A time that suffices for the plots of long series, and for the overview, whose script runs after the first frame. */
const maxFrames = 60;

/** Turns the wheel over the plot, inwards and then sideways, one step in each frame. */
export async function zoomSteps(steps: number): Promise<void> {
  const plot = document.querySelector(plotInside);
  if (plot === null) throw new Error("There is no plot to zoom");
  const { left, top, width, height } = plot.getBoundingClientRect();
  const place = { clientX: left + width * 0.6, clientY: top + height / 2 };
  const inwards = Math.floor(steps * 0.75);
  for (let step = 0; step < steps; step++) {
    const isInwards = step < inwards;
    // With Ctrl the wheel also zooms in small multiples, as a pinch does, for which a step has fewer pixels.
    const turn = isInwards ? { deltaY: -15, ctrlKey: true } : { deltaY: 40, shiftKey: true };
    plot.dispatchEvent(
      new WheelEvent("wheel", { ...place, ...turn, bubbles: true, cancelable: true }),
    );
    await painted();
  }
}

/** The number of colours in the middle of a canvas; one if nothing is drawn. */
function coloursIn(canvas: HTMLCanvasElement): number {
  const context = canvas.getContext("2d");
  if (context === null) return 0;
  const { data } = context.getImageData(canvas.width >> 1, 0, 40, canvas.height);
  return new Set(new Uint32Array(data.buffer)).size;
}

/** Shows this many series in one plot and acts as a person does. Returns the longest hold-up of each step in ms. */
export async function holdUps(
  series: number,
  days: number,
): Promise<Readonly<Record<string, number>>> {
  const parts = partsOf(series, days);
  const data: ToChart = { ...show, generation: 2, parts, panel: null };
  const steps: Readonly<Record<string, () => Promise<void>>> = {
    "arrival and first paint": async () => {
      dispatchEvent(new MessageEvent("message", { data }));
      await until(() => areAll(".series td.percentile", /^\d+$/));
      await until(() => document.querySelector(".overview canvas") !== null);
    },
    "crosshair moves": () => moveCrosshair(20),
    "zoom steps": () => zoomSteps(10),
    "z-scores": () => showValues("As z-Scores over All History", /σ$/),
    ranks: () => showValues("As Ranks Among the Shown Series", /^#/),
    "as served": () => showValues("As Served", /^[+−]/),
    correlations: async () => {
      buttonNamed("Statistics").click();
      await until(() => document.querySelector(".correlations") !== null);
    },
    "correlations of levels": async () => {
      const before = document.querySelector(".correlations");
      buttonNamed("Levels").click();
      await until(() => ![null, before].includes(document.querySelector(".correlations")));
    },
  };
  const found: Record<string, number> = {};
  for (const [name, step] of Object.entries(steps)) found[name] = await longestHoldUp(step);
  return found;
}

/** The longest time between two turns of the event loop, from the start of some work until all of it is painted. */
async function longestHoldUp(work: () => Promise<void>): Promise<number> {
  const { port1, port2 } = new MessageChannel();
  let [longest, last] = [0, performance.now()];
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(0);
  };
  port2.postMessage(0);
  await work();
  for (let frame = 0; frame < restFrames; frame++) await painted();
  port1.close();
  return longest;
}

/** The time for postponed work: applying a dragged range, sorting rows. */
const restFrames = 30;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await painted();
}

/** Whether there are such elements, all with a text like this. */
function areAll(selector: string, pattern: RegExp): boolean {
  const found = [...document.querySelectorAll(selector)];
  return found.length > 0 && found.every(({ textContent }) => pattern.test(textContent));
}

function buttonNamed(name: string): HTMLElement {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      "button, [role=menuitemradio], [role=menuitemcheckbox], [role=menuitem]",
    ),
  ];
  const found = all.find(
    (each) => each.textContent.startsWith(name) && each.getClientRects().length > 0,
  );
  if (found === undefined) throw new Error(`There is no button ${name}`);
  return found;
}

async function showValues(entry: string, newest: RegExp): Promise<void> {
  buttonNamed("Values").click();
  await painted();
  buttonNamed(entry).click();
  await until(() => areAll(".series td.newest", newest));
}

async function moveCrosshair(steps: number): Promise<void> {
  const plot = document.querySelector(plotInside);
  if (plot === null) throw new Error("There is no plot to point at");
  const { left, top, width, height } = plot.getBoundingClientRect();
  for (let step = 0; step < steps; step++) {
    const place = { clientX: left + (width * (step + 0.5)) / steps, clientY: top + height / 2 };
    plot.dispatchEvent(
      new PointerEvent("pointermove", { ...place, bubbles: true, pointerType: "mouse" }),
    );
    await painted();
  }
}
