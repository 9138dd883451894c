/** A value under the crosshair: where its line stands, in pixels of the page from the plot's top. */
export interface CrosshairDot {
  readonly top: number;
  readonly colour: string;
}

/** What stands on the axes, in colours that are the other way round. */
export interface CrosshairTags {
  /** Below the plot; empty where no days stand there. */
  readonly day: string;
  /** At the axis of values, with a line across; null for none. */
  readonly value: {
    readonly top: number;
    readonly text: string;
    readonly isAcross: boolean;
  } | null;
  readonly colours: { readonly text: string; readonly ground: string };
}

/** As its style has it, the edge included. */
const dotPx = 8;

/** An upright line over a plot with a ring on each line of it, and what the axes say there; moving it draws nothing anew. */
export class Crosshair {
  readonly element: HTMLElement = layer("crosshair");
  /** Beside the plot: they stand on its axes. */
  readonly tags: HTMLElement = layer("crosshair-tags");
  private readonly across: HTMLElement = layer("crosshair-across");
  private readonly dayTag: HTMLElement = layer("crosshair-tag crosshair-day");
  private readonly valueTag: HTMLElement = layer("crosshair-tag crosshair-value");
  private readonly line: HTMLElement = layer("crosshair-line");
  private readonly mark: HTMLElement = layer("crosshair-mark");
  private readonly dots: HTMLElement[] = [];

  constructor() {
    const { element, tags, line, mark, across, dayTag, valueTag } = this;
    element.append(mark, line, across);
    tags.append(dayTag, valueTag);
    for (const each of [line, mark, across, dayTag, valueTag]) each.hidden = true;
  }

  paint(colour: string): void {
    this.line.style.color = this.across.style.color = colour;
    this.mark.style.background = colour;
  }

  /** Both in pixels of the page from the plot's left edge. */
  showMark(left: number, right: number): void {
    this.mark.style.left = `${left}px`;
    this.mark.style.width = `${right - left}px`;
    this.mark.hidden = false;
  }

  hideMark(): void {
    this.mark.hidden = true;
  }

  show(left: number, dots: readonly CrosshairDot[], tags: CrosshairTags): void {
    this.line.style.transform = `translateX(${left}px)`;
    this.line.hidden = false;
    while (this.dots.length < dots.length) this.dots.push(this.addDot());
    for (const [index, element] of this.dots.entries()) {
      const dot = dots[index];
      element.hidden = dot === undefined;
      if (dot === undefined) continue;
      element.style.borderColor = dot.colour;
      element.style.background = tags.colours.text;
      element.style.transform = `translate(${left - dotPx / 2 + 0.5}px, ${dot.top - dotPx / 2}px)`;
    }
    this.showTags(left, tags);
  }

  hide(): void {
    const { line, across, dayTag, valueTag, dots } = this;
    for (const element of [line, across, dayTag, valueTag, ...dots]) element.hidden = true;
  }

  private showTags(left: number, { day, value, colours }: CrosshairTags): void {
    const { across, dayTag, valueTag } = this;
    for (const tag of [dayTag, valueTag]) {
      Object.assign(tag.style, { color: colours.text, background: colours.ground });
    }
    dayTag.textContent = day;
    dayTag.hidden = day === "";
    dayTag.style.transform = `translate(calc(${left}px - 50%), 4px)`;
    valueTag.textContent = value?.text ?? "";
    valueTag.hidden = value === null;
    across.hidden = value?.isAcross !== true;
    if (value === null) return;
    valueTag.style.transform = `translateY(calc(${value.top}px - 50%))`;
    across.style.transform = `translateY(${value.top}px)`;
  }

  private addDot(): HTMLElement {
    const dot = layer("crosshair-dot");
    this.element.append(dot);
    return dot;
  }
}

/** Takes no pointer and says nothing: the readout tells the same. */
function layer(name: string): HTMLElement {
  const element = document.createElement("div");
  element.className = name;
  element.ariaHidden = "true";
  return element;
}
