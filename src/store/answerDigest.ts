import { createHash, hash } from "node:crypto";
import { type ForecastSummary, type LatestForecasts } from "../service/latestForecasts";
import { type LatestSignals } from "../service/latestSignals";
import { compareKeys, compareTexts } from "../shared/compareTexts";
import { type LatestSignal } from "../shared/latestColumns";
import { type TagValues } from "../shared/reference";
import { sortInSteps } from "../shared/sortInSteps";

// Digests that identify answers of one service: equal records give equal digests, whatever the order of the records.

/**
 * How digests are computed; archived with each answer, but not by earlier releases. Change it with the computation: answers
 * of another form are then digested anew, else every answer would be archived again.
 */
export const digestForm = "sha-256 of sorted records";

/** 32 hexadecimal digits. May pause. */
export function signalsDigest(signals: LatestSignals): Generator<void, string> {
  return recordsDigest(signals, signalText);
}

/** 32 hexadecimal digits. May pause. */
export function forecastsDigest(forecasts: LatestForecasts): Generator<void, string> {
  return recordsDigest(forecasts, forecastText);
}

/** The start of the SHA-256 of the sorted SHA-256 of all records. */
function* recordsDigest<T>(
  records: Iterable<T>,
  textOf: (record: T) => string,
): Generator<void, string> {
  const digests: string[] = [];
  for (const record of records) {
    digests.push(hash("sha256", textOf(record), "binary"));
    yield;
  }
  const whole = createHash("sha256");
  for (const digest of yield* sortInSteps(digests, compareTexts)) {
    whole.update(digest, "binary");
    yield;
  }
  return whole.digest("hex").slice(0, 32);
}

/** JSON of the fields in a fixed order; missing values are null. */
function signalText(record: LatestSignal): string {
  const { code, version, tags, day, level, momentum, aggregate, pointInTimeMs } = record;
  const values = [level, momentum, aggregate, pointInTimeMs];
  return JSON.stringify([code, version, sorted(tags), day, ...values]);
}

/** The order of drivers counts, the order of attributions does not. */
function forecastText(summary: ForecastSummary): string {
  const { marketCode, currencyIso, horizonName, hedging, latest, attributions } = summary;
  const tree = JSON.stringify(latest, ["kind", "forecast", "exposureAdjustment", "drivers"]);
  const parts = attributions.map(({ signalCode, variant, forecast }) =>
    JSON.stringify([signalCode, sorted(variant), forecast]),
  );
  return JSON.stringify([marketCode, currencyIso, horizonName, hedging, tree, parts.sort()]);
}

function sorted(tags: TagValues): [kind: string, value: string][] {
  return Object.entries(tags).sort(compareKeys);
}
