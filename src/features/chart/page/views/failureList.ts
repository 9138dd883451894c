import { type PageFailure, type FailureAction } from "../../../../shared/pageProtocol";
import { type Fetched } from "../../protocol";
import { t } from "../../../../ui/l10n";
import { button, element, setAttributes, setText } from "../../../../ui/element";
import { actionText } from "../../../../ui/failureActions";
import { isStalePart } from "../model/stale";
import { failedBlock, type FailedSubject } from "./failedBlock";
import { type Dispatch } from "./pageState";
import { type Shown } from "./shown";

interface Subject extends FailedSubject, Fetched {
  readonly id: string;
}

interface Told {
  /** Its contents as text: while they are the same, its elements stay, and the focus with them. */
  readonly words: string;
  readonly root: HTMLElement;
  readonly buttons: readonly HTMLElement[];
  readonly retries: readonly HTMLElement[];
}

/** Lists what could not be fetched, with the service's own message and possible actions. */
export class FailureList {
  private readonly reported = new Map<string, Told>();

  constructor(
    private readonly root: HTMLElement,
    private readonly dispatch: Dispatch,
  ) {}

  /** @param isAll - Whether there is nothing else to show. */
  show(shown: Shown, isAll: boolean): void {
    const groups = alike(subjectsOf(shown));
    for (const [id, { root }] of this.reported) {
      if (groups.has(id)) continue;
      root.remove();
      this.reported.delete(id);
    }
    for (const [id, group] of groups) this.showGroup(id, group, isAll);
  }

  private showGroup(id: string, parts: readonly Subject[], isAll: boolean): void {
    const subjects = parts.map((part) => [part.id, part.title, part.failure]);
    const words = JSON.stringify([isAll, subjects]);
    const before = this.reported.get(id);
    const reported = before?.words === words ? before : this.made(parts, words, isAll);
    if (before === undefined) this.root.append(reported.root);
    else if (before !== reported) replace(before, reported);
    this.reported.set(id, reported);
    const isLoading = parts.every((part) => part.isLoading);
    // A button with the `disabled` attribute would lose the focus.
    for (const each of reported.retries) setText(each, isLoading ? t("Retrying…") : t("Retry"));
    for (const each of reported.buttons)
      setAttributes(each, { "aria-disabled": isLoading && "true" });
  }

  private made(parts: readonly Subject[], words: string, isAll: boolean): Told {
    const failure = parts[0]?.failure ?? null;
    const buttons: HTMLButtonElement[] = [];
    const retries: HTMLButtonElement[] = [];
    const buttonOf = (action: FailureAction, style: string): HTMLButtonElement => {
      const made = button({ class: `tool ${style}`, text: actionText[action]() }, () => {
        if (made.ariaDisabled === "true") return;
        if (action !== "retry" && action !== "openCached") this.dispatch({ type: "do", action });
        else for (const { id } of parts) this.dispatch({ type: action, id });
      });
      buttons.push(made);
      if (action === "retry") retries.push(made);
      return made;
    };
    if (failure === null) return { words, root: element("div"), buttons, retries };
    const root = isAll
      ? failedBlock(parts, failure, buttonOf)
      : failedLine(parts, failure, buttonOf);
    return { words, root, buttons, retries };
  }
}

/** The failure of some series, beside those that are shown. */
function failedLine(
  parts: readonly Subject[],
  { message, cached, actions }: PageFailure,
  buttonOf: (action: FailureAction, style: string) => HTMLButtonElement,
): HTMLElement {
  const titles = parts.map((part) => part.title).join(", ");
  const instead = cached === null ? "" : ` ${t("Cached: {0}.", cached)}`;
  return element(
    "div",
    { class: "failure" },
    element("p", {}, element("strong", { text: titles }), ` ${message}${instead}`),
    element("div", { class: "tools" }, ...actions.map((action) => buttonOf(action, "framed"))),
  );
}

/** The panel, if there is one, and the series. Its failed series are retried together with it. */
function subjectsOf({ parts, panel, title }: Shown): readonly Subject[] {
  if (panel === null) return parts;
  const { identity, failure, fetchedAtMs } = panel;
  const isLoading = panel.progress !== null;
  // Data fetched before are reported as stale instead.
  const own = fetchedAtMs === null ? failure : null;
  const whole = { id: identity.path, title, identity, data: null, failure: own, isLoading };
  return [whole, ...parts.map((part) => ({ ...part, isLoading }))];
}

/**
 * Groups failed parts by equal messages of one service, each by the id of its first part, so that a message is shown
 * once.
 */
function alike(parts: readonly Subject[]): ReadonlyMap<string, readonly Subject[]> {
  const groups = new Map<string, Subject[]>();
  for (const part of parts) {
    // Stale data are reported beside their picture.
    if (part.failure === null || isStalePart(part)) continue;
    const { cause, message, cached, actions } = part.failure;
    const words = JSON.stringify([part.identity.service, cause, message, cached, actions]);
    const group = groups.get(words);
    if (group === undefined) groups.set(words, [part]);
    else group.push(part);
  }
  return new Map([...groups.values()].map((group) => [group[0]?.id ?? "", group]));
}

/** Replaces a failure, and moves the focus to the button in the same place. */
function replace(before: Told, reported: Told): void {
  const place = before.buttons.findIndex((each) => each === document.activeElement);
  before.root.replaceWith(reported.root);
  reported.buttons[place]?.focus();
}
