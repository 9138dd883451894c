import { X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import { type Duplex } from "node:stream";
import { type PeerCertificate, type TLSSocket, connect } from "node:tls";
import { trustingContext } from "../../service/certificates";
import { errorCodeOf } from "../../service/errorCode";
import { messageOf } from "../../shared/messageOf";

/** What a certificate says of itself, each text on one line. */
export interface CertificateFacts {
  readonly subject: string;
  readonly issuer: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly validFromMs: number;
  readonly validUntilMs: number;
  /** SHA-256 of the certificate, as browsers show it. */
  readonly fingerprint: string;
}

/** The certificate that was shown is not accepted, or the two sides found no common TLS. Nothing was sent. */
export class HandshakeError extends Error {
  override readonly name = "HandshakeError";

  /**
   * @param code - OpenSSL's or Node's, for example `CERT_HAS_EXPIRED`.
   * @param certificate - What was shown; absent when it did not come so far.
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

/** A handshake that was accepted. */
export interface Handshake {
  readonly protocol: string;
  readonly certificate: CertificateFacts;
}

/**
 * Shakes hands as requests do, with full verification, and ends the connection before anything is sent.
 *
 * @param socket - A connection to the service, or a tunnel; it is used up.
 * @param certificates - PEM texts of what is trusted beside the runtime's own certificates.
 * @throws {@link HandshakeError} with the certificate that was refused, when there was one.
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
    // The environment variable NODE_TLS_REJECT_UNAUTHORIZED changes nothing.
    rejectUnauthorized: true,
    // Whoever patches `tls` to add certificates leaves connections alone that bring their own.
    ...(secureContext === undefined ? {} : { secureContext, ca: [...certificates] }),
  });
  const shown: { certificate?: CertificateFacts } = {};
  // Emitted before the certificate is judged; a socket that refuses it cannot be asked any more.
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

/** A connection that closes without an error ends the handshake, too. */
function accepted(secure: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    secure.once("secureConnect", resolve);
    // It may fail again when it is destroyed, and nobody waits any more.
    secure.on("error", reject);
    secure.once("close", () => reject(new Error("the connection was closed during the handshake")));
  });
}

function certificateOf(secure: TLSSocket): { readonly certificate?: CertificateFacts } {
  // Not `getPeerX509Certificate`: after it Node finds no names in the certificate when it judges it (seen in 20 to 24).
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

/** Node writes one line for each part of a name. */
function oneLine(name: string): string {
  return name.split("\n").join(", ");
}
