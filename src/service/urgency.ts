/**
 * Who is waiting for a request: a person who clicked, or bulk work in the background. Bulk work becomes urgent when a
 * person requests the same.
 */
export class Urgency {
  private readonly listeners = new Set<() => void>();
  private isRaised: boolean;

  constructor(level: "click" | "bulk") {
    this.isRaised = level === "click";
  }

  get isClick(): boolean {
    return this.isRaised;
  }

  /** Marks that a person is waiting. */
  raise(): void {
    if (this.isRaised) return;
    this.isRaised = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Calls back once when it is raised. Returns a function that removes the listener. */
  onRaise(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
