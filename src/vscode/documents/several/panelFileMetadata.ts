import { panelMetadata } from "../../../data/panelMetadata";
import { type Slice } from "../../../shared/slice";
import { type Panel } from "../../../store/panel";

/** A panel that a file is made of. */
export interface FiledPanel {
  readonly panel: Panel;
  readonly slice?: Slice;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
}

/** What the footer of a panel's Parquet file says; of one whose series stand side by side, of which column. */
export function panelFileMetadata(
  { panel, slice, service, isSample }: FiledPanel,
  wideColumn?: string,
): Readonly<Record<string, string>> {
  const { reference, variants, staleBecause } = panel;
  return panelMetadata({
    reference,
    variants,
    service,
    isSample,
    isStale: staleBecause !== undefined,
    ...(slice === undefined ? {} : { slice }),
    ...(wideColumn === undefined ? {} : { wideColumn }),
  });
}
