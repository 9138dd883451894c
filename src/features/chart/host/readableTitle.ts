import * as vscode from "vscode";
import { ReadableNames } from "../../../catalog/readableNames";
import { seriesTitle } from "../../../editor/tabs/documentTitle";
import { sampleConnection, type Target } from "../../../shared/place";
import { referenceTitleOf } from "../../../shared/placeName";
import { type Reference } from "../../../shared/reference";
import { titleSeparator } from "../model/jointTitle";
import { chartNames } from "./chartNames";
import { listedName } from "./listedName";
import { setsOf } from "./seriesIdentity";
import { chartName, panelChartName, sampleMark, subjectName } from "./tabTitle";
import { type Services } from "../../../connect/connectedServices";

/**
 * The title of a series or panel in questions, as in its chart: `SAMPLE Inflation · United States · FIT`. Reads only
 * what is cached. A code replaces a missing name; codes replace all names when the connection does not exist, which the
 * command that asks reports afterwards.
 */
export async function readableTitle(target: Target, services: Services): Promise<string> {
  try {
    return await titleOf(target, services);
  } catch {
    return seriesTitle(target);
  }
}

/** As {@link readableTitle}, without the kind and the as-of. */
export function readableName(
  { connectionId, reference }: Target,
  services: Services,
): Promise<string> {
  return readableTitle({ connectionId, reference: withoutVintage(reference) }, services);
}

/** As {@link readableName}, without the mark of sample data, for rows whose service is stated elsewhere. */
export async function unmarkedName(
  { connectionId, reference }: Target,
  services: Services,
): Promise<string> {
  try {
    return await nameOf({ connectionId, reference: withoutVintage(reference) }, services);
  } catch {
    return referenceTitleOf(withoutVintage(reference), false);
  }
}

async function titleOf(target: Target, services: Services): Promise<string> {
  const mark = target.connectionId === sampleConnection ? sampleMark : "";
  return mark + (await nameOf(target, services));
}

async function nameOf({ connectionId, reference }: Target, services: Services): Promise<string> {
  const names = chartNames(new ReadableNames(vscode.env.language));
  const listed = await listedName(reference, await services.get(connectionId));
  if (reference.family !== "panel") {
    return chartName([{ placed: { connectionId, reference }, ...listed }], names);
  }
  const title = [subjectName(reference, listed), ...setsOf(reference, names)].join(titleSeparator);
  return panelChartName(reference, title, names);
}

function withoutVintage(reference: Reference): Reference {
  if (reference.family === "forecast") return reference;
  return { ...reference, dataKind: "SNAP", asOf: "latest" };
}
