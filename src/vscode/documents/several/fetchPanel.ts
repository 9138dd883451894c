import { tableMetadata } from "../../../data/table/metadata";
import { type Instant } from "../../../shared/instant";
import { type Slice } from "../../../shared/slice";
import { type FileFormat } from "../../../shared/wireFormat";
import { newestOf } from "../../../store/latest";
import { type FetchPanelOptions, type Panel } from "../../../store/panel";
import { type PanelAhead, type WrittenTable, panelAhead } from "../../../store/panelAhead";
import { type Panels } from "../../../store/panels";
import { type TableWorker } from "../../../store/tableBlocks";
import { type ConnectedService } from "../../connection/connectedServices";
import { serviceNameOf } from "../../connection/connection";
import { type PanelTarget } from "../../panelTarget";
import { EmptyPanelError } from "./emptyPanelError";
import { type FailedTarget } from "./fetchSet";
import { SomeFailedError } from "./setFailures";

/** What fetching panels needs of the services behind connections. */
export interface PanelServices {
  get(connectionId: string): Promise<Pick<ConnectedService, "connection" | "panels">>;
}

/** A panel as it leaves the editor. */
export interface FetchedPanel {
  readonly panel: Panel;
  readonly slice?: Slice;
  /** The service's base URL, or the word `sample`. */
  readonly service: string;
  readonly isSample: boolean;
  /** What was asked for. */
  readonly target: PanelTarget;
  readonly panels: Pick<Panels, "frames">;
  /** Its long table, where that was begun as the series came. */
  readonly table?: WrittenTable;
}

/** A long table that is to be written. */
export interface TableAhead {
  readonly format: FileFormat;
  readonly worker: TableWorker;
}

export interface FetchPanelRequest {
  readonly target: PanelTarget;
  readonly slice?: Slice;
  /** What is to be written of it, begun as its series come, and ended when the fetch's signal aborts. */
  readonly ahead?: TableAhead;
  /** What came before: only what failed of it is asked for, as of the same instant. */
  readonly before?: Panel;
}

/**
 * A panel of which everything was asked for that there is; what failed was asked for once more.
 *
 * @throws as `Panels.panel` does.
 */
export async function fetchPanel(
  services: PanelServices,
  { target, slice, before, ahead }: FetchPanelRequest,
  options: FetchPanelOptions = {},
): Promise<FetchedPanel> {
  const { reference } = target;
  const { connection, panels } = await services.get(target.connectionId);
  const service = serviceNameOf(connection);
  const isSample = connection.kind === "sample";
  const origin = { ...(slice === undefined ? {} : { slice }), service, isSample };
  const fetch = async (): Promise<PanelAhead> => {
    if (before !== undefined) return { panel: before };
    if (ahead === undefined) return { panel: await panels.panel(reference, options) };
    const { format, worker } = ahead;
    const metadata = (panel: Panel): ReturnType<typeof tableMetadata> =>
      tableMetadata({ kind: "panel", member: { panel, ...origin } }, origin);
    return panelAhead(panels, worker, { reference, ...origin, format, metadata }, options);
  };
  const { panel, ...written } = await fetch();
  return panel.failed.length === 0
    ? { target, panel, panels, ...written, ...origin }
    : { target, panel: await panels.retry(panel, options), panels, ...origin };
}

/**
 * The same, of which nothing failed: what other work builds on has no holes.
 *
 * @throws {@link SomeFailedError} too, and {@link EmptyPanelError} where the service has nothing of it.
 */
export async function wholePanel(
  services: PanelServices,
  request: FetchPanelRequest,
  options: FetchPanelOptions = {},
): Promise<FetchedPanel> {
  const fetched = await fetchPanel(services, request, options);
  const failed = failedSeries(fetched);
  if (failed.length > 0) throw new SomeFailedError(failed, countOf(fetched.panel));
  if (fetched.panel.variants.length === 0) throw new EmptyPanelError();
  return fetched;
}

/** The newest instant as of which one of some panels is shown as the latest and fresh; undefined when none is. */
export async function latestOfPanels(
  services: PanelServices,
  targets: readonly PanelTarget[],
): Promise<Instant | undefined> {
  const instants: Instant[] = [];
  for (const { connectionId, reference } of targets) {
    // One that cannot be had fails when it is asked for.
    const service = await services.get(connectionId).catch(() => undefined);
    const instant = service?.panels.latestInstant(reference);
    if (instant !== undefined) instants.push(instant);
  }
  return newestOf(instants);
}

/** What failed of a panel, as series of their own. */
export function failedSeries({ target, panel }: FetchedPanel): readonly FailedTarget[] {
  const { connectionId } = target;
  return panel.failed.map(({ reference, error }) => ({
    target: { connectionId, reference },
    error,
  }));
}

/** How many series a panel stands for. */
export function countOf({ variants, missing, failed }: Panel): number {
  return variants.length + missing.length + failed.length;
}
