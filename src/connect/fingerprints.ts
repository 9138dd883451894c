import { createHmac, randomBytes } from "node:crypto";
import type * as vscode from "vscode";
import { type BaseUrl } from "../service/baseUrl";

const secretKey = "installationSecret";

/**
 * Derives the name of the owner of cached data, a service together with a key, without revealing the key: HMAC-SHA-256
 * with a random secret of this installation (HTTP-14).
 */
export class Fingerprints {
  constructor(private readonly globalState: vscode.Memento) {}

  /**
   * The name of the owner starts with that of its origin, so that data fetched with other keys can be found (SEC-34).
   */
  async of({ origin, href }: BaseUrl, apiKey: string | undefined): Promise<string> {
    const digest = await this.digest([href, apiKey ?? ""]);
    return `${await this.ofOrigin(origin)}${digest.slice(0, 32)}`;
  }

  /** The prefix of the names of all owners of an origin, whatever their key and path. */
  async ofOrigin(origin: string): Promise<string> {
    const digest = await this.digest([origin]);
    return `${digest.slice(0, 16)}-`;
  }

  private async digest(texts: readonly string[]): Promise<string> {
    const hmac = createHmac("sha256", await this.secret());
    return hmac.update(JSON.stringify(texts)).digest("hex");
  }

  private async secret(): Promise<string> {
    const known = this.knownSecret();
    if (known !== undefined) return known;
    const created = randomBytes(32).toString("hex");
    await this.globalState.update(secretKey, created);
    // Another window may have written its own meanwhile: all windows use the one that was stored last.
    return this.knownSecret() ?? created;
  }

  private knownSecret(): string | undefined {
    const known = this.globalState.get<unknown>(secretKey);
    return typeof known === "string" && known !== "" ? known : undefined;
  }
}
