import { panelMetadata } from "../../../data/panelMetadata";
import { type FetchedPanel } from "./fetchPanel";

/** What the footer of a panel's Parquet file says; of one whose series stand side by side, of which column. */
export function panelFileMetadata(
  {
    panel,
    slice,
    service,
    isSample,
  }: Pick<FetchedPanel, "panel" | "slice" | "service" | "isSample">,
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
