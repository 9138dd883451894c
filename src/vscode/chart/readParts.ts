import { type ChartPart } from "../../shared/chart/chartProtocol";
import { type SignalRef } from "../../shared/reference";
import { type Panel } from "../../store/panel";
import { type ChartOutcomes, type PanelService } from "./chartServices";
import { failedPart, memberPart, ownChartOf, type PanelSubject } from "./panelParts";

/** What the parts of a panel's chart are read from. */
export interface PanelPartsSource {
  readonly panel: Panel;
  readonly service: PanelService;
  readonly subject: PanelSubject;
  readonly outcomes: Pick<ChartOutcomes, "failureOf">;
}

/**
 * All variants of a panel that have data or have failed. One whose numbers cannot be read has failed like any other, and
 * the rest goes on.
 *
 * @throws the signal's reason when it aborts.
 */
export async function readParts(
  source: PanelPartsSource,
  signal: AbortSignal,
): Promise<readonly ChartPart[]> {
  const { panel, subject } = source;
  const { members } = panel;
  const parts: ChartPart[] = [];
  while (parts.length < members.length) {
    const rest = { ...panel, members: members.slice(parts.length) };
    try {
      for await (const { member, frame } of source.service.panels.frames(rest, signal)) {
        parts.push(memberPart(subject, member.reference, frame, panel));
      }
      break;
    } catch (error) {
      signal.throwIfAborted();
      // They come in the order of the members.
      const failed = members[parts.length];
      if (failed === undefined) throw error;
      parts.push(failure(source, failed.reference, error));
    }
  }
  return [
    ...parts,
    ...panel.failed.map(({ reference, error }) => failure(source, reference, error)),
  ];
}

function failure(
  { service, subject, outcomes }: PanelPartsSource,
  member: SignalRef,
  error: unknown,
): ChartPart {
  const placed = ownChartOf(subject.place, member);
  return failedPart(subject, member, outcomes.failureOf(error, placed, service.hasKeyWorked));
}
