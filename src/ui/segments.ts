import { button, element, setAttributes, setText } from "./element";
import { makeOneTabStop } from "./roving";

export interface Segment<T extends string> {
  readonly value: T;
  readonly text: string;
  /** Empty when the label is enough. */
  readonly tooltip: string;
  /** Whether it cannot be chosen now; its tooltip says why. */
  readonly isDisabled?: boolean;
}

/** A radio group: a row of choices, one of which is chosen. */
export class Segments<T extends string> {
  readonly root: HTMLElement;
  private readonly buttons: HTMLButtonElement[] = [];
  private segments: readonly Segment<T>[] = [];

  constructor(
    label: string,
    private readonly onChoose: (value: T) => void,
  ) {
    this.root = element("div", { class: "segments", role: "radiogroup", "aria-label": label });
    makeOneTabStop(this.root);
  }

  /** @param chosen - Undefined if none is chosen. */
  show(segments: readonly Segment<T>[], chosen: T | undefined): void {
    this.segments = segments;
    while (this.buttons.length < segments.length) this.add(this.buttons.length);
    for (const extra of this.buttons.splice(segments.length)) extra.remove();
    for (const [at, each] of this.buttons.entries()) {
      const { value, text = "", tooltip = "", isDisabled = false } = segments[at] ?? {};
      setText(each, text);
      setAttributes(each, {
        "aria-checked": `${value === chosen}`,
        // Focusable, so that the tooltip can be read.
        "aria-disabled": isDisabled && "true",
        title: tooltip === "" ? false : tooltip,
      });
    }
  }

  private add(at: number): void {
    const made = button({ class: "tool", role: "radio" }, () => {
      const segment = this.segments[at];
      if (segment !== undefined && segment.isDisabled !== true) this.onChoose(segment.value);
    });
    this.buttons.push(made);
    this.root.append(made);
  }
}
