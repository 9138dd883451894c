import { type ChangesAnswer, type FromChanges } from "../../../shared/latest/changesProtocol";
import { sinceDay } from "../../../shared/latest/since";
import { formatCount } from "../../../shared/series/numberText";
import { dateText, momentText } from "../../kit/dateText";
import { button, element, setText } from "../../kit/element";
import { type PageMessage } from "../../kit/pageMessage";
import { t } from "../../l10n";

/** Explains why there is nothing to compare with yet, and offers to compare with a week ago. */
export class FirstLook {
  private readonly work = element("p", { class: "muted", role: "status" });
  private readonly compare: HTMLButtonElement;
  private readonly cancel: HTMLButtonElement;
  private readonly choose: HTMLButtonElement;
  private readonly tools = element("div", { class: "tools" });
  private week = "";
  private requests = 0;

  constructor(
    private readonly message: PageMessage,
    post: (message: FromChanges) => void,
  ) {
    this.compare = button({ class: "tool framed" }, () => {
      // Cancel is beside it, so that the second of two clicks does not cancel.
      this.compare.disabled = true;
      this.cancel.hidden = false;
      setText(this.work, t("Looking for older values…"));
      post({ type: "compareWeek", mayRequest: this.requests > 0 });
    });
    this.cancel = button({ class: "tool framed", text: t("Cancel") }, () => {
      post({ type: "stopComparing" });
      this.ask(0);
    });
    this.choose = button({ class: "tool framed", text: t("Compare with Older Values…") }, () =>
      post({ type: "askSince" }),
    );
  }

  show({ newestMs, keptSinceMs, hasOlder }: ChangesAnswer): void {
    this.week = dateText(sinceDay("week", newestMs) ?? 0);
    this.tools.replaceChildren(this.compare, this.cancel, ...(hasOlder ? [this.choose] : []));
    this.ask(0);
    const [title, ...lines] = keptSinceMs === null ? archiveTexts() : visitTexts(newestMs);
    const below = lines.map((text) => element("p", { class: "muted", text }));
    this.message.say(title ?? "", ...below, this.tools, this.work);
  }

  /** @param requests - How many requests the comparison needs, if they require consent; else 0. */
  ask(requests: number): void {
    this.requests = requests;
    this.cancel.hidden = true;
    this.compare.hidden = this.compare.disabled = false;
    setText(
      this.compare,
      requests === 0
        ? t("Compare with a Week Ago")
        : t("Fetch ({0} Requests)", formatCount(requests)),
    );
    setText(
      this.work,
      requests === 0
        ? ""
        : t("The values of {0} take {1} requests.", this.week, formatCount(requests)),
    );
  }

  note(done: number, of: number): void {
    this.compare.hidden = true;
    this.cancel.hidden = false;
    setText(this.work, t("{0} of {1} requests", formatCount(done), formatCount(of)));
  }
}

function archiveTexts(): readonly string[] {
  return [
    t("Nothing is archived: the archive is turned off or cannot be written to."),
    t("Its size is set by macroSignals.archive.sizeMB."),
  ];
}

function visitTexts(newestMs: number): readonly string[] {
  return [
    t("This is your first visit: there is nothing to compare yet."),
    t(
      "The values fetched {0} are archived. Once the service has newer ones, this page shows new productions, sign flips, the largest moves, forecasts that moved, and what appeared, vanished or went stale.",
      momentText(newestMs),
    ),
    t("Signals can be compared right away with their series as known a week ago."),
  ];
}
