/** A part of the page that is made when it is first wanted: most charts are only looked at. */
export class Lazy<T> {
  private part: T | undefined;

  constructor(private readonly make: () => T) {}

  get isMade(): boolean {
    return this.part !== undefined;
  }

  get(): T {
    return (this.part ??= this.make());
  }
}
