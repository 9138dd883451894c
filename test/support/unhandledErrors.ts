/** Collects what nobody handled while tests run. */
export interface UnhandledErrors {
  /** The stacks so far, after the event loop had a chance to report the last ones. */
  collect(): Promise<readonly string[]>;
}

/**
 * The editor and its built-in extensions share the process; what they leave unhandled is not ours, as when the editor
 * searches files without its search program, which only the desktop build brings.
 */
const foreign =
  /[/\\](?:lib[/\\]vscode|resources[/\\]app)[/\\]extensions[/\\]|spawn \S*[/\\]rg(?:\.exe)? ENOENT/;

/** Watches this process for rejections and exceptions that nobody handles. */
export function watchUnhandledErrors(): UnhandledErrors {
  const rejections = new Map<unknown, string>();
  const exceptions: string[] = [];
  const onRejection = (reason: unknown, promise: unknown): void => {
    rejections.set(promise, `unhandled rejection: ${stackOf(reason)}`);
  };
  // The editor's own remote calls are sometimes awaited a turn late; that is no loss of an error.
  const onHandled = (promise: unknown): void => void rejections.delete(promise);
  const onException = (error: unknown): void => {
    exceptions.push(`uncaught exception: ${stackOf(error)}`);
  };
  process.on("unhandledRejection", onRejection);
  process.on("rejectionHandled", onHandled);
  process.on("uncaughtExceptionMonitor", onException);
  return {
    collect: async () => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      process.off("unhandledRejection", onRejection);
      process.off("rejectionHandled", onHandled);
      process.off("uncaughtExceptionMonitor", onException);
      return [...rejections.values(), ...exceptions].filter((stack) => !foreign.test(stack));
    },
  };
}

function stackOf(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
