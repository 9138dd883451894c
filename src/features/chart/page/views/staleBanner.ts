import { type FailureAction } from "../../../../shared/pageProtocol";
import { t } from "../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { actionText } from "../../../../ui/failures";
import { icon } from "../../../../ui/icon";
import { type Stale, staleOf } from "../model/stale";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

/** 30 s: the time between two updates of the age, whose smallest unit is a minute. */
const tellMs = 30_000;

/**
 * Shows the age of data that could not be refreshed, the reason, and possible actions: one line under the toolbar,
 * until it is closed.
 */
export class StaleBanner {
  readonly root = element("div", { class: "banner", hidden: "" });
  // Changes of the age are not announced.
  private readonly age = element("b", { "aria-live": "off" });
  private readonly reason = element("span");
  private readonly buttons: ReadonlyMap<FailureAction, HTMLButtonElement>;
  private shown: Shown | undefined;
  private stale: Stale | undefined;
  private closed = "";
  private timer: number | undefined;

  /** @param onClose - Called when the banner is closed, to move the focus. */
  constructor(
    private readonly dispatch: Dispatch,
    onClose: () => void,
  ) {
    const actions = ["retry", "enterKey", "diagnose"] as const;
    this.buttons = new Map(
      actions.map((action) => [
        action,
        button({ class: "tool link", text: actionText[action]() }, () => this.run(action)),
      ]),
    );
    const close = button({ class: "tool", "aria-label": t("Close"), title: t("Close") }, () => {
      this.closed = keyOf(this.stale);
      this.tell();
      onClose();
    });
    close.append(icon("close"));
    this.root.append(
      icon("warning"),
      element("p", {}, this.age, " ", this.reason),
      ...this.buttons.values(),
      close,
    );
  }

  show(shown: Shown): void {
    this.shown = shown;
    this.tell();
  }

  private tell(): void {
    clearTimeout(this.timer);
    const stale = (this.stale = this.shown && staleOf(this.shown, Date.now()));
    this.root.hidden = stale === undefined || keyOf(stale) === this.closed;
    if (stale === undefined) return;
    setText(this.age, stale.age);
    setText(this.reason, stale.reason);
    for (const [action, each] of this.buttons) {
      each.hidden = !stale.actions.includes(action);
      // A button with the `disabled` attribute would lose the focus.
      setAttributes(each, { "aria-disabled": stale.isLoading && "true" });
      if (action === "retry") setText(each, stale.isLoading ? t("Retrying…") : t("Retry"));
    }
    this.timer = window.setTimeout(() => this.tell(), tellMs);
  }

  private run(action: "retry" | "enterKey" | "diagnose"): void {
    const { stale } = this;
    if (stale === undefined || stale.isLoading) return;
    if (action !== "retry") this.dispatch({ type: "do", action });
    else for (const id of stale.ids) this.dispatch({ type: "retry", id });
  }
}

/** Identifies the stale parts and the reason. */
function keyOf(stale: Stale | undefined): string {
  return stale === undefined ? "" : JSON.stringify([stale.ids, stale.reason]);
}
