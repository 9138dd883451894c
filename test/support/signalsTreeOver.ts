import { silentLog } from "../../src/shared/log";
import { ExpandedRows } from "../../src/features/browse/expandedRows";
import { SeriesFailures } from "../../src/editor/report/seriesFailures";
import { SignalsGrouping } from "../../src/features/browse/signalsGrouping";
import { SignalsTree } from "../../src/features/browse/signalsTree";
import { memento } from "./memento";
import { type TreeServices } from "./treeServices";

/** The signals of a service as the side bar has them, where nobody lets many definitions be loaded. */
export function signalsTreeOver(services: TreeServices): SignalsTree {
  return new SignalsTree({
    services,
    context: services,
    offline: services.offline,
    reporter: services,
    seriesFailures: new SeriesFailures(),
    grouping: new SignalsGrouping(memento()),
    log: silentLog,
    expanded: new ExpandedRows(memento(), "rows"),
    language: "en",
    mayLoad: () => Promise.resolve(false),
  });
}
