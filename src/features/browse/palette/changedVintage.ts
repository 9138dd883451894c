import * as vscode from "vscode";
import { type Connection } from "../../../connect/connection";
import { type ConnectionDependencies } from "../../../connect/connectionParts";
import { askAsOf } from "../../../editor/prompt/askAsOf";
import { isVintageButton } from "./vintage";
import { otherKind, type Vintage } from "../../../shared/reference";

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
