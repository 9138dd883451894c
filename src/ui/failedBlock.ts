import { type PageFailure, type FailureAction } from "../shared/pageProtocol";
import { momentText } from "./dateText";
import { element } from "./element";
import { type Alike, type FailedSubject } from "./failures";
import { icon } from "./icon";
import { t } from "./l10n";

/** Creates the button of an action. */
export type ButtonOf = (action: FailureAction, style: string) => HTMLButtonElement;

/**
 * The block in place of a page's content: what happened, its consequence, possible actions, and below a line the
 * technical message and what is cached.
 */
export function failedBlock(subjects: Alike, buttonOf: ButtonOf): HTMLElement {
  const [{ failure, identity }] = subjects;
  const { cause, message, cached, atMs } = failure;
  const [main, ...others] = actionsOf(failure);
  const buttons = [
    ...(main === undefined ? [] : [buttonOf(main, "primary")]),
    ...others.map((each) => buttonOf(each, each === "showLog" ? "link" : "framed")),
  ];
  const titles = subjects.map(titleOf).join(", ");
  const isToldAbove = cause === "other" || cause === "key";
  const rows: (readonly [name: string, ...words: readonly (Node | string)[]])[] = [
    ...(isToldAbove ? [] : [[t("Reason"), message] as const]),
    ...(subjects.length > 1 ? [[t("Series"), titles] as const] : []),
    [t("Last tried"), momentText(atMs)],
    ...(cached === null
      ? []
      : [[t("Cached here"), `${cached} `, buttonOf("openCached", "link")] as const]),
  ];
  return element(
    "div",
    { class: "failure whole" },
    icon(cause === "unreachable" ? "plug" : "warning"),
    element("h2", { text: headingOf(failure, titles) }),
    element("p", {
      text: isToldAbove ? message : sentenceOf(failure, serviceText(identity.service)),
    }),
    element("div", { class: "tools" }, ...buttons),
    element(
      "dl",
      {},
      ...rows.flatMap(([name, ...words]) => [
        element("dt", { text: name }),
        element("dd", {}, ...words),
      ]),
    ),
  );
}

function titleOf({ title, identity }: FailedSubject): string {
  return identity.title === "" ? title : identity.title;
}

/** Orders the actions: a key or as-of that is needed first, then retry, the log last. */
function actionsOf({ actions }: PageFailure): readonly FailureAction[] {
  const order = ["enterKey", "setAsOf", "retry", "diagnose"] as const;
  return [...order.filter((each) => actions.includes(each)), "showLog"];
}

function headingOf({ cause }: PageFailure, titles: string): string {
  switch (cause) {
    case "unreachable":
      return t("The service cannot be reached");
    case "unavailable":
      return t("The service is not available");
    case "key":
      return t("The service does not accept the API key");
    case "subscription":
      return t("Not in your subscription");
    case "other":
      return t("Could not open {0}", titles);
  }
}

function sentenceOf({ cause, cached }: PageFailure, service: string): string {
  if (cause === "subscription") return t("{0} does not give it to this API key.", service);
  const what =
    cause === "unreachable"
      ? t("{0} does not answer.", service)
      : t("{0} answers, but not with data.", service);
  const follows =
    cached === null
      ? t("Nothing of it is cached on this computer. It opens by itself when the service is back.")
      : t(
          "Only another as-of is cached on this computer. It opens by itself when the service is back.",
        );
  return `${what} ${follows}`;
}

/** `Acme (api.acme.com)`; only the name if the host is unknown; `The service` if both are. */
function serviceText(service: string): string {
  const [name = "", host] = service.split(" · ");
  if (name === "") return t("The service");
  return host === undefined ? name : `${name} (${host})`;
}
