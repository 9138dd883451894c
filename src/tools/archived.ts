import { type LatestForecasts } from "../service/latestForecasts";
import { Urgency } from "../service/urgency";
import { type Instant, msOfInstant } from "../shared/instant";
import { type AnswerArchive } from "../store/answerArchive";
import { type AnswerKind, type KeptAnswer } from "../store/keptAnswer";
import { forecastRefusal } from "./reasons";
import { type ToolCall, ToolRefusal, type ToolService } from "./toolService";

/** The forecasts of one answer, and where it comes from. */
export interface ForecastsAnswer {
  readonly items: LatestForecasts;
  readonly fetchedAtMs: number;
  readonly isArchived: boolean;
}

/**
 * The newest forecasts: of the service, or under an as-of the last archived ones that were known then.
 *
 * @throws {@link ToolRefusal} if there are none, or no request is left.
 */
export async function newestForecasts(
  service: ToolService,
  { signal, requests }: ToolCall,
): Promise<ForecastsAnswer> {
  const { instant } = service.gate;
  if (instant !== undefined) {
    const archived = await forecastsBefore(service, instant);
    if (archived === undefined) throw new ToolRefusal(forecastRefusal);
    return archived;
  }
  if (!requests.take()) throw new ToolRefusal(requests.reason);
  const options = { signal, urgency: new Urgency("bulk") };
  const { items, fetchedAtMs } = await service.catalog.latestForecasts(options);
  return { items, fetchedAtMs, isArchived: false };
}

/** The last archived forecasts that were known at an instant; undefined if there are none. */
export async function forecastsBefore(
  { archive }: ToolService,
  instant: Instant,
): Promise<ForecastsAnswer | undefined> {
  const kept = await lastBefore(archive, "forecasts", instant);
  const items = kept && (await archive?.forecasts(kept));
  return items && { items, fetchedAtMs: kept.fetchedAtMs, isArchived: true };
}

/** The last archived answer that was known at an instant; undefined if there is none. */
export async function lastBefore(
  archive: AnswerArchive | undefined,
  kind: AnswerKind,
  instant: Instant,
): Promise<KeptAnswer | undefined> {
  const kept = (await archive?.list(kind)) ?? [];
  return kept.findLast(({ fetchedAtMs }) => fetchedAtMs <= msOfInstant(instant));
}
