import "./page/editorWords";
// In this order, which is that of their rules: what is narrow changes what stands above it.
import "./page/base.css";
import "./page/layout.css";
import "./page/controls.css";
import "./page/legend.css";
import "./page/plots.css";
import "./page/readout.css";
import "./page/table.css";
import "./page/popups.css";
import "./page/failures.css";
import "./page/panel/panel.css";
import "./page/narrow.css";
import "./page/bridge.css";
import { ChartPage } from "./page/chartPage";

new ChartPage(document.body).start();
