import * as vscode from "vscode";
import { type ChartPlace, chartPlaceOf } from "../../shared/chartPlace";
import { type AsOf } from "../../shared/instant";
import { placeOfUri, type SeriesTarget, type Target } from "../../shared/place";
import { type SignalRef } from "../../shared/reference";
import { type Slice } from "../../shared/slice";
import { maxCompared, openedRevisions } from "../chart/model/viewState";
import { type Charts } from "../chart/host/chartEditors";
import { type Services } from "../../connect/connectedServices";
import { askAsOf } from "../../editor/prompt/askAsOf";
import { chosenSeries } from "../../editor/tabs/chosenSeries";
import { selectedTargetsOf } from "../../editor/tabs/target";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { asOfText } from "../../editor/text/dateText";

/** The chart in which signals are compared, and the as-of of the first. */
interface Subject {
  readonly place: ChartPlace;
  readonly asOf: AsOf;
}

/**
 * Shows SNAP and FIT of signals in one chart. Takes rows, or a document; without an argument, the active document.
 * False when there is none either.
 */
export async function compareKinds(
  argument: unknown,
  rows: unknown,
  charts: Charts,
): Promise<boolean> {
  if (argument === undefined && activeDocuments().length === 0) return false;
  const subject = await expectSubject(argument, rows);
  if (subject !== undefined) await charts.compare(subject.place, { isKindCompared: true });
  return true;
}

/** The services that comparisons read, and the charts that show them. */
export interface ComparedIn {
  readonly services: Services;
  readonly charts: Charts;
}

/** Shows signals at two as-ofs in one chart, with the table of revisions if wanted. Takes rows, or a document. */
export async function compareVintages(
  argument: unknown,
  rows: unknown,
  parts: ComparedIn,
  hasRevisions = false,
): Promise<void> {
  const subject = await expectSubject(argument, rows);
  if (subject !== undefined) await compareWithOther(subject, parts, hasRevisions);
}

/**
 * Shows a signal as of the window's as-of, compared with the as-of of its reference, with the table of revisions open.
 * Asks for another as-of if both are the same, or the reference's is later.
 */
export async function revisionsOf(
  { connectionId, reference }: Target<SignalRef>,
  parts: ComparedIn,
): Promise<void> {
  const { gate } = parts.services;
  const { asOf: own } = reference;
  const place: ChartPlace = {
    parts: [{ connectionId, reference: { ...reference, asOf: gate.bound } }],
  };
  if (gate.within(own) === gate.bound) {
    await compareWithOther({ place, asOf: gate.bound }, parts, true);
    return;
  }
  await parts.charts.compare(place, { vintage: own, revisions: openedRevisions });
}

async function compareWithOther(
  { place, asOf }: Subject,
  { services, charts }: ComparedIn,
  hasRevisions: boolean,
): Promise<void> {
  const [{ connectionId }] = place.parts;
  const vintage = await askOther(connectionId, asOf, services);
  if (vintage === undefined) return;
  await charts.compare(place, hasRevisions ? { vintage, revisions: openedRevisions } : { vintage });
}

/** The signals of rows, or the series of a document; of a chart of many, a person chooses one. */
async function expectSubject(argument: unknown, rows: unknown): Promise<Subject | undefined> {
  const given = argument ?? activeDocuments().at(-1);
  const targets = selectedTargetsOf(given, rows);
  const isTab = given instanceof vscode.Uri;
  const slice = isTab ? placeOfUri(given.toString())?.slice : undefined;
  const signals = targets.filter(({ reference }) => reference.family === "signal");
  if (signals.length > 1 && (!isTab || signals.length <= maxCompared)) {
    if (signals.length > maxCompared) reportMany(signals.length);
    return subjectOf(isTab ? targets : signals.slice(0, maxCompared), slice);
  }
  const target = await chosenSeries(given);
  if (target?.reference.family !== "forecast")
    return target === undefined ? undefined : subjectOf([target], slice);
  await vscode.window.showInformationMessage(
    vscode.l10n.t("A forecast series has no kind and no as-of to compare."),
  );
  return undefined;
}

function subjectOf(
  targets: readonly SeriesTarget[],
  slice: Slice | undefined,
): Subject | undefined {
  const place = chartPlaceOf(targets);
  const asOfs = targets.flatMap(({ reference }) =>
    reference.family === "signal" ? [reference.asOf] : [],
  );
  const [asOf] = asOfs;
  if (place === undefined || asOf === undefined) return undefined;
  return { place: slice === undefined ? place : { ...place, slice }, asOf };
}

function reportMany(count: number): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t("The first {0} of {1} signals are compared.", maxCompared, count),
  );
}

async function askOther(
  connectionId: string,
  asOf: AsOf,
  services: Services,
): Promise<AsOf | undefined> {
  // Without a service, the comparison reports the failure when it opens.
  const service = await services.get(connectionId).catch(() => undefined);
  const answer = await askAsOf({
    title: vscode.l10n.t("Compare {0} with…", asOfText(asOf)),
    other: asOf,
    latestMs: service?.client.latestAsOfMs ?? Date.now(),
    bound: services.gate.bound,
  });
  return answer.kind === "given" ? answer.value : undefined;
}
