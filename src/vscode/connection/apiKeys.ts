import * as vscode from "vscode";
import { type ApiKey, parseApiKey } from "../../service/apiKey";
import { type Log } from "../../shared/log";
import { DisposableStore } from "../disposables";

/** Longer than any keyring takes that still works; a hanging one must not hang what people do. */
const keyringPatienceMs = 10_000;

/**
 * API keys by the origin they were entered for, in the editor's secret storage. Never in a setting or file: where the
 * storage rejects, hangs or forgets, a key lives in this window's memory only, when the person agrees.
 */
export class ApiKeys {
  private readonly disposables = new DisposableStore();
  private readonly didChange = this.disposables.add(new vscode.EventEmitter<string>());
  /** Fires with the origin whose key was entered, replaced or forgotten, here or in another window. */
  readonly onDidChange = this.didChange.event;
  private readonly ofThisWindow = new Map<string, ApiKey>();

  constructor(
    private readonly secrets: vscode.SecretStorage,
    private readonly log: Log,
    private readonly patienceMs = keyringPatienceMs,
  ) {
    this.disposables.add(
      secrets.onDidChange(({ key }) => {
        const origin = originOf(key);
        if (origin !== undefined) this.didChange.fire(origin);
      }),
    );
  }

  /** The key for an origin, read anew each time; undefined when there is none or the storage does not answer. */
  async get(origin: string): Promise<ApiKey | undefined> {
    const held = this.ofThisWindow.get(origin);
    if (held !== undefined) return held;
    const stored = await this.attempt("read", () => this.secrets.get(nameOf(origin)));
    const parsed = stored.ok && stored.value !== undefined ? parseApiKey(stored.value) : undefined;
    return parsed?.ok === true ? parsed.key : undefined;
  }

  /** Keeps a key and reads it back; false when the editor does not keep it. */
  async keep(origin: string, key: ApiKey): Promise<boolean> {
    const name = nameOf(origin);
    const stored = await this.attempt("store", () => this.secrets.store(name, key));
    const read = stored.ok ? await this.attempt("read", () => this.secrets.get(name)) : stored;
    const isKept = read.ok && read.value === key;
    // Whoever asked when the storage told of it got the key of this window.
    if (isKept && this.ofThisWindow.delete(origin)) this.didChange.fire(origin);
    return isKept;
  }

  /** Holds a key in memory until this window closes. */
  holdForThisWindow(origin: string, key: ApiKey): void {
    this.ofThisWindow.set(origin, key);
    this.didChange.fire(origin);
  }

  /** Forgets the key here and in the storage; false when the storage may still have it. */
  async forget(origin: string): Promise<boolean> {
    this.ofThisWindow.delete(origin);
    const deleted = await this.attempt("delete", () => this.secrets.delete(nameOf(origin)));
    this.didChange.fire(origin);
    return deleted.ok;
  }

  dispose(): void {
    this.ofThisWindow.clear();
    this.disposables.dispose();
  }

  private async attempt<T>(
    what: string,
    access: () => Thenable<T>,
  ): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const patience = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error("it does not answer")), this.patienceMs);
      });
      return { ok: true, value: await Promise.race([access(), patience]) };
    } catch (error) {
      // The error may quote what was stored, so only its class is told.
      const name = error instanceof Error ? error.name : typeof error;
      this.log.warn(`the editor's secret storage failed to ${what} a key (${name})`);
      return { ok: false };
    } finally {
      clearTimeout(timer);
    }
  }
}

const prefix = "apiKey:";

function nameOf(origin: string): string {
  return prefix + origin;
}

function originOf(name: string): string | undefined {
  return name.startsWith(prefix) ? name.slice(prefix.length) : undefined;
}
