/** The exit code of a program for an invalid argument. */
export const exitCodeOfUsage = 2;

/** An invalid argument of a program; the message is for the person who typed it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
