import { type Clock, systemClock } from "../../shared/clock";
import { type AnyStep, type Finding, type StepName, stepNames } from "./findings";
import { type NetworkPath, PathSteps } from "./pathSteps";
import { type DiagnosedService, ServiceSteps } from "./serviceSteps";

export interface DiagnosisOptions extends DiagnosedService {
  readonly network: NetworkPath;
  readonly clock?: Clock;
}

/**
 * Follows the path of a request to the service and back, step by step, and yields each result as soon as it is known,
 * including steps that could not be tried. Never rejects because of the network or the service.
 *
 * @param signal - Ends the current step; it and all later ones are reported as cancelled, unless their results are
 * already known.
 */
export async function* diagnose(
  options: DiagnosisOptions,
  signal: AbortSignal,
): AsyncGenerator<Finding, void, undefined> {
  const { client, network, clock = systemClock } = options;
  const path = new PathSteps(client.baseUrl, network, clock);
  const service = new ServiceSteps(options, path.needed, clock);
  const findings = new Map<StepName, Finding>();
  try {
    for (const step of [...path.steps, ...service.steps]) {
      const finding = await findingOf(step, findings, signal);
      findings.set(step.name, finding);
      yield finding;
    }
  } finally {
    path.dispose();
  }
}

async function findingOf(
  { name, needs, isKnown, run }: AnyStep,
  findings: ReadonlyMap<StepName, Finding>,
  signal: AbortSignal,
): Promise<Finding> {
  const because = blockerOf(needs(), findings);
  if (because !== undefined) return { step: name, result: { state: "not-tried", because } };
  try {
    if (isKnown?.() !== true) signal.throwIfAborted();
    // A step's conclusion always belongs to its own name.
    return { step: name, result: await run(signal) } as Finding;
  } catch (error) {
    if (signal.aborted) return { step: name, result: { state: "cancelled" } };
    return { step: name, result: { state: "failed", error } };
  }
}

/** The step that blocks this one: a prerequisite that has failed, or the failure because of which it was not tried. */
function blockerOf(
  needs: readonly StepName[],
  findings: ReadonlyMap<StepName, Finding>,
): StepName | undefined {
  for (const name of stepNames.filter((each) => needs.includes(each))) {
    const result = findings.get(name)?.result;
    if (result?.state === "failed") return name;
    if (result?.state === "not-tried") return result.because;
  }
  return undefined;
}
