import { readFileSync } from "node:fs";
import * as tls from "node:tls";
import { messageOf } from "../shared/messageOf";

/** Certificates that are trusted in addition to the runtime's own. */
export interface ExtraCertificates {
  /** PEM texts; may be empty. */
  readonly pems: readonly string[];
  /** What could not be read, for the log. */
  readonly problems: readonly string[];
}

/**
 * The operating system's certificates.
 *
 * Runtimes before Node 22.15 cannot read them, so there are none. The first call takes up to some hundred milliseconds;
 * later calls in the same process return its result.
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
 * A context that trusts the given certificates in addition to the runtime's own and those of `NODE_EXTRA_CA_CERTS`;
 * undefined if none are given, so that the runtime's own apply.
 */
export function trustingContext(pems: readonly string[]): tls.SecureContext | undefined {
  if (pems.length === 0) return undefined;
  const all = [...tls.rootCertificates, ...extraOfRuntime(), ...pems];
  // The operating system has mostly the same ones, and each costs time.
  return tls.createSecureContext({ ca: [...new Set(all.map((pem) => pem.trim()))] });
}

/** The runtime reads them itself only if no list is given. */
function extraOfRuntime(): string[] {
  const file = process.env["NODE_EXTRA_CA_CERTS"];
  if (file === undefined || file === "") return [];
  try {
    return [readFileSync(file, "utf8")];
  } catch {
    // The runtime has already warned about the file at start and continues without it.
    return [];
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
