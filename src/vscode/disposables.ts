/** Anything that must be ended by who created it; the editor's own disposables fit. */
export interface Disposable {
  dispose(): unknown;
}

/** Disposes in the order of adding, so dependents come before what they depend on. */
export class DisposableStore implements Disposable {
  private readonly disposables = new Set<Disposable>();
  private isDisposed = false;

  /** Returns its argument; once the store is disposed, disposes it at once. */
  add<T extends Disposable>(disposable: T): T {
    if (this.isDisposed) disposable.dispose();
    else this.disposables.add(disposable);
    return disposable;
  }

  dispose(): void {
    this.isDisposed = true;
    const disposables = [...this.disposables];
    this.disposables.clear();
    for (const disposable of disposables) disposable.dispose();
  }
}

/** Holds one disposable; assigning another disposes the old one. */
export class Slot<T extends Disposable> implements Disposable {
  private held: T | undefined;
  private isDisposed = false;

  get value(): T | undefined {
    return this.held;
  }

  set value(next: T | undefined) {
    if (next === this.held) return;
    this.held?.dispose();
    this.held = next;
    if (this.isDisposed) this.dispose();
  }

  dispose(): void {
    this.isDisposed = true;
    const held = this.held;
    this.held = undefined;
    held?.dispose();
  }
}
