import { sampleConnection } from "../shared/place";
import { type Connection, type SampleConnection, type ServiceConnection } from "./connection";

/** The connections among which services are looked for: those that the person has created, never another (SEC-20). */
export interface KnownConnections {
  readonly services: readonly ServiceConnection[];
  readonly active: Connection | undefined;
  /** The sample data, present in every installation. */
  readonly sample: SampleConnection;
}

/** The connection with exactly the address that a line or a file names, or the sample's; undefined without one. */
export function connectionOfService(
  service: string,
  { sample, services }: KnownConnections,
): Connection | undefined {
  if (service === sampleConnection) return sample;
  return services.find(({ baseUrl }) => baseUrl.href === service);
}
