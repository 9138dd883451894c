import { button, element, setAttributes, setText } from "./element";

export interface Segment<T extends string> {
  readonly value: T;
  readonly text: string;
  /** Empty where its label says enough. */
  readonly tooltip: string;
}

/** A row of buttons, one of which is pressed. */
export class Segments<T extends string> {
  readonly root: HTMLElement;
  private readonly buttons: HTMLButtonElement[] = [];
  private segments: readonly Segment<T>[] = [];

  constructor(
    label: string,
    private readonly onChoose: (value: T) => void,
  ) {
    this.root = element("div", { class: "segments", role: "group", "aria-label": label });
  }

  show(segments: readonly Segment<T>[], chosen: T): void {
    this.segments = segments;
    while (this.buttons.length < segments.length) this.add(this.buttons.length);
    for (const extra of this.buttons.splice(segments.length)) extra.remove();
    for (const [at, each] of this.buttons.entries()) {
      const { value, text = "", tooltip = "" } = segments[at] ?? {};
      setText(each, text);
      setAttributes(each, {
        "aria-pressed": `${value === chosen}`,
        title: tooltip === "" ? false : tooltip,
      });
    }
  }

  private add(at: number): void {
    const made = button({ class: "tool" }, () => {
      const segment = this.segments[at];
      if (segment !== undefined) this.onChoose(segment.value);
    });
    this.buttons.push(made);
    this.root.append(made);
  }
}
