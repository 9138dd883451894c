import { type TLSSocket } from "node:tls";
import { errorCodeOf } from "./errorCode";
import { ClientCertificateDemand } from "./transportError";

/** The alerts about a client certificate, as named by OpenSSL and BoringSSL. This client never has one. */
const certificateAlert =
  /_ALERT_(?:(?:NO|BAD|UNSUPPORTED)_CERTIFICATE|CERTIFICATE_(?:REVOKED|EXPIRED|UNKNOWN|REQUIRED)|UNKNOWN_CA|ACCESS_DENIED)$/;

/** TLS 1.2 sends this alert for a missing certificate, and also if no version or cipher is shared. */
const refusedHandshake = /_ALERT_HANDSHAKE_FAILURE$|^EPROTO$/;

/**
 * The error of a TLS connection; a {@link ClientCertificateDemand} if the other side closed it because this client has
 * no certificate.
 *
 * @param socket - The socket while it emits the error; afterwards it no longer has the other side's certificate.
 */
export function tlsFailureOf(error: Error, socket: TLSSocket): Error {
  const code = errorCodeOf(error) ?? "";
  if (certificateAlert.test(code)) return new ClientCertificateDemand(code, error);
  // If the service has sent its own certificate, version and cipher are agreed.
  const shown: unknown = socket.getPeerCertificate();
  const isAgreed = typeof shown === "object" && shown !== null && "raw" in shown;
  return refusedHandshake.test(code) && isAgreed ? new ClientCertificateDemand(code, error) : error;
}
