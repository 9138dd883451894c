import { type RequestFacts } from "./answer";
import { errorCodeOf } from "./errorCode";
import {
  ClientCertificateError,
  NetworkError,
  ProxyError,
  type ServiceError,
  TlsError,
  UnexpectedContentError,
} from "./errors";
import { type Redaction } from "./redaction";
import { maxHeadBytes } from "./transport";
import { ClientCertificateDemand, ProxyRefusedError } from "./transportError";

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
    return new ProxyError(facts, cause.message, proxyHost, status, { cause });
  }
  if (error instanceof ClientCertificateDemand) {
    return new ClientCertificateError(facts, error.code, { cause });
  }
  const head = unreadableHead(cause, code);
  if (head !== undefined) return new UnexpectedContentError(facts, head, cause.message);
  if (code !== undefined && tlsCodes.test(code)) return new TlsError(facts, code, { cause });
  return new NetworkError(facts, `no response: ${cause.message}`, code, { cause });
}

/** The codes of undici and Node for a head that is too large. */
const largeHead: ReadonlySet<unknown> = new Set([
  "UND_ERR_HEADERS_OVERFLOW",
  "HPE_HEADER_OVERFLOW",
]);
/** The code of undici for a head with two different lengths. */
const otherLength = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";

/** Describes an unreadable head of an answer; undefined if the error is about something else. */
function unreadableHead({ name }: Error, code: string | undefined): string | undefined {
  if (largeHead.has(code)) return `headers of more than ${maxHeadBytes / 1024} KiB`;
  // undici leaves out the parser's code.
  const isOdd = name === "HTTPParserError" || code === otherLength || code?.startsWith("HPE_");
  return isOdd === true ? "response that is not valid HTTP" : undefined;
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
