import { type SentPart } from "../protocol";
import { type SignalRef } from "../../../shared/reference";
import { type Panel } from "../../../store/panel";
import { type ChartOutcomes } from "./chartServices";
import { failedPart, ownChartOf, type ChartedPanel, variantPart } from "./panelParts";
import { type ConnectedService } from "../../../connect/connectedServices";

/** The most variants whose values a page holds, and the most failed ones that it names. */
export const maxVariants = 300;

/** The panel and the service that the parts of a chart are read from. */
export interface PanelPartsSource {
  readonly panel: Panel;
  readonly service: ConnectedService;
  readonly subject: ChartedPanel;
  readonly outcomes: ChartOutcomes;
}

/** The number of a panel's variants that its chart omits. */
export function omittedFromChart({ variants, failed }: Panel): number {
  return [variants, failed].reduce((sum, { length }) => sum + Math.max(0, length - maxVariants), 0);
}

/**
 * Reads the variants of a panel that have data or have failed, the first {@link maxVariants} of each, sorted by name. A
 * variant whose values cannot be read counts as failed, and reading continues.
 *
 * @throws the signal's reason when it aborts.
 */
export async function readParts(
  source: PanelPartsSource,
  signal: AbortSignal,
): Promise<readonly SentPart[]> {
  const { panel, subject } = source;
  const variants = panel.variants.slice(0, maxVariants);
  const failed = panel.failed.slice(0, maxVariants);
  const parts: SentPart[] = [];
  while (parts.length < variants.length) {
    const rest = { ...panel, variants: variants.slice(parts.length) };
    try {
      for await (const { variant, frame } of source.service.panels.frames(rest, signal)) {
        parts.push(variantPart(subject, variant.reference, frame, panel));
      }
      break;
    } catch (error) {
      signal.throwIfAborted();
      // Frames come in the order of the variants.
      const unread = variants[parts.length];
      if (unread === undefined) throw error;
      parts.push(failure(source, unread.reference, error));
    }
  }
  for (const { reference, error } of failed) parts.push(failure(source, reference, error));
  return subject.names.readable.sorted(parts, ({ title }) => title);
}

function failure(
  { subject, outcomes }: PanelPartsSource,
  variant: SignalRef,
  error: unknown,
): SentPart {
  const placed = ownChartOf(subject.place, variant);
  return failedPart(subject, variant, outcomes.failureOf(error, placed));
}
