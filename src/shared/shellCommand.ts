import { type GridStep } from "./asOfGrid";
import { type Instant } from "./instant";
import { type Reference } from "./reference";
import { referencePath, undatedPath } from "./referencePath";

/** The shells that a command line is quoted for: `sh` for all shells of its family and for fish. */
export type Shell = "sh" | "powershell";

/** The subject of a command line of `macro-signals`. */
export type CommandSubject =
  /** Series and panels, one table; each with its kind and as-of. */
  | { readonly kind: "series"; readonly references: readonly Reference[] }
  /** Requests each reference at each as-of; the text leaves out the as-of of the references. */
  | {
      readonly kind: "vintages";
      readonly references: readonly Reference[];
      /** Days as `2024-06-30`. */
      readonly asOfs:
        | {
            readonly every: GridStep;
            readonly from: string;
            readonly to: string;
          }
        | readonly Instant[];
    }
  /** A dataset, by the path of its specification. */
  | { readonly kind: "dataset"; readonly spec: string };

/** Where a command line runs, and on which service. */
export interface CommandPlace {
  /** The path of `cli.cjs`. */
  readonly program: string;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  /** The file or folder to write; the standard output, or the name in the usage, if absent. */
  readonly output?: string;
}

/**
 * A command line that fetches what a row, a chart or a dataset shows. It has the address of the service, and never its
 * key: the program reads that from the environment.
 *
 * @returns Undefined if a path has control characters: pasted into a terminal, they could run something else.
 */
export function shellCommand(
  shell: Shell,
  subject: CommandSubject,
  { program, service, output }: CommandPlace,
): string | undefined {
  const isSample = service === "sample";
  const words = [
    ...[program, ...argumentsOf(subject)],
    ...(output === undefined ? [] : ["--output", output]),
    ...(isSample ? ["--sample"] : []),
  ];
  if ([...words, service].some((word) => /\p{Cc}/u.test(word))) return undefined;
  const quote = quotes[shell];
  const command = ["node", ...words.map(quote)].join(" ");
  if (isSample) return command;
  const address = quote(service);
  return shell === "sh"
    ? `${addressVariable}=${address} ${command}`
    : `$env:${addressVariable} = ${address}; ${command}`;
}

/** The environment variable with the address of the service. */
export const addressVariable = "MACRO_SIGNALS_BASE_URL";

function argumentsOf(subject: CommandSubject): readonly string[] {
  switch (subject.kind) {
    case "series":
      return ["series", ...subject.references.map(referencePath)];
    case "vintages": {
      const { references, asOfs } = subject;
      const grid =
        "from" in asOfs
          ? ["--every", asOfs.every, "--from", asOfs.from, "--to", asOfs.to]
          : ["--as-ofs", asOfs.join(",")];
      return ["vintages", ...references.map(undatedPath), ...grid];
    }
    case "dataset":
      return ["fetch", subject.spec];
  }
}

const plainWord = /^[A-Za-z0-9_./:-]+$/;

const quotes: Readonly<Record<Shell, (word: string) => string>> = {
  // Between single quotes nothing is special in sh but the quote itself; fish knows `\\` and `\'` there, too.
  sh: (word) => (plainWord.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`),
  // PowerShell takes the typographic quotes for the plain one.
  powershell: (word) =>
    plainWord.test(word) ? word : `'${word.replace(/['\u2018-\u201B]/g, "$&$&")}'`,
};
