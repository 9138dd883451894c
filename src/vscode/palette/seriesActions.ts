import { type Form } from "../../shared/place";
import { type WireFormat } from "../../shared/wireFormat";
import { type SeriesTarget } from "../seriesTarget";

/** What can be done with a series once it is chosen. Each tells of its own failures. */
export interface SeriesActions {
  /** Opens the series as a chart or a document. */
  open(target: SeriesTarget, form: Form): Promise<void>;
  /** Asks where to and saves the series there. */
  saveAs(target: SeriesTarget, format: WireFormat): Promise<void>;
  /** Asks how and inserts the series into the notebook or script in use. */
  insert(target: SeriesTarget): Promise<void>;
}
