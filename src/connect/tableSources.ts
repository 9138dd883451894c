import { type TableSources } from "../store/tables";
import { type ConnectedService } from "./connectedServices";
import { serviceNameOf } from "./connection";

/** What tables need of the services. */
export interface TableServices {
  get(
    connectionId: string,
  ): Promise<Pick<ConnectedService, "connection" | "client" | "catalog" | "series" | "panels">>;
}

/** Adapts the connected services to the table sources. */
export function tableSources(services: TableServices): TableSources {
  return {
    get: async (connectionId) => {
      const { connection, client, series, panels } = await services.get(connectionId);
      const isSample = connection.kind === "sample";
      return { client, series, panels, service: serviceNameOf(connection), isSample };
    },
  };
}
