import * as vscode from "vscode";
import { type ReadableNames } from "../../catalog/readableNames";
import { type ForecastCandidate } from "../../catalog/searchEntries";
import { type TypedForecast } from "../../catalog/typedForecast";
import { plainLabel } from "../../shared/plainText";
import { forecastRef } from "../../shared/reference";
import { isNameable } from "../../shared/segment";
import { type RowEffect, type SeriesRow } from "./seriesSource";

/** `SPX · USD · 12 Months`, with readable names behind it; a market without known forecasts starts one to be typed. */
export function forecastRow(candidate: ForecastCandidate, names: ReadableNames): SeriesRow {
  const { market, name, coordinates } = candidate;
  if (coordinates === undefined) return marketRow(market, name);
  const { currency, horizon } = coordinates;
  return {
    key: `forecast ${JSON.stringify([market, currency, horizon])}`,
    label: plainLabel([market, currency, horizon].join(" · ")),
    description: plainLabel([name, names.currency(currency)].join(" · ")),
    effect: choose({ market, currency, horizon }),
  };
}

export function typedForecastRow(forecast: TypedForecast): SeriesRow {
  const { market, currency, horizon } = forecast;
  const text = [market, currency, horizon].join(" · ");
  return {
    key: "as-typed",
    label: plainLabel(vscode.l10n.t("{0} (as typed)", text)),
    description: vscode.l10n.t("not among the latest forecasts"),
    effect: choose(forecast),
  };
}

function marketRow(market: string, name: string): SeriesRow {
  return {
    key: `market ${market}`,
    label: plainLabel(market),
    description: plainLabel(
      vscode.l10n.t("{0} · no known forecast: enter a currency and a horizon", name),
    ),
    iconPath: new vscode.ThemeIcon("edit"),
    effect: { kind: "type", text: `${market} ` },
  };
}

function choose(forecast: TypedForecast): RowEffect {
  const { market, currency, horizon } = forecast;
  if (![market, currency, horizon].every(isNameable)) return { kind: "none" };
  return { kind: "choose", reference: () => forecastRef(forecast) };
}
