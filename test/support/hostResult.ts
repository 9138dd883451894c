/** What the runner of the host tests tells the suite, through environment variables of the editor. */
export interface HostSetting {
  /** File for the result; the suite's output goes to the same name with `.txt` behind it. */
  readonly result: string;
  /** A new, empty folder, the one the editor has open. */
  readonly workspace: string;
  /** A running sample service and its key. */
  readonly sample: { readonly url: string; readonly key: string };
  /** The version of VS Code that the runner started. */
  readonly editorVersion: string;
}

/** What the suite tells the runner. */
export interface HostResult {
  readonly hasPassed: boolean;
  readonly passes: number;
  readonly failures: number;
  /** Unhandled rejections and uncaught exceptions, each with its stack. */
  readonly unhandled: readonly string[];
}

const names = {
  result: "MACRO_SIGNALS_TEST_RESULT",
  workspace: "MACRO_SIGNALS_TEST_WORKSPACE",
  url: "MACRO_SIGNALS_TEST_URL",
  key: "MACRO_SIGNALS_TEST_KEY",
  editorVersion: "MACRO_SIGNALS_TEST_EDITOR",
} as const;

/** The environment variables that carry a setting. */
export function hostVariables({
  result,
  workspace,
  sample,
  editorVersion,
}: HostSetting): Record<string, string> {
  return {
    [names.result]: result,
    [names.workspace]: workspace,
    [names.url]: sample.url,
    [names.key]: sample.key,
    [names.editorVersion]: editorVersion,
  };
}

/** The setting of the running suite. */
export function hostSetting(): HostSetting {
  const read = (name: string): string => {
    const value = process.env[name];
    if (value === undefined) throw new Error(`${name} is not set: run npm run test:host`);
    return value;
  };
  return {
    result: read(names.result),
    workspace: read(names.workspace),
    sample: { url: read(names.url), key: read(names.key) },
    editorVersion: read(names.editorVersion),
  };
}

/** Reads a result back; anything else than a well-formed one is a failure. */
export function parseHostResult(text: string): HostResult {
  const value: unknown = JSON.parse(text);
  if (
    typeof value === "object" &&
    value !== null &&
    "hasPassed" in value &&
    typeof value.hasPassed === "boolean" &&
    "passes" in value &&
    typeof value.passes === "number" &&
    "failures" in value &&
    typeof value.failures === "number" &&
    "unhandled" in value &&
    Array.isArray(value.unhandled)
  ) {
    const { hasPassed, passes, failures } = value;
    return { hasPassed, passes, failures, unhandled: value.unhandled.map(String) };
  }
  throw new Error(`The suite wrote a result that cannot be read: ${text.slice(0, 200)}`);
}
