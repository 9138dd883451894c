import { readFileSync } from "node:fs";
import * as tls from "node:tls";
import { messageOf } from "../shared/messageOf";

/** The certificates that vouch for services beside the ones that the runtime trusts by itself. */
export interface ExtraCertificates {
  /** PEM texts; empty when the runtime's own are all there are. */
  readonly pems: readonly string[];
  /** What could not be read, for the log. */
  readonly problems: readonly string[];
}

/**
 * The operating system's certificates.
 *
 * Runtimes before Node 22.15 cannot tell them; then there are none. Reading them takes up to some hundred milliseconds;
 * later calls of the same process give what the first one read.
 */
export function systemCertificates(): ExtraCertificates {
  const read: unknown = Reflect.get(tls, "getCACertificates");
  if (typeof read !== "function") {
    return { pems: [], problems: ["this runtime cannot read the operating system's certificates"] };
  }
  try {
    const pems: unknown = Reflect.apply(read, tls, ["system"]);
    return { pems: Array.isArray(pems) ? pems.filter(isText) : [], problems: [] };
  } catch (error) {
    return {
      pems: [],
      problems: [`the operating system's certificates cannot be read: ${messageOf(error)}`],
    };
  }
}

/**
 * A context in which the given certificates vouch for services beside those that come with the runtime and those of
 * `NODE_EXTRA_CA_CERTS`; undefined when none are given, which leaves the runtime's own.
 */
export function trustingContext(pems: readonly string[]): tls.SecureContext | undefined {
  if (pems.length === 0) return undefined;
  const all = [...tls.rootCertificates, ...extraOfRuntime(), ...pems];
  // The operating system has mostly the same ones, and each of them costs time.
  return tls.createSecureContext({ ca: [...new Set(all.map((pem) => pem.trim()))] });
}

/** The runtime reads them by itself only where no list is given. */
function extraOfRuntime(): string[] {
  const file = process.env["NODE_EXTRA_CA_CERTS"];
  if (file === undefined || file === "") return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // The runtime has said so when it started, and goes on without.
    return [];
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
