import { UnknownPanelError } from "../catalog/panelErrors";
import {
  DatasetLockError,
  DatasetPartsError,
  DatasetPathError,
  DatasetServiceError,
  LockMismatchError,
  TooManyVintagesError,
} from "../dataset/errors";
import { InvalidRequest } from "../service/errors";
import { exitCodeOfUsage, UsageError } from "../shared/usageError";

/** How the program ends: the same numbers for every command, so that a job can act on them. */
export const exitCodes = {
  done: 0,
  /** The data differ: drift, or a file or answer that does not match its lock. */
  different: 1,
  usage: exitCodeOfUsage,
  /** The service, the network or this computer's disk failed; trying again may help. */
  failed: 3,
  /** Some of the series failed, are out of date, or do not exist. */
  partial: 4,
  /** Refused for security, before anything was sent. */
  refused: 5,
  interrupted: 130,
  terminated: 143,
} as const;

/** There is nothing to write; earlier files stay. */
export class NoDataError extends Error {
  override readonly name = "NoDataError";

  /** @param hasFailure - Whether something failed; otherwise the service has none of it (404). */
  constructor(
    message: string,
    readonly hasFailure: boolean,
  ) {
    super(message);
  }
}

/** Nothing was done, because it could reveal the key or write outside the dataset. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** The exit code for a failure. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError || error instanceof InvalidRequest) return exitCodes.usage;
  if (error instanceof DatasetLockError || error instanceof TooManyVintagesError) {
    return exitCodes.usage;
  }
  if (error instanceof LockMismatchError || error instanceof DatasetPartsError) {
    return exitCodes.different;
  }
  const isRefused = [RefusedError, DatasetPathError, DatasetServiceError].some(
    (each) => error instanceof each,
  );
  if (isRefused) return exitCodes.refused;
  const isMissing = error instanceof NoDataError && !error.hasFailure;
  if (isMissing || error instanceof UnknownPanelError) return exitCodes.partial;
  return exitCodes.failed;
}
