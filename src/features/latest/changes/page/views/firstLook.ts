import { type FromChanges } from "../../messages";
import { type ChangesAnswer } from "../../protocol";
import { sinceDay } from "../../../model/since";
import { dateText, momentText } from "../../../../../ui/dateText";
import { button, element } from "../../../../../ui/element";
import { type PageMessage } from "../../../../../ui/pageMessage";
import { t } from "../../../../../ui/l10n";
import { type DayFetch, requestsOffer } from "./dayFetch";

/** Explains why there is nothing to compare with yet, and offers to compare with a week ago. */
export class FirstLook {
  private readonly choose: HTMLButtonElement;

  constructor(
    private readonly message: PageMessage,
    private readonly fetch: DayFetch,
    post: (message: FromChanges) => void,
  ) {
    this.choose = button({ class: "tool framed", text: t("Compare with Older Values…") }, () =>
      post({ type: "askSince" }),
    );
  }

  show({ newestMs, keptSinceMs, hasOlder, missing }: ChangesAnswer): void {
    const day = sinceDay("week", newestMs) ?? 0;
    this.fetch.begin(missing === null ? { day, requests: 0, text: "" } : requestsOffer(missing));
    const choose = hasOlder ? [this.choose] : [];
    const tools = element("div", { class: "tools" }, this.fetch.root, ...choose);
    const [title, ...lines] =
      missing !== null
        ? [t("The values of {0} are no longer cached.", dateText(missing.day))]
        : keptSinceMs === null
          ? archiveTexts()
          : visitTexts(newestMs);
    const below = lines.map((text) => element("p", { class: "muted", text }));
    this.message.say(title ?? "", ...below, tools);
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
    t("There is nothing to compare yet."),
    t(
      "The values fetched {0} are archived. Once the service has newer ones, this page shows new productions, sign flips, the largest moves, forecasts that moved, and what appeared, vanished or went stale.",
      momentText(newestMs),
    ),
    t("Signals can be compared right away with their series as known a week ago."),
  ];
}
