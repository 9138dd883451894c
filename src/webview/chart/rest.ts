// The second script of the page: what the first picture of most charts does without. What it shares with the first script,
// all of which is part of this one's imports, is there already.
import "./main";
import { OverviewStrip } from "./draw/overviewStrip";
import { statisticsTsv } from "./model/statistics";
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
import { lateStatistics } from "./page/statisticsPanel";
import { elementsOfStatistics, statisticsOf } from "./page/statisticsTables";
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
lateStatistics.bring({ elementsOfStatistics, statisticsOf, statisticsTsv });
