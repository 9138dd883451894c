import { plainLine } from "../../shared/plainText";
import { type Connection, defaultName } from "./connection";

/** `Acme · api.acme.com`; a connection that bears the name of its host says it once. */
export function serviceName(connection: Connection | undefined): string {
  if (connection?.kind !== "service") return "";
  const host = defaultName(connection.baseUrl);
  return plainLine(connection.name === host ? host : `${connection.name} · ${host}`);
}
