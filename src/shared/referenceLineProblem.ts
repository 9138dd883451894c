import { parseReferenceLine, partsOfLine } from "./referenceLine";
import { splitReference } from "./referencePath";
import { sliceOfSegments } from "./slice";

/** The part of a reference line that cannot be read; `form` where it is not a reference, ` @ ` and a service at all. */
export type LineProblem = "form" | "service" | "reference" | "version" | "kind" | "as-of" | "slice";

/** The parts of a signal's path that are not whatever a service calls its things, and a readable text for each. */
const strictParts: readonly [at: number, problem: LineProblem, readable: string][] = [
  [2, "version", "0"],
  [4, "kind", "SNAP"],
  [5, "as-of", "latest"],
];

/** Which part of a line that means to be one of ours cannot be read; of several the whole reference. Undefined when it can. */
export function referenceLineProblem(text: string): LineProblem | undefined {
  if (parseReferenceLine(text) !== undefined) return undefined;
  const parts = partsOfLine(text);
  if (parts === undefined) return "form";
  const segments = parts[0].split("/");
  const found = splitReference(segments);
  if (found === undefined) return problemOf(segments);
  return sliceOfSegments(found.rest) === undefined ? "slice" : "service";
}

function problemOf(segments: readonly string[]): LineProblem {
  const mended = strictParts.find(
    ([at, , readable]) =>
      at < segments.length && splitReference(segments.with(at, readable)) !== undefined,
  );
  return mended?.[1] ?? "reference";
}
