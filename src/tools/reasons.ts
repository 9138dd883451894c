import { PanelTooLargeError, UnknownAddressError } from "../catalog/panelErrors";
import { DecodeError } from "../data/errors";
import {
  InvalidRequest,
  isUnreachable,
  NotFoundError,
  RateLimitedError,
  ServiceError,
  UnauthorizedError,
} from "../service/errors";
import { type Instant } from "../shared/instant";
import { LaterThanAsOfError } from "../store/asOfGate";

/** Why there is no forecast under an as-of. */
export const forecastRefusal =
  "The service keeps no history of forecasts, so none is given under an as-of: use signals of kind FIT as of that time instead, and do not estimate the forecast.";

/** Why there are no latest values under an as-of. */
export const latestRefusal =
  "Latest values are later than the user's as-of: call get_macro_series with show last as of that time instead, and do not estimate them.";

export function laterRefusal(bound: Instant): string {
  return `The user allows no data later than ${bound}: use that as_of or an earlier one, and do not estimate what came later.`;
}

/** Why an answer is withheld that was begun before the person set an earlier as-of. */
export const changedBound =
  "The person set an earlier as-of during the call: call again, and do not estimate what came later.";

/** The reason for a failure as one sentence of ours: what the service wrote may hold instructions. */
export function reasonOf(error: unknown): string {
  if (error instanceof LaterThanAsOfError) return laterRefusal(error.bound);
  if (error instanceof NotFoundError) return "The service has no such series.";
  if (error instanceof UnauthorizedError) {
    return error.isAboutSubscription
      ? "The subscription does not include it."
      : "The service refuses the API key.";
  }
  if (error instanceof RateLimitedError)
    return "The service accepts no more requests now: call again later.";
  if (error instanceof InvalidRequest) {
    return error.reason === "future-as-of"
      ? "The as-of is in the future."
      : "The reference cannot be requested.";
  }
  if (isUnreachable(error)) return "The service cannot be reached.";
  if (error instanceof ServiceError && error.kind === "missing-key") return "There is no API key.";
  if (error instanceof ServiceError || error instanceof DecodeError) {
    return "The service's answer cannot be used.";
  }
  if (error instanceof UnknownAddressError) return "The signal has no variants with these tags.";
  if (error instanceof PanelTooLargeError) return "The set has too many series.";
  return "The call failed for an unexpected reason.";
}
