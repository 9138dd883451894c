import { type Form, type Target } from "../../shared/place";
import { type FileFormat } from "../../shared/wireFormat";

/** What can be done with a series or a panel once it is chosen. Each tells of its own failures. */
export interface SeriesActions {
  /** Opens it as a chart or a document. */
  open(target: Target, form: Form): Promise<void>;
  /** Asks where to and saves it there. */
  saveAs(target: Target, format: FileFormat): Promise<void>;
  /** Asks how and inserts it into the notebook or script in use. */
  insert(target: Target): Promise<void>;
}
