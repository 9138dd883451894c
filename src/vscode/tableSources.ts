import { type TableSources } from "../store/tables";
import { type ConnectedService } from "./connection/connectedServices";
import { serviceNameOf } from "./connection/connection";

/** What tables need of the services behind connections. */
export interface TableServices {
  get(
    connectionId: string,
  ): Promise<Pick<ConnectedService, "connection" | "client" | "series" | "panels">>;
}

/** The services of connections, as tables are made of them. */
export function tableSources(services: TableServices): TableSources {
  return {
    get: async (connectionId) => {
      const { connection, client, series, panels } = await services.get(connectionId);
      const isSample = connection.kind === "sample";
      return { client, series, panels, service: serviceNameOf(connection), isSample };
    },
  };
}
