import { plainLine } from "../../shared/plainText";
import { type Reference } from "../../shared/reference";
import { asOfText } from "../../shared/dateText";

/**
 * A series or a panel in one line: `INFL v2 · US · SNAP · latest`, `SPX · USD · 12 Months`, `INFL v2 · * · SNAP · latest`;
 * of sample data with `SAMPLE` first.
 */
export function referenceTitle(reference: Reference, isSample: boolean): string {
  return plainLine([...(isSample ? ["SAMPLE"] : []), ...partsOf(reference)].join(" · "));
}

function partsOf(reference: Reference): readonly string[] {
  if (reference.family === "forecast") {
    return [reference.market, reference.currency, reference.horizon];
  }
  const { code, version, tags, dataKind, asOf } = reference;
  const values = Object.values<string | readonly string[]>(tags);
  return [`${code} v${version}`, ...values.map(String), dataKind, asOfText(asOf)];
}
