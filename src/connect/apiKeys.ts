import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { type ApiKey, parseApiKey, type TypedApiKey } from "../service/apiKey";
import { type Log } from "../shared/log";
import { DisposableStore } from "../editor/disposables";
import { type EnvironmentKey } from "./environmentKey";

export interface ApiKeysOptions {
  /** Another source of keys; absent: only the secret storage and this window's memory. */
  readonly environmentKey?: EnvironmentKey;
  /** How long to wait for the secret storage; ten seconds by default. */
  readonly patienceMs?: number;
}

/** Longer than any working keyring takes; one that hangs must not block the person. */
const keyringPatienceMs = 10_000;

/**
 * API keys by the origin they were entered for, in the editor's secret storage and never in a setting or file. Where
 * the storage rejects, hangs or loses a key, it is held in this window's memory only, or read from the environment if
 * the person agrees (SECR-01).
 */
export class ApiKeys {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<string>());
  /** Fires with the origin whose key was entered, replaced or forgotten, here or in another window. */
  readonly onDidChange = this.didChange.event;
  private readonly didForget = this.disposables.add(new vscode.EventEmitter<string>());
  /** Fires with the origin whose keys were forgotten in another window, after they are gone from this one. */
  readonly onDidForget = this.didForget.event;
  private readonly ofThisWindow = new Map<string, ApiKey>();
  /** By origin, the last announcement by this window that its key was forgotten. */
  private readonly announced = new Map<string, string>();

  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly log: Log,
    private readonly options: ApiKeysOptions = {},
  ) {
    this.disposables.add(
      secrets.onDidChange(({ key }) => {
        const origin = originOf(key, keyPrefix);
        if (origin !== undefined) this.didChange.fire(origin);
        const forgotten = originOf(key, forgottenPrefix);
        if (forgotten !== undefined) void this.dropForgotten(forgotten);
      }),
    );
  }

  /** The key in the environment, whatever origin it is for. */
  get environmentKey(): ApiKey | undefined {
    return this.options.environmentKey?.value;
  }

  /**
   * The key in the environment for an origin, or why it cannot be used; undefined where there is no environment key.
   */
  environmentKeyFor(origin: string): TypedApiKey | undefined {
    return this.options.environmentKey?.enteredFor(origin);
  }

  /** The origin that the environment's key may be sent to. */
  get environmentKeyOrigin(): string | undefined {
    return this.options.environmentKey?.agreedOrigin;
  }

  /** The key for an origin, read each time; undefined when there is none or the storage does not answer. */
  async get(origin: string): Promise<ApiKey | undefined> {
    const agreed = this.options.environmentKey?.keyFor(origin);
    const held = this.ofThisWindow.get(origin) ?? agreed;
    if (held !== undefined) return held;
    const stored = await this.attempt("read", () => this.secrets.get(nameOf(origin)));
    const parsed = stored.ok && stored.value !== undefined ? parseApiKey(stored.value) : undefined;
    return parsed?.ok === true ? parsed.key : undefined;
  }

  /** Stores a key and reads it back; false when the editor did not keep it. */
  async store(origin: string, key: ApiKey): Promise<boolean> {
    const name = nameOf(origin);
    const stored = await this.attempt("store", () => this.secrets.store(name, key));
    const read = stored.ok ? await this.attempt("read", () => this.secrets.get(name)) : stored;
    const isKept = read.ok && read.value === key;
    // Listeners that the storage's own event reached first still got the key that this one replaces.
    if (isKept && (await this.dropUnstored(origin))) this.didChange.fire(origin);
    return isKept;
  }

  /** Holds a key in memory until this window closes. */
  holdForThisWindow(origin: string, key: ApiKey): void {
    this.ofThisWindow.set(origin, key);
    this.didChange.fire(origin);
  }

  /** Uses the environment's key for this origin from now on, and for no other. */
  async useEnvironment(origin: string): Promise<void> {
    const { environmentKey } = this.options;
    const before = environmentKey?.agreedOrigin;
    await environmentKey?.agree(origin);
    this.ofThisWindow.delete(origin);
    if (before !== undefined && before !== origin) this.didChange.fire(before);
    this.didChange.fire(origin);
  }

  /**
   * Forgets the key in the storage and in all windows, and stops using the environment's; false when the storage, or
   * another window that holds its own key, may still have it.
   */
  async forget(origin: string): Promise<boolean> {
    // Deleting it from the storage may take long.
    if (await this.dropUnstored(origin)) this.didChange.fire(origin);
    const deleted = await this.attempt("delete", () => this.secrets.delete(nameOf(origin)));
    this.didChange.fire(origin);
    return deleted.ok && (await this.announceForgotten(origin));
  }

  dispose(): void {
    this.ofThisWindow.clear();
    this.disposables.dispose();
  }

  /**
   * Announces to other windows that a key was forgotten. Only the secret storage notifies all windows, and it does not
   * when there was nothing to delete. So the time and a random id are stored, and stay: other windows never see an
   * entry that is deleted at once.
   */
  private async announceForgotten(origin: string): Promise<boolean> {
    const name = forgottenPrefix + origin;
    const news = `${new Date().toISOString()} ${randomUUID()}`;
    this.announced.set(origin, news);
    const announce = (): Thenable<void> => this.secrets.store(name, news);
    return (await this.attempt("tell other windows of", announce)).ok;
  }

  /**
   * Whether the announcement is this window's own: the storage sends it back, and by then a new key may have been
   * entered.
   */
  private async isOwnNews(origin: string): Promise<boolean> {
    const announced = this.announced.get(origin);
    if (announced === undefined) return false;
    const read = await this.attempt("read", () => this.secrets.get(forgottenPrefix + origin));
    return read.ok && read.value === announced;
  }

  private async dropForgotten(origin: string): Promise<void> {
    if (await this.isOwnNews(origin)) return;
    const hadOthers = await this.dropUnstored(origin);
    if (hadOthers) this.didChange.fire(origin);
    this.didForget.fire(origin);
  }

  /** Drops the keys of an origin that are not in the storage; returns whether there were any. */
  private async dropUnstored(origin: string): Promise<boolean> {
    const wasHeld = this.ofThisWindow.delete(origin);
    const wasAgreed = await this.options.environmentKey?.withdraw(origin);
    return wasHeld || wasAgreed === true;
  }

  private async attempt<T>(
    what: string,
    access: () => Thenable<T>,
  ): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }> {
    const { patienceMs = keyringPatienceMs } = this.options;
    let timer: NodeJS.Timeout | undefined;
    try {
      const patience = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("it does not respond")), patienceMs);
      });
      return { ok: true, value: await Promise.race([access(), patience]) };
    } catch (error) {
      // The error may quote the stored value, so only its class is logged.
      const name = error instanceof Error ? error.name : typeof error;
      this.log.warn(`the editor's secret storage failed to ${what} a key (${name})`);
      return { ok: false };
    } finally {
      clearTimeout(timer);
    }
  }
}

const keyPrefix = "apiKey:";
/** Prefix of the entries that announce a forgotten key to all windows. */
const forgottenPrefix = "forgotten:";

function nameOf(origin: string): string {
  return keyPrefix + origin;
}

function originOf(name: string, prefix: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
