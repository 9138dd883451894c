import * as vscode from "vscode";
import { type ChartPlace } from "../../shared/chartPlace";
import { type AsOf } from "../../shared/instant";
import { placeOfUri } from "../../shared/place";
import { type SignalRef } from "../../shared/reference";
import { type Slice } from "../../shared/slice";
import { type Charts } from "../chart/host/chartEditors";
import { type Services } from "../../connect/connectedServices";
import { askAsOf } from "../../editor/prompt/askAsOf";
import { chosenSeries } from "../../editor/tabs/chosenSeries";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { asOfText } from "../../editor/text/dateText";

/** A signal that is compared, and the slice of its document. */
interface Subject {
  readonly connectionId: string;
  readonly reference: SignalRef;
  readonly slice?: Slice;
}

/**
 * Shows a signal's SNAP and FIT in one chart. Takes a row or a document; without an argument, the active document.
 * False when there is none either.
 */
export async function compareKinds(argument: unknown, charts: Charts): Promise<boolean> {
  if (argument === undefined && activeDocuments().length === 0) return false;
  const subject = await expectSubject(argument);
  if (subject === undefined) return true;
  await charts.compare(placeOf(subject), { isKindCompared: true });
  return true;
}

/** Shows a signal at two as-ofs in one chart. Takes a row or a document. */
export async function compareVintages(
  argument: unknown,
  services: Services,
  charts: Charts,
): Promise<void> {
  const subject = await expectSubject(argument);
  if (subject === undefined) return;
  const vintage = await askOther(subject, services);
  if (vintage !== undefined) await charts.compare(placeOf(subject), { vintage });
}

async function expectSubject(argument: unknown): Promise<Subject | undefined> {
  const given = argument ?? activeDocuments().at(-1);
  const target = await chosenSeries(given);
  if (target === undefined) return undefined;
  const { connectionId, reference } = target;
  if (reference.family === "forecast") {
    await vscode.window.showInformationMessage(
      vscode.l10n.t("A forecast series has no kind and no as-of to compare."),
    );
    return undefined;
  }
  const uri = given instanceof vscode.Uri ? given.toString() : "";
  const slice = placeOfUri(uri)?.slice;
  return { connectionId, reference, ...(slice === undefined ? {} : { slice }) };
}

async function askOther(
  { connectionId, reference }: Subject,
  services: Services,
): Promise<AsOf | undefined> {
  // Without a service, the comparison reports the failure when it opens.
  const service = await services.get(connectionId).catch(() => undefined);
  const answer = await askAsOf({
    title: vscode.l10n.t("Compare {0} with…", asOfText(reference.asOf)),
    other: reference.asOf,
    latestMs: service?.client.latestAsOfMs ?? Date.now(),
    bound: services.gate.bound,
  });
  return answer.kind === "given" ? answer.value : undefined;
}

function placeOf({ connectionId, reference, slice }: Subject): ChartPlace {
  const parts = [{ connectionId, reference }] as const;
  return slice === undefined ? { parts } : { parts, slice };
}
