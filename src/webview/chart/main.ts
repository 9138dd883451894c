import "./page/editorWords";
import "./page/chart.css";
import "./page/bridge.css";
import { ChartPage } from "./page/chartPage";

new ChartPage(document.body).start();
