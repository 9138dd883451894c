import assert from "node:assert/strict";
import { type Finding, type StepFacts, type StepName } from "../../src/store/diagnosis/findings";

/** The steps that came to a state, in order. */
export function namesWith(findings: readonly Finding[], state: string): StepName[] {
  return findings.filter(({ result }) => result.state === state).map(({ step }) => step);
}

/** The failures because of which steps were not tried. */
export function blockersIn(findings: readonly Finding[]): StepName[] {
  return findings.flatMap(({ result }) => (result.state === "not-tried" ? [result.because] : []));
}

/** Why a step failed, which it must have. */
export function errorOf(findings: readonly Finding[], name: StepName): unknown {
  const result = findings.find(({ step }) => step === name)?.result;
  assert.ok(result?.state === "failed", `${name}: ${result?.state}`);
  return result.error;
}

/** What a step found out, which it must have. */
export function factsOf<S extends StepName>(findings: readonly Finding[], name: S): StepFacts[S] {
  const result = findings.find(({ step }) => step === name)?.result;
  assert.ok(result?.state === "passed" || result?.state === "warning", `${name}: ${result?.state}`);
  return result.facts as StepFacts[S];
}
