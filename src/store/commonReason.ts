import { DecodeError } from "../data/errors";
import { HttpError, isUnreachable, ServiceError } from "../service/errors";

/** The first of some failures when all have the same reason; undefined when they have several, or there is none. */
export function commonReason(errors: readonly unknown[]): { readonly error: unknown } | undefined {
  const reasons = new Set(errors.map(reasonOf));
  return reasons.size === 1 ? { error: errors[0] } : undefined;
}

function reasonOf(error: unknown): unknown {
  if (isUnreachable(error)) return "unreachable";
  if (error instanceof HttpError) return error.status;
  return error instanceof ServiceError || error instanceof DecodeError ? error.kind : error;
}
