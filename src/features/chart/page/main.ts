import { type PageProgram } from "../protocol";
import { useHostTexts } from "../../../ui/hostTexts";
// The order is that of their rules: those for narrow pages override those above them.
import "../../../ui/base.css";
import "../../../ui/frame.css";
import "./views/layout.css";
import "../../../ui/controls.css";
import "./views/legend.css";
import "./views/plots.css";
import "./views/card.css";
import "./views/table.css";
import "../../../ui/popups.css";
import "../../../ui/failures.css";
import "./views/panel/panel.css";
import "./views/narrow.css";
import "./views/bridge.css";
import "./views/components.css";
import "./views/series.css";
import "./views/statistics.css";
import "../../../ui/signColours.css";
import "../../../ui/table/grid.css";
import "./views/revisions.css";
import "./views/history.css";
import { ChartPage } from "./views/chartPage";

/** Set by the loader. */
declare const program: PageProgram;

useHostTexts();
new ChartPage(document.body).start(program);
// This frees the memory of the script and of all numbers.
Reflect.deleteProperty(globalThis, "program");
