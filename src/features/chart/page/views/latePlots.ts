import { type DayRange } from "../model/pane";

interface Drawer {
  setRange(range: DayRange): void;
}

/** A zoom ends after 150 ms without a change. */
const restedMs = 150;

/** Draws the plots in sight while a person zooms, the others when they come into sight or the zoom has ended. */
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

  /** Forgets pending plots, after all have been drawn by other means. */
  settle(): void {
    this.late.clear();
  }

  private catchUp(host: Element): void {
    if (this.late.delete(host)) this.drawers.get(host)?.setRange(this.range);
  }
}
