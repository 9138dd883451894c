/** Anything that its creator must dispose; compatible with the editor's own disposables. */
export interface Disposable {
  dispose(): unknown;
}

/** Disposes in insertion order, so dependents come before what they depend on. */
export class DisposableStore implements Disposable {
  private readonly disposables = new Set<Disposable>();
  private isDisposed = false;

  /** Returns its argument; disposes it at once if the store is already disposed. */
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
