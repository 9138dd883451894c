/** Writes one line for the person who runs a test or a tool. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Runs a program's main function: its number becomes the exit status, a failure one line and status 1. Ctrl-C and a
 * request to end pass through `exit`, so that {@link startProgram} and {@link temporaryFolder} clean up.
 */
export function runMain(main: () => Promise<number>): void {
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  main().then(
    (status) => process.exit(status),
    (error: unknown) => {
      process.stderr.write(`${messageOf(error)}\n`);
      if (process.env["DEBUG"] !== undefined && error instanceof Error) {
        process.stderr.write(`${error.stack ?? ""}\n`);
      }
      process.exit(1);
    },
  );
}
