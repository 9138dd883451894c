import { wordsElementId } from "../../../shared/chart/chartProtocol";

/**
 * Some of what the second script of the page provides. That script holds what most charts do not need for their first
 * picture; it runs synchronously when any of it is first needed, so that no caller has to wait for it.
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

/** A part of the page that is created when it is first needed; a comment node holds its place until then. */
export class LatePart<Part extends { readonly root: HTMLElement }> {
  readonly place = document.createComment("");
  private made: Part | undefined;

  constructor(private readonly make: () => Part) {}

  /** Undefined until it has been created. */
  get part(): Part | undefined {
    return this.made;
  }

  /** The part, which is created now if it is needed and does not exist yet. */
  when(isNeeded: boolean): Part | undefined {
    if (this.made !== undefined || !isNeeded) return this.made;
    this.made = this.make();
    this.place.replaceWith(this.made.root);
    return this.made;
  }
}

/** The second script in UTF-8 until it runs; undefined until it has come. */
let laterScript: Uint8Array | undefined;
let hasCome = false;
const waiting: (() => void)[] = [];

/** The second script has come: with the first one, or after the first picture. */
export function holdLaterScript(text: Uint8Array): void {
  laterScript = text;
  hasCome = true;
  for (const run of waiting.splice(0)) run();
}

/** Runs what may need the second script: at once if that has come, else as soon as it has. */
export function whenLater(run: () => void): void {
  if (hasCome) run();
  else waiting.push(run);
}

/** Presses and keys before the second script has come, within some milliseconds of the first picture, wait for it. */
export function holdInput(): void {
  for (const type of ["click", "keydown"] as const) {
    addEventListener(type, hold, { capture: true });
    whenLater(() => removeEventListener(type, hold, { capture: true }));
  }
}

function hold(event: MouseEvent | KeyboardEvent): void {
  event.stopImmediatePropagation();
  event.preventDefault();
  const { target } = event;
  const again =
    event instanceof KeyboardEvent
      ? new KeyboardEvent(event.type, event)
      : new MouseEvent(event.type, event);
  whenLater(() => target?.dispatchEvent(again));
}

/** Inserted as a script element, it runs before this returns. */
function runLaterScript(): void {
  if (laterScript === undefined) return;
  const script = document.createElement("script");
  script.nonce = document.getElementById(wordsElementId)?.nonce ?? "";
  script.textContent = new TextDecoder().decode(laterScript);
  laterScript = undefined;
  document.head.append(script);
}
