import { axisWidthPx, type Extent, type LabelExtents } from "./axes";
import { noteSizePx } from "./marks";
import { textWidth } from "./textWidth";

/** A value under the crosshair: the position of its line, in pixels of the page from the plot's top. */
export interface CrosshairDot {
  readonly top: number;
  readonly colour: string;
}

/** A value at its axis. */
export interface ValueTag {
  /** The position of its line, in CSS pixels from the plot's top. */
  readonly top: number;
  /** The middle of the tag, which lies within the plot and does not overlap another tag. */
  readonly middle: number;
  readonly text: string;
}

/** The crosshair's tags on the axes, in inverted colours. */
export interface CrosshairTags {
  /** The text below the plot; empty if the plot has no days there. */
  readonly day: string;
  /** How far the day is moved aside from its line, in pixels. */
  readonly dayShift?: number;
  readonly values: readonly ValueTag[];
  /** Whether a line crosses the plot at the first value. */
  readonly isAcross: boolean;
  /** Whether its upright line is thin and solid, because the day is pointed at in another pane. */
  readonly isHair?: boolean;
  /** A value beside the line, within the plot; empty or absent for none. */
  readonly beside?: string;
  readonly isBesideLeft?: boolean;
  /** The labels of the axes; one that a tag would cover partly is hidden as a whole. */
  readonly labels: LabelExtents;
  readonly colours: { readonly text: string; readonly ground: string };
}

/** The diameter of a dot including its edge, as in the style sheet. */
const dotPx = 8;
/** The height of a tag, and the padding on either side of its text. */
export const tagPx = { height: 18, side: 6 };
const dayTopPx = 4;
const besidePx = 8;

/** The greatest width that a tag can have, in pixels. */
export function tagWidth(text: string): number {
  // The editor's font may be wider than the measured one.
  return 1.12 * textWidth(text, noteSizePx, true) + 2 * tagPx.side;
}

/** An upright line over a plot with a ring on each of its lines, and tags on the axes. Moving it redraws nothing. */
export class Crosshair {
  readonly element: HTMLElement = layer("crosshair");
  /** Separate from the lines, because the tags are on the axes beside the plot. */
  readonly tags: HTMLElement = layer("crosshair-tags");
  private readonly across: HTMLElement = layer("crosshair-across");
  private readonly dayCover: HTMLElement = layer("crosshair-cover");
  private readonly dayTag: HTMLElement = layer("crosshair-tag crosshair-day");
  private readonly besideTag: HTMLElement = layer("crosshair-tag crosshair-beside");
  private readonly valueCovers: HTMLElement[] = [];
  private readonly valueTags: HTMLElement[] = [];
  private readonly line: HTMLElement = layer("crosshair-line");
  private readonly mark: HTMLElement = layer("crosshair-mark");
  private readonly dots: HTMLElement[] = [];

  /** @param hasLine - Whether it draws its upright line itself. */
  constructor(private readonly hasLine = true) {
    const { element, tags, line, mark, across, dayCover, dayTag, besideTag } = this;
    element.append(mark, line, across);
    tags.append(dayCover, dayTag, besideTag);
    for (const each of [line, mark, across, dayCover, dayTag, besideTag]) each.hidden = true;
  }

  paint(colour: string): void {
    this.line.style.color = this.across.style.color = colour;
    this.mark.style.background = colour;
  }

  /** @param left - In pixels of the page from the plot's left edge, as `right`. */
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
    this.line.hidden = !this.hasLine;
    this.line.classList.toggle("is-hair", tags.isHair === true);
    while (this.dots.length < dots.length) this.dots.push(added(this.element, "crosshair-dot"));
    for (const [index, element] of this.dots.entries()) {
      const dot = dots[index];
      element.hidden = dot === undefined;
      if (dot === undefined) continue;
      element.style.borderColor = dot.colour;
      element.style.background = tags.colours.text;
      element.style.transform = `translate(${left - dotPx / 2 + 0.5}px, ${dot.top - dotPx / 2}px)`;
    }
    this.showDay(left + (tags.dayShift ?? 0), tags);
    this.showBeside(left, tags);
    this.showValues(tags);
  }

  hide(): void {
    const { line, across, dayCover, dayTag, besideTag, dots, valueCovers, valueTags } = this;
    const all = [line, across, dayCover, dayTag, besideTag, ...dots, ...valueCovers, ...valueTags];
    for (const element of all) element.hidden = true;
  }

  private showDay(middle: number, { day, labels, colours }: CrosshairTags): void {
    const { dayTag, dayCover } = this;
    dayTag.textContent = day;
    dayTag.hidden = day === "";
    paintTag(dayTag, colours);
    dayTag.style.transform = `translate(calc(${middle}px - 50%), ${dayTopPx}px)`;
    const reach = tagWidth(day) / 2;
    const covered = coveredBy({ from: middle - reach, to: middle + reach }, labels.days);
    dayCover.hidden = day === "" || covered === undefined;
    if (covered === undefined) return;
    Object.assign(dayCover.style, {
      background: colours.text,
      top: "100%",
      left: `${covered.from}px`,
      width: `${covered.to - covered.from}px`,
      height: `${tagPx.height}px`,
      transform: `translateY(${dayTopPx}px)`,
    });
  }

  private showBeside(left: number, { beside = "", isBesideLeft, colours }: CrosshairTags): void {
    const { besideTag } = this;
    besideTag.textContent = beside;
    besideTag.hidden = beside === "";
    paintTag(besideTag, colours);
    const place =
      isBesideLeft === true ? `calc(${left - besidePx}px - 100%)` : `${left + besidePx}px`;
    besideTag.style.transform = `translateX(${place})`;
  }

  private showValues({ values, isAcross, labels, colours }: CrosshairTags): void {
    const { across, tags, valueCovers, valueTags } = this;
    while (valueTags.length < values.length) {
      // Below all tags, because the label that one tag covers may touch the other tag.
      const cover = layer("crosshair-cover");
      tags.prepend(cover);
      valueCovers.push(cover);
      valueTags.push(added(tags, "crosshair-tag crosshair-value"));
    }
    for (const [index, tag] of valueTags.entries()) {
      const value = values[index];
      const cover = valueCovers[index];
      tag.hidden = value === undefined;
      if (cover !== undefined) cover.hidden = true;
      if (value === undefined) continue;
      tag.textContent = value.text;
      paintTag(tag, colours);
      tag.style.transform = `translateY(calc(${value.middle}px - 50%))`;
      const reach = tagPx.height / 2;
      const covered = coveredBy(
        { from: value.middle - reach, to: value.middle + reach },
        labels.values,
      );
      if (covered === undefined || cover === undefined) continue;
      cover.hidden = false;
      Object.assign(cover.style, {
        background: colours.text,
        top: `${covered.from}px`,
        left: `${-axisWidthPx}px`,
        width: `${axisWidthPx - 2}px`,
        height: `${covered.to - covered.from}px`,
      });
    }
    const [first] = values;
    across.hidden = !isAcross || first === undefined;
    if (first !== undefined) across.style.transform = `translateY(${first.top}px)`;
  }
}

/** The stretch from the first to the last label that a tag touches; undefined if it touches none. */
function coveredBy(tag: Extent, labels: readonly Extent[]): Extent | undefined {
  const touched = labels.filter(({ from, to }) => from < tag.to && to > tag.from);
  if (touched.length === 0) return undefined;
  return {
    from: Math.min(...touched.map(({ from }) => from)),
    to: Math.max(...touched.map(({ to }) => to)),
  };
}

function paintTag(tag: HTMLElement, { text, ground }: CrosshairTags["colours"]): void {
  Object.assign(tag.style, { color: text, background: ground });
}

function added(parent: HTMLElement, name: string): HTMLElement {
  const made = layer(name);
  parent.append(made);
  return made;
}

/** Hidden from screen readers, because the readout has the same content. */
function layer(name: string): HTMLElement {
  const element = document.createElement("div");
  element.className = name;
  element.ariaHidden = "true";
  return element;
}
