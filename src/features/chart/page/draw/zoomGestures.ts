import { type DayRange } from "../model/pane";
import { panned, rounded, type Span, within, zoomed } from "./zoom";

/** The plot to which gestures apply. */
export interface GestureTarget {
  /** The plot's inside in the window's coordinates. */
  readonly rect: () => DOMRect;
  readonly range: () => DayRange;
  readonly bounds: () => DayRange;
  /** Whether a wheel without modifiers is left to the page, which scrolls. */
  readonly isWheelFree: () => boolean;
  readonly onRange: (range: DayRange) => void;
  /** Called with the position of the pointer, from 0 at the left edge to 1; null when it has left. */
  readonly onPointer: (position: number | null) => void;
  /** Called with the part that a person marks, from 0 to 1; null for none. */
  readonly onMark: (mark: Span | null) => void;
}

interface Drag {
  readonly span: Span;
  readonly positions: readonly number[];
}

const pxPerLine = 16;
/** The zoom per pixel of the wheel; a pinch on a touchpad sends fewer of them. */
const zoomPerPx = 0.0015;
const zoomPerPinchPx = 0.01;

/**
 * Zooms about the pointer on wheel and pinch, pans on a drag, zooms to the part marked by a drag with Shift, and shows
 * all days on a double click. Listens until the signal is aborted.
 */
export class ZoomGestures {
  private readonly pointers = new Map<number, number>();
  private drag: Drag | undefined;
  private markFrom: number | undefined;
  /** The last requested span, before it was rounded to days. */
  private asked: Span = { from: 0, to: 0 };

  constructor(
    element: HTMLElement,
    private readonly target: GestureTarget,
    signal: AbortSignal,
  ) {
    element.style.touchAction = "pan-y";
    element.addEventListener("wheel", (event) => this.wheel(event), { signal, passive: false });
    element.addEventListener("pointerdown", (event) => this.down(event, element), { signal });
    element.addEventListener("pointermove", (event) => this.move(event), { signal });
    element.addEventListener("pointerup", (event) => this.up(event, true), { signal });
    for (const type of ["pointercancel", "lostpointercapture"] as const) {
      element.addEventListener(type, (event) => this.up(event, false), { signal });
    }
    element.addEventListener("pointerleave", (event) => this.leave(event), { signal });
    element.addEventListener("dblclick", () => target.onRange(target.bounds()), { signal });
  }

  private wheel(event: WheelEvent): void {
    const { deltaX, deltaY, ctrlKey, shiftKey } = event;
    const isPan = shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
    if (!isPan && !ctrlKey && this.target.isWheelFree()) return;
    event.preventDefault();
    const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : pxPerLine;
    const bounds = this.target.bounds();
    if (isPan) {
      const delta = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX : deltaY;
      this.ask(panned(this.span(), (delta * px) / this.target.rect().width, bounds));
    } else {
      const factor = Math.exp(deltaY * px * (ctrlKey ? zoomPerPinchPx : zoomPerPx));
      this.ask(zoomed(this.span(), this.positionOf(event), factor, bounds));
    }
  }

  private down(event: PointerEvent, element: HTMLElement): void {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    const position = this.positionOf(event);
    this.pointers.set(event.pointerId, position);
    this.markFrom = event.shiftKey && this.pointers.size === 1 ? position : undefined;
    this.startDrag();
    this.target.onPointer(position);
  }

  private move(event: PointerEvent): void {
    const position = this.positionOf(event);
    if (!this.pointers.has(event.pointerId)) {
      this.target.onPointer(position);
      return;
    }
    this.pointers.set(event.pointerId, position);
    if (this.markFrom !== undefined) this.target.onMark(ordered(this.markFrom, position));
    else this.follow();
  }

  private up(event: PointerEvent, isComplete: boolean): void {
    if (!this.pointers.delete(event.pointerId)) return;
    const { from, to } = ordered(this.markFrom ?? 0, this.positionOf(event));
    if (this.markFrom !== undefined && isComplete && to > from) {
      const span = this.span();
      const dayAt = (position: number): number => span.from + position * (span.to - span.from);
      const marked = { from: dayAt(from), to: dayAt(to) };
      // A marked part shorter than the least span is shown with the days around it.
      this.ask(zoomed(within(marked, this.target.bounds()), 0.5, 1, this.target.bounds()));
    }
    this.markFrom = undefined;
    this.target.onMark(null);
    this.startDrag();
  }

  private leave(event: PointerEvent): void {
    // A lifted finger leaves too, but the crosshair stays where it pointed.
    if (event.pointerType !== "touch") this.target.onPointer(null);
  }

  private startDrag(): void {
    this.drag = { span: this.span(), positions: [...this.pointers.values()] };
  }

  /** Moves the days that were under the pointers at the start of the drag under them again. */
  private follow(): void {
    if (this.drag === undefined) return;
    const { span, positions } = this.drag;
    const now = [...this.pointers.values()];
    const bounds = this.target.bounds();
    const zoom = distance(positions) / distance(now);
    const moved = panned(span, middle(positions) - middle(now), bounds);
    this.ask(now.length > 1 ? zoomed(moved, middle(now), zoom, bounds) : moved);
  }

  private ask(span: Span): void {
    this.asked = span;
    this.target.onRange(rounded(span));
  }

  /** The shown span: as it was requested, unless something else has changed it. */
  private span(): Span {
    const range = this.target.range();
    const { from, to } = rounded(this.asked);
    return from === range.from && to === range.to ? this.asked : range;
  }

  private positionOf(event: MouseEvent): number {
    const { left, width } = this.target.rect();
    return Math.min(1, Math.max(0, (event.clientX - left) / width));
  }
}

function ordered(one: number, other: number): Span {
  return { from: Math.min(one, other), to: Math.max(one, other) };
}

/** The distance between the first and the last; never 0. */
function distance(positions: readonly number[]): number {
  return Math.max(0.01, Math.abs((positions.at(-1) ?? 0) - (positions[0] ?? 0)));
}

function middle(positions: readonly number[]): number {
  return ((positions.at(-1) ?? 0) + (positions[0] ?? 0)) / 2;
}
