import { variantsOf } from "../catalog/variants";
import { type Redaction } from "../service/redaction";
import { type ServiceClient } from "../service/serviceClient";
import { diagnose } from "../store/diagnosis/diagnose";
import { type Finding } from "../store/diagnosis/findings";
import { type NetworkPath } from "../store/diagnosis/pathSteps";
import { type FrameWorker } from "../store/frameWorker";
import { type CircumstanceSources, circumstanceFacts } from "./diagnosisCircumstances";
import { diagnosisReport } from "./diagnosisReport";

/** One diagnosis and where it is shown. */
export interface DiagnosisRun {
  readonly name: string;
  /** Whether the connection and its key are saved, or were only entered. */
  readonly isKept: boolean;
  readonly client: ServiceClient;
  readonly worker: FrameWorker;
  readonly network: NetworkPath;
  readonly sources: CircumstanceSources;
  /** Redacts the key from the report, though nothing should contain it. */
  readonly redaction: Redaction;
  /** Shows the first report; returns a function that replaces its text. */
  readonly open: (text: string) => Promise<(text: string) => void>;
  /** Shows progress while the work runs; the signal aborts when the person cancels. */
  readonly during: (work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** Runs the steps one after the other, and rewrites the report after each. */
export async function runDiagnosis(run: DiagnosisRun): Promise<void> {
  const { name, isKept, client, worker, network } = run;
  const startedMs = Date.now();
  const findings: Finding[] = [];
  const report = (isOver: boolean): string => {
    const facts = circumstanceFacts(client.baseUrl, run.sources);
    const circumstances = { name, startedMs, isKept, facts };
    return run.redaction.apply(diagnosisReport(circumstances, findings, isOver));
  };
  const write = await run.open(report(false));
  await run.during(async (signal) => {
    for await (const finding of diagnose({ client, worker, variantsOf, network }, signal)) {
      findings.push(finding);
      write(report(false));
    }
  });
  write(report(true));
}
