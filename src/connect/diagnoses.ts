import * as vscode from "vscode";
import { type ApiKey } from "../service/apiKey";
import { type BaseUrl } from "../service/baseUrl";
import { Redaction } from "../service/redaction";
import { type ServiceClient } from "../service/serviceClient";
import { type FrameWorker } from "../store/frameWorker";
import { type Disposable } from "../editor/disposables";
import { withDelayedProgress } from "../editor/progress";
import { type FailureReporter } from "../editor/report/failureReporter";
import { type ApiKeys } from "./apiKeys";
import { type ConnectedServices } from "./connectedServices";
import { type Connection } from "./connection";
import { type CircumstanceSources } from "./diagnosisCircumstances";
import { DiagnosisDocuments } from "./diagnosisDocuments";

export interface DiagnosesOptions extends CircumstanceSources {
  readonly services: ConnectedServices;
  readonly apiKeys: ApiKeys;
  readonly worker: FrameWorker;
  readonly failures: FailureReporter;
  /** The caller's; disposed here. */
  readonly documents?: DiagnosisDocuments;
}

/** The subject of a diagnosis. */
interface Subject {
  readonly name: string;
  /** Whether it is a saved connection, or only what was entered. */
  readonly isKept: boolean;
  readonly client: ServiceClient;
  /** Redacted from the report, though nothing should contain it. */
  readonly apiKey: ApiKey | undefined;
}

/** Runs diagnoses, each in a document that grows beside the active editor. */
export class Diagnoses implements Disposable {
  private readonly documents: DiagnosisDocuments;

  constructor(private readonly options: DiagnosesOptions) {
    this.documents = options.documents ?? new DiagnosisDocuments();
  }

  /** Resolves when the report is complete. A failure to create it is reported. */
  async ofConnection({ id, name }: Connection): Promise<void> {
    const { services, apiKeys } = this.options;
    await this.run(name, async () => {
      const { client } = await services.get(id);
      return { name, isKept: true, client, apiKey: await apiKeys.get(client.baseUrl.origin) };
    });
  }

  /** Diagnoses an entered base URL and key, without saving them. */
  async ofEntered(baseUrl: BaseUrl, apiKey: ApiKey): Promise<void> {
    const name = baseUrl.asciiHost;
    await this.run(name, async () => {
      const client = await this.options.services.clientFor(baseUrl, apiKey);
      return { name, isKept: false, client, apiKey };
    });
  }

  dispose(): void {
    this.documents.dispose();
  }

  private async run(name: string, subjectOf: () => Promise<Subject>): Promise<void> {
    try {
      await this.report(await subjectOf());
    } catch (error) {
      // Without the connection: its failures would offer a diagnosis again.
      const attempt = vscode.l10n.t("Could not diagnose {0}", name);
      void this.options.failures.report(error, { attempt });
    }
  }

  private async report({ name, isKept, client, apiKey }: Subject): Promise<void> {
    const { services, worker } = this.options;
    const title = vscode.l10n.t("Diagnosing {0}", name);
    // Loaded with the first diagnosis.
    const { runDiagnosis } = await import("./diagnosisRun");
    await runDiagnosis({
      name,
      isKept,
      client,
      worker,
      network: services.transports,
      sources: this.options,
      redaction: new Redaction(apiKey),
      open: (text) => this.documents.show(name, text),
      during: (work) => withDelayedProgress(title, work),
    });
  }
}
