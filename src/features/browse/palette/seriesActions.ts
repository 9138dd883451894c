import { type Form, type Target } from "../../../shared/place";
import { type FileFormat } from "../../../shared/wireFormat";

/** The actions on a chosen series or panel. Each reports its own failures. */
export interface SeriesActions {
  /** Opens it as a chart or a document. */
  open(target: Target, form: Form): Promise<void>;
  /** Asks for a location and saves it there. */
  saveAs(target: Target, format: FileFormat): Promise<void>;
  /** Asks how, and inserts it into the current notebook or script. */
  insert(target: Target): Promise<void>;
  /** Shows SNAP and FIT of a signal in one chart. */
  compare(target: Target): Promise<void>;
}
