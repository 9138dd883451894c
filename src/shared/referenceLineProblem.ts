import { parseReferenceLine, partsOfLine } from "./referenceLine";
import { splitReference } from "./referencePath";
import { sliceOfSegments } from "./slice";

/** The part of a reference line that is invalid; `form` if the line is not of the form reference, ` @ `, service. */
export type LineProblem =
  | "form"
  | "service"
  | "reference"
  | "version"
  | "kind"
  | "as-of"
  | "slice"
  | "dataset";

/** The parts of a signal's path that are not free text of the service, and a valid text for each. */
const strictParts: readonly [at: number, problem: LineProblem, readable: string][] = [
  [2, "version", "0"],
  [4, "kind", "SNAP"],
  [5, "as-of", "latest"],
];

/** The part of a reference line that is invalid; `reference` if there are several. Undefined for a valid line. */
export function referenceLineProblem(text: string): LineProblem | undefined {
  if (parseReferenceLine(text) !== undefined) return undefined;
  const parts = partsOfLine(text);
  if (parts === undefined) return "form";
  const segments = parts[0].split("/");
  const found = splitReference(segments);
  if (found === undefined) return problemOf(segments);
  if (sliceOfSegments(found.rest) === undefined) return "slice";
  return parts[2] === undefined ? "service" : "dataset";
}

function problemOf(segments: readonly string[]): LineProblem {
  const mended = strictParts.find(
    ([at, , readable]) =>
      at < segments.length && splitReference(segments.with(at, readable)) !== undefined,
  );
  return mended?.[1] ?? "reference";
}
