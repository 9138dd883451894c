import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type Duplex } from "node:stream";
import { type PeerCertificate, type TLSSocket, connect } from "node:tls";
import { trustingContext } from "../../service/certificates";
import { errorCodeOf } from "../../service/errorCode";
import { tlsFailureOf } from "../../service/clientCertificate";
import { messageOf } from "../../shared/messageOf";

/** The contents of a certificate, each text on one line. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly validFromMs: number;
  readonly validUntilMs: number;
  /** SHA-256 of the certificate, as browsers show it. */
  readonly fingerprint: string;
}

/** The certificate was rejected, or there is no common TLS version or cipher. Nothing was sent. */
export class HandshakeError extends Error {
  override readonly name = "HandshakeError";

  /**
   * @param code - From OpenSSL or Node, for example `CERT_HAS_EXPIRED`.
   * @param certificate - The certificate that was presented; absent if the handshake failed before.
   */
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly certificate: CertificateFacts | undefined,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A successful handshake. */
export interface Handshake {
  readonly protocol: string;
  readonly certificate: CertificateFacts;
}

/**
 * Performs a TLS handshake as requests do, with full verification, and closes the connection before anything is sent.
 *
 * @param socket - A connection to the service, or a tunnel; it is consumed.
 * @param certificates - Additionally trusted certificates as PEM texts.
 * @throws {@link HandshakeError} with the rejected certificate, if there is one.
 */
export async function shakeHands(
  socket: Duplex,
  host: string,
  certificates: readonly string[],
): Promise<Handshake> {
  const secureContext = trustingContext(certificates);
  const secure = connect({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    // Overrides the environment variable NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
    // Code that patches `tls` to add certificates skips connections that have their own.
    ...(secureContext === undefined ? {} : { secureContext, ca: [...certificates] }),
  });
  const shown: { certificate?: CertificateFacts } = {};
  // Emitted before verification; afterwards a socket that rejects the certificate no longer has it.
  secure.prependOnceListener("secure", () => Object.assign(shown, certificateOf(secure)));
  try {
    await accepted(secure);
    const { certificate } = shown;
    if (certificate === undefined) throw new Error("no certificate was presented");
    return { protocol: secure.getProtocol() ?? "TLS", certificate };
  } catch (error) {
    throw new HandshakeError(messageOf(error), errorCodeOf(error), shown.certificate, {
      cause: error,
    });
  } finally {
    secure.destroy();
    socket.destroy();
  }
}

/** A connection that closes without an error also ends the handshake. */
function accepted(secure: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    secure.once("secureConnect", resolve);
    // Destroying it may cause another error, which no longer matters.
    secure.on("error", (error: Error) => reject(tlsFailureOf(error, secure)));
    secure.once("close", () => reject(new Error("the connection was closed during the handshake")));
  });
}

function certificateOf(secure: TLSSocket): { readonly certificate?: CertificateFacts } {
  // Not `getPeerX509Certificate`: after it Node's verification finds no names in the certificate (seen in 20 to 24).
  const { raw } = secure.getPeerCertificate() as Partial<PeerCertificate>;
  return raw === undefined ? {} : { certificate: factsOf(new X509Certificate(raw)) };
}

function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    validFromMs: Date.parse(certificate.validFrom),
    validUntilMs: Date.parse(certificate.validTo),
    fingerprint: certificate.fingerprint256,
  };
}

/** Node puts each part of a name on a line of its own. */
function oneLine(name: string): string {
  return name.split("\n").join(", ");
}
