import { type DayRange } from "../model/pane";

/** What draws a range of days. */
interface Drawer {
  setRange(range: DayRange): void;
}

/** A zoom has come to rest. */
const restedMs = 150;

/** Draws while a person zooms the plots that are in sight; the others when they come in sight, or the zoom has come to rest. */
export class LatePlots {
  private readonly drawers = new Map<Element, Drawer>();
  private readonly unseen = new Set<Element>();
  private readonly late = new Set<Element>();
  private readonly observer = new IntersectionObserver((changes) => {
    for (const { target, isIntersecting } of changes) {
      if (!isIntersecting) this.unseen.add(target);
      else if (this.unseen.delete(target)) this.catchUp(target);
    }
  });
  private range: DayRange = { from: 0, to: 0 };
  private rest: number | undefined;

  add(host: Element, drawer: Drawer): void {
    this.drawers.set(host, drawer);
    this.observer.observe(host);
  }

  remove(host: Element): void {
    this.observer.unobserve(host);
    for (const each of [this.drawers, this.unseen, this.late]) each.delete(host);
  }

  setRange(range: DayRange): void {
    this.range = range;
    for (const [host, drawer] of this.drawers) {
      if (this.unseen.has(host)) this.late.add(host);
      else drawer.setRange(range);
    }
    window.clearTimeout(this.rest);
    this.rest = window.setTimeout(() => {
      for (const host of this.late) this.catchUp(host);
    }, restedMs);
  }

  /** All of them have been drawn otherwise. */
  settle(): void {
    this.late.clear();
  }

  private catchUp(host: Element): void {
    if (this.late.delete(host)) this.drawers.get(host)?.setRange(this.range);
  }
}
