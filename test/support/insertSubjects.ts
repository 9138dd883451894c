import { type Frame } from "../../src/data/frame";
import { type Instant, instantOfText } from "../../src/shared/instant";
import { type Reference, type SignalRef, forecastRef, signalRef } from "../../src/shared/reference";
import { type ReferenceLine } from "../../src/shared/referenceLine";
import { frameOf } from "./frames";

const asOf: Instant | "latest" = instantOfText("20261119T235959Z") ?? "latest";

/** A signal as of an instant, as it stands in inserted code. */
export const inflation: SignalRef = signalRef({
  code: "INFL",
  version: 2,
  tags: { country_iso: "US" },
  dataKind: "FIT",
  asOf,
});

/** A forecast, as it stands in inserted code. */
export const shares: Reference = forecastRef({
  market: "SPX",
  currency: "USD",
  horizon: "12 Months",
});

/** A reference line of a service. */
export function lineOf(
  reference: Reference = inflation,
  service = "https://api.acme.com/prefix",
): ReferenceLine {
  return { reference, service };
}

/** Two days of numbers and texts, each with one day without a value. */
export const twoDays: Frame = frameOf(["2024-01-01", "2024-01-02"], {
  Level: [1, null],
  Momentum: [0.1, 1e21],
  Note: ["NA", null],
});
