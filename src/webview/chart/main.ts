import { textsElementId } from "../../shared/pageProtocol";
import { type PageProgram } from "../../shared/chart/chartProtocol";
import { useText, type Words } from "../l10n";
// In this order, which is that of their rules: what is narrow changes what stands above it.
import "../kit/base.css";
import "../kit/frame.css";
import "./page/layout.css";
import "../kit/controls.css";
import "./page/legend.css";
import "./page/plots.css";
import "./page/card.css";
import "./page/table.css";
import "../kit/popups.css";
import "../kit/failures.css";
import "./page/panel/panel.css";
import "./page/narrow.css";
import "./page/bridge.css";
import "./page/components.css";
import "./page/series.css";
import "./page/statistics.css";
import { ChartPage } from "./page/chartPage";

/** Set by the loader. */
declare const program: PageProgram;

// The editor wrote the words of its language into the page.
useText(
  JSON.parse(document.getElementById(textsElementId)?.textContent ?? "{}") as Words,
  document.documentElement.lang,
);
// The second script can run only after this one has ended.
queueMicrotask(() => {
  new ChartPage(document.body).start(program);
  // It holds all scripts and numbers.
  Reflect.deleteProperty(globalThis, "program");
});
