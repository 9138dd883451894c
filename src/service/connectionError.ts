import { type RequestFacts } from "./answer";
import { errorCodeOf } from "./errorCode";
import { NetworkError, ProxyError, type ServiceError, TlsError } from "./errors";
import { type Redaction } from "./redaction";
import { ProxyRefusedError } from "./transportError";

/** The codes of OpenSSL's certificate checks and of Node's TLS, which have no common prefix. */
const tlsCodes =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_|EPROTO$)/;

/** The typed error of an exchange that failed before its answer began. */
export function connectionError(
  facts: RequestFacts,
  error: unknown,
  redaction: Redaction,
): ServiceError {
  const code = errorCodeOf(error);
  const cause = plainCause(error, redaction);
  if (error instanceof ProxyRefusedError) {
    const { proxyHost, status } = error;
    const excerpt = redaction.apply(error.excerpt);
    return new ProxyError(facts, cause.message, proxyHost, status, excerpt, { cause });
  }
  if (code !== undefined && tlsCodes.test(code)) return new TlsError(facts, code, { cause });
  return new NetworkError(facts, `no response: ${cause.message}`, code, { cause });
}

/** Whether a connection failed because of TLS: an untrusted certificate, or no TLS at all. */
export function isTlsFailure(error: unknown): error is Error {
  return error instanceof Error && tlsCodes.test(errorCodeOf(error) ?? "");
}

/**
 * A copy with only name, message and stack: the HTTP library's errors hold sockets and raw answers, which may contain
 * the key.
 */
export function plainCause(error: unknown, redaction: Redaction): Error {
  const original = error instanceof Error ? error : new Error(String(error));
  const plain = new Error(redaction.apply(messageOf(original)));
  plain.name = original.name;
  plain.stack = redaction.apply(original.stack ?? "");
  return plain;
}

/**
 * The message, or that of the first error of an `AggregateError`, which has none of its own if several addresses
 * failed.
 */
function messageOf(error: Error): string {
  if (error.message !== "") return error.message;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return first instanceof Error ? first.message : (errorCodeOf(error) ?? error.name);
}
