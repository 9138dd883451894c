import { plainCause } from "./connectionError";
import { cutText } from "./cutText";
import { type ProxyServer } from "./proxyServer";
import { Redaction } from "./redaction";
import { ProxyRefusedError } from "./transportError";
import { redactedVisibleText } from "./visibleText";

/**
 * Creates the errors of one proxy. They contain its password neither in plain text nor encoded, even if the proxy sends
 * it back. The password in an address that cannot be parsed is unknown, so that errors about it quote nothing.
 */
export class ProxyRefusals {
  private readonly redaction: Redaction;

  constructor(private readonly proxy: ProxyServer) {
    this.redaction = new Redaction(...secretsOf(proxy.authorization));
  }

  unusable(problem: string): ProxyRefusedError {
    return this.refused(`cannot be used: ${problem}`);
  }

  unreachable(error: unknown): ProxyRefusedError {
    const { problem } = this.proxy;
    if (problem !== undefined) return this.unusable(problem);
    const cause = plainCause(error, this.redaction);
    return this.refused(`cannot be reached: ${cause.message}`, undefined, { cause });
  }

  /** @param page - As much of the answer's body as arrived with its head; of this only the title is quoted. */
  answered(status: number, page: string): ProxyRefusedError {
    const words = status === 407 ? "requires authentication" : "refused to connect to the service";
    const quoted = this.proxy.problem === undefined ? this.redaction.apply(page) : "";
    const [title = ""] = /<title[^<>]*>[^<]*<\/title/i.exec(quoted) ?? [];
    const shown = cutText(redactedVisibleText(title, true, this.redaction), 200);
    return this.refused(`${words} (${status})${shown === "" ? "" : `: ${shown}`}`, status);
  }

  private refused(words: string, status?: number, options?: ErrorOptions): ProxyRefusedError {
    const { host } = this.proxy;
    const named = host === "" ? "the proxy" : `the proxy ${host}`;
    return new ProxyRefusedError(`${named} ${words}`, host, status, options);
  }
}

/** The credentials of a `Proxy-Authorization` header, and the password of a `Basic` one (RFC 7617 §2). */
function secretsOf(authorization = ""): readonly string[] {
  const [, scheme = "", token = ""] = /^\s*(\S+)\s+(.*?)\s*$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return [token];
  const pair = Buffer.from(token, "base64").toString();
  return [token, pair.slice(pair.indexOf(":") + 1)];
}
