import { type TableSources } from "../store/tables";
import { type Services } from "./connectedServices";
import { serviceNameOf } from "./connection";

/** Adapts the connected services to the table sources. */
export function tableSources(services: Services): TableSources {
  return {
    get: async (connectionId) => {
      const { connection, client, series, panels } = await services.get(connectionId);
      const isSample = connection.kind === "sample";
      return { client, series, panels, service: serviceNameOf(connection), isSample };
    },
  };
}
