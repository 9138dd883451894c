import { type FailureAction } from "../shared/pageProtocol";
import { button, element, placeChildren, setAttributes, setText } from "./element";
import { type ButtonOf, failedBlock } from "./failedBlock";
import { actionText, type Alike, type FailedSubject } from "./failures";
import { t } from "./l10n";

interface Shown {
  /** The contents as text. While they are equal, the elements are reused, so the focus stays. */
  readonly text: string;
  readonly root: HTMLElement;
  readonly buttons: readonly HTMLElement[];
  readonly retries: readonly HTMLElement[];
}

/** Lists the subjects that could not be read, with the service's own message and possible actions. */
export class FailureList {
  /** A live region, which is in the page before it has content, so that screen readers announce that. */
  readonly root = element("div", { class: "failures", role: "alert" });
  private shown: ReadonlyMap<string, Shown> = new Map();

  /** @param onAction - Called with an action and the ids of the subjects of its failure. */
  constructor(private readonly onAction: (action: FailureAction, ids: readonly string[]) => void) {}

  /** @param isAll - Whether there is nothing else to show. */
  show(subjects: readonly FailedSubject[], isAll: boolean): void {
    const before = this.shown;
    const groups = alike(subjects);
    this.shown = new Map([...groups].map(([id, group]) => [id, this.group(id, group, isAll)]));
    const place = [...before].flatMap(([id, { buttons }]) => {
      const at = buttons.findIndex((each) => each === document.activeElement);
      return at < 0 ? [] : { id, at };
    })[0];
    placeChildren(
      this.root,
      [...this.shown.values()].map(({ root }) => root),
    );
    // The button that replaces the focused one.
    if (place !== undefined) this.shown.get(place.id)?.buttons[place.at]?.focus();
  }

  private group(id: string, subjects: Alike, isAll: boolean): Shown {
    const texts = subjects.map(({ id, title, failure }) => [id, title, failure]);
    const text = JSON.stringify([isAll, texts]);
    const before = this.shown.get(id);
    const shown = before?.text === text ? before : this.made(subjects, text, isAll);
    const isLoading = subjects.every((each) => each.isLoading);
    // A button with the `disabled` attribute would lose the focus.
    for (const each of shown.retries) setText(each, isLoading ? t("Retrying…") : t("Retry"));
    for (const each of shown.buttons) setAttributes(each, { "aria-disabled": isLoading && "true" });
    return shown;
  }

  private made(subjects: Alike, text: string, isAll: boolean): Shown {
    const buttons: HTMLButtonElement[] = [];
    const retries: HTMLButtonElement[] = [];
    const ids = subjects.map(({ id }) => id);
    const buttonOf: ButtonOf = (action, style) => {
      const made = button({ class: `tool ${style}`, text: actionText[action]() }, () => {
        if (made.ariaDisabled !== "true") this.onAction(action, ids);
      });
      buttons.push(made);
      if (action === "retry") retries.push(made);
      return made;
    };
    const root = (isAll ? failedBlock : failedLine)(subjects, buttonOf);
    return { text, root, buttons, retries };
  }
}

/** The failure of some subjects, beside the others, which are shown. */
function failedLine(subjects: Alike, buttonOf: ButtonOf): HTMLElement {
  const { message, cached, actions } = subjects[0].failure;
  const titles = subjects.map(({ title }) => title).join(", ");
  const instead = cached === null ? "" : ` ${t("Cached: {0}.", cached)}`;
  return element(
    "div",
    { class: "failure" },
    element("p", {}, element("strong", { text: titles }), ` ${message}${instead}`),
    element("div", { class: "tools" }, ...actions.map((action) => buttonOf(action, "framed"))),
  );
}

/** Groups subjects by equal failures of one service, each by the id of its first, so that a message is shown once. */
function alike(subjects: readonly FailedSubject[]): ReadonlyMap<string, Alike> {
  const groups = new Map<string, [FailedSubject, ...FailedSubject[]]>();
  for (const subject of subjects) {
    const { cause, message, cached, actions } = subject.failure;
    const text = JSON.stringify([subject.identity.service, cause, message, cached, actions]);
    const group = groups.get(text);
    if (group === undefined) groups.set(text, [subject]);
    else group.push(subject);
  }
  return new Map([...groups.values()].map((group) => [group[0].id, group]));
}
