import { panelFileCode } from "../../code/codePieces";
import { panelPivot } from "../../code/panelPivot";
import { panelLayout } from "../../store/panelTable";
import { type FetchedPanel } from "../documents/several/fetchPanel";
import { dataFrameLibrary } from "./insertSettings";
import { type CodePlace, type MadeCode } from "./insertSubject";
import { type KeptPanel } from "./panelFiles";
import { fileFormatIn } from "./seriesCode";

/** The code of a panel, which reads one file and pivots it. */
export function codeOfPanel(
  fetched: FetchedPanel,
  { language, folder }: CodePlace,
  { relativePath, reference }: KeptPanel,
): Omit<MadeCode, "subject"> {
  const { panel, slice, service } = fetched;
  const layout = panelLayout(fetched);
  const rows = panel.variants.reduce((sum, variant) => sum + variant.rows, 0);
  const pivot = rows === 0 ? undefined : panelPivot(reference, layout, slice);
  const line = { reference, ...(slice === undefined ? {} : { slice }), service };
  const piece = panelFileCode({
    language,
    line,
    library: dataFrameLibrary(folder),
    relativePath,
    format: fileFormatIn(language, folder),
    layout,
    ...(pivot === undefined ? {} : { pivot }),
  });
  return { line, relativePath, ...piece };
}
