import { type FailureReporter } from "../editor/report/failureReporter";
import { type ApiKeys } from "./apiKeys";
import { type ConnectedServices } from "./connectedServices";
import { type Connections } from "./connections";
import { type ContextState } from "./context";
import { type Diagnoses } from "./diagnoses";

/** The dependencies of the connection flows. */
export interface ConnectionDependencies {
  readonly connections: Connections;
  readonly apiKeys: ApiKeys;
  readonly services: ConnectedServices;
  readonly context: ContextState;
  readonly failures: FailureReporter;
  readonly diagnoses: Diagnoses;
}
