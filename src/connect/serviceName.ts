import { plainLine } from "../shared/plainText";
import { type Connection, defaultName } from "./connection";

/** `Acme · api.acme.com`; only once where the connection is named after its host. */
export function serviceName(connection: Connection | undefined): string {
  if (connection?.kind !== "service") return "";
  const host = defaultName(connection.baseUrl);
  return plainLine(connection.name === host ? host : `${connection.name} · ${host}`);
}
