import * as vscode from "vscode";
import { changedLines } from "../../data/changedLines";
import { type TextForm, documentPlaceOfUri } from "../../shared/documentPlace";
import { type AsOf } from "../../shared/instant";
import { placeOfUri } from "../../shared/place";
import { type SignalRef } from "../../shared/reference";
import { formatCount } from "../../shared/series/numberText";
import { type Slice } from "../../shared/slice";
import { type Charts } from "../chart/host/chartEditors";
import { type Services } from "../../connect/connectedServices";
import { completeStep } from "../../editor/help/walkthrough";
import { askAsOf } from "../../editor/prompt/askAsOf";
import { withDelayedProgress } from "../../editor/progress";
import { targetUri } from "../../editor/tabs/target";
import { chosenSeries } from "../../editor/tabs/chosenSeries";
import { activeDocuments } from "../../editor/tabs/documentTabs";
import { seriesTitle } from "../../editor/tabs/documentTitle";
import { type SeriesFileSystem } from "./seriesFileSystem";
import { asOfText } from "../../editor/text/dateText";

/** A signal whose documents are compared. */
interface Subject {
  readonly connectionId: string;
  readonly reference: SignalRef;
  readonly form: TextForm;
  /** The slice of the compared document; both sides show the same one. */
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
  const { connectionId, reference, slice } = subject;
  const part = { connectionId, reference };
  await charts.compareKinds({ parts: [part], ...(slice === undefined ? {} : { slice }) });
  return true;
}

/**
 * Shows a signal's SNAP and FIT as texts side by side, both as of one instant. Offers {@link compareKinds} where many
 * lines differ.
 */
export async function compareKindsAsText(
  argument: unknown,
  files: SeriesFileSystem,
  charts: Charts,
): Promise<void> {
  const subject = await expectSubject(argument);
  if (subject === undefined) return;
  const { reference } = subject;
  const kinds = (["SNAP", "FIT"] as const).map((dataKind) => ({ ...reference, dataKind }));
  const words = `SNAP ↔ FIT (${asOfText(reference.asOf)})`;
  if (reference.asOf === "latest") {
    const uris = urisOf(subject, kinds);
    const title = vscode.l10n.t("Comparing {0}", titleOf(subject));
    const isCancelled = await withDelayedProgress(title, async (signal) => {
      await files.alignLatest(uris, signal);
      return signal.aborted;
    });
    if (isCancelled) return;
  }
  await openDiff(subject, kinds, words);
  void offerChart(urisOf(subject, kinds), () => compareKinds(argument, charts));
}

/** Above this number of changed lines, the chart is offered. */
const maxChangedLines = 500;

async function offerChart(
  sides: readonly vscode.Uri[],
  compareInChart: () => Promise<unknown>,
): Promise<void> {
  const [one, other] = await Promise.all(sides.map(textOf));
  if (one === undefined || other === undefined) return;
  completeStep("compare");
  const changed = changedLines(one, other);
  if (changed <= maxChangedLines) return;
  const { t } = vscode.l10n;
  const compare = t("Compare in Chart");
  const words = t(
    "{0} lines differ between SNAP and FIT. A chart shows the differences at a glance.",
    formatCount(changed),
  );
  if ((await vscode.window.showWarningMessage(words, compare)) === compare) await compareInChart();
}

/** Undefined where the text cannot be read: the comparison itself reports why. */
async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

/** Shows a signal at two as-ofs side by side; the second one is asked for unless it is given. */
export async function compareVintages(
  argument: unknown,
  services: Services,
  other?: AsOf,
): Promise<void> {
  const subject = await expectSubject(argument);
  if (subject === undefined) return;
  const { reference } = subject;
  const second = other ?? (await askOther(subject, services));
  if (second === undefined) return;
  const [older, newer] = sorted(reference.asOf, second);
  const vintages = [older, newer].map((asOf) => ({ ...reference, asOf }));
  const words = `${asOfText(older)} ↔ ${asOfText(newer)} (${reference.dataKind})`;
  await openDiff(subject, vintages, words);
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
  const form = documentPlaceOfUri(uri)?.form ?? "csv";
  return { connectionId, reference, form, ...(slice === undefined ? {} : { slice }) };
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

async function openDiff(
  subject: Subject,
  sides: readonly SignalRef[],
  words: string,
): Promise<void> {
  const title = `${titleOf(subject)}: ${words}`;
  await vscode.commands.executeCommand("vscode.diff", ...urisOf(subject, sides), title);
}

function urisOf(
  { connectionId, form, slice }: Subject,
  sides: readonly SignalRef[],
): readonly vscode.Uri[] {
  return sides.map((reference) => targetUri({ connectionId, reference }, form, slice));
}

/** Without kind and as-of, which may differ between the sides. */
function titleOf({ connectionId, reference }: Subject): string {
  const plain = { ...reference, dataKind: "SNAP", asOf: "latest" } as const;
  return seriesTitle({ connectionId, reference: plain });
}

/** The older one first; latest is the newest. Instants sort as text. */
function sorted(one: AsOf, other: AsOf): [AsOf, AsOf] {
  const isInOrder = other === "latest" || (one !== "latest" && one <= other);
  return isInOrder ? [one, other] : [other, one];
}
