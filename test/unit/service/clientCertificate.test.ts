import assert from "node:assert/strict";
import { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { tlsFailureOf } from "../../../src/service/clientCertificate";
import { ClientCertificateDemand } from "../../../src/service/transportError";

describe("the failure of a TLS connection", () => {
  /** It has seen no certificate of the other side. */
  const socket = new TLSSocket(new Socket());
  after(() => socket.destroy());

  function isDemand(code: string): boolean {
    const failure = tlsFailureOf(Object.assign(new Error(code), { code }), socket);
    return failure instanceof ClientCertificateDemand;
  }

  // As OpenSSL 3.0, OpenSSL 3.2 and BoringSSL name the alerts 41 to 46, 48, 49 and 116 (RFC 8446 §6.2).
  const demands = [
    "ERR_SSL_SSLV3_ALERT_NO_CERTIFICATE",
    "ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE",
    "ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE",
    "ERR_SSL_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE",
    "ERR_SSL_SSLV3_ALERT_CERTIFICATE_REVOKED",
    "ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED",
    "ERR_SSL_SSLV3_ALERT_CERTIFICATE_UNKNOWN",
    "ERR_SSL_TLSV1_ALERT_UNKNOWN_CA",
    "ERR_SSL_TLSV1_ALERT_ACCESS_DENIED",
    "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
    "ERR_SSL_TLSV1_ALERT_CERTIFICATE_REQUIRED",
  ];
  for (const code of demands) {
    it(`is a required client certificate for ${code} (NET-03)`, () => assert.ok(isDemand(code)));
  }

  const others = [
    "ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE",
    "EPROTO",
    "ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION",
    "ERR_SSL_TLSV1_UNRECOGNIZED_NAME",
    "CERT_HAS_EXPIRED",
    "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    "ECONNRESET",
  ];
  for (const code of others) {
    it(`stays as it is for ${code} if the service has sent no certificate (NET-03)`, () => {
      assert.ok(!isDemand(code));
    });
  }
});
