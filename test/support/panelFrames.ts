import {
  type ChartPart,
  type PanelOutline,
  type SeriesIdentity,
  type ToChart,
} from "../../src/features/chart/protocol";
import { ReadableNames } from "../../src/catalog/readableNames";
import { consecutiveDays, part, scores, show, signalData } from "./chartFrames";

/** Of a panel as it is asked for. */
const panelIdentity: SeriesIdentity = {
  service: "Acme · api.acme.example",
  isSample: false,
  title: "",
  subject: "INFL v2",
  variant: "all country_iso",
  dataKind: "SNAP",
  asOf: "latest",
  path: "signals/INFL/2/country_iso=*/SNAP/latest",
};

/** A panel that has come. */
export function panelOutline(changes: Partial<PanelOutline> = {}): PanelOutline {
  return {
    identity: panelIdentity,
    varying: "country_iso",
    asOf: "20261120T093000Z",
    fetchedAtMs: Date.UTC(2026, 10, 20, 9, 30),
    coverage: "12 of 13 variants · 1 without data · last day 21 Nov 2026, 1 ends earlier",
    omitted: 0,
    staleBecause: null,
    progress: null,
    failure: null,
    ...changes,
  };
}

/** What the page is told of a panel before anything of it has come. */
export function panelBefore(changes: Partial<PanelOutline> = {}): PanelOutline {
  const nothing = { asOf: null, fetchedAtMs: null, coverage: "" };
  return panelOutline({ ...nothing, progress: { done: 0, of: 0 }, ...changes });
}

const countries = [
  "United States",
  "Germany",
  "Japan",
  "United Kingdom",
  "France",
  "Italy",
  "Spain",
  "Türkiye",
  "Korea, Republic of",
  "Brazil",
  "New Zealand",
  "United Arab Emirates",
] as const;

/** Of those that have one. */
const shortNames: Readonly<Record<string, string>> = {
  "United States": "US",
  "United Kingdom": "UK",
  "Korea, Republic of": "Korea",
  "United Arab Emirates": "UAE",
};

/** Variants of a panel, of which the third ends four weeks before the others; as many as are asked for. */
export function panelParts(count: number = countries.length, rows = 4_000): readonly ChartPart[] {
  return Array.from({ length: count }, (_, place) => {
    const name = countries[place] ?? `Country ${place}`;
    const days = consecutiveDays("2015-12-10", place === 2 ? rows - 28 : rows);
    const column = (seed: number): Float64Array => scores(days.length, 7 * place + seed);
    const columns = { Level: column(1), Momentum: column(2), Aggregate: column(3) };
    const identity = { variant: name, asOf: "20261120T093000Z" };
    const shortTitle = shortNames[name] ?? name;
    return part(signalData(days, columns), {
      id: `acme/${name}`,
      title: name,
      shortTitle,
      identity,
    });
  });
}

type Show = Extract<ToChart, { type: "show" }>;

const names = new ReadableNames("en");

/** The message of a panel that has come; its parts are sorted by name, as the editor does. */
export function showPanel(
  parts: readonly ChartPart[] = panelParts(),
  changes: Partial<Show> = {},
): Show {
  const panel = panelOutline();
  return show(
    names.sorted(parts, ({ title }) => title),
    { title: "INFL all country_iso", canUndo: false, bound: null, panel, ...changes },
  );
}
