import * as vscode from "vscode";

/** How the editor's secret storage fails people: a keyring that is locked, that is not there, or that keeps nothing. */
export type StorageFault = "rejects" | "hangs" | "forgets";

/** A secret storage that lasts as long as a test, with a fault when one is given. */
export class TestSecrets implements vscode.SecretStorage {
  private readonly values = new Map<string, string>();
  private readonly didChange = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  readonly onDidChange = this.didChange.event;

  constructor(private readonly fault?: StorageFault) {}

  /** Everything that is stored. */
  get stored(): ReadonlyMap<string, string> {
    return this.values;
  }

  keys(): Promise<string[]> {
    return this.answer(() => [...this.values.keys()]);
  }

  get(key: string): Promise<string | undefined> {
    return this.answer(() => this.values.get(key));
  }

  store(key: string, value: string): Promise<void> {
    return this.answer(() => {
      if (this.fault !== "forgets") this.values.set(key, value);
      this.didChange.fire({ key });
    });
  }

  delete(key: string): Promise<void> {
    return this.answer(() => {
      this.values.delete(key);
      this.didChange.fire({ key });
    });
  }

  private answer<T>(work: () => T): Promise<T> {
    if (this.fault === "hangs") return new Promise(() => undefined);
    if (this.fault === "rejects") return Promise.reject(new Error("the keyring is locked"));
    return Promise.resolve(work());
  }
}
