import { laterScriptId } from "../../../shared/chart/chartProtocol";

/**
 * Some of what the second script of the page brings. That script holds what the first picture of most charts does without;
 * it is run at once where any of it is first needed, so that nothing waits for it.
 */
export class Late<Pieces> {
  private brought: Pieces | undefined;

  /** Called by the second script. */
  bring(pieces: Pieces): void {
    this.brought = pieces;
  }

  /** @throws Error where the second script has failed. */
  get pieces(): Pieces {
    if (this.brought === undefined) runLaterScript();
    if (this.brought === undefined) throw new Error("the second script of the page has failed");
    return this.brought;
  }
}

/** A part of the page that is made where it is first needed; a comment stands in its place until then. */
export class LatePart<Part extends { readonly root: HTMLElement }> {
  readonly place = document.createComment("");
  private made: Part | undefined;

  constructor(private readonly make: () => Part) {}

  /** Undefined until it has been made. */
  get part(): Part | undefined {
    return this.made;
  }

  /** The part, which is made now if it is needed and not there yet. */
  when(isNeeded: boolean): Part | undefined {
    if (this.made !== undefined || !isNeeded) return this.made;
    this.made = this.make();
    this.place.replaceWith(this.made.root);
    return this.made;
  }
}

/** The text of the script stands in the page; as an element of its own it runs before this returns. */
function runLaterScript(): void {
  const held = document.getElementById(laterScriptId);
  const text = held?.textContent ?? "";
  if (!(held instanceof HTMLScriptElement) || text === "") return;
  const script = document.createElement("script");
  script.nonce = held.nonce;
  script.textContent = text;
  held.replaceWith(script);
}
