import type * as vscode from "vscode";
import { type ApiKey, parseApiKey, parseKeyFor, type TypedApiKey } from "../service/apiKey";
import { environmentKeyVariable } from "../shared/environmentKeyVariable";

/** In global state, which no workspace can write (SEC-04). */
const agreedOriginKey = "environmentKey.origin";

/**
 * The API key in the environment of the extension host, for computers without a working secret storage. It is sent to a
 * single origin, the one the person agreed to; only that agreement is remembered, never the key.
 */
export class EnvironmentKey {
  constructor(
    private readonly globalState: vscode.Memento,
    private readonly environment: Readonly<NodeJS.ProcessEnv> = process.env,
  ) {}

  /** The key, agreed to or not; undefined when there is none, or none that a header can carry. */
  get value(): ApiKey | undefined {
    const typed = parseApiKey(this.environment[environmentKeyVariable] ?? "");
    return typed.ok ? typed.key : undefined;
  }

  /** The origin that the key may be sent to; undefined before the person has agreed to one. */
  get agreedOrigin(): string | undefined {
    const origin = this.globalState.get<unknown>(agreedOriginKey);
    return typeof origin === "string" ? origin : undefined;
  }

  /** The key for an origin, agreed to or not, or why it cannot be used. */
  enteredFor(origin: string): TypedApiKey {
    return parseKeyFor(this.environment[environmentKeyVariable] ?? "", origin);
  }

  /** The key, if the user agreed to this origin. It may be too short; then requests fail with that reason. */
  keyFor(origin: string): ApiKey | undefined {
    return this.agreedOrigin === origin ? this.value : undefined;
  }

  /** Allows the key to be sent to this origin, and to no other. */
  async agree(origin: string): Promise<void> {
    await this.globalState.update(agreedOriginKey, origin);
  }

  /** Withdraws that permission; returns whether it had been given. */
  async withdraw(origin: string): Promise<boolean> {
    if (this.agreedOrigin !== origin) return false;
    await this.globalState.update(agreedOriginKey, undefined);
    return true;
  }
}
