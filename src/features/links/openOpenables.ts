import * as vscode from "vscode";
import { type ServiceOpenable } from "../../shared/openable";
import { plainLine } from "../../shared/plainText";
import { type AsOfGate } from "../../store/asOfGate";
import { type Services } from "../../connect/connectedServices";
import { ReadableNames } from "../../catalog/readableNames";
import { seriesLabel } from "../../editor/text/seriesLabel";
import { openSeries } from "../../editor/tabs/openSeries";
import { rowForm } from "../browse/rowForm";
import { type Charts } from "../chart/host/chartEditors";
import { openTargets } from "../documents/openSelected";

/** The services whose things are opened, and the charts that show them. */
export interface Opening {
  readonly services: Services;
  readonly charts: Charts;
}

/** The openable within the window's as-of: a later series or panel is as of it, anything else is returned as it is. */
export function boundOpenable(openable: ServiceOpenable, gate: AsOfGate): ServiceOpenable {
  if (openable.kind !== "reference" || openable.reference.family === "forecast") return openable;
  if (!gate.refuses(openable.reference)) return openable;
  return { ...openable, reference: { ...openable.reference, asOf: gate.bound } };
}

/** The name of what is opened, for people: `INFL US · FIT · latest`, `Profile of Germany · FIT`, `Latest Signals`. */
export function openableName(openable: ServiceOpenable, isSample: boolean): string {
  const { t } = vscode.l10n;
  switch (openable.kind) {
    case "reference":
      return seriesLabel(openable.reference, isSample);
    case "profile": {
      const { tagKind, value, dataKind } = openable;
      const name = new ReadableNames(vscode.env.language).tagValue(tagKind, value);
      return `${t("Profile of {0}", plainLine(name, 100))} · ${dataKind}`;
    }
    case "page":
      return {
        latest: t("Latest Signals"),
        explorer: t("Forecast Explorer"),
        changes: t("What Changed"),
      }[openable.page];
  }
}

/** Opens what a connection's service has: several series as one chart, else the first. */
export async function openOpenables(
  parts: Opening,
  connectionId: string,
  openables: readonly ServiceOpenable[],
): Promise<void> {
  const [first, ...others] = openables;
  switch (first?.kind) {
    case "reference": {
      const { reference, slice } = first;
      if (slice !== undefined && others.length === 0) {
        return openSeries({ connectionId, reference }, rowForm(), { slice });
      }
      const references = openables.flatMap((each) =>
        each.kind === "reference" ? each.reference : [],
      );
      const targets = references.map((each) => ({ connectionId, reference: each }));
      return openTargets(targets.length > 1 ? "chart" : rowForm(), targets);
    }
    case "profile": {
      const { tagKind, value, dataKind } = first;
      const { openProfile } = await import("../latest/profile/openProfile");
      const chosen = Object.fromEntries([[tagKind, value]]);
      return openProfile(parts, {
        connectionId,
        chosen,
        dataKind,
        asOf: parts.services.gate.bound,
      });
    }
    case "page": {
      const { openPage } = await import("../latest/openLatest");
      return openPage(connectionId, first.page);
    }
    case undefined:
      return undefined;
  }
}
