/** A part of the page whose program is loaded when it is first wanted: the picture is on the screen before. */
export class Deferred<T> {
  private part: T | undefined;
  private loading: Promise<void> | undefined;
  private last: (part: T) => void = () => undefined;

  constructor(private readonly load: () => Promise<T>) {}

  /** Whether it has been wanted before. */
  get isWanted(): boolean {
    return this.loading !== undefined;
  }

  /** Has it at hand by the time that it is likely to be used. */
  prepare(): void {
    this.loading ??= this.begin();
  }

  /** Acts on the part; of what is asked for while it is loaded the last alone is done. */
  use(act: (part: T) => void): void {
    this.prepare();
    if (this.part === undefined) this.last = act;
    else act(this.part);
  }

  /** Has it at hand as soon as a person comes near the control that opens it. */
  prepareNear(control: HTMLElement): void {
    for (const type of ["pointerenter", "focus"]) {
      control.addEventListener(type, () => this.prepare(), { once: true });
    }
  }

  /** What could not be loaded is loaded anew when it is wanted again; that it failed is told by the page. */
  private async begin(): Promise<void> {
    try {
      this.part = await this.load();
    } catch (error) {
      this.loading = undefined;
      this.last = () => undefined;
      throw error;
    }
    this.last(this.part);
  }
}
