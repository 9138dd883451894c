import { type Clock, systemClock } from "../../shared/clock";
import { type AnyStep, type Finding, type StepName, stepNames } from "./findings";
import { type NetworkPath, PathSteps } from "./pathSteps";
import { type DiagnosedService, ServiceSteps } from "./serviceSteps";

export interface DiagnosisOptions extends DiagnosedService {
  readonly network: NetworkPath;
  readonly clock?: Clock;
}

/**
 * Goes the way of a request to the service and back, step by step, and tells what each came to as soon as it has ended.
 * Every step is told, also those that could not be tried. It never rejects for what the network or the service does.
 *
 * @param signal - Ends the step that is under way; it and those after it are told as cancelled, but for what is known already.
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
    // A step's conclusion is of its own kind.
    return { step: name, result: await run(signal) } as Finding;
  } catch (error) {
    if (signal.aborted) return { step: name, result: { state: "cancelled" } };
    return { step: name, result: { state: "failed", error } };
  }
}

/** The failure that a step would meet again: what it needs has failed, or was not tried because of that failure. */
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
