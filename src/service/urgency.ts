/**
 * Who waits for a request: a person who clicked, or bulk work that nobody looks at. Bulk work becomes urgent when a
 * person asks for the same.
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

  /** A person waits from now on. */
  raise(): void {
    if (this.isRaised) return;
    this.isRaised = true;
    for (const listener of this.listeners) listener();
    this.listeners.clear();
  }

  /** Calls back once when it is raised; calling what it returns stops that. */
  onRaise(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
