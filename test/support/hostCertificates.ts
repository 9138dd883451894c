import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeCertificates, type TestCertificates } from "./certificates";

const variable = "MACRO_SIGNALS_TEST_CERTIFICATES";

/**
 * Makes certificates for services of host tests, and returns the environment variables that pass them on and make the
 * editor trust their authority, which Node reads only when it starts.
 */
export async function certificateVariables(folder: string): Promise<Record<string, string>> {
  const certificates = await makeCertificates();
  const authority = path.join(folder, "authority.pem");
  const all = path.join(folder, "certificates.json");
  writeFileSync(authority, certificates.authority.cert);
  writeFileSync(all, JSON.stringify(certificates));
  return { NODE_EXTRA_CA_CERTS: authority, [variable]: all };
}

/** The certificates of the running suite; its editor trusts their authority. */
export function hostCertificates(): TestCertificates {
  const file = process.env[variable];
  if (file === undefined) throw new Error(`${variable} is not set: run npm run test:host`);
  return JSON.parse(readFileSync(file, "utf8")) as TestCertificates;
}
