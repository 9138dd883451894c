import { type Locator } from "playwright-core";
import { type ChartPart } from "../../src/features/chart/protocol";
import { type ChartPage } from "./chartPage";
import {
  day,
  failureOf,
  forecastPart,
  part,
  scores,
  show,
  signalData,
  signalPart,
} from "./chartFrames";
import { defaultViewState } from "../../src/features/chart/model/viewState";
import { plotInside } from "./plotPlaces";
import { panelBefore, panelParts, showPanel } from "./panelFrames";

const countries = ["United States", "Germany", "Japan", "United Kingdom", "France", "Italy"];

/** A series that could not be fetched, with or without what was fetched before. */
export function failedPart(changes: Partial<ChartPart> = {}): ChartPart {
  const message = "GET /api/v3/signal/INFL/2/data/: 503 Maintenance until 14:00 UTC";
  return signalPart({}, { ...changes, failure: failureOf(message, ["retry", "showLog"]) });
}

/** The other kind of a part, to compare it with: each twentieth day was revised. */
export function comparedPart(): ChartPart {
  const fit = signalPart(
    { dataKind: "FIT" },
    { id: "a/INFL FIT", role: "kind", title: "INFL v2 United States FIT" },
  );
  for (const { values } of fit.data?.columns ?? []) {
    values.forEach((value, row) => {
      if (row % 20 === 0) values[row] = value - 0.4;
    });
  }
  return fit;
}

/** Vintages of one signal, the newest first, and its other kind: the newest 250 days differ by 0.1 between two of them. */
export function vintageParts(): readonly ChartPart[] {
  const ends = ["latest", ...["1231", "0930", "0630", "0331"].map((day) => `2025${day}T235959Z`)];
  const vintages = ends.map((asOf, age) => {
    const own = signalPart({ asOf }, { id: `a/INFL ${asOf}` });
    for (const { values } of own.data?.columns ?? []) {
      for (let row = values.length - 250; row < values.length; row++) {
        values[row] = (values[row] ?? 0) - 0.1 * age;
      }
    }
    return own;
  });
  return [...vintages, signalPart({ dataKind: "FIT" }, { id: "a/INFL FIT", title: "FIT" })];
}

/** A score that changes monthly, as of latest and of the ends of the months before it: the newest months are revised. */
export function monthlyVintageParts(count: number): readonly ChartPart[] {
  const asOfs = Array.from({ length: count }, (_, age) => {
    const end = new Date(Date.UTC(2026, 11 - age, 0));
    return { age, last: Math.floor(end.getTime() / 86_400_000) - 20, end };
  });
  return asOfs.map(({ age, last, end }) => {
    const from = day("2006-01-01");
    const days = Int32Array.from({ length: last - from + 1 }, (_, row) => from + row);
    const months = scores(300, 5).map((each) => (Number.isNaN(each) ? 0 : each));
    const errors = scores(300, 9);
    const newest = Math.floor((last - from) / 30.44);
    const Aggregate = Float64Array.from(days, (each) => {
      const month = Math.floor((each - from) / 30.44);
      const left = newest + age - month;
      const error = 0.12 * (errors[(7 * month + 3 * Math.max(0, 18 - left)) % 300] ?? 0);
      return (
        0.6 * (months[month] ?? 0) +
        (left > 18 || Number.isNaN(error) ? 0 : (error * (age + 1)) / 6)
      );
    });
    const asOf =
      age === 0 ? "latest" : `${end.toISOString().slice(0, 10).replaceAll("-", "")}T235959Z`;
    const title = "Inflation · United States";
    return part(signalData(days, { Aggregate }), {
      ...{ id: `a/INFL ${asOf}`, title: "INFL v2 United States" },
      identity: { asOf, title },
    });
  });
}

/** Everything that a chart page may look like, by name; each begins with a page that has said that it is ready. */
export const chartStates: Readonly<Record<string, (chart: ChartPage) => Promise<void>>> = {
  loading: (chart) => chart.post(show([signalPart({}, { isLoading: true, data: null })])),
  ready: (chart) => chart.post(show([signalPart()])),
  sample: (chart) =>
    chart.post(show([signalPart({ isSample: true, service: "Sample data" })], { isSample: true })),
  failed: async (chart) => {
    await chart.post(show([failedPart({ data: null })]));
    await chart.page.getByRole("button", { name: "Retry" }).waitFor();
  },
  "failed with another as-of in the cache": async (chart) => {
    const cached = "as of 28 Jun 2024, fetched 19 Nov 2026 18:03 UTC";
    const message = "The service returned 503: Maintenance until 14:00 UTC";
    const changes = { cause: "unavailable", cached } as const;
    const failure = failureOf(message, ["retry", "showLog", "openCached"], changes);
    await chart.post(show([signalPart({}, { data: null, failure })]));
    await chart.page.getByRole("button", { name: "Open What Is Cached" }).waitFor();
  },
  "failed, out of reach": async (chart) => {
    const message = "Cannot reach 127.0.0.1:8787 (connection refused)";
    const failure = failureOf(message, ["diagnose", "retry"], { cause: "unreachable" });
    const identity = { service: "Research · 127.0.0.1:8787", title: "Inflation · Austria" };
    await chart.post(show([signalPart(identity, { data: null, failure })]));
    await chart.page.getByRole("button", { name: "Diagnose" }).waitFor();
  },
  "failed with the last good picture": async (chart) => {
    await chart.post(show([failedPart()]));
    await chart.page.getByRole("button", { name: "Retry" }).waitFor();
  },
  "with the crosshair": async (chart) => {
    await chart.post(show([signalPart()]));
    await plotOf(chart).focus();
    await chart.page.keyboard.press("ArrowLeft");
    await chart.settle();
  },
  "with two pins": async (chart) => {
    await chart.post(show([signalPart()]));
    for (const key of ["End", "Enter", "ArrowUp", "Enter"]) await plotOf(chart).press(key);
    await chart.settle();
  },
  "compared with FIT": async (chart) => {
    await chart.post(show([signalPart()]));
    await plotOf(chart).focus();
    await chart.page.keyboard.press("f");
    await chart.post({ type: "part", generation: 1, part: comparedPart() });
  },
  "compared with FIT and another as-of": async (chart) => {
    await chart.post(show([signalPart()]));
    await plotOf(chart).press("f");
    await chart.post({ type: "part", generation: 1, part: comparedPart() });
    const vintage = "20240628T235959Z";
    await chart.post({ type: "compareWith", generation: 1, comparison: { vintage } });
    const older = signalPart({ asOf: vintage }, { id: "a/INFL old", role: "vintage" });
    await chart.post({ type: "part", generation: 1, part: older });
    await chart.page.getByRole("button", { name: "Revision since 28 Jun 2024" }).waitFor();
  },
  "with revisions": async (chart) => {
    await chart.post(show([signalPart()]));
    await plotOf(chart).press("f");
    await chart.post({ type: "part", generation: 1, part: comparedPart() });
    await chart.page.getByRole("button", { name: "Revisions" }).click();
    await chart.page.getByRole("grid", { name: "Revisions" }).waitFor();
    await chart.settle();
  },
  "of vintages": async (chart) => {
    await chart.post(show(vintageParts()));
    await plotOf(chart).focus();
    await chart.page.keyboard.press("ArrowLeft");
    await chart.settle();
  },
  "of 13 monthly vintages": (chart) => chart.post(show(monthlyVintageParts(13))),
  "of two series": (chart) =>
    chart.post(show(countries.slice(0, 2).map((variant) => signalPart({ variant })))),
  "with statistics": async (chart) => {
    const many = ["Germany", "Japan", "United Kingdom"].map((variant) => signalPart({ variant }));
    await chart.post(show(many));
    await chart.page.getByRole("button", { name: "Statistics" }).click();
    await chart.page.getByRole("table", { name: "Statistics" }).waitFor();
  },
  "of six series": (chart) => chart.post(show(countries.map((variant) => signalPart({ variant })))),
  "small multiples": async (chart) => {
    await chart.post(show(countries.map((variant) => signalPart({ variant }))));
    await chart.page.getByRole("radio", { name: "Panes" }).click();
    await chart.settle();
  },
  "panel, on its way": (chart) =>
    chart.post(showPanel([], { panel: panelBefore({ progress: { done: 27, of: 40 } }) })),
  panel: async (chart) => {
    await chart.post(showPanel());
    await chart.page.getByRole("button", { name: "Order" }).waitFor();
  },
  "panel, with a highlight": async (chart) => {
    await chart.post(
      showPanel(panelParts(), { state: { ...defaultViewState, highlighted: "acme/Germany" } }),
    );
    await chart.page.locator(".pane.is-highlighted").waitFor();
  },
  "panel, pointed at": async (chart) => {
    await chart.post(showPanel());
    await chart.page.locator(`[data-id='acme/Germany'] ${plotInside}`).hover();
    await chart.settle();
  },
  "panel, one in full size": async (chart) => {
    await chart.post(
      showPanel(panelParts(), { state: { ...defaultViewState, fullSize: "acme/Germany" } }),
    );
    await chart.page.getByRole("button", { name: "12 countries" }).waitFor();
  },
  "panel, cross-section": async (chart) => {
    await chart.post(showPanel());
    await chart.page.getByRole("radio", { name: "Cross-section" }).click();
    await chart.settle();
  },
  "panel, heat strip": async (chart) => {
    await chart.post(showPanel());
    await chart.page.getByRole("radio", { name: "Heat strip" }).click();
    await stripOf(chart).focus();
    for (const key of ["ArrowLeft", "Shift+ArrowLeft", "ArrowDown"])
      await stripOf(chart).press(key);
    await chart.settle();
  },
  "panel, of which some failed": async (chart) => {
    const [first, second, ...others] = panelParts();
    const failed = [first, second].map((part) => failedPart({ ...part, data: null }));
    await chart.post(showPanel([...others, ...failed]));
    await chart.page.getByRole("button", { name: "Retry" }).waitFor();
    await chart.page.getByRole("button", { name: "Order" }).waitFor();
  },
  forecast: (chart) => chart.post(show([forecastPart()])),
  "forecast, unfolded": async (chart) => {
    await chart.post(show([forecastPart()]));
    for (const name of ["Trend", "Cyclical"]) {
      await chart.page.getByRole("button", { name, expanded: false }).click();
    }
    await chart.settle();
  },
  "forecast, drilled down": async (chart) => {
    await chart.post(show([forecastPart()]));
    await chart.page.getByRole("group", { name: "Legend" }).getByText("Trend").click();
    await chart.settle();
  },
  bridge: async (chart) => {
    await chart.post(show([forecastPart()]));
    await chart.page.getByRole("button", { name: "Change Bridge", exact: true }).click();
    await chart.settle();
  },
  table: async (chart) => {
    await chart.post(show([signalPart()]));
    await choose(chart, /table/i);
  },
  help: async (chart) => {
    await chart.post(show([signalPart()]));
    await plotOf(chart).focus();
    await chart.page.keyboard.press("?");
    await chart.page.getByRole("dialog").waitFor();
  },
  menu: async (chart) => {
    await chart.post(show([signalPart()]));
    await chart.page.getByRole("button", { name: "More", exact: true }).click();
    await chart.page.getByRole("menu").waitFor();
  },
  search: async (chart) => {
    await chart.post(show([signalPart()]));
    await chart.page.getByRole("button", { name: "Add" }).click();
    await chart.page.getByRole("combobox").fill("gro");
    const { text } = await chart.waitForSent("search", { text: "gro" });
    const rows = ["Growth United States", "Growth Germany"].map((label) => ({
      id: label,
      label,
      description: "GROW v1",
    }));
    const note = "Definitions are still loading.";
    await chart.post({ type: "found", generation: 1, text, rows, note });
  },
};

/** The element that takes the keys of the chart. */
export function plotOf({ page }: ChartPage): ReturnType<ChartPage["page"]["locator"]> {
  return page.getByRole("application");
}

/** Does what an entry of the menu does. */
export async function choose(chart: ChartPage, entry: string | RegExp): Promise<void> {
  await chart.page.getByRole("button", { name: "More", exact: true }).click();
  const items = chart.page.getByRole("menuitem").or(chart.page.getByRole("menuitemcheckbox"));
  await items.filter({ hasText: entry }).first().click();
  await chart.settle();
}

/** The heat strip of a panel. */
export function stripOf({ page }: ChartPage): Locator {
  return page.locator(".strip");
}
