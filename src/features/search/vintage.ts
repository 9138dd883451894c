import * as vscode from "vscode";
import { type Connection } from "../../connect/connection";
import { type ConnectionDependencies } from "../../connect/connectionParts";
import { dataKindText } from "../../connect/dataKindText";
import { askAsOf } from "../../editor/prompt/askAsOf";
import { asOfText } from "../../editor/text/dateText";
import { otherKind, type Vintage } from "../../shared/reference";

/** A title button that shows and changes the kind or the as-of. */
interface VintageButton extends vscode.QuickInputButton {
  readonly changes: keyof Vintage;
}

export function vintageButtons({ dataKind, asOf }: Vintage): readonly VintageButton[] {
  const { t } = vscode.l10n;
  return [
    {
      changes: "dataKind",
      iconPath: new vscode.ThemeIcon("history"),
      tooltip: t(
        "Kind: {0} ({1}). Change to {2}",
        dataKind,
        dataKindText(dataKind),
        otherKind(dataKind),
      ),
    },
    {
      changes: "asOf",
      iconPath: new vscode.ThemeIcon("calendar"),
      tooltip: t("As-of: {0}. Change…", asOfText(asOf)),
    },
  ];
}

/** The kind and as-of after a title button was pressed; unchanged when the person leaves the question. */
export async function changedVintage(
  vintage: Vintage,
  button: vscode.QuickInputButton,
  { services, failures }: ConnectionDependencies,
  connection: Connection,
): Promise<Vintage> {
  if (!isVintageButton(button)) return vintage;
  const { dataKind, asOf } = vintage;
  if (button.changes === "dataKind") return { asOf, dataKind: otherKind(dataKind) };
  try {
    const { client } = await services.get(connection.id);
    const title = vscode.l10n.t("As-Of");
    const latestMs = client.latestAsOfMs;
    const answer = await askAsOf({
      title,
      current: asOf,
      latestMs,
      bound: services.gate.bound,
      hasBack: true,
    });
    return answer.kind === "given" ? { dataKind, asOf: answer.value } : vintage;
  } catch (error) {
    const attempt = vscode.l10n.t("Could not connect to {0}", connection.name);
    void failures.report(error, { attempt });
    return vintage;
  }
}

function isVintageButton(button: vscode.QuickInputButton): button is VintageButton {
  return "changes" in button;
}
