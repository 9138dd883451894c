import { createHmac, randomBytes } from "node:crypto";
import type * as vscode from "vscode";

const secretKey = "installationSecret";

/**
 * Names the owner of kept answers, a service together with a key, without telling the key: HMAC-SHA-256 with a random secret
 * of this installation (HTTP-14).
 */
export class Fingerprints {
  constructor(private readonly globalState: vscode.Memento) {}

  async of(serviceHref: string, apiKey: string | undefined): Promise<string> {
    const hmac = createHmac("sha256", await this.secret());
    return hmac
      .update(JSON.stringify([serviceHref, apiKey ?? ""]))
      .digest("hex")
      .slice(0, 32);
  }

  private async secret(): Promise<string> {
    const known = this.knownSecret();
    if (known !== undefined) return known;
    const created = randomBytes(32).toString("hex");
    await this.globalState.update(secretKey, created);
    // Another window may have written its own meanwhile: all use the one that stays.
    return this.knownSecret() ?? created;
  }

  private knownSecret(): string | undefined {
    const known = this.globalState.get<unknown>(secretKey);
    return typeof known === "string" && known !== "" ? known : undefined;
  }
}
