import { ReadableNames } from "../../src/catalog/readableNames";
import { panelVariants } from "../../src/catalog/panelVariants";
import { type ConnectedService } from "../../src/connect/connectedServices";
import { SignalSearch } from "../../src/tools/signalSearch";
import { type ServiceClient } from "../../src/service/serviceClient";
import { AnswerArchive } from "../../src/store/answerArchive";
import { CatalogStore } from "../../src/store/catalogStore";
import { FrameWorker } from "../../src/store/frameWorker";
import { PanelStore } from "../../src/store/panelStore";
import { SeriesStore } from "../../src/store/seriesStore";
import { frameWorkerFile } from "./builtFiles";
import { testClient } from "./testClient";
import { withMembers } from "./withMembers";

/** What a test has in place of members of a service that nobody can reach. */
export interface ServiceMembers {
  readonly client?: Partial<ServiceClient>;
  readonly series?: Partial<SeriesStore>;
  readonly catalog?: Partial<CatalogStore>;
  readonly panels?: Partial<PanelStore>;
}

/** The sample's service, with members of a test. */
export function connectedService(members: ServiceMembers = {}): ConnectedService {
  const client = withMembers(testClient("http://127.0.0.1:9").client, members.client ?? {});
  const worker = new FrameWorker(frameWorkerFile);
  const series = withMembers(new SeriesStore({ client, worker }), members.series ?? {});
  const catalog = withMembers(new CatalogStore({ client }), members.catalog ?? {});
  const panels = new PanelStore({ client, series, catalog, panelVariants });
  return {
    connection: { kind: "sample", id: "sample", name: "Sample" },
    client,
    series,
    catalog,
    panels: withMembers(panels, members.panels ?? {}),
    search: new SignalSearch(catalog, new ReadableNames("en")),
    archive: new AnswerArchive("", { isOn: () => false }),
  };
}
