import { generate } from "selfsigned";

/** A certificate and its private key, in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Certificates of the services that tests start, made anew for each run. */
export interface TestCertificates {
  /** The root that vouches for those below unless said otherwise; nobody trusts it who is not told to. */
  readonly authority: TestCertificate;
  /** For localhost, 127.0.0.1, ::1 and `service.test`. */
  readonly good: TestCertificate;
  /** For the same names; it ended a year ago. */
  readonly expired: TestCertificate;
  /** For `elsewhere.test` alone. */
  readonly wrongName: TestCertificate;
  /** For the good names; nobody but itself vouches for it. */
  readonly selfSigned: TestCertificate;
}

const dayMs = 86_400_000;
const serviceNames = ["localhost", "service.test"];
const serviceAddresses = ["127.0.0.1", "::1"];

/** Costs a few milliseconds. */
export async function makeCertificates(): Promise<TestCertificates> {
  const authority = await makeAuthority();
  const lastYear = { fromMs: Date.now() - 730 * dayMs, untilMs: Date.now() - 365 * dayMs };
  const [good, expired, wrongName, selfSigned] = await Promise.all([
    makeCertificate({ authority }),
    makeCertificate({ authority, ...lastYear }),
    makeCertificate({ authority, names: ["elsewhere.test"], addresses: [] }),
    makeCertificate({}),
  ]);
  return { authority, good, expired, wrongName, selfSigned };
}

/** A root certificate of its own key. */
export async function makeAuthority(name = "Test Authority"): Promise<TestCertificate> {
  const made = await generate([{ name: "commonName", value: name }], {
    ...keys,
    ...validity({}),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  return { cert: made.cert, key: made.private };
}

interface CertificateFacts {
  /** Vouches for it; without one it is self-signed. */
  readonly authority?: TestCertificate;
  readonly names?: readonly string[];
  readonly addresses?: readonly string[];
  /** Milliseconds since 1970-01-01 UTC. */
  readonly fromMs?: number;
  readonly untilMs?: number;
}

/** A server's certificate; for the names of {@link TestCertificates.good} and valid now unless told otherwise. */
export async function makeCertificate(facts: CertificateFacts): Promise<TestCertificate> {
  const { authority, names = serviceNames, addresses = serviceAddresses } = facts;
  const made = await generate([{ name: "commonName", value: names[0] ?? "nobody" }], {
    ...keys,
    ...validity(facts),
    ...(authority === undefined ? {} : { ca: authority }),
    extensions: [
      { name: "basicConstraints", cA: false, critical: true },
      { name: "keyUsage", digitalSignature: true, critical: true },
      { name: "extKeyUsage", serverAuth: true },
      {
        name: "subjectAltName",
        altNames: [
          ...names.map((value) => ({ type: 2 as const, value })),
          ...addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

const keys = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;

function validity({ fromMs, untilMs }: Pick<CertificateFacts, "fromMs" | "untilMs">): {
  notBeforeDate: Date;
  notAfterDate: Date;
} {
  const now = Date.now();
  return {
    notBeforeDate: new Date(fromMs ?? now - dayMs),
    notAfterDate: new Date(untilMs ?? now + 30 * dayMs),
  };
}
