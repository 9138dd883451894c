// The second script of the page: what most charts do not need for their first picture. It imports all of the first
// script, so that the code that both use is in the first one only.
import "./main";
import { OverviewStrip } from "./draw/overviewStrip";
import { BridgePanel } from "./page/bridgePanel";
import { lateAnswers } from "./page/chartPage";
import { ChartTable } from "./page/chartTable";
import { ComponentTableView } from "./page/componentTableView";
import { DayFlags } from "./page/dayFlags";
import { DifferenceTitle } from "./page/differenceTitle";
import { FailureList } from "./page/failureList";
import { lateInHeader } from "./page/header";
import { runKey } from "./page/keys";
import { KeysHelp } from "./page/keysHelp";
import { moreEntries } from "./page/moreEntries";
import { lateInPage } from "./page/pageLayout";
import { PanelControls } from "./page/panel/panelControls";
import { PanelTools } from "./page/panel/panelTools";
import { lateInRange } from "./page/rangeControls";
import { SearchBox } from "./page/searchBox";
import { SeriesTable } from "./page/seriesTable";
import { SeveralControls } from "./page/severalControls";
import { lateOnStage } from "./page/stage";
import { StaleBanner } from "./page/staleBanner";
import { StatisticsContent } from "./page/statisticsContent";
import { lateStatistics } from "./page/statisticsPanel";
import { lateInToolbar } from "./page/toolbar";
import { TypedRange } from "./page/typedRange";
import { ValueCard } from "./page/valueCard";

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
