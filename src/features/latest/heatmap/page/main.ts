import { useHostTexts } from "../../../../ui/hostTexts";
import { HeatMapPage } from "./views/heatMapPage";
import "../../../../ui/table/grid.css";
import "./views/heatMap.css";

useHostTexts();
new HeatMapPage(document.body).start();
