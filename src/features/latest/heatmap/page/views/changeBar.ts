import { type OlderProgress, type OlderValues, valueSources, type Unfetched } from "../../protocol";
import { formatCount } from "../../../../../shared/series/numberText";
import { button, element, setText } from "../../../../../ui/element";
import { icon } from "../../../../../ui/icon";
import { t } from "../../../../../ui/l10n";
import { type Changes } from "../model/scoreChanges";
import { type HeatView } from "../model/heatView";
import { changeSentence, elsewhereKinds, isFetchable, sourceSentence } from "./changeLabels";
import { type Comparing } from "./comparing";

export interface ChangeBarOptions {
  readonly onFetch: () => void;
  readonly onCancel: () => void;
}

const nothingUnfetched: Unfetched = { missing: 0, failed: 0, failure: null };

/** The bar above a table of changes: its title, the source of the older values and the requests that they need. */
export class ChangeBar {
  readonly root = element("div", { class: "change-bar", hidden: "" });
  private readonly sentence = element("strong");
  private readonly source = element("span", { class: "muted small-text" });
  private readonly work = element("span", { class: "muted small-text work" });
  private readonly fetch: HTMLButtonElement;
  private readonly cancel: HTMLButtonElement;
  private older: OlderValues | undefined;
  /** Other values of a tag kind that the requests are for, such as sectors; empty for what is shown. */
  private elsewhere = "";

  constructor({ onFetch, onCancel }: ChangeBarOptions) {
    this.fetch = button({ class: "tool framed" }, onFetch);
    const label = t("Cancel");
    this.cancel = button({ class: "tool", "aria-label": label, title: label }, onCancel);
    this.cancel.append(icon("close"));
    this.root.append(this.sentence, this.source, this.work, this.fetch, this.cancel);
  }

  show(view: HeatView, changes: Changes, { progress, isElsewhere }: Comparing): void {
    const { older } = changes;
    this.older = older;
    this.elsewhere = isElsewhere ? elsewhereKinds(view) : "";
    this.root.hidden = false;
    setText(
      this.sentence,
      older === undefined ? t("Looking for older values…") : changeSentence(view, older),
    );
    setText(this.source, sourceSentence(view, changes));
    this.showWork(progress);
  }

  /** @param progress - The progress of the running requests; undefined if there are none. */
  showWork(progress: OlderProgress | undefined): void {
    this.cancel.hidden = progress === undefined;
    const { missing, failed, failure } = this.older ?? nothingUnfetched;
    this.fetch.hidden = progress !== undefined || !isFetchable({ missing, failed, failure });
    if (progress !== undefined) {
      const { done, of } = progress;
      setText(this.work, t("{0} of {1} requests", formatCount(done), formatCount(of)));
    } else {
      const words = t("{0} failed: {1}", formatCount(failed), failure ?? "");
      setText(this.work, failed === 0 ? "" : words);
      setText(this.fetch, missing === 0 ? t("Retry") : this.fetchText(missing));
    }
  }

  hide(): void {
    this.root.hidden = true;
  }

  private fetchText(missing: number): string {
    const requests = missing === 1 ? t("1 Request") : t("{0} Requests", formatCount(missing));
    if (this.elsewhere !== "")
      return t("Fetch Other {0} ({1})", titleCase(this.elsewhere), requests);
    const isSomeThere = this.older?.sources.some((source) => source !== valueSources.none) === true;
    return isSomeThere ? t("Fetch the Rest ({0})", requests) : t("Fetch ({0})", requests);
  }
}

/** `Sectors or Styles` */
function titleCase(words: string): string {
  return words.replace(/\b(?!or\b)\p{Ll}/gu, (letter) => letter.toUpperCase());
}
