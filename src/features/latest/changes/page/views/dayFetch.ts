import { type FromChanges } from "../../messages";
import { type Day } from "../../../../../shared/day";
import { type MissingValues } from "../../protocol";
import { formatCount } from "../../../../../shared/series/numberText";
import { dateText } from "../../../../../ui/dateText";
import { button, element, setText } from "../../../../../ui/element";
import { t } from "../../../../../ui/l10n";

/** An offer to compare with a day. */
export interface DayOffer {
  readonly day: Day;
  /** The number of requests that it takes, if they require consent; else 0. */
  readonly requests: number;
  /** The reason for the offer; empty when the page shows it. */
  readonly text: string;
}

/** Offers to compare with the series as known at the end of a day; asks before many requests, and shows their progress. */
export class DayFetch {
  private readonly work = element("span");
  private readonly progress = element("progress", { "aria-label": t("Older Values") });
  private readonly compare: HTMLButtonElement;
  private readonly cancel: HTMLButtonElement;
  readonly root: HTMLElement;
  private initial: DayOffer | undefined;
  private offered: DayOffer | undefined;

  /** @param announce - Announces what is shown to assistive technology. */
  constructor(
    post: (message: FromChanges) => void,
    private readonly announce: (text: string) => void,
  ) {
    this.compare = button({ class: "tool framed" }, () => {
      const { offered } = this;
      if (offered === undefined) return;
      // Cancel is beside it, so that the second of two clicks does not cancel.
      this.compare.disabled = true;
      this.cancel.hidden = false;
      this.say(t("Looking for older values…"));
      post({ type: "compareDay", day: offered.day, mayRequest: offered.requests > 0 });
    });
    this.cancel = button({ class: "tool framed", text: t("Cancel") }, () => {
      post({ type: "stopComparing" });
      this.offer(this.initial);
    });
    const { work, progress, compare, cancel } = this;
    this.root = element("div", { class: "tools" }, work, progress, compare, cancel);
  }

  /** @param initial - The offer that returns after a cancellation; undefined for none. */
  begin(initial: DayOffer | undefined): void {
    this.initial = initial;
    this.offer(initial);
  }

  /** @param requests - The number of requests that the comparison needs, if they require consent; else 0. */
  ask({ day, requests }: MissingValues): void {
    this.offer(requests === 0 ? this.initial : requestsOffer({ day, requests }));
  }

  note(done: number, of: number): void {
    this.root.hidden = false;
    this.compare.hidden = true;
    this.cancel.hidden = this.progress.hidden = false;
    this.progress.max = of;
    this.progress.value = done;
    this.say(t("{0} of {1} requests", formatCount(done), formatCount(of)));
  }

  private offer(offered: DayOffer | undefined): void {
    this.offered = offered;
    this.root.hidden = offered === undefined;
    this.cancel.hidden = this.progress.hidden = true;
    this.compare.hidden = this.compare.disabled = false;
    const { requests = 0, text = "" } = offered ?? {};
    const fetch =
      requests === 1 ? t("Fetch (1 Request)") : t("Fetch ({0} Requests)", formatCount(requests));
    setText(this.compare, requests === 0 ? t("Compare with a Week Ago") : fetch);
    this.say(text);
  }

  private say(text: string): void {
    if (text !== "" && text !== this.work.textContent) this.announce(text);
    setText(this.work, text);
  }
}

export function requestsOffer({ day, requests }: MissingValues): DayOffer {
  const text = t("The values of {0} take {1} requests.", dateText(day), formatCount(requests));
  return { day, requests, text };
}
