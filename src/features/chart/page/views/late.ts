import { addScript } from "../addScript";

/**
 * Some of the exports of the second script of the page. That script holds what most charts do not need for their first
 * picture; it runs synchronously when any of it is first needed, so that callers need not be asynchronous.
 */
export class Late<Pieces> {
  private brought: Pieces | undefined;

  /** Called by the second script. */
  bring(pieces: Pieces): void {
    this.brought = pieces;
  }

  /** @throws Error if the second script has failed. */
  get pieces(): Pieces {
    if (this.brought === undefined) runLaterScript();
    if (this.brought === undefined) throw new Error("the second script of the page has failed");
    return this.brought;
  }
}

/** A part of the page that is created when it is first needed; a comment node holds its place until then. */
export class LatePart<Part extends { readonly root: HTMLElement }> {
  readonly place = document.createComment("");
  private made: Part | undefined;

  constructor(private readonly make: () => Part) {}

  get part(): Part | undefined {
    return this.made;
  }

  /** The part; creates it if it is needed and does not exist yet. */
  when(isNeeded: boolean): Part | undefined {
    if (this.made !== undefined || !isNeeded) return this.made;
    this.made = this.make();
    this.place.replaceWith(this.made.root);
    return this.made;
  }
}

let laterScript: Uint8Array | undefined;

/** Stores the second script; must be called before any of it is needed. */
export function holdLaterScript(text: Uint8Array): void {
  laterScript = text;
}

function runLaterScript(): void {
  if (laterScript === undefined) return;
  const text = laterScript;
  laterScript = undefined;
  addScript(text);
}
