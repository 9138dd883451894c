import { randomBytes } from "node:crypto";

/** A key that nobody can guess. */
export function randomApiKey(): string {
  return randomBytes(24).toString("base64url");
}
