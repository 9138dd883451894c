import { plainLine } from "../../../shared/plainText";
import { type SeriesRef } from "../../../shared/reference";
import { asOfText } from "../../../shared/dateText";

/** A series in one line: `INFL v2 · US · SNAP · latest`, `SPX · USD · 12 Months`; of sample data with `SAMPLE` first. */
export function referenceTitle(reference: SeriesRef, isSample: boolean): string {
  return plainLine([...(isSample ? ["SAMPLE"] : []), ...partsOf(reference)].join(" · "));
}

function partsOf(reference: SeriesRef): readonly string[] {
  if (reference.family === "forecast") {
    return [reference.market, reference.currency, reference.horizon];
  }
  const { code, version, tags, dataKind, asOf } = reference;
  return [`${code} v${version}`, ...Object.values(tags), dataKind, asOfText(asOf)];
}
