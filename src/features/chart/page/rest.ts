// The second script of the page: the code that most charts do not need for their first picture. It imports all of the
// first script, so that shared code is in the first one only.
import "./main";
import { OverviewStrip } from "./draw/overviewStrip";
import { BridgePanel } from "./views/bridgePanel";
import { lateAnswers } from "./views/chartPage";
import { ChartTable } from "./views/chartTable";
import { ComponentTableView } from "./views/componentTableView";
import { DayFlags } from "./views/dayFlags";
import { DifferenceTitle } from "./views/differenceTitle";
import { FailureList } from "./views/failureList";
import { lateInHeader } from "./views/header";
import { runKey } from "./views/keys";
import { KeysHelp } from "./views/keysHelp";
import { moreEntries } from "./views/moreEntries";
import { lateInPage } from "./views/pageLayout";
import { PanelControls } from "./views/panel/panelControls";
import { PanelTools } from "./views/panel/panelTools";
import { lateInRange } from "./views/rangeControls";
import { SearchBox } from "./views/searchBox";
import { SeriesTable } from "./views/seriesTable";
import { SeveralControls } from "./views/severalControls";
import { lateOnStage } from "./views/stage";
import { StaleBanner } from "./views/staleBanner";
import { StatisticsContent } from "./views/statisticsContent";
import { lateStatistics } from "./views/statisticsPanel";
import { lateInToolbar } from "./views/toolbar";
import { TypedRange } from "./views/typedRange";
import { ValueCard } from "./views/valueCard";

lateAnswers.bring({ moreEntries, runKey });
lateInHeader.bring({ SearchBox });
lateInPage.bring({
  BridgePanel,
  ChartTable,
  ComponentTableView,
  FailureList,
  KeysHelp,
  PanelTools,
  SeriesTable,
  StaleBanner,
});
lateOnStage.bring({ DayFlags, DifferenceTitle, OverviewStrip, ValueCard });
lateInRange.bring({ TypedRange });
lateInToolbar.bring({ PanelControls, SeveralControls });
lateStatistics.bring({ StatisticsContent });
