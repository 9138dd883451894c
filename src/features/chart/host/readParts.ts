import { areSameDays } from "../../../shared/series/observations";
import { type ChartPart, type SentPart } from "../protocol";
import { type SignalRef } from "../../../shared/reference";
import { type Panel } from "../../../store/panel";
import { type ChartOutcomes, type PanelService } from "./chartServices";
import { failedPart, ownChartOf, type PanelSubject, variantPart } from "./panelParts";

/** A page holds the numbers of so many variants, and names so many that have failed. */
export const maxVariants = 300;

/** What the parts of a panel's chart are read from. */
export interface PanelPartsSource {
  readonly panel: Panel;
  readonly service: PanelService;
  readonly subject: PanelSubject;
  readonly outcomes: ChartOutcomes;
}

/** How many of a panel's variants stand in no chart of it. */
export function omittedFromChart({ variants, failed }: Pick<Panel, "variants" | "failed">): number {
  return [variants, failed].reduce((sum, { length }) => sum + Math.max(0, length - maxVariants), 0);
}

/**
 * The variants of a panel that have data or have failed, the first {@link maxVariants} of each, sorted by name. One whose
 * numbers cannot be read has failed like any other, and the rest goes on.
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
        const part = variantPart(subject, variant.reference, frame, panel);
        parts.push(withDaysOf(parts.at(-1), part));
      }
      break;
    } catch (error) {
      signal.throwIfAborted();
      // They come in the order of the variants.
      const unread = variants[parts.length];
      if (unread === undefined) throw error;
      parts.push(failure(source, unread.reference, error));
    }
  }
  for (const { reference, error } of failed) parts.push(failure(source, reference, error));
  return subject.names.readable.sorted(parts, ({ title }) => title);
}

/** With the array of days of the part before where they are the same: a message carries it once. */
function withDaysOf(before: SentPart | undefined, part: SentPart): SentPart {
  const { data } = part;
  const days = before?.data?.days;
  if (data === null || days === undefined || !areSameDays(days, data.days)) return part;
  return { ...part, data: { ...data, days } };
}

function failure(
  { subject, outcomes }: PanelPartsSource,
  variant: SignalRef,
  error: unknown,
): ChartPart {
  const placed = ownChartOf(subject.place, variant);
  return failedPart(subject, variant, outcomes.failureOf(error, placed));
}
