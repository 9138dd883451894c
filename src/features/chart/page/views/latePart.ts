/** A part of the page that is created when it is first needed; until then, a comment node marks its place. */
export class LatePart<Part extends { readonly root: HTMLElement }> {
  readonly place = document.createComment("");
  private made: Part | undefined;

  constructor(private readonly make: () => Part) {}

  get part(): Part | undefined {
    return this.made;
  }

  /** Returns the part, and creates it first when it is needed and does not exist yet. */
  when(isNeeded: boolean): Part | undefined {
    if (this.made !== undefined || !isNeeded) return this.made;
    this.made = this.make();
    this.place.replaceWith(this.made.root);
    return this.made;
  }
}
