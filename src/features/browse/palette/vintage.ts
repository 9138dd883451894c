import * as vscode from "vscode";
import { otherKind, type Vintage } from "../../../shared/reference";
import { dataKindText } from "../../../connect/dataKindText";
import { asOfText } from "../../../editor/text/dateText";

/** A title button that shows one of the two, and changes it. */
export interface VintageButton extends vscode.QuickInputButton {
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

export function isVintageButton(button: vscode.QuickInputButton): button is VintageButton {
  return "changes" in button;
}
