import { type Slice } from "../../shared/slice";
import { type DatedSeries } from "../../store/datedSeries";
import { type FrameWorker } from "../../store/frameWorker";
import { type ConnectedService } from "../connection/connectedServices";
import { type FailureReporter } from "../report/failureReporter";

/** What is to be saved, fetched. */
export interface SaveSubject extends DatedSeries {
  readonly slice?: Slice;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

/** What saving needs of the services behind connections. */
export interface SavedServices {
  get(connectionId: string): Promise<Omit<ConnectedService, "catalog">>;
}

/** What saving needs; what is to be saved has its kind. */
export interface SaveDependencies {
  readonly services: SavedServices;
  readonly worker: Pick<FrameWorker, "encode" | "fork" | "takeBack">;
  readonly reporter: Pick<FailureReporter, "report">;
}
