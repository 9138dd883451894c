/** A value under the crosshair: where its line stands, in pixels of the page from the plot's top. */
export interface CrosshairDot {
  readonly top: number;
  readonly colour: string;
}

/** As its style has it. */
const dotPx = 7;

/** An upright line over a plot with a dot on each line of it; moving it draws nothing anew. */
export class Crosshair {
  readonly element: HTMLElement = layer("crosshair");
  private readonly line: HTMLElement = layer("crosshair-line");
  private readonly mark: HTMLElement = layer("crosshair-mark");
  private readonly dots: HTMLElement[] = [];

  constructor() {
    for (const upright of [this.line, this.mark]) {
      upright.hidden = true;
      this.element.append(upright);
    }
  }

  paint(colour: string): void {
    this.line.style.background = colour;
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

  show(left: number, dots: readonly CrosshairDot[]): void {
    this.line.style.transform = `translateX(${left}px)`;
    this.line.hidden = false;
    while (this.dots.length < dots.length) this.dots.push(this.addDot());
    for (const [index, element] of this.dots.entries()) {
      const dot = dots[index];
      element.hidden = dot === undefined;
      if (dot === undefined) continue;
      element.style.background = dot.colour;
      element.style.transform = `translate(${left - dotPx / 2 + 0.5}px, ${dot.top - dotPx / 2}px)`;
    }
  }

  hide(): void {
    for (const element of [this.line, ...this.dots]) element.hidden = true;
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
