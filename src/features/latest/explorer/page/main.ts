import { useHostTexts } from "../../../../ui/hostTexts";
import { ExplorerPage } from "./views/explorerPage";
import "../../../../ui/table/grid.css";
import "./views/explorer.css";

useHostTexts();
new ExplorerPage(document.body).start();
