import { type VariantFrame } from "../../../data/pairedVariants";
import { type PanelDrift, isPanelUnchanged, panelDrift } from "../../../data/panelDrift";
import { toPanelDriftCsv } from "../../../data/panelDriftSummary";
import { asOfText } from "../../../shared/instant";
import { type PanelRef } from "../../../shared/reference";
import { commentStyles, formatReferenceLine } from "../../../shared/referenceLine";
import { partOf, tagValuesOf } from "../../../store/panelTable";
import { type FetchedPanel, wholePanel } from "../../documents/several/fetchPanel";
import { showRendered } from "../../keptDocuments";
import { type CodeServices, type FetchProgress } from "../codeMaker";
import { type DriftDocuments } from "./driftDocuments";
import { NoFileError, driftName, tellUnchanged, vintageWords } from "./driftFlow";
import { type DriftHead } from "./driftText";
import { type LineInDocument } from "./lineCode";
import { type KnownConnections, lineName, targetOfLine } from "./lineSubject";
import { panelDriftText } from "./panelDriftText";
import { UnknownServiceError } from "./unknownServiceError";

export interface PanelDriftParts {
  readonly services: CodeServices;
  readonly connections: KnownConnections;
}

/** What a panel's data were and are. */
export interface PanelLineDrift {
  readonly head: DriftHead;
  readonly tagKinds: readonly string[];
  readonly drift: PanelDrift;
  /** Whether the data are of a later time than the line's. */
  readonly isLater: boolean;
}

/**
 * What has changed of a panel between its line's as-of and now, of which one series of each is in memory at a time.
 *
 * @throws {@link NoFileError} for a line of latest, and as `wholePanel` does.
 */
export async function panelLineDrift(
  { services, connections }: PanelDriftParts,
  place: LineInDocument,
  reference: PanelRef,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: FetchProgress },
): Promise<PanelLineDrift> {
  const { line } = place;
  const target = targetOfLine(line, connections);
  if (target === undefined) throw new UnknownServiceError(line.service);
  if (reference.asOf === "latest") throw new NoFileError("panel");
  const { slice } = line;
  const of = (asOf: PanelRef["asOf"], isRefresh: boolean): Promise<FetchedPanel> => {
    const request = { target: { ...target, reference: { ...reference, asOf } } };
    return wholePanel(
      services,
      { ...request, ...(slice && { slice }) },
      { signal, onProgress, isRefresh },
    );
  };
  const before = await of(reference.asOf, false);
  const after = await of("latest", true);
  if (after.panel.staleBecause !== undefined) throw after.panel.staleBecause;
  const head: DriftHead = {
    title: lineName(line),
    line: formatReferenceLine(line, commentStyles.hash),
    before: vintageWords(place),
    after: asOfText(after.panel.reference.asOf),
    unit: "score",
  };
  const drift = await panelDrift(framesOf(before, signal), framesOf(after, signal));
  const isLater = after.panel.reference.asOf > reference.asOf;
  return { head, tagKinds: Object.keys(reference.tags), drift, isLater };
}

/** Shows the drift of a panel as a report that leads to all changes as CSV; says so when there is none. */
export async function showPanelDrift(
  { head, tagKinds, drift, isLater }: PanelLineDrift,
  documents: DriftDocuments,
): Promise<void> {
  if (isPanelUnchanged(drift)) {
    tellUnchanged(head, isLater);
    return;
  }
  const name = driftName(head);
  const csvName = `${name}.csv`;
  const csv = (): string => toPanelDriftCsv(tagKinds, drift);
  const text = panelDriftText(head, tagKinds, drift, csvName);
  await showRendered(documents.keep(`${name}.md`, text, { [csvName]: csv }));
}

async function* framesOf(
  { panel, panels, slice }: FetchedPanel,
  signal: AbortSignal,
): AsyncGenerator<VariantFrame, void, void> {
  for await (const { variant, frame } of panels.frames(panel, signal)) {
    const values = tagValuesOf(panel.reference, variant.reference.tags);
    yield { values, frame: partOf(frame, slice) };
  }
}
