import { formatScore } from "../../../../../shared/series/numberText";
import { t } from "../../../../../ui/l10n";
import { button, element } from "../../../../../ui/element";
import { type Placement } from "../model/placement";
import { scoreText } from "./heatMapLabels";
import { dateText } from "../../../../../ui/dateText";

/** 200: more are counted, not listed. */
const maxListed = 200;

/** Opens a dialog with the list of the records without a code. */
export function openWithoutCode({ columns, texts, withoutCode }: Placement): void {
  const { tagStarts, tagValues, days, level, momentum, aggregate } = columns;
  const rows = withoutCode.slice(0, maxListed).map((record) => {
    const tags = tagValues.slice(tagStarts[record], tagStarts[record + 1]);
    const cells = [
      [...tags].map((value) => texts[value] ?? "").join(" · "),
      dateText(days[record] ?? 0),
      ...[level, momentum, aggregate].map((scores) => formatScore(scores[record] ?? Number.NaN)),
    ];
    return element("tr", {}, ...cells.map((text) => element("td", { text })));
  });
  const names = [
    t("Tags"),
    t("Date"),
    ...(["level", "momentum", "aggregate"] as const).map(scoreText),
  ];
  const heads = names.map((text) => element("th", { scope: "col", text }));
  const more = withoutCode.length - rows.length;
  const dialog = element("dialog", { class: "keys", "aria-label": t("Records without a code") });
  dialog.append(
    element("h2", { text: t("Records without a code: {0}", withoutCode.length) }),
    element(
      "div",
      { class: "listed", tabindex: 0 },
      element(
        "table",
        {},
        element("thead", {}, element("tr", {}, ...heads)),
        element("tbody", {}, ...rows),
      ),
    ),
    ...(more > 0 ? [element("p", { class: "muted", text: t("and {0} more", more) })] : []),
    button({ class: "tool", text: t("Close") }, () => dialog.close()),
  );
  // The dialog has returned the focus when it sends this event.
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
