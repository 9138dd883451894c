import { type TLSSocket } from "node:tls";
import { errorCodeOf } from "./errorCode";
import { ClientCertificateDemand } from "./transportError";

/** Alerts about a client's certificate, as OpenSSL and BoringSSL name them; this client has none. */
const certificateAlert =
  /_ALERT_(?:(?:NO|BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(?:REVOKED|EXPIRED|UNKNOWN|REQUIRED)|UNKNOWN_CA|ACCESS_DENIED)$/;

/** What TLS 1.2 sends for a missing certificate, but also where no version or cipher is shared. */
const refusedHandshake = /_ALERT_HANDSHAKE_FAILURE$|^EPROTO$/;

/**
 * The error of a TLS connection; a {@link ClientCertificateDemand} where the other side ended it because this client has
 * no certificate.
 *
 * @param socket - While it emits the error: afterwards it has no certificate anymore.
 */
export function tlsFailureOf(error: Error, socket: TLSSocket): Error {
  const code = errorCodeOf(error) ?? "";
  if (certificateAlert.test(code)) return new ClientCertificateDemand(code, error);
  // A service that has shown its own certificate has agreed on version and cipher.
  const shown: unknown = socket.getPeerCertificate();
  const isAgreed = typeof shown === "object" && shown !== null && "raw" in shown;
  return refusedHandshake.test(code) && isAgreed ? new ClientCertificateDemand(code, error) : error;
}
