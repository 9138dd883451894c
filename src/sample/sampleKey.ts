import { randomBytes } from "node:crypto";

/** A random key that cannot be guessed. */
export function randomApiKey(): string {
  return randomBytes(24).toString("base64url");
}
